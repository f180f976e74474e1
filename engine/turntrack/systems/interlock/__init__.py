"""Interlock, a Cyberpunk 2020 variant: one initiative for the whole combat, a row of actions in each turn."""

from turntrack.systems.interlock import actions, chances, display, memory, panel, rule_texts, sheet, turns
from turntrack.systems.protocol import Emblem, NumberOrder, TurnSystem

SYSTEM = TurnSystem(
    key=sheet.KEY,
    title="Interlock",
    summary="One initiative roll for the whole combat; in each turn a row of actions, every further one harder.",
    emblem=Emblem.STAIRS,
    rules=rule_texts.RULES,
    fields=sheet.FIELDS,
    options=sheet.OPTIONS,
    sample=sheet.sample,
    of_combatant=memory.InterlockCombatant,
    of_fight=memory.InterlockFight,
    rulable_facts=memory.rulable_facts,
    rule_fact=memory.rule_fact,
    open_round=turns.open_round,
    settle=turns.settle,
    close_round=turns.close_round,
    join=turns.join,
    move=turns.move,
    rescore=turns.rescore,
    dice_in_number=turns.dice_in_number,
    act=actions.act,
    is_beside=actions.is_beside,
    sections=panel.sections,
    track=display.track,
    upcoming_turns=display.upcoming_turns,
    number_order=NumberOrder.FALLING,
    number=turns.number,
    number_lasts=lambda encounter: True,
    badges=display.badges,
    memory_words=display.memory_words,
    chances=chances.chances,
    why_uncounted=chances.why_uncounted,
    may_go_by_list=chances.may_go_by_list,
)
