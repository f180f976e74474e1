"""Traveller, a house rule of the classic game: lower numbers act first, and Extra Actions need a check against END.

(rulebook: Traveller)
"""

from turntrack.systems.protocol import Emblem, NumberOrder, TurnSystem
from turntrack.systems.traveller import (
    actions,
    display,
    initiative,
    memory,
    odds_of_first,
    panel,
    rule_options,
    rule_texts,
    sample_fight,
    sheet,
    turns,
)

SYSTEM = TurnSystem(
    key="traveller",
    title="Traveller",
    summary="Lower numbers first; everyone takes one action, then checks against END for each one more.",
    emblem=Emblem.PASSES,
    part_word="pass",
    rules=rule_texts.RULES,
    fields=sheet.FIELDS,
    options=rule_options.OPTIONS,
    sample=sample_fight.sample,
    of_combatant=memory.TravellerCombatant,
    of_fight=memory.TravellerFight,
    rulable_facts=memory.rulable_facts,
    rule_fact=memory.rule_fact,
    lasting_facts=memory.lasting_facts,
    recover=memory.recover,
    number_order=NumberOrder.RISING,
    number=initiative.number,
    dice_in_number=initiative.dice_in_number,
    correct_score=initiative.correct,
    open_round=turns.open_round,
    settle=turns.settle,
    close_round=turns.end_watches,
    join=turns.join,
    leave=turns.leave,
    move=turns.move,
    rescore=turns.follow_number,
    track=turns.track,
    upcoming_turns=turns.upcoming_turns,
    act=actions.act,
    act_by_ruling=actions.act_by_ruling,
    is_beside=actions.is_beside,
    sections=panel.sections,
    badges=display.badges,
    memory_words=display.memory_words,
    chances=display.chances,
    why_uncounted=odds_of_first.why_uncounted,
    may_go_by_list=odds_of_first.may_go_by_list,
)
