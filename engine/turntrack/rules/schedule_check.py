"""The check of a schedule: when a reinforcement comes, or when something planned happens."""

from __future__ import annotations

from turntrack.core.errors import Refused
from turntrack.core.fields import COUNT, Field, Kind, read
from turntrack.core.model import Encounter, Schedule
from turntrack.systems.protocol import TurnSystem

ROUND = Field("round", "The round", Kind.NUMBER, 0, high=999)


def read_comes(encounter: Encounter, comes: Schedule, system: TurnSystem, *, for_all: bool = False) -> Schedule:
    """Check and return a schedule. Raises Refused and BadValue.

    A combatant comes at a count of points; a happening (``for_all``) at the number of any order by numbers.
    """
    number = int(read(ROUND, comes.round))
    begun = encounter.round if comes.count is None or not encounter.is_open else encounter.round - 1
    if number and number <= begun:
        raise Refused("too_late", f"{system.round_name(number).capitalize()} has begun already.")
    if comes.count is not None and not (system.has_moments if for_all else system.counts_points):
        raise Refused("no_count", f"Nobody acts by a {'number' if for_all else 'count'} here.")
    return Schedule(number, None if comes.count is None else int(read(COUNT, comes.count)))
