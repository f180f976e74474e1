"""The sequence of the factions of Unbound: which one chooses next, and which one after it."""

from __future__ import annotations

from turntrack.core.model import Encounter
from turntrack.systems.unbound import memory
from turntrack.systems.unbound.factions import Faction, faction_of, members, waits
from turntrack.systems.unbound.memory import faction_order


def next_faction(encounter: Encounter) -> Faction | None:
    """Return the faction that chooses next; None if everybody has had a turn. Skip factions with nobody left (UA4)."""
    waiting = {
        faction_of(encounter, combatant_id) for combatant_id in encounter.order if waits(encounter, combatant_id)
    }
    return next((faction for faction in lap_of(encounter) if faction in waiting), None)


def faction_after(encounter: Encounter, faction: Faction) -> Faction:
    """Return the faction after this one; after the last comes the first (UA4)."""
    row = all_factions(encounter)
    return row[(row.index(faction) + 1) % len(row)]


def all_factions(encounter: Encounter) -> tuple[Faction, ...]:
    """Return the factions in their order. Factions without a place, as an edited file may have them, come last."""
    return tuple(dict.fromkeys((*faction_order(encounter), *members(encounter))))


def lap_of(encounter: Encounter) -> tuple[Faction, ...]:
    """Return the factions in their order, beginning with the faction that chooses next."""
    return rotate(all_factions(encounter), memory.recall_fight(encounter).turn)


def rotate(row: tuple[Faction, ...], first: Faction | None) -> tuple[Faction, ...]:
    """Return the factions beginning with ``first``; as they are if it is not among them."""
    at = row.index(first) if first is not None and first in row else 0
    return (*row[at:], *row[:at])
