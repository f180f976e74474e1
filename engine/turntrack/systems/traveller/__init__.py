"""Traveller, a house rule of the classic game: lower numbers act first, and Extra Actions need a check against END.

(rulebook: Traveller)
"""

from turntrack.systems.protocol import Emblem, NumberOrder, TurnSystem
from turntrack.systems.traveller import actions, initiative, memory, odds, panel, rules, rulings, turns, watches, wounds

SYSTEM = TurnSystem(
    key="traveller",
    title="Traveller",
    summary="Lower numbers first; everyone takes one action, then checks against END for each one more.",
    emblem=Emblem.PASSES,
    like=("Classic Traveller",),
    terms="ct traveler passes snap endurance 2d6 low first sci-fi space",
    part_word="pass",
    holds_by_number=True,
    rules=rules.RULES,
    fields=rules.FIELDS,
    options=rules.OPTIONS,
    sample=rules.sample,
    of_combatant=memory.TravellerCombatant,
    of_fight=memory.TravellerFight,
    rulable_facts=rulings.rulable_facts,
    rule_fact=rulings.rule_fact,
    lasting_facts=wounds.lasting_facts,
    recover=wounds.recover,
    number_order=NumberOrder.RISING,
    number=initiative.number,
    dice_in_number=initiative.dice_in_number,
    correct_score=initiative.correct,
    open_round=turns.open_round,
    settle=turns.settle,
    close_round=watches.end_watches,
    join=turns.join,
    leave=turns.leave,
    move=rulings.move,
    rescore=turns.follow_number,
    track=turns.track,
    upcoming_turns=turns.upcoming_turns,
    act=actions.act,
    is_beside=actions.is_beside,
    sections=panel.sections,
    badges=panel.badges,
    memory_words=panel.memory_words,
    chances=odds.chances,
    why_uncounted=odds.why_uncounted,
    may_go_by_list=odds.may_go_by_list,
)
