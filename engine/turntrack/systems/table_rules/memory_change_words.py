"""The words of the log for changes of the memory of table rules."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id
from turntrack.core.score import signed
from turntrack.systems.table_rules import memory
from turntrack.systems.table_rules.memory import recall, recall_fight, rules_of
from turntrack.systems.table_rules.rule_texts import count_words


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
