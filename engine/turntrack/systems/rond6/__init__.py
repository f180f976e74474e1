"""RonD6: initiative by Perception dice every round; on the turn the player fixes the number of actions."""

from turntrack.systems.protocol import Emblem, TurnSystem
from turntrack.systems.rond6 import actions, display, initiative, memory, panel, rules, sheet, turns

SYSTEM = TurnSystem(
    key="rond6",
    title="RonD6",
    summary="Everyone rolls Perception each round; on the turn the player fixes how many actions, each at a penalty.",
    emblem=Emblem.STACKS,
    rules=rules.RULES,
    fields=sheet.FIELDS,
    options=sheet.OPTIONS,
    sample=sheet.sample,
    of_combatant=memory.Rond6Combatant,
    of_fight=memory.Rond6Fight,
    rulable_facts=memory.rulable_facts,
    rule_fact=memory.rule_fact,
    open_round=turns.open_round,
    settle=turns.settle,
    close_round=turns.close_round,
    join=turns.join,
    leave=turns.leave,
    move=turns.move,
    rescore=turns.rescore,
    dice_in_number=initiative.dice_in_number,
    correct_score=initiative.correct_total,
    act=actions.act,
    is_beside=actions.is_beside,
    interrupters=turns.window_waiters,
    sections=panel.sections,
    track=display.track,
    upcoming_turns=display.upcoming_turns,
    number=display.number,
    badges=display.badges,
    memory_words=display.memory_words,
    chances=display.chances,
    why_uncounted=initiative.why_uncounted,
)
