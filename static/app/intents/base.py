"""The base class of intents, and shared field sets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import ClassVar

from turntrack.core.model import Id

type Values = Mapping[str, str | bool]
"""A form's contents, by name: text as typed, a bool for a tick box."""

NOTHING: Mapping[str, str] = MappingProxyType({})
WHOLE_FORM = "*"
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class TypedAs:
    """A marker for a typed field, with its name in the form. Braces in the name refer to other fields."""

    name: str


class IntentBase:
    """The base of all intents. It is no dataclass: creating one for each class without fields would slow the start."""

    do: str = ""
    """The name in HTML: by default that of the class, in kebab case and without ``Intent``."""
    at: ClassVar[str] = ""
    """The argument in HTML that tells this intent from others of the same name."""

    def __init_subclass__(cls) -> None:
        if "do" not in vars(cls):
            cls.do = _CAPITAL.sub("-", cls.__name__.removesuffix("Intent")).lower()


class IntentEnum(IntentBase, Enum):
    """Intents without fields, each with the name of its member. It defines no equality, or mypy would not narrow it."""

    def __init__(self, _: object) -> None:
        self.do = self.name.lower().replace("_", "-")


class ForFight(IntentBase):
    """An intent for the open fight."""

    is_of_sheet: ClassVar[bool] = False
    """Whether only the open sheet is redrawn."""


class OfSheet(ForFight):
    """An intent after which only the open sheet is redrawn."""

    is_of_sheet = True


class ForPage(IntentBase):
    """An intent that needs no open fight."""


@dataclass(frozen=True)
class OfCombatant(IntentBase):
    id: Id


@dataclass(frozen=True)
class OfKey(IntentBase):
    """An intent about a listed encounter, a member or a rule set."""

    key: str


@dataclass(frozen=True)
class OfGame(IntentBase):
    """An intent about a coded system, a preset or a rule set of the table's own."""

    game: str


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
class OfEntry(IntentBase):
    """An intent about an input outside a form, named by section and key with a dot between."""

    name: str
