"""The factions of Unbound and their members. A faction is a side; combatants without a side form one together."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id, Status

type Faction = str


def faction_name(faction: Faction) -> str:
    return faction or "Unaligned"


def faction_of(encounter: Encounter, combatant_id: Id) -> Faction:
    return encounter.combatants[combatant_id].side


def members(encounter: Encounter) -> dict[Faction, tuple[Id, ...]]:
    """Return every faction that has members, with its members in the order listed."""
    by_faction: dict[Faction, list[Id]] = {}
    for combatant_id in encounter.order:
        by_faction.setdefault(faction_of(encounter, combatant_id), []).append(combatant_id)
    return {faction: tuple(ids) for faction, ids in by_faction.items()}


def able_members(encounter: Encounter, faction: Faction) -> list[Id]:
    return [member for member in members(encounter).get(faction, ()) if encounter.standings[member].able]


def factions_in_play(encounter: Encounter) -> tuple[Faction, ...]:
    """Return the factions with at least one member able to act."""
    return tuple(dict.fromkeys(faction_of(encounter, combatant_id) for combatant_id in encounter.able()))


def waits(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant can be chosen in this round."""
    standing = encounter.standings[combatant_id]
    return standing.able and standing.status is Status.READY
