"""Table rules: a turn system defined by a rule set of thirteen settings."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from turntrack.core.model import Encounter
from turntrack.systems.protocol import NumberOrder, TurnSystem
from turntrack.systems.table_rules import (
    actions,
    arrivals,
    initiative,
    memory,
    new_numbers,
    odds,
    order,
    panel,
    rule_change,
    rule_set,
    rule_texts,
    rulings,
    turns,
    upcoming_turns,
)
from turntrack.systems.table_rules.memory import recall_fight, rules_of
from turntrack.systems.table_rules.presets import catalogue
from turntrack.systems.table_rules.rule_set import RuleSet, form_fields
from turntrack.systems.table_rules.rule_texts import part_word
from turntrack.systems.table_rules.settings import Source


def for_fight(system: TurnSystem, encounter: Encounter) -> TurnSystem:
    """Return the system with the title, rules and sheet of this fight's rule set."""
    return _with_rules(system, rules_of(encounter), recall_fight(encounter).rules is not None)


SYSTEM = TurnSystem(
    key="table_rules",
    title="Table rules",
    summary="Other ways, ready to play: a d20 once, cards, countdowns, ticks, sides, popcorn, a bag.",
    rules=rule_texts.rule_texts(memory.DEFAULT),
    fields=rule_set.form_fields(memory.DEFAULT),
    sample=catalogue.sample,
    for_fight=for_fight,
    own_rules=rule_change.own_rules,
    of_combatant=memory.TableRulesCombatant,
    of_fight=memory.TableRulesFight,
    rulable_facts=rulings.rulable_facts,
    rule_fact=rulings.rule_fact,
    open_round=turns.open_round,
    settle=turns.settle,
    close_round=turns.close_round,
    join=arrivals.join,
    begin_late=arrivals.begin_late,
    move=rulings.move,
    rescore=rulings.rescore,
    number_lasts=lambda encounter: memory.rules_of(encounter).fresh.is_lasting,
    track=order.track,
    number=initiative.number,
    known_number=initiative.known_number,
    dice_in_number=new_numbers.dice_in_number,
    act=actions.act,
    is_beside=actions.is_beside,
    sections=panel.sections,
    upcoming_turns=upcoming_turns.upcoming_turns,
    badges=panel.badges,
    memory_words=panel.memory_words,
    chances=odds.chances,
    why_uncounted=odds.why_uncounted,
    may_go_by_list=odds.may_go_by_list,
)


@lru_cache(maxsize=100)
def _with_rules(system: TurnSystem, rules: RuleSet, are_chosen: bool) -> TurnSystem:
    is_count = rules.sequence.by_count
    goes_up = is_count and not rules.first.is_high
    preset, unchanged = catalogue.preset_called(rules.name), catalogue.preset_with(rules)
    return replace(
        system,
        title=rules.name if are_chosen else system.title,
        emblem=rules.emblem,
        rules=rule_texts.rule_texts(rules),
        fields=form_fields(rules),
        round_word="count" if goes_up else "scene" if rules.end.is_endless else system.round_word,
        is_endless=rules.end.is_endless,
        counts_points=is_count,
        counts_up=goes_up,
        number_order=_number_order(rules),
        count_word="tick" if goes_up else "count",
        deck=rules.number.cards if rules.number.source is Source.CARDS and not is_count else 0,
        part_word=part_word(rules),
        conditions=preset.conditions if preset else (),
        condition_ends=preset.condition_ends if preset else (),
        last_stand=preset.last_stand if preset else None,
        luck=preset.luck if preset else None,
        wounds=(preset.wounds if preset else None) or system.wounds,
        line_words=unchanged.line_words if unchanged else (),
        like=unchanged.like if unchanged else (),
        by_hand=unchanged.by_hand if unchanged else "",
    )


def _number_order(rules: RuleSet) -> NumberOrder:
    if not rules.sequence.by_number or not rules.number.source.makes_numbers:
        return NumberOrder.NONE
    return NumberOrder.FALLING if rules.first.is_high else NumberOrder.RISING
