"""Rules of the table's own: a rule set of thirteen settings says who acts when, and what a turn holds."""

from engine.systems.homebrew import deeds, memory, numbers, panel, rules, settings, sheet, shown, turns
from engine.systems.protocol import TurnSystem

SYSTEM = TurnSystem(
    key="homebrew",
    title="Table rules",
    summary="Twenty other ways, ready to play: a d20 once, cards, countdowns, ticks, sides, popcorn, a bag.",
    rules=rules.rule_texts(memory.DEFAULT),
    fields=settings.form_fields(memory.DEFAULT),
    sample=sheet.sample,
    for_fight=shown.for_fight,
    own_rules=deeds.own_rules,
    of_combatant=memory.OfCombatant,
    of_fight=memory.OfFight,
    rulable=memory.rulable,
    rule_fact=memory.rule_fact,
    open_round=turns.open_round,
    settle=turns.settle,
    close_round=turns.close_round,
    joined=turns.join,
    missed=turns.miss,
    move=turns.move,
    rescored=turns.rescore,
    number_lasts=lambda encounter: memory.rules_of(encounter).fresh is settings.Fresh.ONCE,
    track=turns.track,
    number=numbers.number,
    dice_in_number=numbers.dice_in_number,
    act=deeds.act,
    is_beside=deeds.is_beside,
    ruled_cost=deeds.ruled_cost,
    sections=panel.sections,
    coming=shown.coming,
    badges=shown.badges,
    memory_words=shown.memory_words,
    chances=shown.chances,
    uncounted=shown.uncounted,
)
