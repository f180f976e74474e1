"""The words of the log for changes of what Traveller remembers of a combatant."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id
from turntrack.systems.traveller import extra_action_checks, memory
from turntrack.systems.traveller.watches_and_interruptions import watch_words
from turntrack.systems.traveller.wounds import end_now, full_end, reduced_words


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        return ""
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    if was.watching != now.watching:
        return watch_words(now.watching)
    if was.checked_for != now.checked_for:
        action = extra_action_checks.action_words(now.checked_for)
        return f"may take {action}" if now.checked_for else "must check before the next action"
    if now.entered is not None and was.entered != now.entered:
        return f"will act on {now.entered}"
    if was.end_lost != now.end_lost:
        return f"has END {end_now(after, combatant_id)} of {full_end(after, combatant_id)}"
    return reduced_words(after, combatant_id) if was.reduced != now.reduced else ""
