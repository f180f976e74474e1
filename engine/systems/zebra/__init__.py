"""Zebra Island: counters spent down through a sequence; whoever has most acts. (rulebook: Zebra Island)"""

from engine.systems.protocol import Emblem, TurnSystem
from engine.systems.zebra import deeds, memory, panel, rules, sheet, shown, turns

SYSTEM = TurnSystem(
    key="zebra",
    title="Zebra Island",
    summary="Everyone has a counter; the highest acts, and each action costs points of it.",
    emblem=Emblem.RULER,
    round_word="sequence",
    counts_points=True,
    rules=rules.RULES,
    fields=sheet.FIELDS,
    options=sheet.OPTIONS,
    sample=sheet.sample,
    of_combatant=memory.OfCombatant,
    of_fight=memory.OfFight,
    rulable=memory.rulable,
    rule_fact=memory.rule_fact,
    open_round=turns.open_round,
    settle=turns.settle,
    close_round=turns.close_round,
    joined=turns.join,
    leaving=turns.leave,
    move=turns.move,
    rescored=turns.rescore,
    dice_in_number=turns.dice_in_number,
    track=turns.track,
    number=turns.number,
    coming=deeds.coming,
    act=deeds.act,
    ruled_cost=deeds.ruled_cost,
    sections=panel.sections,
    badges=shown.badges,
    memory_words=shown.memory_words,
    chances=shown.chances,
    uncounted=shown.uncounted,
)
