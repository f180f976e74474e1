"""Badges and log sentences of Zebra Island."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.protocol import Badge
from turntrack.systems.zebra import contact, memory, turns


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[combatant_id]
    result: list[Badge] = []
    if not standing.able:
        return ()
    if encounter.round:
        facing = contact.few_names(encounter, combatant_id)
        result.append(Badge(f"contact: {facing}", "Z3", "warn") if facing else Badge("shooting", "Z4"))
    if memory.has_reserve(standing):
        result.append(Badge("reserved", "Z19", "good"))
    if encounter.is_open and standing.status is Status.DONE:
        result.append(Badge("out", turns.why_out(standing), "off"))
    elif encounter.is_open and memory.recall(standing).last_action:
        result.append(Badge("last action", "ZA1", "warn"))
    return tuple(result)


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        return ""
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    if was.engaged != now.engaged:
        return contact.position_words(after, combatant_id)
    had, has = memory.has_reserve(before.standings[combatant_id]), memory.has_reserve(after.standings[combatant_id])
    if had != has:
        return "has a reserved action" if has else "no longer has a reserved action"
    if now.missed and not was.missed:
        return "has no counter in this sequence"
    return "may act one last time" if now.last_action and not was.last_action else ""
