"""The turns to come in Interlock."""

from __future__ import annotations

from turntrack.core.model import Encounter
from turntrack.systems.interlock.initiative import number
from turntrack.systems.interlock.turns import next_actors
from turntrack.systems.protocol import UpcomingTurn
from turntrack.systems.toolkit.turn_order import one_by_one


def upcoming_turns(encounter: Encounter) -> tuple[UpcomingTurn, ...]:
    """Return the turns that come by themselves, so without those who wait for no particular turn."""
    return one_by_one(encounter, next_actors(encounter) if encounter.is_open else (), number)
