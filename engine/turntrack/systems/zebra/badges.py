"""The badges of a row in Zebra Island."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.protocol import Badge
from turntrack.systems.zebra import melee_engagement, memory, reserved_actions, turns


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[combatant_id]
    result: list[Badge] = []
    if not standing.able:
        return ()
    if encounter.round:
        facing = melee_engagement.few_names(encounter, combatant_id)
        result.append(Badge(f"contact: {facing}", "Z3", "warn") if facing else Badge("shooting", "Z4"))
    if reserved_actions.has_reserve(standing):
        result.append(Badge("reserved", "Z19", "good"))
    if encounter.is_open and standing.status is Status.DONE:
        result.append(Badge("out", turns.why_out(standing), "off"))
    elif encounter.is_open and memory.recall(standing).last_action:
        result.append(Badge("last action", "ZA1", "warn"))
    return tuple(result)
