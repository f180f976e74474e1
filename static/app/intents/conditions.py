"""What can be asked about conditions, what the table is reminded of, and counters of the table's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.intents.base import ForFight, OfCombatant, TypedAs
from turntrack.core.model import Id, RefillTime, Until


class ForConditions(ForFight):
    """About conditions that there are, or that are being given."""


class Conditions(ForConditions, OfCombatant):
    """Open the sheet for the conditions of a combatant; beside it, have them among the bearers, or no longer."""

    do = "conditions"


@dataclass(frozen=True)
class PutInto(ForConditions, OfCombatant):
    """Open the sheet with a condition that is picked already."""

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
    """Pick a word of one's own, as it is typed."""

    do, is_of_sheet = "own-word", True
    word: Annotated[str, TypedAs("own")] = ""


@dataclass(frozen=True)
class PickWhose(ForConditions):
    """Say whose turns count; empty for those of each bearer."""

    do, is_of_sheet = "whose", True
    id: Id


@dataclass(frozen=True)
class PickCause(ForConditions):
    """Say who has brought it about; nobody, where it was that one."""

    do, is_of_sheet = "cause", True
    id: Id


class Holds(ForConditions):
    """Have it last no longer than whoever has brought it about holds, or not."""

    do, is_of_sheet = "holds", True


class Throws(ForConditions):
    """Have a throw after each own turn end it, or not."""

    do, is_of_sheet = "throws", True


@dataclass(frozen=True)
class Give(ForConditions):
    """Give it, until then."""

    do = "give"
    until: Until
    turns: int


@dataclass(frozen=True)
class EndCondition(ForConditions):
    do = "end-condition"
    number: int


@dataclass(frozen=True)
class SettleOver(ForConditions):
    """Answer a reminder, by the number of its condition: it is over."""

    do = "is-over"
    number: int


@dataclass(frozen=True)
class SettleOn(ForConditions):
    """Answer a reminder: it goes on."""

    do = "goes-on"
    number: int


# Counters


class Counters(ForConditions, OfCombatant):
    """Open the sheet in which something is begun to be counted."""

    do = "counters"


@dataclass(frozen=True)
class Count(ForConditions, OfCombatant):
    do = "count"
    by: int
    name: str


@dataclass(frozen=True)
class DropCounterIntent(ForConditions, OfCombatant):
    do = "drop-counter"
    name: str


@dataclass(frozen=True)
class KeepCounterIntent(ForConditions, OfCombatant):
    do = "keep-counter"
    name: Annotated[str, TypedAs("counter")] = ""
    most: Annotated[str, TypedAs("most")] = ""
    fills: Annotated[str, TypedAs("fills")] = RefillTime.NEVER


type ConditionsIntent = (
    Conditions | PutInto | PickBearer | PickWord | OwnWord | PickWhose | PickCause | Holds | Throws | Give
    | EndCondition | SettleOver | SettleOn | Counters | Count | DropCounterIntent | KeepCounterIntent
)  # fmt: skip
