"""Intents about combatants: conditions, damage, counters, reinforcements and planned events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.intents.base import ForFight, OfCombatant, TypedAs
from turntrack.core.model import Id, RefillTime, Share, Until


class ForConditions(ForFight):
    """An intent about conditions."""


class Conditions(ForConditions, OfCombatant):
    """Open the condition sheet for a combatant. If the sheet is open already, toggle the combatant as a bearer."""


@dataclass(frozen=True)
class PutInto(ForConditions, OfCombatant):
    """Open the condition sheet with a condition selected."""

    name: str


class PickBearer(ForConditions, OfCombatant): ...


@dataclass(frozen=True)
class PickWord(ForConditions):
    is_of_sheet = True
    name: str


@dataclass(frozen=True)
class OwnWord(ForConditions):
    """Set the user's own name for the condition."""

    is_of_sheet = True
    word: Annotated[str, TypedAs("own")] = ""


@dataclass(frozen=True)
class PickWhose(ForConditions):
    """Set whose turns count; empty for each bearer's own."""

    is_of_sheet = True
    id: Id


@dataclass(frozen=True)
class PickCause(ForConditions):
    """Set the cause of the condition, or clear it if it is set already."""

    is_of_sheet = True
    id: Id


class Holds(ForConditions):
    """Toggle whether the condition depends on its cause."""

    is_of_sheet = True


class Throws(ForConditions):
    """Toggle whether a roll after each of the bearer's turns can end the condition."""

    is_of_sheet = True


@dataclass(frozen=True)
class Give(ForConditions):
    """Give the condition, with this end."""

    until: Until
    turns: int


type ConditionsIntent = (
    Conditions | PutInto | PickBearer | PickWord | OwnWord | PickWhose | PickCause | Holds | Throws | Give
)  # fmt: skip


class ForDamage(ForFight):
    """An intent about damage or healing."""


class OpenDamage(ForDamage, OfCombatant):
    """Open the damage sheet for a combatant. If the sheet is open already, toggle the combatant as a target."""


class PickHit(ForDamage, OfCombatant):
    """Toggle a combatant as a target."""


@dataclass(frozen=True)
class PickAll(ForDamage):
    """Select all members of this group or side; deselect them if all are selected."""

    is_group: int
    name: str


@dataclass(frozen=True)
class PickShare(ForDamage, OfCombatant):
    is_of_sheet = True
    share: Share


@dataclass(frozen=True)
class Digit(ForDamage):
    is_of_sheet = True
    digit: int


class RubOut(ForDamage):
    is_of_sheet = True


class Halve(ForDamage):
    is_of_sheet = True


class Redouble(ForDamage):
    is_of_sheet = True


@dataclass(frozen=True)
class Heals(ForDamage):
    """Switch between damage (0) and healing (1)."""

    is_of_sheet = True
    heals: int


class Beyond(ForDamage):
    """Toggle the permission for health to pass 0 or its maximum."""

    is_of_sheet = True


@dataclass(frozen=True)
class PickCondition(ForDamage):
    """Toggle a condition that the targets get."""

    is_of_sheet = True
    name: str


class Deal(ForDamage):
    """Apply the damage form."""


class CountHealthIntent(ForDamage):
    """Start to count the health of targets without health, with the amount as the start."""


type DamageIntent = (
    OpenDamage | PickHit | PickAll | PickShare | Digit | RubOut | Halve | Redouble | Heals | Beyond | PickCondition
    | Deal | CountHealthIntent
)  # fmt: skip


class ForCounters(ForFight):
    """An intent about counters."""


class Counters(ForCounters, OfCombatant):
    """Open the sheet that adds a counter."""


@dataclass(frozen=True)
class KeepCounterIntent(ForCounters, OfCombatant):
    name: Annotated[str, TypedAs("counter")] = ""
    most: Annotated[str, TypedAs("most")] = ""
    fills: Annotated[str, TypedAs("fills")] = RefillTime.NEVER


type CountersIntent = Counters | KeepCounterIntent


class ForReinforcements(ForFight):
    """An intent about reinforcements or planned events."""


class OpenReinforcements(ForReinforcements):
    """Open the reinforcements sheet."""


@dataclass(frozen=True)
class SendToReinforcements(ForReinforcements, OfCombatant):
    """Take a combatant out of the order until the given time."""

    when: Annotated[str, TypedAs("to-wings-when")] = ""


@dataclass(frozen=True)
class ComesThen(ForReinforcements, OfCombatant):
    """Reschedule a waiting combatant."""

    when: Annotated[str, TypedAs("comes-{id}")] = ""


@dataclass(frozen=True)
class AddReinforcements(ForReinforcements):
    """Add waiting combatants by quick lines."""

    lines: Annotated[str, TypedAs("wing-lines")] = ""
    round: Annotated[str, TypedAs("wing-round")] = ""
    hidden: Annotated[str | bool, TypedAs("wing-hidden")] = False
    side: Annotated[str, TypedAs("wing-side")] = ""
    """The side of lines that name none."""


@dataclass(frozen=True)
class PlanEvent(ForReinforcements):
    """Plan an event."""

    text: Annotated[str, TypedAs("event-text")] = ""
    round: Annotated[str, TypedAs("event-round")] = ""
    every: Annotated[str | bool, TypedAs("event-every")] = False


type ReinforcementsIntent = OpenReinforcements | SendToReinforcements | ComesThen | AddReinforcements | PlanEvent
