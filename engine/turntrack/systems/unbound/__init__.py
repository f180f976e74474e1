"""Unbound: factions take turns, and each chooses any of its members who has not acted. (rulebook: Unbound)"""

from turntrack.systems.protocol import Emblem, TurnSystem
from turntrack.systems.unbound import actions, initiative, memory, panel, rules, rulings, surprise, turns

SYSTEM = TurnSystem(
    key="unbound",
    title="Unbound",
    summary="Factions take turns; each chooses any of its members who has not acted in this round.",
    emblem=Emblem.WEAVE,
    terms="factions sides surprise d12 fantasy teams",
    rules=rules.RULES,
    fields=rules.FIELDS,
    options=rules.OPTIONS,
    sample=rules.sample,
    of_combatant=memory.UnboundCombatant,
    of_fight=memory.UnboundFight,
    rulable_facts=rulings.rulable_facts,
    rule_fact=rulings.rule_fact,
    open_round=turns.open_round,
    close_round=turns.end_turns,
    settle=turns.settle,
    leave=turns.leave,
    rescore=turns.refuse_number,
    move=rulings.move,
    track=turns.track,
    upcoming_turns=turns.upcoming_turns,
    act=actions.act,
    is_beside=actions.is_beside,
    sections=panel.sections,
    badges=panel.badges,
    memory_words=panel.memory_words,
    chances=initiative.chances,
    why_uncounted=surprise.why_uncounted,
)
