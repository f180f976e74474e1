"""Waiting, stepping in, and what that does to the order (I8–I13)."""

from __future__ import annotations

from engine.draft import Draft
from engine.errors import Refused
from engine.events import RULING, FactSet, Placed, StatusSet
from engine.model import Encounter, Id, Lasting, Status
from engine.ordering import placed, same_place
from engine.systems.interlock.row import row_of

OPEN = "open"
"""The value of the fact ``held`` for one who waits for nobody in particular; else whose turn is waited for."""


def begun(encounter: Encounter, one: Id) -> bool:
    """Whether this one's turn is under way: dice have been thrown for it, or feet walked."""
    standing = encounter.standings[one]
    return bool(standing.fact("fixed")) or feet(encounter, one) > 0


def feet(encounter: Encounter, one: Id) -> int:
    moved = encounter.standings[one].fact("moved", 0)
    return moved if isinstance(moved, int) else 0


def active(encounter: Encounter) -> tuple[Id, ...]:
    """Those who act, or can still act in this round, in the order."""
    standings = encounter.standings
    return tuple(one for one in encounter.order if standings[one].able and standings[one].status is not Status.DONE)


def holders(encounter: Encounter) -> tuple[Id, ...]:
    """Those who wait and are able to step in."""
    return tuple(one for one in active(encounter) if encounter.standings[one].status is Status.HOLDING)


def upcoming(encounter: Encounter, but: Id = "") -> tuple[Id, ...]:
    """Those whose turn comes by itself: not yet acted, or waiting for a place that will come."""
    standings = encounter.standings
    return tuple(
        one
        for one in active(encounter)
        if one != but
        and (
            standings[one].status is Status.READY
            or (standings[one].status is Status.HOLDING and standings[one].fact("held") != OPEN)
        )
    )


def last_actors(encounter: Encounter) -> tuple[Id, ...]:
    """List the able combatants who are done in this round, the last to act first."""
    standings, order = encounter.standings, encounter.order
    done = [one for one in reversed(order) if standings[one].able and standings[one].status is Status.DONE]
    now = next((order.index(one) for one in encounter.acting()), len(order))
    return tuple(sorted(done, key=lambda one: order.index(one) > now))


def hold(draft: Draft, one: Id, until: Id) -> None:
    """Whoever acts waits (I8): for the turn of ``until``, or (empty) for whatever comes."""
    encounter = draft.encounter
    check_hold(encounter, one, until)
    standings = encounter.standings
    why, rule = ("waits", "I8")
    before = ""
    if until:
        why = f"waits until {encounter.name_of(until)} has acted"
        rule = "I10"
        after = encounter.order[encounter.order.index(until) + 1 :]
        before = next((it for it in after if it != one and standings[it].fact("held") != until), "")
    draft.record(Placed(one, before, why, rule))
    draft.record(FactSet(one, "held", until or OPEN, Lasting.ROUND), StatusSet(one, Status.HOLDING))


def check_hold(encounter: Encounter, one: Id, until: Id) -> None:
    """Raises Refused."""
    name = encounter.name_of(one)
    if begun(encounter, one):
        raise Refused("begun", f"{name}’s turn is under way: it is too late to wait.", "I8")
    if until and until not in upcoming(encounter, one):
        raise Refused("not_coming", "Wait for somebody else whose turn is still to come.", "I9")
    if not until and not upcoming(encounter, one):
        raise Refused("last", "Nobody’s turn is still to come: there is nothing to wait for.", "I9")


def check_step_in(encounter: Encounter, one: Id) -> None:
    """Raises Refused."""
    name = encounter.name_of(one)
    if encounter.standings[one].status is not Status.HOLDING:
        raise Refused("not_holding", f"{name} is not waiting.", "I8")
    for other in encounter.acting():
        if begun(encounter, other):
            message = f"{encounter.name_of(other)}’s turn is under way: {name} acts after it."
            raise Refused("mid_turn", message, "I9")


def step_in(draft: Draft, one: Id) -> None:
    """The waiting one acts now, before whoever was about to (I9), and keeps that place (I10)."""
    check_step_in(draft.encounter, one)
    acting = draft.encounter.acting()
    others = [*acting, *(it for it in holders(draft.encounter) if it != one)]
    before = others[0] if others else ""
    words = f"steps in before {draft.encounter.name_of(before)}" if before else "steps in"
    draft.record(*(StatusSet(other, Status.READY) for other in acting))
    if before:
        draft.record(Placed(one, before))
    draft.record(StatusSet(one, Status.ACTING, words, "I9"))


def last_place(draft: Draft, one: Id) -> None:
    """I13."""
    draft.record(Placed(one, "", "held and did nothing, and falls to last place", "I13"))


def spot(encounter: Encounter, one: Id, before: Id) -> Id:
    """Where a drag to ``before`` puts an active combatant in the order: never among those who are done."""
    others = [it for it in active(encounter) if it != one]
    if before in others or not others:
        return before
    after = [it for it in encounter.order[encounter.order.index(others[-1]) + 1 :] if it != one]
    return after[0] if after else ""


def drag(draft: Draft, one: Id, before: Id) -> None:
    """A drag of whoever acts, or waits, is the wait; every other one is a ruling."""
    encounter = draft.encounter
    standing = encounter.standings[one]
    acting = [other for other in encounter.acting() if other != one]
    if not standing.able or standing.status is Status.DONE:
        rule(draft, one, before)
        return
    place = spot(encounter, one, before)
    order = placed(encounter.order, one, place)
    above = [it for it in order[: order.index(one)] if it in acting or it in upcoming(encounter, one)]
    if standing.status is Status.HOLDING and acting and place == acting[0]:
        step_in(draft, one)
    elif standing.status is Status.HOLDING or (
        above and standing.status is Status.ACTING and not begun(encounter, one)
    ):
        _wait_there(draft, one, place, above)
    else:
        rule(draft, one, place)
        step_back(draft)


def step_back(draft: Draft) -> None:
    """Whoever acts gives way to one who now stands before, unless the turn is under way."""
    encounter = draft.encounter
    for one in encounter.acting():
        earlier = encounter.order[: encounter.order.index(one)]
        if not begun(encounter, one) and any(other in earlier for other in upcoming(encounter, one)):
            draft.record(StatusSet(one, Status.READY))


def _wait_there(draft: Draft, one: Id, place: Id, above: list[Id]) -> None:
    until = above[-1] if above else one
    words = f"waits until {draft.encounter.name_of(until)} has acted" if above else "waits no longer"
    draft.record(Placed(one, place, words, "I10"))
    draft.record(FactSet(one, "held", until, Lasting.ROUND), StatusSet(one, Status.HOLDING))


def rule(draft: Draft, one: Id, place: Id) -> None:
    """Place by a ruling. Raises Refused where that changes nothing."""
    if placed(draft.encounter.order, one, place) == draft.encounter.order:
        raise same_place()
    where = f"before {draft.encounter.name_of(place)}" if place else "last"
    draft.record(Placed(one, place, f"is placed {where}", RULING))


def moved_last(encounter: Encounter) -> tuple[Id, ...]:
    """Those who hold when the round ends, who fall to last place in their order (I13)."""
    standings = encounter.standings
    return tuple(one for one in encounter.order if standings[one].status is Status.HOLDING)


def came_to_nothing(encounter: Encounter, one: Id) -> bool:
    """Whether one whose turn ends had held, and has done nothing with it (I13)."""
    taken = row_of(encounter, one).taken
    return bool(encounter.standings[one].fact("held")) and not taken and not begun(encounter, one)
