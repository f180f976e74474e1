"""The words of the log for changes of what RonD6 remembers of a combatant."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id
from turntrack.systems.rond6 import action_limit, initiative, memory
from turntrack.systems.rond6.multi_action_penalty import action_words


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        return ""
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    if was.declared != now.declared:
        return memory.declared_words(after, combatant_id, now.declared)
    if now.has_fate and not was.has_fate:
        return f"spends a Fate Point and may take {action_words(action_limit.most_actions(after, combatant_id))}"
    if now.window and not was.window:
        return "has rolled: whoever waits may interrupt"
    if now.tie and was.tie != now.tie:
        return initiative.tie_words(after, now.tie)
    if now.jumps and not was.jumps:
        return initiative.jump_sentence(after, combatant_id)
    return memory.tackled_words(now.is_tackled) if was.is_tackled != now.is_tackled else ""
