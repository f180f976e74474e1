"""The numbers that rulings set, and who is out or back by them."""

from __future__ import annotations

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, StatusSet
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.table_rules import initiative, memory
from turntrack.systems.table_rules.arrivals import let_others_begin
from turntrack.systems.table_rules.memory import rules_of
from turntrack.systems.table_rules.rule_texts import END, VALUE
from turntrack.systems.table_rules.ties import settle_ties
from turntrack.systems.table_rules.turns_left import has_more, has_turn, is_out


def rescore(draft: Draft, ids: tuple[Id, ...], was: Encounter | None) -> None:
    """Apply numbers set by a ruling; if numbers are used up, they decide who is out or back."""
    rules = rules_of(draft.encounter)
    if not rules.has_numbers:
        raise Refused("no_number", "Nobody has a number here.", VALUE)
    for combatant_id in ids:
        memory.change(draft, combatant_id, has_number=True)
        memory.reach(draft, combatant_id)
    let_others_begin(draft)
    settle_ties(draft)
    initiative.list_from_first(draft)
    if not rules.sequence.by_count and not rules.end.at_zero:
        return
    for combatant_id in ids:
        status, out = draft.standing(combatant_id).status, is_out(draft.encounter, combatant_id)
        has_turns = has_turn(draft.encounter, combatant_id, anew=True) or has_more(draft.encounter, combatant_id)
        if status is Status.DONE and not out and (has_turns or rules.sequence.by_count):
            draft.record(StatusSet(combatant_id, Status.READY, "is back in this round", RULING))
        elif out and status is not Status.DONE:
            draft.record(StatusSet(combatant_id, Status.DONE, "is out for this round", END))
