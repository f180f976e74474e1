"""What can be asked about who comes later, what happens later, who is hidden, and a group that does the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.intents.base import ForFight, OfCombatant, Typed


class ForWings(ForFight):
    """About what comes later, and what the players do not see."""


class Wings(ForWings):
    """Open the sheet of what comes later."""

    do = "wings"


class BringIn(ForWings, OfCombatant):
    do = "bring-in"


@dataclass(frozen=True)
class ToWings(ForWings, OfCombatant):
    """Take a combatant out of the order, to come back then."""

    do = "to-wings"
    when: Annotated[str, Typed("to-wings-when")] = ""


@dataclass(frozen=True)
class Hide(ForWings, OfCombatant):
    """Hide a combatant from the players (1), or show him or her (0)."""

    do = "hide"
    hidden: int


@dataclass(frozen=True)
class ComesThen(ForWings, OfCombatant):
    """Have somebody who waits come in another round, or at another count."""

    do = "comes-then"
    when: Annotated[str, Typed("comes-{id}")] = ""


@dataclass(frozen=True)
class AddToWings(ForWings):
    """Have combatants wait in the wings, by quick lines."""

    do = "add-to-wings"
    lines: Annotated[str, Typed("wing-lines")] = ""
    round: Annotated[str, Typed("wing-round")] = ""
    hidden: Annotated[str | bool, Typed("wing-hidden")] = False
    side: Annotated[str, Typed("wing-side")] = ""
    """Theirs where the line names none."""


@dataclass(frozen=True)
class Plan(ForWings):
    """Plan something that happens in a round."""

    do = "plan-event"
    text: Annotated[str, Typed("event-text")] = ""
    round: Annotated[str, Typed("event-round")] = ""


@dataclass(frozen=True)
class Settle(ForWings):
    """Have it happen no longer, or settle what has happened."""

    do = "settle"
    number: int


class SameAgain(ForWings):
    """Have the others of the group who come next do the same."""

    do = "same-again"


type WingsIntent = Wings | BringIn | ToWings | ComesThen | Hide | AddToWings | Plan | Settle | SameAgain
