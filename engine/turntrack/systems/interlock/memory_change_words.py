"""The words of the log for changes of what Interlock remembers of a combatant."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id
from turntrack.systems.interlock import memory


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        return ""
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    is_afresh = was.is_fixed and not now.is_fixed
    if was.feet != now.feet and not is_afresh:
        return feet_words(now.feet)
    return defence_words(now.has_defended) if was.has_defended != now.has_defended else ""


def defence_words(used: bool) -> str:
    return "has used the free defence of this round" if used else "has the free defence of this round"


def feet_words(moved: int) -> str:
    return f"has moved {moved} ft"
