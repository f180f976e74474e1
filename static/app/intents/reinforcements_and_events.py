"""Intents about reinforcements and planned events: what comes later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.intents.base import ForFight, OfCombatant, TypedAs


class ForReinforcements(ForFight):
    """An intent about reinforcements or planned events."""


class OpenReinforcements(ForReinforcements):
    """Open the reinforcements sheet."""

    do = "wings"


@dataclass(frozen=True)
class SendToReinforcements(ForReinforcements, OfCombatant):
    """Take a combatant out of the order until the given time."""

    do = "to-wings"
    when: Annotated[str, TypedAs("to-wings-when")] = ""


@dataclass(frozen=True)
class ComesThen(ForReinforcements, OfCombatant):
    """Reschedule a waiting combatant."""

    do = "comes-then"
    when: Annotated[str, TypedAs("comes-{id}")] = ""


@dataclass(frozen=True)
class AddReinforcements(ForReinforcements):
    """Add waiting combatants by quick lines."""

    do = "add-to-wings"
    lines: Annotated[str, TypedAs("wing-lines")] = ""
    round: Annotated[str, TypedAs("wing-round")] = ""
    hidden: Annotated[str | bool, TypedAs("wing-hidden")] = False
    side: Annotated[str, TypedAs("wing-side")] = ""
    """The side of lines that name none."""


@dataclass(frozen=True)
class PlanEvent(ForReinforcements):
    """Plan an event."""

    do = "plan-event"
    text: Annotated[str, TypedAs("event-text")] = ""
    round: Annotated[str, TypedAs("event-round")] = ""
    every: Annotated[str | bool, TypedAs("event-every")] = False


type ReinforcementsIntent = OpenReinforcements | SendToReinforcements | ComesThen | AddReinforcements | PlanEvent
