"""Interlock, a Cyberpunk 2020 variant: one initiative for the whole combat, a row of actions in each turn."""

from turntrack.systems.interlock import actions, initiative, memory, panel, rules, rulings, turns
from turntrack.systems.protocol import Emblem, NumberOrder, TurnSystem

SYSTEM = TurnSystem(
    key=rules.KEY,
    title="Interlock",
    summary="One initiative roll for the whole combat; in each turn a row of actions, every further one harder.",
    emblem=Emblem.STAIRS,
    rules=rules.RULES,
    fields=rules.FIELDS,
    options=rules.OPTIONS,
    sample=rules.sample,
    of_combatant=memory.InterlockCombatant,
    of_fight=memory.InterlockFight,
    rulable_facts=rulings.rulable_facts,
    rule_fact=rulings.rule_fact,
    open_round=turns.open_round,
    settle=turns.settle,
    close_round=turns.close_round,
    join=turns.join,
    move=rulings.move,
    rescore=turns.rescore,
    dice_in_number=initiative.dice_in_number,
    act=actions.act,
    is_beside=actions.is_beside,
    sections=panel.sections,
    track=turns.track,
    upcoming_turns=turns.upcoming_turns,
    number_order=NumberOrder.FALLING,
    number=initiative.number,
    number_lasts=lambda encounter: True,
    badges=panel.badges,
    memory_words=memory.memory_words,
    chances=initiative.chances,
    why_uncounted=initiative.why_uncounted,
    may_go_by_list=initiative.may_go_by_list,
)
