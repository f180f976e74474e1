"""What can be asked about who comes later, what happens later, who is hidden, and a group that does the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.intents.base import ForFight, OfCombatant, TypedAs


class ForReinforcements(ForFight):
    """About what comes later, and what the players do not see."""


class OpenReinforcements(ForReinforcements):
    """Open the sheet of what comes later."""

    do = "wings"


class BringInIntent(ForReinforcements, OfCombatant):
    do = "bring-in"


@dataclass(frozen=True)
class SendToReinforcements(ForReinforcements, OfCombatant):
    """Take a combatant out of the order, to come back then."""

    do = "to-wings"
    when: Annotated[str, TypedAs("to-wings-when")] = ""


@dataclass(frozen=True)
class HideIntent(ForReinforcements, OfCombatant):
    """Hide a combatant from the players (1), or show him or her (0)."""

    do = "hide"
    hidden: int


@dataclass(frozen=True)
class ComesThen(ForReinforcements, OfCombatant):
    """Have somebody who waits come in another round, or at another count."""

    do = "comes-then"
    when: Annotated[str, TypedAs("comes-{id}")] = ""


@dataclass(frozen=True)
class AddReinforcements(ForReinforcements):
    """Have combatants wait in the wings, by quick lines."""

    do = "add-to-wings"
    lines: Annotated[str, TypedAs("wing-lines")] = ""
    round: Annotated[str, TypedAs("wing-round")] = ""
    hidden: Annotated[str | bool, TypedAs("wing-hidden")] = False
    side: Annotated[str, TypedAs("wing-side")] = ""
    """Theirs where the line names none."""


@dataclass(frozen=True)
class PlanEvent(ForReinforcements):
    """Plan something that happens in a round."""

    do = "plan-event"
    text: Annotated[str, TypedAs("event-text")] = ""
    round: Annotated[str, TypedAs("event-round")] = ""


@dataclass(frozen=True)
class Settle(ForReinforcements):
    """Have it happen no longer, or settle what has happened."""

    do = "settle"
    number: int


class SameAgain(ForReinforcements):
    """Have the others of the group who come next do the same."""

    do = "same-again"


type ReinforcementsIntent = (
    OpenReinforcements
    | BringInIntent
    | SendToReinforcements
    | ComesThen
    | HideIntent
    | AddReinforcements
    | PlanEvent
    | Settle
    | SameAgain
)
