"""The turns of Unbound to come, if no faction passes."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id
from turntrack.systems.choices import MOST_UPCOMING_TURNS, UpcomingTurn
from turntrack.systems.toolkit.turn_order import turn_of
from turntrack.systems.unbound import memory
from turntrack.systems.unbound.faction_sequence import lap_of, rotate
from turntrack.systems.unbound.factions import Faction, faction_name, faction_of, waits
from turntrack.systems.unbound.interrupted_turns import last_of, still_waiting


def upcoming_turns(encounter: Encounter) -> tuple[UpcomingTurn, ...]:
    """Return the turns to come if nobody passes, the next first. Each names all members whom the faction may choose."""
    waiting: dict[Faction, list[Id]] = {}
    for combatant_id in encounter.order if encounter.is_open else ():
        if waits(encounter, combatant_id):
            waiting.setdefault(faction_of(encounter, combatant_id), []).append(combatant_id)
    left = {faction: len(ids) for faction, ids in waiting.items()}
    interrupted = still_waiting(encounter, memory.recall_fight(encounter).interrupted)
    lap = lap_of(encounter)
    chosen: list[Faction] = []
    while len(chosen) < MOST_UPCOMING_TURNS and any(left.values()):
        faction = next(faction for faction in lap if left.get(faction))
        chosen.append(faction)
        left[faction] -= 1
        place = last_of(encounter, interrupted, faction)
        if place is not None:
            del interrupted[place]
        following = (*lap, *lap)[lap.index(faction) + 1]
        lap = rotate(lap, faction_of(encounter, interrupted[-1]) if interrupted else following)
    return tuple(
        turn_of(encounter, ids, label="" if len(ids) == 1 else faction_name(faction))
        for faction in chosen
        for ids in (waiting[faction],)
    )
