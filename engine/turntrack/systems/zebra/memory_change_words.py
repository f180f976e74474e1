"""The words of the log for changes of the memory of Zebra Island."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id
from turntrack.systems.zebra import melee_engagement, memory, reserved_actions


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        return ""
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    if was.engaged != now.engaged:
        return melee_engagement.position_words(after, combatant_id)
    had, has = (
        reserved_actions.has_reserve(before.standings[combatant_id]),
        reserved_actions.has_reserve(after.standings[combatant_id]),
    )
    if had != has:
        return "has a reserved action" if has else "no longer has a reserved action"
    if now.missed and not was.missed:
        return "has no counter in this sequence"
    return "may act one last time" if now.last_action and not was.last_action else ""
