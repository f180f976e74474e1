"""Intents about combatants: conditions, damage, counters, reinforcements and happenings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import auto
from typing import Annotated

from app.intents.base import ForFight, IntentEnum, OfCombatant, OfSheet, TypedAs
from turntrack.core.model import Id, RefillTime, Share, Until


class ForConditions(ForFight):
    """An intent about conditions."""


class Conditions(ForConditions, OfCombatant):
    """Open the condition sheet for a combatant. If the sheet is open already, toggle the combatant as a bearer."""


@dataclass(frozen=True)
class PutInto(ForConditions, OfCombatant):
    """Give a condition whose end is known, or open the condition sheet with it selected."""

    name: str


@dataclass(frozen=True)
class ChangeCondition(ForConditions):
    """Open the condition sheet for a condition that somebody has."""

    number: int


class PickBearer(ForConditions, OfCombatant): ...


@dataclass(frozen=True)
class PickWord(OfSheet, ForConditions):
    name: str


@dataclass(frozen=True)
class OwnWord(OfSheet, ForConditions):
    """Set the user's own name for the condition."""

    word: Annotated[str, TypedAs("own")] = ""


@dataclass(frozen=True)
class PickWhose(OfSheet, ForConditions):
    """Set whose turns count; empty for each bearer's own."""

    id: Id


@dataclass(frozen=True)
class PickCause(OfSheet, ForConditions):
    """Set the cause of the condition, or clear it if it is set already."""

    id: Id


class ConditionSwitch(OfSheet, ForConditions, IntentEnum):
    HOLDS = auto()  # toggle whether the condition depends on its cause
    ROLLS = auto()  # toggle whether a roll after each of the bearer's turns can end the condition


@dataclass(frozen=True)
class Give(ForConditions):
    """Give the condition, with this end."""

    until: Until
    turns: int


class Concentrate(ForConditions, OfCombatant):
    """Give the condition, for as long as the combatant concentrates on that."""


type ConditionsIntent = (
    Conditions
    | PutInto
    | ChangeCondition
    | PickBearer
    | PickWord
    | OwnWord
    | PickWhose
    | PickCause
    | ConditionSwitch
    | Give
    | Concentrate
)


class ForDamage(ForFight):
    """An intent about damage or healing."""


class OpenDamage(ForDamage, OfCombatant):
    """Open the damage sheet for a combatant. If the sheet is open already, toggle the combatant as a target."""


class OpenStrike(ForDamage, OfCombatant):
    """Open the damage sheet for the damage of the open attack on a combatant."""


@dataclass(frozen=True)
class StrikeAt(ForDamage, OfCombatant):
    """Attack a combatant with the open attack; an amount of 0 is a miss."""

    do = "hit"
    amount: int


class StrikeCritically(ForDamage, OfCombatant):
    """Hit a combatant who makes a last stand with the open attack, critically: the hit counts twice."""


class StrikeWithout(ForDamage, OfCombatant):
    """Attack a combatant with the open attack, whose hit leaves only the condition that wounds leave."""


class PickHit(ForDamage, OfCombatant):
    """Toggle a combatant as a target."""


@dataclass(frozen=True)
class PickAll(ForDamage):
    """Select all members of this group or side; deselect them if all are selected."""

    is_group: int
    name: str


@dataclass(frozen=True)
class PickShare(OfSheet, ForDamage, OfCombatant):
    share: Share


class TypeOwn(OfSheet, ForDamage, OfCombatant):
    """Type the amount of one target alone, or give it that of all again."""


@dataclass(frozen=True)
class Digit(OfSheet, ForDamage):
    digit: int


@dataclass(frozen=True)
class DealAmount(ForDamage):
    """Apply the damage form with this amount, whatever was typed."""

    amount: int


class DamageKey(OfSheet, ForDamage, IntentEnum):
    RUB_OUT = auto()
    HALVE = auto()
    REDOUBLE = auto()
    BEYOND = auto()  # toggle the permission for health to pass 0 or its maximum


@dataclass(frozen=True)
class Heals(OfSheet, ForDamage):
    """Switch between damage (0) and healing (1)."""

    heals: int


@dataclass(frozen=True)
class PickCondition(OfSheet, ForDamage):
    """Toggle a condition that the targets get."""

    name: str


@dataclass(frozen=True)
class PickEnd(OfSheet, ForDamage):
    """Set how long these conditions last; with an empty ``whose`` the turns of each target count."""

    until: Until
    whose: Id


class DamageButton(ForDamage, IntentEnum):
    DEAL = auto()  # apply the damage form
    COUNT_HEALTH = auto()  # start to count the health of targets without health, with the amount as the start


type DamageIntent = (
    OpenDamage
    | OpenStrike
    | StrikeAt
    | StrikeCritically
    | StrikeWithout
    | PickHit
    | PickAll
    | PickShare
    | TypeOwn
    | Digit
    | DealAmount
    | DamageKey
    | Heals
    | PickCondition
    | PickEnd
    | DamageButton
)


class ForCounters(ForFight):
    """An intent about counters."""


class Counters(ForCounters, OfCombatant):
    """Open the sheet that adds a counter."""


@dataclass(frozen=True)
class KeepCounterIntent(ForCounters, OfCombatant):
    name: Annotated[str, TypedAs("counter")] = ""
    most: Annotated[str, TypedAs("most")] = ""
    fills: Annotated[str, TypedAs("fills")] = RefillTime.NEVER


@dataclass(frozen=True)
class OpenFightCounter(ForCounters):
    """Open the sheet of a counter of the fight; of a new one if the name is empty."""

    name: str = ""


@dataclass(frozen=True)
class KeepFightCounterIntent(ForCounters):
    """Add a counter of the fight, or change the one called ``was``."""

    was: str = ""
    name: Annotated[str, TypedAs("fight-counter")] = ""
    value: Annotated[str, TypedAs("value")] = ""
    most: Annotated[str, TypedAs("most")] = ""
    gains: Annotated[str, TypedAs("gains")] = ""
    side: Annotated[str, TypedAs("counter-side")] = ""
    shown: Annotated[str | bool, TypedAs("shown")] = False
    at_table: Annotated[str | bool, TypedAs("counter-table")] = False


type CountersIntent = Counters | KeepCounterIntent | OpenFightCounter | KeepFightCounterIntent


class ForReinforcements(ForFight):
    """An intent about reinforcements or happenings."""


@dataclass(frozen=True)
class OpenReinforcements(ForReinforcements):
    """Open the reinforcements sheet."""


@dataclass(frozen=True)
class SendToWings(ForReinforcements, OfCombatant):
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
class PlanHappeningIntent(ForReinforcements):
    """Plan a happening."""

    text: Annotated[str, TypedAs("happening-text")] = ""
    round: Annotated[str, TypedAs("happening-round")] = ""
    every: Annotated[str | bool, TypedAs("happening-every")] = False


type ReinforcementsIntent = OpenReinforcements | SendToWings | ComesThen | AddReinforcements | PlanHappeningIntent
