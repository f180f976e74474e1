"""The turn system for each fight: with the title, words, rule texts, number order and sheet of the fight’s rule set."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from turntrack.core.model import Encounter
from turntrack.systems.protocol import NumberOrder, TurnSystem
from turntrack.systems.table_rules.memory import recall_fight, rules_of
from turntrack.systems.table_rules.rule_set import RuleSet, form_fields
from turntrack.systems.table_rules.rule_texts import (
    part_word,
    rule_texts,
)
from turntrack.systems.table_rules.settings import Source


def for_fight(system: TurnSystem, encounter: Encounter) -> TurnSystem:
    """Return the system with the title, rules and sheet of this fight's rule set."""
    return _with_rules(system, rules_of(encounter), recall_fight(encounter).rules is not None)


@lru_cache(maxsize=100)
def _with_rules(system: TurnSystem, rules: RuleSet, are_chosen: bool) -> TurnSystem:
    is_count = rules.sequence.by_count
    goes_up = is_count and not rules.first.is_high
    return replace(
        system,
        title=rules.name if are_chosen else system.title,
        emblem=rules.emblem,
        rules=rule_texts(rules),
        fields=form_fields(rules),
        round_word="count" if goes_up else "scene" if rules.end.is_endless else system.round_word,
        is_endless=rules.end.is_endless,
        counts_points=is_count,
        counts_up=goes_up,
        number_order=_number_order(rules),
        count_word="tick" if goes_up else "count",
        deck=rules.number.cards if rules.number.source is Source.CARDS and not is_count else 0,
        part_word=part_word(rules),
    )


def _number_order(rules: RuleSet) -> NumberOrder:
    if not rules.sequence.by_number or not rules.number.source.makes_numbers:
        return NumberOrder.NONE
    return NumberOrder.FALLING if rules.first.is_high else NumberOrder.RISING
