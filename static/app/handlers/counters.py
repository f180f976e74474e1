"""Handlers of the intents about the counters of a combatant."""

from __future__ import annotations

from typing import assert_never

from app.fight.fight import Fight
from app.handlers.command_execution import run
from app.intents import combatants as i
from app.intents.combatants import CountersIntent
from app.page.dialog import CounterForm, Dialog
from app.page.state import PageState, open_dialog
from turntrack.core import commands as c
from turntrack.core.dice import Dice
from turntrack.core.errors import Refused
from turntrack.core.fields import Field, Kind, read
from turntrack.core.model import RefillTime

MOST = Field("most", "The most", Kind.NUMBER, 0, high=9999)


def handle(state: PageState, fight: Fight, intent: CountersIntent, dice: Dice) -> PageState:
    """Return the state after an intent about counters. Raises Refused and Malformed."""
    match intent:
        case i.Counters(combatant_id):
            return open_dialog(state, Dialog(f"counters {combatant_id}", CounterForm(combatant_id)))
        case i.KeepCounterIntent(combatant_id, name, most, fills):
            full = int(read(MOST, most or 0))
            if fills not in list(RefillTime):
                raise Refused("bad_value", "Say when it is full again.")
            counter = c.KeepCounter(combatant_id, name, full, full, RefillTime(fills))
            return run(state, fight, [counter], dice, closing=True)
        case _:
            assert_never(intent)
