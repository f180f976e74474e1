"""The mark that a combatant is surprised, or surprises the others, set before the fight."""

from __future__ import annotations

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.model import Id
from turntrack.systems.table_rules import initiative, memory
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.rule_texts import START


def toggle_surprise(draft: Draft, combatant_id: Id) -> None:
    """Mark the combatant as surprised, or as surprising, before the fight; or remove the mark."""
    standing = draft.standing(combatant_id)
    if not rules_of(draft.encounter).surprise.is_marked:
        raise Refused("no_surprise", "Nobody is surprised in these rules.", START)
    if draft.encounter.round:
        raise Refused("has_begun", "The fight has begun: from now on surprise is a ruling.", START)
    rules, is_surprised = rules_of(draft.encounter), not recall(standing).is_surprised
    is_of_number = rules.surprise.modifies_number or rules.surprise.rolls_twice
    mates: tuple[Id, ...] = (combatant_id,)
    if rules.place.holder.is_shared and is_of_number:  # the place has one number
        mates = next(who for _, who in initiative.units(draft.encounter, draft.encounter.order) if combatant_id in who)
    for mate in mates:
        memory.change(draft, mate, START, is_surprised=is_surprised)
