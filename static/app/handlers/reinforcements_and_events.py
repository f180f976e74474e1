"""Handlers of the intents about reinforcements and planned events."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import assert_never

from app.fight.commands import add_all, read_lines
from app.fight.fight import Fight
from app.handlers.command_execution import run
from app.intents import combatants as i
from app.intents.combatants import ReinforcementsIntent
from app.page.dialog import Dialog, ReinforcementsDialog
from app.page.state import PageState, open_dialog
from turntrack.core import commands as c
from turntrack.core.dice import Dice
from turntrack.core.errors import BadValue
from turntrack.core.fields import COUNT, read
from turntrack.core.model import Schedule
from turntrack.rules.reinforcements import ROUND

WHEN = re.compile(
    r"\s*+(?:(?:round|turn|count|scene)\s++)?([0-9]{1,4})?\s*+(?:@\s*+([-−]?[0-9]{1,4})\s*+)?", re.IGNORECASE
)


def handle(state: PageState, fight: Fight, intent: ReinforcementsIntent, dice: Dice) -> PageState:
    """Return the state after an intent about reinforcements. Raises Refused and Malformed."""
    match intent:
        case i.OpenReinforcements():
            return open_dialog(state, Dialog("wings", ReinforcementsDialog()))
        case i.SendToReinforcements(combatant_id, when):
            comes = read_when(when, fight.system.counts_up)
            return run(state, fight, [c.WaitInWings(combatant_id, comes)], dice, closing=True)
        case i.ComesThen(combatant_id, when):
            comes = read_when(str(when), fight.system.counts_up)
            waiting = fight.encounter.reinforcement_of(combatant_id)
            if waiting is None or waiting.comes == comes:
                return state
            return run(state, fight, [c.WaitInWings(combatant_id, comes)], dice)
        case i.AddReinforcements(lines, when, hidden, side):
            comes, text = read_when(when, fight.system.counts_up), str(lines)
            commands = [
                replace(
                    command,
                    comes=command.comes or comes,
                    hidden=command.hidden or hidden is True,
                    side=command.side or side,
                )
                for command in read_lines(text, fight.encounter, fight.system)
            ]
            return run(state, fight, [add_all(commands)], dice, closing=True)
        case i.PlanEvent(text, when, every):
            comes = read_when(when, fight.system.counts_up)
            return run(state, fight, [c.PlanHappening(text, comes, every is True)], dice, closing=True)
        case _:
            assert_never(intent)


def read_when(text: str, by_count: bool = False) -> Schedule:
    """Read a schedule: a round, a count after an @, both, or nothing for a tap of the game master. Raises BadValue.

    ``by_count`` reads a number alone as a count, for systems whose count never restarts.

    >>> read_when("round 3 @12"), read_when("@-2"), read_when("")
    (Schedule(round=3, count=12), Schedule(round=0, count=-2), Schedule(round=0, count=None))
    """
    match = WHEN.fullmatch(text)
    if not match:
        raise BadValue("When it comes: a number, and a count after an @, such as 3 or @12.")
    number, count = match[1] or "0", match[2]
    if by_count and match[1] and count is None:
        number, count = "0", match[1]
    return Schedule(int(read(ROUND, number)), None if count is None else int(read(COUNT, count.replace("−", "-"))))
