"""Badges, and words for the log."""

from __future__ import annotations

from typing import assert_never

from turntrack.core.model import Encounter, Id, Status
from turntrack.core.score import signed
from turntrack.systems.protocol import Badge
from turntrack.systems.table_rules import memory
from turntrack.systems.table_rules.memory import recall, recall_fight, rules_of
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


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        was_fight, now_fight = recall_fight(before), recall_fight(after)
        if was_fight.rules != now_fight.rules and now_fight.rules:
            return f"The fight goes by the rules “{now_fight.rules.name}”"
        if now_fight.drawn and was_fight.drawn != now_fight.drawn:
            return f"The token drawn: {memory.side_name(now_fight.drawn[0])}"
        if now_fight.begins and was_fight.begins != now_fight.begins:
            return f"The side that begins: {memory.side_name(now_fight.begins[0])}"
        if was_fight.risen != now_fight.risen:
            return f"{rules_of(after).ends.rises or 'The counter'} is {now_fight.risen}"
        return ""
    was, now = recall(before.standings[combatant_id]), recall(after.standings[combatant_id])
    if now.pace and was.pace != now.pace:
        return f"declares: {now.pace}"
    if was.is_surprised != now.is_surprised:
        first = rules_of(after).surprise.acts_first
        words = ("surprises the others", "surprises nobody") if first else ("is surprised", "is surprised no longer")
        return words[not now.is_surprised]
    rules = rules_of(after)
    used = zip(
        rules.budget,
        memory.used_of(before.standings[combatant_id], rules),
        memory.used_of(after.standings[combatant_id], rules),
        strict=True,
    )
    left = []
    for counter, had, has in used:
        if has > had:
            amount = signed(memory.left_of(after, combatant_id, counter.name))
            left.append(f"{amount} of {count_words(memory.full(after, combatant_id, counter), counter.name)} left")
    return f"has {', '.join(left)}" if left else ""
