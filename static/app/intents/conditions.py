"""Intents about conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.intents.base import ForFight, OfCombatant, TypedAs
from turntrack.core.model import Id, Until


class ForConditions(ForFight):
    """An intent about conditions."""


class Conditions(ForConditions, OfCombatant):
    """Open the condition sheet for a combatant. If the sheet is open already, toggle the combatant as a bearer."""

    do = "conditions"


@dataclass(frozen=True)
class PutInto(ForConditions, OfCombatant):
    """Open the condition sheet with a condition selected."""

    do = "put-into"
    name: str


class PickBearer(ForConditions, OfCombatant):
    do = "bearer"


@dataclass(frozen=True)
class PickWord(ForConditions):
    do, is_of_sheet = "word", True
    name: str


@dataclass(frozen=True)
class OwnWord(ForConditions):
    """Set the user's own name for the condition."""

    do, is_of_sheet = "own-word", True
    word: Annotated[str, TypedAs("own")] = ""


@dataclass(frozen=True)
class PickWhose(ForConditions):
    """Set whose turns count; empty for each bearer's own."""

    do, is_of_sheet = "whose", True
    id: Id


@dataclass(frozen=True)
class PickCause(ForConditions):
    """Set the cause of the condition, or clear it if it is set already."""

    do, is_of_sheet = "cause", True
    id: Id


class Holds(ForConditions):
    """Toggle whether the condition depends on its cause."""

    do, is_of_sheet = "holds", True


class Throws(ForConditions):
    """Toggle whether a roll after each of the bearer's turns can end the condition."""

    do, is_of_sheet = "throws", True


@dataclass(frozen=True)
class Give(ForConditions):
    """Give the condition, with this end."""

    do = "give"
    until: Until
    turns: int


type ConditionsIntent = (
    Conditions | PutInto | PickBearer | PickWord | OwnWord | PickWhose | PickCause | Holds | Throws | Give
)  # fmt: skip
