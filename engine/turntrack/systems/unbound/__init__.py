"""Unbound: factions take turns, and each chooses any of its members who has not acted. (rulebook: Unbound)"""

from turntrack.systems.protocol import Emblem, TurnSystem
from turntrack.systems.unbound import actions, chances, display, memory, panel, rule_texts, sheet, turns

SYSTEM = TurnSystem(
    key="unbound",
    title="Unbound",
    summary="Factions take turns; each chooses any of its members who has not acted in this round.",
    emblem=Emblem.WEAVE,
    rules=rule_texts.RULES,
    fields=sheet.FIELDS,
    options=sheet.OPTIONS,
    sample=sheet.sample,
    of_combatant=memory.UnboundCombatant,
    of_fight=memory.UnboundFight,
    rulable_facts=memory.rulable_facts,
    rule_fact=memory.rule_fact,
    open_round=turns.open_round,
    close_round=turns.end_turns,
    settle=turns.settle,
    leave=turns.leave,
    rescore=turns.refuse_number,
    move=turns.move,
    track=turns.track,
    upcoming_turns=turns.upcoming_turns,
    act=actions.act,
    act_by_ruling=actions.act_by_ruling,
    is_beside=actions.is_beside,
    sections=panel.sections,
    badges=display.badges,
    memory_words=display.memory_words,
    chances=chances.chances,
    why_uncounted=chances.why_uncounted,
)
