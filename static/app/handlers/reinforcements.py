"""How the page answers to what is asked about what comes later."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight
from app.fight.to_commands import add_all, read_lines
from app.handlers.dispatch import run
from app.intents import reinforcements as i
from app.intents.reinforcements import WingsIntent
from app.page.dialog import Dialog, ReinforcementsDialog
from app.page.state import PageState, open_dialog
from turntrack.core import commands as c
from turntrack.core.dice import Dice
from turntrack.core.errors import BadValue
from turntrack.core.fields import read
from turntrack.core.model import Schedule
from turntrack.history.group_repeat import repeat_for_group
from turntrack.rules.reinforcements import COUNT, ROUND, find_waiting

WHEN = re.compile(r"\s*([0-9]{1,4})?\s*(?:@\s*([-−]?[0-9]{1,4}))?\s*")


def answer(state: PageState, fight: Fight, intent: WingsIntent, dice: Dice) -> PageState:
    """Return the state after an intent about what comes later. Raises Refused and Malformed."""
    match intent:
        case i.Wings():
            return open_dialog(state, Dialog("wings", ReinforcementsDialog()))
        case i.BringIn(one):
            return run(state, fight, [c.BringIn((one,))], dice)
        case i.ToWings(one, when):
            comes = read_when(when, fight.system.counts_up)
            return run(state, fight, [c.WaitInWings(one, comes)], dice, closing=True)
        case i.ComesThen(one, when):
            comes = read_when(str(when), fight.system.counts_up)
            waiting = find_waiting(fight.encounter, one)
            if waiting is None or waiting.comes == comes:
                return state
            return run(state, fight, [c.WaitInWings(one, comes)], dice)
        case i.Hide(one, hidden):
            return run(state, fight, [c.Hide((one,), bool(hidden))], dice)
        case i.AddToWings(lines, when, hidden, side):
            comes, text = read_when(when, fight.system.counts_up), str(lines)
            commands = [
                replace(it, comes=it.comes or comes, hidden=it.hidden or hidden is True, side=it.side or side)
                for it in read_lines(text, fight.encounter, fight.system)
            ]
            return run(state, fight, [add_all(commands)], dice, closing=True)
        case i.Plan(text, when):
            comes = read_when(when, fight.system.counts_up)
            return run(state, fight, [c.PlanHappening(text, comes)], dice, closing=True)
        case i.Settle(number):
            return run(state, fight, [c.DropHappening(number)], dice)
        case i.SameAgain():
            command = repeat_for_group(fight.session)
            return run(state, fight, [command], dice, closing=True) if command else state
        case _:
            assert_never(intent)


def read_when(text: str, by_count: bool = False) -> Schedule:
    """Read when something comes: a round, a count after an @, both, or nothing for by hand. Raises BadValue.

    ``by_count`` says that a number alone is a count, for a count that goes on and on has no next round.

    >>> read_when("3 @12"), read_when("@-2"), read_when("")
    (Comes(round=3, count=12), Comes(round=0, count=-2), Comes(round=0, count=None))
    """
    found = WHEN.fullmatch(text)
    if not found:
        raise BadValue("When it comes: a number, and a count after an @, such as 3 or @12.")
    number, count = found[1] or "0", found[2]
    if by_count and found[1] and count is None:
        number, count = "0", found[1]
    return Schedule(int(read(ROUND, number)), None if count is None else int(read(COUNT, count.replace("−", "-"))))
