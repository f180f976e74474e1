"""What every intent has: its facts, and the shapes of what an intent can be about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from turntrack.core.model import Id

type Values = Mapping[str, str | bool]
"""A form's contents, by name: text as typed, a bool for a tick box."""

NOTHING: Values = MappingProxyType({})
WHOLE_FORM = "*"


@dataclass(frozen=True, slots=True)
class TypedAs:
    """Marks a field as typed: under this name in its form or box, in which other fields may stand in braces."""

    name: str


@dataclass(frozen=True)
class IntentBase:
    """An intent, with its facts.

    Only shapes, and what has fields of its own, are made by ``dataclass``: to make each anew would slow the start.
    """

    do: ClassVar[str] = ""
    """What it is called on the page."""
    at: ClassVar[str] = ""
    """The one argument that it has there, where it shares its name with others."""


class ForFight(IntentBase):
    """For the open fight."""

    is_of_sheet: ClassVar[bool] = False
    """Whether nothing but the open sheet is drawn anew."""


@dataclass(frozen=True)
class OfCombatant(IntentBase):
    id: Id


@dataclass(frozen=True)
class OfKey(IntentBase):
    """About an encounter of the list, or a member of the party."""

    key: str


@dataclass(frozen=True)
class OfSystem(IntentBase):
    system: str


@dataclass(frozen=True)
class OfStep(IntentBase):
    step: int


@dataclass(frozen=True)
class OfBranch(IntentBase):
    place: int


@dataclass(frozen=True)
class OfQuarantinedPart(IntentBase):
    aside: int


@dataclass(frozen=True)
class OfChoice(IntentBase):
    """About the choice that stands at this place of a section of the panel."""

    section: str
    place: int


@dataclass(frozen=True)
class OfEntry(IntentBase):
    """About something to fill in outside a form, by its section and key with a dot between."""

    name: str
