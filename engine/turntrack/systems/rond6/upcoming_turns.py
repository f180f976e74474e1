"""The turns to come in RonD6."""

from __future__ import annotations

from turntrack.core.model import Encounter
from turntrack.systems.protocol import UpcomingTurn
from turntrack.systems.rond6 import turns
from turntrack.systems.rond6.initiative import number
from turntrack.systems.rond6.waits_and_interruptions import waiters
from turntrack.systems.toolkit.turn_order import one_by_one


def upcoming_turns(encounter: Encounter) -> tuple[UpcomingTurn, ...]:
    """Return the turns to come if nobody waits or interrupts; those who have waited act last (R20)."""
    to_act = (*turns.ready_ids(encounter), *waiters(encounter)) if encounter.is_open else ()
    return one_by_one(encounter, to_act, number)
