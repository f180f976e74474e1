"""Who acts, and in which order: the initiative roll (I3–I7), rounds, waiting (I8–I13), drags, arrivals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from turntrack.core.commands import Move
from turntrack.core.decision_draft import Draft
from turntrack.core.dice import DiceCode, Explodes
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, OrderSet, Placed, RoundClosed, RoundOpened, ScoreSet, StatusSet
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.order_insertion import insert_before, same_place
from turntrack.core.row_drag import find_drop_place
from turntrack.core.score import Score, Term, TermKind
from turntrack.systems.interlock import memory
from turntrack.systems.interlock.action_allowance import row_of
from turntrack.systems.interlock.memory import ActionRow, TurnWait, has_begun, is_fixed, waits_for
from turntrack.systems.interlock.rule_options import reading_of
from turntrack.systems.interlock.sheet import reaction_total
from turntrack.systems.toolkit.group_rolls import group_throw, throw
from turntrack.systems.toolkit.tie_rolls import throw_apart
from turntrack.systems.toolkit.turn_order import SortKey, fallen_last, with_movers

MOST_REROLLS = 20
"""A tie that remains after so many re-rolls stays as listed."""

DIE = "d10"


# Initiative


def initiative_die(encounter: Encounter) -> DiceCode:
    explodes = reading_of(encounter, "d10") == "exploding"
    return DiceCode(1, 10, explodes=Explodes.ALL if explodes else Explodes.NONE)


def dice_in_number(encounter: Encounter, combatant_id: Id, purpose: str) -> DiceCode | None:
    return initiative_die(encounter) if purpose == "initiative" else None


def initiative_terms(encounter: Encounter, combatant_id: Id) -> tuple[Term, ...]:
    """List the terms of the initiative without the die (I3, I7)."""
    sheet = encounter.combatants[combatant_id].sheet
    boosts = (Term("modifiers", int(sheet["modifier"]), "I7"), Term("boosts", int(sheet["boost"]), "I7"))
    fixed = (Term("REF", int(sheet["ref"])), Term("Initiative", int(sheet["initiative"])))
    return (*fixed, *(boost for boost in boosts if boost.amount))


def number(encounter: Encounter, combatant_id: Id) -> Score | None:
    return encounter.standings[combatant_id].score if combatant_id in encounter.standings else None


def _roll_initiative(draft: Draft, ids: Sequence[Id]) -> None:
    """Roll for ``ids``, each group once; newcomers to a group that has rolled share its roll (IA12)."""
    known = {member: shared for member in ids if (shared := group_throw(draft.encounter, member, number))}
    code = initiative_die(draft.encounter)
    rolling = [member for member in ids if member not in known]
    for (_, members), roll in throw(draft, rolling, lambda member: code):
        for member in members:
            score = Score((Term(DIE, roll.total, part=TermKind.THROW), *initiative_terms(draft.encounter, member)))
            draft.record(ScoreSet(member, score, "I3"))
    for member, (thrown, *corrections) in known.items():
        score = Score((thrown, *initiative_terms(draft.encounter, member), *corrections))
        draft.record(ScoreSet(member, score, "IA12"))


def goes_by_ref(encounter: Encounter) -> bool:
    return reading_of(encounter, "tie") == "ref"


def tie_rank(encounter: Encounter, combatant_id: Id) -> tuple[int, int]:
    return (-int(encounter.combatants[combatant_id].sheet["ref"]), -reaction_total(encounter, combatant_id))


def _order_key(encounter: Encounter) -> SortKey:
    """Return the key to sort by: the number (I4), then the reading for ties (IA2); no number comes last."""
    by_ref = goes_by_ref(encounter)

    def key(mover: Id) -> tuple[int, ...]:
        standing = encounter.standings[mover]
        if standing.score is None:
            return (0,)
        tie = (-part for part in tie_rank(encounter, mover)) if by_ref else memory.recall(standing).thrown
        return (1, standing.total, *tie)

    return key


def _throw_for_ties(draft: Draft, movers: Sequence[Id]) -> None:
    """Roll for the ties of the movers until their places are clear (IA2)."""
    encounter = draft.encounter
    lots: dict[int, list[Id]] = {}
    for tied, standing in encounter.standings.items():
        if standing.score is not None:
            lots.setdefault(standing.total, []).append(tied)
    before = {tied: memory.recall(encounter.standings[tied]).thrown for tied in encounter.order}
    code = initiative_die(encounter)
    thrown = throw_apart(draft, lots.values(), before, movers, lambda tied: code, "IA2", "the tie with", MOST_REROLLS)
    for tied, totals in thrown.items():
        draft.remember(tied, replace(memory.recall(draft.standing(tied)), thrown=totals))


# The order


def _find_order(draft: Draft, movers: Sequence[Id], was: Encounter | None = None, dice: bool = True) -> tuple[Id, ...]:
    """Return the order with ``movers`` in their places; ``was`` is the encounter before their numbers changed."""
    for mover in movers:
        draft.remember(mover, replace(memory.recall(draft.standing(mover)), thrown=()))
    if dice and not goes_by_ref(draft.encounter):
        _throw_for_ties(draft, movers)
    encounter = draft.encounter
    return with_movers(encounter.order, movers, _order_key(encounter), _order_key(was) if was else None)


def _record_places(draft: Draft, movers: Sequence[Id], order: Sequence[Id], why: str, rule: str) -> None:
    """Record the places of ``movers`` from below, so that each is put before a combatant who is in place."""
    for mover, below_mover in reversed([*pairwise((*order, ""))]):
        if mover in movers:
            draft.record(Placed(mover, below_mover, why, rule))


def take_places(draft: Draft, newcomers: Sequence[Id]) -> None:
    _record_places(draft, newcomers, _find_order(draft, newcomers), "takes a place in the order", "I4")


def note_new_order(draft: Draft) -> None:
    """Have the next round show the order."""
    draft.remember("", replace(memory.recall_fight(draft.encounter), is_reordered=True))


def fall_if_unused(draft: Draft, combatant_id: Id) -> None:
    """Place the combatant last after an unused wait (I13)."""
    if has_held_for_nothing(draft.encounter, combatant_id):
        draft.record(Placed(combatant_id, "", "waited, did nothing and drops to last place", "I13"))
        note_new_order(draft)


def actors(encounter: Encounter) -> tuple[Id, ...]:
    """List in their order those who act, or can still act in this round."""
    return tuple(member for member in encounter.order if encounter.standings[member].plays)


def holders(encounter: Encounter) -> tuple[Id, ...]:
    """List those who wait and can step in."""
    return tuple(member for member in actors(encounter) if encounter.standings[member].status is Status.HOLDING)


def next_actors(encounter: Encounter, excluded: Id = "") -> tuple[Id, ...]:
    """List those whose turn comes by itself, except ``excluded``: not yet acted, or waiting for a certain turn."""
    standings = {member: encounter.standings[member] for member in actors(encounter) if member != excluded}
    return tuple(
        member
        for member, standing in standings.items()
        if standing.status is Status.READY
        or (standing.status is Status.HOLDING and memory.recall(standing).wait != TurnWait())
    )


def last_actors(encounter: Encounter) -> tuple[Id, ...]:
    """List the able combatants who are done in this round, the last to act first."""
    standings, order = encounter.standings, encounter.order
    done = [member for member in reversed(order) if standings[member].able and not standings[member].plays]
    now = next((order.index(member) for member in encounter.acting()), len(order))
    return tuple(sorted(done, key=lambda member: order.index(member) > now))


# Rounds


def open_round(draft: Draft) -> None:
    before = draft.encounter
    draft.record(RoundOpened(before.round + 1, rule="I5" if before.round else "I3"))
    new = [member for member in before.able() if before.standings[member].score is None]
    _roll_initiative(draft, new)
    if not before.round:
        draft.record(OrderSet(_find_order(draft, new), "I4"))
        return
    take_places(draft, new)
    if memory.recall_fight(before).is_reordered:
        draft.record(OrderSet(draft.encounter.order, "I12"))
        draft.remember("", replace(memory.recall_fight(draft.encounter), is_reordered=False))


def settle(draft: Draft) -> None:
    for actor in draft.encounter.acting():
        _start_afresh(draft, actor)
        return
    coming = next_actors(draft.encounter)
    if coming:
        waited = draft.standing(coming[0]).status is Status.HOLDING
        draft.record(StatusSet(coming[0], Status.ACTING, rule="I9" if waited else "I4"))
        _start_afresh(draft, coming[0])
    elif not holders(draft.encounter):
        close_round(draft)
        draft.record(RoundClosed(draft.encounter.round, "I2"))


def _start_afresh(draft: Draft, combatant_id: Id) -> None:
    """Give an empty row to a combatant who acts again by a ruling after all actions were done."""
    if is_fixed(draft.encounter, combatant_id) and not row_of(draft.encounter, combatant_id).pending_places():
        draft.remember(
            combatant_id, replace(memory.recall(draft.standing(combatant_id)), row=ActionRow(), is_fixed=False, feet=0)
        )


def close_round(draft: Draft) -> None:
    """Place the combatants with an unused wait last, in their order (I13); whoever has fallen could not use it."""
    for holder in draft.with_status(Status.HOLDING):
        if draft.standing(holder).able:
            fall_if_unused(draft, holder)


def join(draft: Draft, combatant_id: Id) -> None:
    """Roll for a newcomer, and find the place; a combatant who is able again keeps number and place (I3)."""
    if draft.standing(combatant_id).score is None:
        _roll_initiative(draft, (combatant_id,))
        take_places(draft, (combatant_id,))


def rescore(draft: Draft, ids: tuple[Id, ...], was: Encounter | None) -> None:
    """Place combatants by numbers that a ruling has set, or corrected after ``was``; an earlier one may act now."""
    _record_places(draft, ids, _find_order(draft, ids, was, dice=was is not None), "", RULING)
    _step_back(draft)
    note_new_order(draft)


# Waiting


def hold(draft: Draft, actor: Id, until: Id) -> None:
    """Let the actor wait (I8) for the turn of ``until``, or (empty) for no particular turn. Raises Refused."""
    encounter = draft.encounter
    _check_hold(encounter, actor, until)
    why, rule, before = "waits", "I8", ""
    if until:
        why, rule = f"waits until {encounter.name_of(until)} has acted", "I10"
        order = encounter.order
        rises = order.index(until) < order.index(actor)  # a wait must not lift anybody (I10): ``until`` came in above
        after = order[order.index(actor if rises else until) + 1 :]
        before = next(
            (member for member in after if member != actor and (rises or waits_for(encounter, member) != until)), ""
        )
    draft.record(Placed(actor, before, why, rule))
    _set_holding(draft, actor, until)


def _set_holding(draft: Draft, combatant_id: Id, until: Id) -> None:
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), wait=TurnWait(until)))
    draft.record(StatusSet(combatant_id, Status.HOLDING))


def _check_hold(encounter: Encounter, actor: Id, until: Id) -> None:
    name = encounter.name_of(actor)
    if has_begun(encounter, actor):
        raise Refused("begun", f"{name}’s turn is under way: it is too late to wait.", "I8")
    if until and until not in next_actors(encounter, actor):
        raise Refused("not_coming", "Wait for somebody else whose turn is still to come.", "I9")
    if not until and not next_actors(encounter, actor):
        raise Refused("last", "Nobody’s turn is still to come: there is nothing to wait for.", "I9")


def check_holding(encounter: Encounter, combatant_id: Id) -> None:
    """Check that the combatant waits. Raises Refused."""
    if encounter.standings[combatant_id].status is not Status.HOLDING:
        raise Refused("not_holding", f"{encounter.name_of(combatant_id)} is not waiting.", "I8")


def step_in(draft: Draft, holder: Id) -> None:
    """Let a waiting combatant act now, before the one about to act (I9), and keep that place (I10). Raises Refused."""
    encounter = draft.encounter
    check_holding(encounter, holder)
    acting = encounter.acting()
    for actor in acting:
        if has_begun(encounter, actor):
            name, later = encounter.name_of(actor), encounter.name_of(holder)
            raise Refused("mid_turn", f"{name}’s turn is under way: {later} acts after it.", "I9")
    before = next((member for member in (*acting, *holders(encounter)) if member != holder), "")
    words = f"steps in before {encounter.name_of(before)}" if before else "steps in"
    draft.record(*(StatusSet(actor, Status.READY) for actor in acting))
    if before:
        draft.record(Placed(holder, before))
    draft.record(StatusSet(holder, Status.ACTING, words, "I9"))


def has_held_for_nothing(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether a combatant has waited and has done nothing with the wait (I13)."""
    has_waited = memory.recall(encounter.standings[combatant_id]).wait is not None
    return has_waited and not row_of(encounter, combatant_id).taken and not has_begun(encounter, combatant_id)


# Drags


def move(draft: Draft, command: Move) -> None:
    if draft.encounter.is_open:
        _drag(draft, command.id, command.before)
    else:
        as_listed = partial(fallen_last, first=())
        _place_by_ruling(draft, command.id, find_drop_place(draft.encounter, command, as_listed))
    note_new_order(draft)


def _drag(draft: Draft, combatant_id: Id, before: Id) -> None:
    """Drag a row in an open round: a wait if the combatant acts or waits, else a ruling. Raises Refused."""
    encounter = draft.encounter
    standing = encounter.standings[combatant_id]
    acting = [actor for actor in encounter.acting() if actor != combatant_id]
    if not standing.able or standing.status is Status.DONE:
        _place_by_ruling(draft, combatant_id, before)
        return
    place = _find_place(encounter, combatant_id, before)
    order = insert_before(encounter.order, combatant_id, place)
    coming = next_actors(encounter, combatant_id)
    above = [member for member in order[: order.index(combatant_id)] if member in acting or member in coming]
    if standing.status is Status.HOLDING and acting and place == acting[0]:
        step_in(draft, combatant_id)
    elif standing.status is Status.HOLDING or (
        above and standing.status is Status.ACTING and not has_begun(encounter, combatant_id)
    ):
        words = f"waits until {encounter.name_of(above[-1])} has acted" if above else "no longer waits"
        draft.record(Placed(combatant_id, place, words, "I10"))
        _set_holding(draft, combatant_id, above[-1] if above else combatant_id)
    else:
        _place_by_ruling(draft, combatant_id, place)
        _step_back(draft)


def _find_place(encounter: Encounter, combatant_id: Id, before: Id) -> Id:
    """Return before whom a drag puts a combatant who can act: never among those who are done."""
    others = [member for member in actors(encounter) if member != combatant_id]
    if before in others or not others:
        return before
    after = [member for member in encounter.order[encounter.order.index(others[-1]) + 1 :] if member != combatant_id]
    return after[0] if after else ""


def _step_back(draft: Draft) -> None:
    """Take the turn back from an actor who has not begun, if somebody now comes before."""
    encounter = draft.encounter
    for actor in encounter.acting():
        earlier = encounter.order[: encounter.order.index(actor)]
        if not has_begun(encounter, actor) and any(member in earlier for member in next_actors(encounter, actor)):
            draft.record(StatusSet(actor, Status.READY))


def _place_by_ruling(draft: Draft, combatant_id: Id, place: Id) -> None:
    """Place a combatant by a ruling. Raises Refused if that changes nothing."""
    if insert_before(draft.encounter.order, combatant_id, place) == draft.encounter.order:
        raise same_place()
    where = f"before {draft.encounter.name_of(place)}" if place else "last"
    draft.record(Placed(combatant_id, place, f"is placed {where}", RULING))
