"""The rulings on facts of table rules: counters, surprise, and the count of the end."""

from __future__ import annotations

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Noted
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Encounter, Id
from turntrack.systems.table_rules.memory import (
    change,
    change_fight,
    full,
    recall,
    recall_fight,
    rules_of,
    shorten,
    used_of,
)
from turntrack.systems.table_rules.rule_texts import BUDGET, START, count_words


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    rules = rules_of(encounter)
    if not combatant_id:
        rises = Field("risen", rules.ends.rises, Kind.NUMBER, recall_fight(encounter).risen, high=rules.ends.most)
        return (rises,) if rules.ends.rises else ()
    standing = encounter.standings[combatant_id]
    counters = tuple(
        Field(
            f"counter{at}",
            f"{counter.name} left",
            Kind.NUMBER,
            full(encounter, combatant_id, counter) - used,
            low=-99,
            high=999,
        )
        for at, (counter, used) in enumerate(zip(rules.budget, used_of(standing, rules), strict=True))
    )
    if not rules.surprise.is_marked:
        return counters
    first = rules.surprise.acts_first
    flag = Field(
        "surprise",
        "Surprises the others" if first else "Surprised",
        Kind.FLAG,
        recall(standing).is_surprised,
        help=START,
    )
    return (*counters, flag)


def rule_fact(draft: Draft, combatant_id: Id, key: str, value: Value) -> None:
    if key == "risen":
        change_fight(draft, RULING, risen=int(value))
    elif key == "surprise":
        change(draft, combatant_id, RULING, is_surprised=bool(value))
    else:
        _rule_counter(draft, combatant_id, int(key.removeprefix("counter")), int(value))


def _rule_counter(draft: Draft, combatant_id: Id, at: int, left: int) -> None:
    counter = rules_of(draft.encounter).budget[at]
    most, used = (
        full(draft.encounter, combatant_id, counter),
        [*used_of(draft.standing(combatant_id), rules_of(draft.encounter))],
    )
    if left > most:
        raise Refused("too_many", f"There are at most {count_words(most, counter.name)} here.", BUDGET)
    if most - left < used[at]:  # memory_words reports use, but no return
        name = draft.combatant(combatant_id).name
        draft.record(Noted(f"{name} has {count_words(left, counter.name)} left.", RULING, combatant_id))
    used[at] = most - left
    change(draft, combatant_id, RULING, used=shorten(used))
