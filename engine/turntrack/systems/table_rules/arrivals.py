"""Arrivals during a round."""

from __future__ import annotations

from turntrack.core.draft import Draft
from turntrack.core.events import CombatantAdded, Entered, ScoreSet, StatusSet
from turntrack.core.model import Id, Status
from turntrack.core.score import Score, Term
from turntrack.systems.table_rules import initiative, memory, new_numbers
from turntrack.systems.table_rules.checks import check_phases
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.order import interrupted, to_act
from turntrack.systems.table_rules.placement import settle_ties
from turntrack.systems.table_rules.rule_texts import START
from turntrack.systems.table_rules.settings import Refill
from turntrack.systems.table_rules.turns import begin
from turntrack.systems.table_rules.turns_left import has_more, has_turn, is_out


def join(draft: Draft, combatant_id: Id) -> None:
    """Give an arriving combatant its place (G13); a combatant that recovers keeps what it had."""
    rules = rules_of(draft.encounter)
    entered = next((event for event in draft.events if isinstance(event, Entered) and event.id == combatant_id), None)
    added = any(isinstance(event, CombatantAdded) and event.combatant.id == combatant_id for event in draft.events)
    is_new, count = added or entered is not None, entered.count if entered else None
    if is_new and rules.late.misses_round and count is None:
        draft.record(StatusSet(combatant_id, Status.DONE, "comes in with the next round", START))
        return
    waits = draft.standing(combatant_id).status is Status.HOLDING
    if rules.has_numbers and not recall(draft.standing(combatant_id)).has_number and not waits:
        _enter(draft, combatant_id, is_new, count)
    if count is not None:
        let_others_begin(draft)
    if is_new and rules.place.holder.is_shared:
        _join_turn(draft, combatant_id)
    if is_new:
        check_phases(draft, (combatant_id,))
    settle_ties(draft)
    if draft.standing(combatant_id).status is Status.ACTING:
        return
    out = is_out(draft.encounter, combatant_id) or not (
        has_turn(draft.encounter, combatant_id) or has_more(draft.encounter, combatant_id)
    )
    if is_new and out:
        draft.record(StatusSet(combatant_id, Status.DONE, "has no place in this round", START))


def begin_late(draft: Draft, combatant_id: Id) -> None:
    """Let a combatant begin the round late: drop a number of the last round and fill counters."""
    if not rules_of(draft.encounter).fresh.is_lasting:
        memory.change(draft, combatant_id, has_number=False, numbers=())
    memory.refill(draft, combatant_id, Refill.ROUND)


def _enter(draft: Draft, combatant_id: Id, is_new: bool, count: int | None) -> None:
    rules, encounter = rules_of(draft.encounter), draft.encounter
    running = [other for other in (*encounter.acting(), *to_act(encounter)) if other != combatant_id]
    if is_new and rules.late.takes_count and running:
        count = initiative.left(encounter.standings[running[0]], rules) if count is None else count
        draft.record(ScoreSet(combatant_id, Score((Term("the running count", count, START),)), START))
        memory.change(draft, combatant_id, has_number=True)
        memory.reach(draft, combatant_id)
        return
    if not new_numbers.share(draft, combatant_id):
        new_numbers.make(draft, (combatant_id,), encounter, START if is_new else "")
    if is_new and rules.late.pays_for_laps and encounter.part > 1 and recall(draft.standing(combatant_id)).has_number:
        laps = -rules.laps.step * (encounter.part - 1)
        draft.add_to_number(combatant_id, Term("laps before", laps, START), START)


def _join_turn(draft: Draft, combatant_id: Id) -> None:
    """Let a newcomer take part in the running turn of its place (G1)."""
    own = initiative.speakers(draft.encounter)
    mates = tuple(mate for mate in draft.encounter.acting() if own[mate] == own[combatant_id])
    if mates and draft.standing(combatant_id).able:
        words = f"acts together with {draft.encounter.names_of(mates)}"
        draft.record(StatusSet(combatant_id, Status.ACTING, words, START))
        begin(draft, combatant_id)


def let_others_begin(draft: Draft) -> None:
    """Let combatants be overtaken who have done nothing yet in a turn under way, or interrupted."""
    for combatant_id in (*draft.encounter.acting(), *interrupted(draft.encounter)):
        if not recall(draft.standing(combatant_id)).did:
            memory.change(draft, combatant_id, has_begun=False)
