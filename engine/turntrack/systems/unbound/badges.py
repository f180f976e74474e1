"""The badges of a row in Unbound."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id
from turntrack.systems.protocol import Badge
from turntrack.systems.unbound import memory, surprise
from turntrack.systems.unbound.factions import faction_of
from turntrack.systems.unbound.memory import Reaction


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    """Return the badges: the number to notice the combatant, the effects of surprise, the roller and the Reaction."""
    if not encounter.standings[combatant_id].able:
        return ()
    result: list[Badge] = []
    now = memory.recall(encounter.standings[combatant_id])
    number = surprise.hardest_number(encounter, faction_of(encounter, combatant_id))
    if number and not now.has_had_turn:
        result.append(Badge(f"to notice {number.total}", "U20", "warn"))
    if now.is_surprised:
        result += [
            Badge("no action", "U24", "warn"),
            Badge("may move", "U26"),
            Badge("no Reaction back", "U25", "warn"),
            Badge("favour against", "U27", "warn"),
        ]
    if now.is_roller and not encounter.round:
        result.append(Badge("rolls initiative", "U3"))
    match now.reaction:
        case Reaction.READY:
            result.append(Badge("Reaction", "UA8", "good"))
        case Reaction.USED:
            result.append(Badge("Reaction used", "UA8", "off"))
    return tuple(result)
