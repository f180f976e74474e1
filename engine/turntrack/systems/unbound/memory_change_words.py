"""The words of the log for changes of the memory of Unbound."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id
from turntrack.systems.unbound import memory
from turntrack.systems.unbound.factions import faction_name, faction_of
from turntrack.systems.unbound.memory import UnboundFight


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    """Return the words for a change of memory, to follow the name in the log; empty if the log need not say it."""
    if not combatant_id:
        return _fight_words(memory.recall_fight(before), memory.recall_fight(after))
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    if was.is_surprised != now.is_surprised:
        return memory.surprise_words(now.is_surprised)
    if now.reaction and was.reaction != now.reaction:
        return memory.REACTION_WORDS[now.reaction]
    if now.is_roller and not was.is_roller:
        return f"rolls initiative for {faction_name(faction_of(after, combatant_id))}"
    return ""


def _fight_words(was: UnboundFight, now: UnboundFight) -> str:
    if was.factions != now.factions:
        return memory.order_words(now.factions)
    return memory.sneak_words(now.sneaking) if was.sneaking != now.sneaking else ""
