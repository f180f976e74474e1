"""Who acts, and in which order: the one initiative roll (I3–I7), rounds, waiting (I8–I13), drags, coming and going."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from turntrack.core.commands import Move
from turntrack.core.dice import DiceCode, Explodes
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, OrderSet, Placed, RoundClosed, RoundOpened, ScoreSet, StatusSet
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.ordering import placed, same_place
from turntrack.core.reordering import listed_before
from turntrack.core.score import Part, Sum, Term
from turntrack.systems.interlock import memory
from turntrack.systems.interlock.memory import Row, Wait, has_begun, is_fixed, waits_for
from turntrack.systems.interlock.row import row_of
from turntrack.systems.interlock.sheet import reaction_total, reading_of
from turntrack.systems.toolkit.group_rolls import throw, throw_apart, thrown_by_group
from turntrack.systems.toolkit.turn_order import Key, apart, with_movers

MOST_REROLLS = 20
"""A tie that is still one after so many throws stays as listed."""

DIE = "d10"


# The number


def die(encounter: Encounter) -> DiceCode:
    explodes = reading_of(encounter, "d10") == "exploding"
    return DiceCode(1, 10, explodes=Explodes.ALL if explodes else Explodes.NONE)


def dice_in_number(encounter: Encounter, one: Id, purpose: str) -> DiceCode | None:
    return die(encounter) if purpose == "initiative" else None


def initiative_terms(encounter: Encounter, one: Id) -> tuple[Term, ...]:
    """List all terms of the initiative but the die (I3, I7)."""
    sheet = encounter.combatants[one].sheet
    boosts = (Term("modifiers", int(sheet["modifier"]), "I7"), Term("boosts", int(sheet["boost"]), "I7"))
    fixed = (Term("REF", int(sheet["ref"])), Term("Initiative", int(sheet["initiative"])))
    return (*fixed, *(boost for boost in boosts if boost.amount))


def number(encounter: Encounter, one: Id) -> Sum | None:
    return encounter.standings[one].score if one in encounter.standings else None


def _roll(draft: Draft, ids: Sequence[Id]) -> None:
    """Everyone of ``ids`` throws, a group once for all; whoever comes to a group that has thrown takes that (IA12)."""
    known = {one: shared for one in ids if (shared := thrown_by_group(draft.encounter, one, number))}
    code = die(draft.encounter)
    for (_, who), roll in throw(draft, [one for one in ids if one not in known], lambda one: code):
        for one in who:
            score = Sum((Term(DIE, roll.total, part=Part.THROW), *initiative_terms(draft.encounter, one)))
            draft.record(ScoreSet(one, score, "I3"))
    for one, (thrown, *corrections) in known.items():
        draft.record(ScoreSet(one, Sum((thrown, *initiative_terms(draft.encounter, one), *corrections)), "IA12"))


def goes_by_ref(encounter: Encounter) -> bool:
    return reading_of(encounter, "tie") == "ref"


def tie_rank(encounter: Encounter, one: Id) -> tuple[int, int]:
    return (-int(encounter.combatants[one].sheet["ref"]), -reaction_total(encounter, one))


def _sooner(encounter: Encounter) -> Key:
    """Compare by number (I4), then by the option (IA2). Whoever has not thrown comes last."""
    by_ref = goes_by_ref(encounter)

    def key(mover: Id) -> tuple[int, ...]:
        standing = encounter.standings[mover]
        if standing.score is None:
            return (0,)
        tie = (-part for part in tie_rank(encounter, mover)) if by_ref else memory.of(standing).thrown
        return (1, standing.total, *tie)

    return key


def _throw_for_ties(draft: Draft, movers: Sequence[Id]) -> None:
    """Have those throw whose number is a mover’s, until that one’s place is clear (IA2)."""
    encounter = draft.encounter
    lots: dict[int, list[Id]] = {}
    for tied, standing in encounter.standings.items():
        if standing.score is not None:
            lots.setdefault(standing.total, []).append(tied)
    before = {tied: memory.of(encounter.standings[tied]).thrown for tied in encounter.order}
    code = die(encounter)
    thrown = throw_apart(draft, lots.values(), before, movers, lambda tied: code, "IA2", "the tie with", MOST_REROLLS)
    for tied, totals in thrown.items():
        draft.remember(tied, replace(memory.of(draft.standing(tied)), thrown=totals))


# The order


def _ordered(draft: Draft, movers: Sequence[Id], was: Encounter | None = None, dice: bool = True) -> tuple[Id, ...]:
    """Return the order with ``movers`` in their places; ``was`` is how things stood before their numbers changed."""
    for mover in movers:
        draft.remember(mover, replace(memory.of(draft.standing(mover)), thrown=()))
    if dice and not goes_by_ref(draft.encounter):
        _throw_for_ties(draft, movers)
    encounter = draft.encounter
    return with_movers(encounter.order, movers, _sooner(encounter), _sooner(was) if was else None)


def _place(draft: Draft, movers: Sequence[Id], order: Sequence[Id], why: str, rule: str) -> None:
    """Put ``movers`` where they stand in the order, from below, so that each stands before somebody in place."""
    for mover, below_mover in reversed([*pairwise((*order, ""))]):
        if mover in movers:
            draft.record(Placed(mover, below_mover, why, rule))


def take_places(draft: Draft, newcomers: Sequence[Id]) -> None:
    _place(draft, newcomers, _ordered(draft, newcomers), "takes a place in the order", "I4")


def note_new_order(draft: Draft) -> None:
    """Have the next round say what the order is."""
    draft.remember("", replace(memory.of_fight(draft.encounter), is_reordered=True))


def fall_if_unused(draft: Draft, one: Id) -> None:
    """Whoever had held, and has done nothing with it, falls to last place (I13)."""
    if has_held_for_nothing(draft.encounter, one):
        draft.record(Placed(one, "", "held and did nothing, and falls to last place", "I13"))
        note_new_order(draft)


def actors(encounter: Encounter) -> tuple[Id, ...]:
    """List those who act, or can still act in this round, in the order."""
    return tuple(one for one in encounter.order if encounter.standings[one].plays)


def holders(encounter: Encounter) -> tuple[Id, ...]:
    """List those who wait and are able to step in."""
    return tuple(one for one in actors(encounter) if encounter.standings[one].status is Status.HOLDING)


def next_actors(encounter: Encounter, but: Id = "") -> tuple[Id, ...]:
    """List those whose turn comes by itself: not yet acted, or waiting for a place that will come."""
    statuses = {one: encounter.standings[one].status for one in actors(encounter) if one != but}
    return tuple(
        one
        for one, status in statuses.items()
        if status is Status.READY or (status is Status.HOLDING and memory.of(encounter.standings[one]).wait != Wait())
    )


def last_actors(encounter: Encounter) -> tuple[Id, ...]:
    """List the able combatants who are done in this round, the last to act first."""
    standings, order = encounter.standings, encounter.order
    done = [one for one in reversed(order) if standings[one].able and standings[one].status is Status.DONE]
    now = next((order.index(one) for one in encounter.acting()), len(order))
    return tuple(sorted(done, key=lambda one: order.index(one) > now))


# Rounds


def open_round(draft: Draft) -> None:
    before = draft.encounter
    draft.record(RoundOpened(before.round + 1, rule="I5" if before.round else "I3"))
    new = [one for one in before.order if before.standings[one].able and before.standings[one].score is None]
    _roll(draft, new)
    if not before.round:
        draft.record(OrderSet(_ordered(draft, new), "I4"))
        return
    take_places(draft, new)
    if memory.of_fight(before).is_reordered:
        draft.record(OrderSet(draft.encounter.order, "I12"))
        draft.remember("", replace(memory.of_fight(draft.encounter), is_reordered=False))


def settle(draft: Draft) -> None:
    for one in draft.encounter.acting():
        _start_afresh(draft, one)
        return
    coming = next_actors(draft.encounter)
    if coming:
        waited = draft.standing(coming[0]).status is Status.HOLDING
        draft.record(StatusSet(coming[0], Status.ACTING, rule="I9" if waited else "I4"))
        _start_afresh(draft, coming[0])
    elif not holders(draft.encounter):
        close_round(draft)
        draft.record(RoundClosed(draft.encounter.round, "I2"))


def _start_afresh(draft: Draft, one: Id) -> None:
    """Give a fresh row to a combatant who acts once more by a ruling, with everything done."""
    if is_fixed(draft.encounter, one) and not row_of(draft.encounter, one).pending():
        draft.remember(one, replace(memory.of(draft.standing(one)), row=Row(), is_fixed=False, feet=0))


def close_round(draft: Draft) -> None:
    """Those who still hold fall to last place in their order (I13)."""
    for one in draft.with_status(Status.HOLDING):
        fall_if_unused(draft, one)


def join(draft: Draft, one: Id) -> None:
    """Whoever comes to keeps the place; whoever is new throws for one (I3)."""
    if draft.standing(one).score is None:
        _roll(draft, (one,))
        take_places(draft, (one,))


def place_anew(draft: Draft, ids: tuple[Id, ...], was: Encounter | None) -> None:
    """Whoever stands first now acts, unless a turn is under way."""
    _place(draft, ids, _ordered(draft, ids, was, dice=was is not None), "", RULING)
    _step_back(draft)
    note_new_order(draft)


# Waiting


def hold(draft: Draft, one: Id, until: Id) -> None:
    """Let the acting combatant wait (I8) for the turn of ``until``, or (empty) for whatever comes. Raises Refused."""
    encounter = draft.encounter
    _check_hold(encounter, one, until)
    why, rule, before = "waits", "I8", ""
    if until:
        why, rule = f"waits until {encounter.name_of(until)} has acted", "I10"
        order = encounter.order
        rises = order.index(until) < order.index(one)  # somebody has come in above: to wait lifts nobody (I10)
        after = order[order.index(one if rises else until) + 1 :]
        before = next((it for it in after if it != one and (rises or waits_for(encounter, it) != until)), "")
    draft.record(Placed(one, before, why, rule))
    _set_holding(draft, one, until)


def _set_holding(draft: Draft, one: Id, until: Id) -> None:
    draft.remember(one, replace(memory.of(draft.standing(one)), wait=Wait(until)))
    draft.record(StatusSet(one, Status.HOLDING))


def _check_hold(encounter: Encounter, one: Id, until: Id) -> None:
    name = encounter.name_of(one)
    if has_begun(encounter, one):
        raise Refused("begun", f"{name}’s turn is under way: it is too late to wait.", "I8")
    if until and until not in next_actors(encounter, one):
        raise Refused("not_coming", "Wait for somebody else whose turn is still to come.", "I9")
    if not until and not next_actors(encounter, one):
        raise Refused("last", "Nobody’s turn is still to come: there is nothing to wait for.", "I9")


def check_holding(encounter: Encounter, one: Id) -> None:
    """Raise Refused for a combatant who does not wait."""
    if encounter.standings[one].status is not Status.HOLDING:
        raise Refused("not_holding", f"{encounter.name_of(one)} is not waiting.", "I8")


def step_in(draft: Draft, one: Id) -> None:
    """Let a waiting combatant act now, before whoever was about to (I9), and keep that place (I10). Raises Refused."""
    encounter = draft.encounter
    check_holding(encounter, one)
    acting = encounter.acting()
    for other in acting:
        if has_begun(encounter, other):
            name, later = encounter.name_of(other), encounter.name_of(one)
            raise Refused("mid_turn", f"{name}’s turn is under way: {later} acts after it.", "I9")
    before = next((it for it in (*acting, *holders(encounter)) if it != one), "")
    words = f"steps in before {encounter.name_of(before)}" if before else "steps in"
    draft.record(*(StatusSet(other, Status.READY) for other in acting))
    if before:
        draft.record(Placed(one, before))
    draft.record(StatusSet(one, Status.ACTING, words, "I9"))


def has_held_for_nothing(encounter: Encounter, one: Id) -> bool:
    """Whether a combatant whose turn ends had held, and has done nothing with it (I13)."""
    has_waited = memory.of(encounter.standings[one]).wait is not None
    return has_waited and not row_of(encounter, one).taken and not has_begun(encounter, one)


# Drags


def move(draft: Draft, command: Move) -> None:
    if draft.encounter.is_open:
        _drag(draft, command.id, command.before)
    else:
        as_listed = partial(apart, first=())
        _place_by_ruling(draft, command.id, listed_before(draft.encounter, command, as_listed))
    note_new_order(draft)


def _drag(draft: Draft, one: Id, before: Id) -> None:
    """Take the drag of a combatant who acts, or waits, for the wait; every other drag is a ruling."""
    encounter = draft.encounter
    standing = encounter.standings[one]
    acting = [other for other in encounter.acting() if other != one]
    if not standing.able or standing.status is Status.DONE:
        _place_by_ruling(draft, one, before)
        return
    place = _spot(encounter, one, before)
    order = placed(encounter.order, one, place)
    coming = next_actors(encounter, one)
    above = [it for it in order[: order.index(one)] if it in acting or it in coming]
    if standing.status is Status.HOLDING and acting and place == acting[0]:
        step_in(draft, one)
    elif standing.status is Status.HOLDING or (
        above and standing.status is Status.ACTING and not has_begun(encounter, one)
    ):
        words = f"waits until {encounter.name_of(above[-1])} has acted" if above else "waits no longer"
        draft.record(Placed(one, place, words, "I10"))
        _set_holding(draft, one, above[-1] if above else one)
    else:
        _place_by_ruling(draft, one, place)
        _step_back(draft)


def _spot(encounter: Encounter, one: Id, before: Id) -> Id:
    """Return before whom a drag puts a combatant who can act: never among those who are done."""
    others = [it for it in actors(encounter) if it != one]
    if before in others or not others:
        return before
    after = [it for it in encounter.order[encounter.order.index(others[-1]) + 1 :] if it != one]
    return after[0] if after else ""


def _step_back(draft: Draft) -> None:
    """Whoever acts gives way to a combatant who now stands before, unless the turn is under way."""
    encounter = draft.encounter
    for one in encounter.acting():
        earlier = encounter.order[: encounter.order.index(one)]
        if not has_begun(encounter, one) and any(other in earlier for other in next_actors(encounter, one)):
            draft.record(StatusSet(one, Status.READY))


def _place_by_ruling(draft: Draft, one: Id, place: Id) -> None:
    """Place a combatant by ruling. Raises Refused where that changes nothing."""
    if placed(draft.encounter.order, one, place) == draft.encounter.order:
        raise same_place()
    where = f"before {draft.encounter.name_of(place)}" if place else "last"
    draft.record(Placed(one, place, f"is placed {where}", RULING))
