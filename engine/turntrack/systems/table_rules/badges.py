"""The badges of a row in table rules."""

from __future__ import annotations

from typing import assert_never

from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.protocol import Badge
from turntrack.systems.table_rules import memory
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.rule_texts import (
    ASIDE,
    BUDGET,
    LAPS,
    NEXT,
    START,
    count_words,
    wait_word,
)
from turntrack.systems.table_rules.settings import Refill


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    """Return the badges of a combatant: counters, surprise, waiting and declared pace."""
    standing, rules = encounter.standings[combatant_id], rules_of(encounter)
    now = recall(standing)
    if not standing.able:
        return ()
    shown = []
    if encounter.round:
        for counter in rules.budget:
            left = memory.left_of(encounter, combatant_id, counter.name)
            if left != memory.full(encounter, combatant_id, counter) and _matters(
                encounter, combatant_id, counter.name, counter.refill
            ):
                shown.append(Badge(count_words(left, counter.name), BUDGET, "off" if left <= 0 else "plain"))
    jumps = rules.surprise.acts_first
    if now.is_surprised and (not jumps or encounter.round <= 1):
        shown.append(Badge("jumps" if jumps else "surprised", START, "warn"))
    if encounter.is_open:
        if rules.repeats_freely and (now.turns or standing.status is not Status.ACTING):
            shown.append(Badge(count_words(now.turns, "turns") if now.turns else "no turn yet", NEXT))
        if standing.status is Status.HOLDING:
            shown.append(Badge("acts next" if now.is_next else wait_word(rules.out_of_turn.waiting), ASIDE, "good"))
        if now.kept:
            words = wait_word(rules.out_of_turn.waiting) if rules.delay.stays else "kept a turn"
            shown.append(Badge(words, ASIDE, "good"))
        if now.pace:
            shown.append(Badge(now.pace, LAPS))
    return tuple(shown)


def _matters(encounter: Encounter, combatant_id: Id, counter: str, refill: Refill) -> bool:
    """Return whether what is left of a counter can still be used before it is filled again."""
    rules, standing = rules_of(encounter), encounter.standings[combatant_id]
    match refill:
        case Refill.TURN:
            in_turn = standing.status is Status.ACTING or recall(standing).has_begun
            return in_turn or any(price.off_turn and price.of == counter for price in rules.prices)
        case Refill.ROUND | Refill.ANY:
            return encounter.is_open
        case Refill.NEVER | Refill.END:
            return True
        case _:
            assert_never(refill)
