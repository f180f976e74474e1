"""Rulings of Traveller: facts that the table sets, and rows that it drags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from turntrack.core.commands import Move
from turntrack.core.draft import Draft
from turntrack.core.drag import move_in_list
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Noted, Placed, ScoreSet, StatusSet
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.ordering import Drop, drop_row, same_place
from turntrack.core.score import Score, Term
from turntrack.systems.traveller import memory
from turntrack.systems.traveller.initiative import by_number, number
from turntrack.systems.traveller.memory import may_act_again, recall
from turntrack.systems.traveller.turns import GUARDS, hold, track
from turntrack.systems.traveller.watches import UNNAMED_EVENT, break_off, forget_interrupted, is_triggered
from turntrack.systems.traveller.wounds import end_now, full_end, reduced_field, set_end, set_reduced


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    """Return the facts that a ruling can set about a combatant; none about the fight."""
    if not combatant_id:
        return ()
    standing = encounter.standings[combatant_id]
    end = Field(
        "end_now", "END now", Kind.NUMBER, end_now(encounter, combatant_id), high=full_end(encounter, combatant_id)
    )
    # END that is lost is one of the reduced characteristics: fewer cannot be ruled.
    wounds = (end, replace(reduced_field(encounter, combatant_id), low=min(1, max(0, recall(standing).end_lost))))
    if not encounter.is_open or not standing.able:
        return wounds
    return (
        *wounds,
        Field("watching", "Watches", Kind.FLAG, bool(recall(standing).watching)),
        Field("extra", "May take an Extra Action without a check", Kind.FLAG, may_act_again(standing)),
    )


def rule_fact(draft: Draft, combatant_id: Id, key: str, value: Value) -> None:
    if key == "end_now":
        set_end(draft, combatant_id, int(value), RULING)
    elif key == "reduced":
        set_reduced(draft, combatant_id, int(value), RULING)
    elif key == "watching" and bool(value) != bool(recall(draft.standing(combatant_id)).watching):
        watching = UNNAMED_EVENT if value else ""
        draft.remember(
            combatant_id, replace(recall(draft.standing(combatant_id)), watching=watching, watch_is=0), RULING
        )
    elif key == "extra":
        _waive(draft, combatant_id, bool(value))


def _waive(draft: Draft, combatant_id: Id, waived: bool) -> None:
    """Waive the check for the next Extra Action (TA11), and bring back a combatant who has failed one."""
    standing = draft.standing(combatant_id)
    action = max(1, recall(standing).actions) + 1
    draft.remember(combatant_id, replace(recall(standing), checked_for=action if waived else 0), RULING)
    if waived and draft.encounter.is_open and standing.status is Status.DONE:
        draft.record(StatusSet(combatant_id, Status.READY, "is back in this round", RULING))


def move(draft: Draft, command: Move) -> None:
    """Carry out a drag. Past equal numbers it orders the tie (TA10).

    Past a later number it is a hold if the combatant still has a turn in this pass. All other drags are rulings.
    """
    encounter, combatant_id = draft.encounter, command.id
    if not encounter.is_open:
        following = f"round {encounter.round + 1} rolls them again"
        move_in_list(draft, command, track, f"The order is that of the numbers: {following}.")
        return
    standing = GUARDS.able(encounter, combatant_id)
    drop = drop_row(track(encounter), combatant_id, command.before)
    if not drop.moves:
        raise same_place()
    own_number = memory.awaits_turn(encounter, combatant_id) and not is_triggered(standing)
    if is_triggered(standing) and drop.passed:
        name = encounter.name_of(combatant_id)
        raise Refused("triggered", f"{name}’s event has come: act, or skip the action, first.", "T22")
    forget_interrupted(draft, (combatant_id,))
    sooner = _is_sooner(encounter, combatant_id, drop)
    if drop.passed and not sooner and _is_tie(encounter, (combatant_id, *drop.passed)):
        _put_after(draft, combatant_id, drop)
    elif drop.passed and not sooner and own_number:
        hold(draft, combatant_id)
    else:
        _place_beside(draft, combatant_id, drop)


def _is_tie(encounter: Encounter, ids: Sequence[Id]) -> bool:
    """Return whether all act on the same number in the same pass, and none on a triggered Watch."""
    standings = [encounter.standings[combatant_id] for combatant_id in ids]
    alike = {
        (encounter.standings[combatant_id].total, memory.awaits_turn(encounter, combatant_id)) for combatant_id in ids
    }
    return len(alike) == 1 and all(standing.plays and not is_triggered(standing) for standing in standings)


def _is_sooner(encounter: Encounter, combatant_id: Id, drop: Drop) -> bool:
    """Return whether the row below the new place has a turn to come at a lower number."""
    standings = encounter.standings
    return any(
        memory.awaits_turn(encounter, other) and standings[other].total < standings[combatant_id].total
        for other in drop.below[:1]
    )


def _put_after(draft: Draft, combatant_id: Id, drop: Drop) -> None:
    """Rule that the combatant acts after those passed, and before the equals below, whose turns are put off too."""
    encounter, passed = draft.encounter, drop.passed
    later = [other for other in drop.below if _is_tie(encounter, (combatant_id, other))]
    rest = [other for other in encounter.order if other != combatant_id]
    following = later[0] if later else next(iter(rest[rest.index(passed[-1]) + 1 :]), "")
    draft.record(Placed(combatant_id, following, f"is placed after {encounter.name_of(passed[-1])}", RULING))
    draft.record(Placed(passed[-1], combatant_id))  # so that the two do not act at the same time
    row = (*passed, combatant_id, *later)
    if by_number(draft.encounter, row) != row:  # DEX would order them differently
        draft.record(*(Placed(other, before) for before, other in pairwise(reversed((*passed, combatant_id)))))
    forget_interrupted(draft, later)
    for other in (combatant_id, *later):
        if encounter.standings[other].status is Status.ACTING:
            draft.record(StatusSet(other, Status.READY))


def _place_beside(draft: Draft, combatant_id: Id, drop: Drop) -> None:
    """Rule that the combatant has the neighbour's number and stands beside it, and a turn in this pass if that has one.

    Above all who act, that means to act now.
    """
    encounter = draft.encounter
    standing, name = encounter.standings[combatant_id], encounter.name_of(combatant_id)
    beside = drop.beside(lambda other: encounter.standings[other].plays)
    goal, own = number(encounter, beside), number(encounter, combatant_id)
    if goal is None:
        words = f"{encounter.name_of(beside)} has no number in this round: set one by a ruling."
        raise Refused("no_number", words, "TA1")
    change = goal.total - (own.total if own else 0)
    if change or own is None:  # a score without a number is left from an earlier round
        draft.record(ScoreSet(combatant_id, (own or Score(())).plus(Term("ruling", change, RULING)), RULING))
    if standing.status is Status.DONE:
        draft.record(StatusSet(combatant_id, Status.READY, "is back in this round", RULING))
    _join_pass(draft, combatant_id, beside)
    if standing.status is Status.ACTING and drop.passed:
        draft.record(StatusSet(combatant_id, Status.READY))
    if beside in drop.above:
        rest = [other for other in encounter.order if other != combatant_id]
        draft.record(
            Placed(combatant_id, (*rest, "")[rest.index(beside) + 1]),
            Placed(beside, combatant_id),
            Noted(f"{name} is placed after {encounter.name_of(beside)}.", RULING),
        )
        return
    draft.record(Placed(combatant_id, beside, f"is placed before {encounter.name_of(beside)}", RULING))
    acting = [other for other in encounter.acting() if other != combatant_id]
    later = [other for other in acting if other in drop.below]
    if later and len(later) < len(acting):
        draft.record(*(StatusSet(other, Status.READY) for other in later))
    elif encounter.standings[beside].status is Status.ACTING:
        break_off(draft)
        draft.record(*(StatusSet(other, Status.READY) for other in draft.encounter.acting()))
        draft.record(StatusSet(combatant_id, Status.ACTING, "acts now", RULING))
    else:
        # Whoever was interrupted goes on before everybody else, unless somebody is placed before that turn.
        forget_interrupted(draft, drop.below)


def _join_pass(draft: Draft, combatant_id: Id, beside: Id) -> None:
    """Give the combatant a turn in this pass if ``beside`` still has one, else none."""
    encounter = draft.encounter
    part, now = encounter.part, recall(draft.standing(combatant_id))
    standing = encounter.standings[beside]
    has_acted = memory.has_acted(standing, part) and standing.status is not Status.ACTING
    is_changed = has_acted != memory.has_acted(draft.standing(combatant_id), part)
    if is_changed or now.last_pass is None:
        draft.remember(combatant_id, replace(now, last_pass=part if has_acted else part - 1))
    if not is_changed:
        return
    words = "has no turn left in this pass" if has_acted else "has another turn in this pass"
    draft.record(Noted(f"{encounter.name_of(combatant_id)} {words}.", RULING, combatant_id))
