"""Table rules: a turn system defined by a rule set of thirteen settings."""

from turntrack.systems.protocol import TurnSystem
from turntrack.systems.table_rules import actions, display, initiative, memory, panel, rule_set, rules, sheet, turns

SYSTEM = TurnSystem(
    key="table_rules",
    title="Table rules",
    summary="Twenty other ways, ready to play: a d20 once, cards, countdowns, ticks, sides, popcorn, a bag.",
    rules=rules.rule_texts(memory.DEFAULT),
    fields=rule_set.form_fields(memory.DEFAULT),
    sample=sheet.sample,
    for_fight=display.for_fight,
    own_rules=actions.own_rules,
    of_combatant=memory.TableRulesCombatant,
    of_fight=memory.TableRulesFight,
    rulable=memory.rulable,
    rule_fact=memory.rule_fact,
    open_round=turns.open_round,
    settle=turns.settle,
    close_round=turns.close_round,
    joined=turns.join,
    missed=turns.miss,
    move=turns.move,
    rescored=turns.rescore,
    number_lasts=lambda encounter: memory.rules_of(encounter).fresh.is_lasting,
    track=turns.track,
    number=initiative.number,
    dice_in_number=initiative.dice_in_number,
    act=actions.act,
    is_beside=actions.is_beside,
    ruled_cost=actions.ruled_cost,
    sections=panel.sections,
    coming=display.coming,
    badges=display.badges,
    memory_words=display.memory_words,
    chances=display.chances,
    uncounted=display.uncounted,
)
