"""Whose turn it is: rounds, who is next, coming and going, rulings on the order. (rulebook: L7–25, L42–56)"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from turntrack.core.commands import Move
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Noted, Placed, RoundClosed, RoundOpened, StatusSet
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.ordering import same_place
from turntrack.core.reordering import list_elsewhere
from turntrack.systems.rond6 import initiative, memory
from turntrack.systems.rond6.sheet import action_words, reading_of
from turntrack.systems.toolkit.turn_order import dropped

SECONDS = 5


def open_round(draft: Draft) -> None:
    """Let everybody who is able roll initiative (R7); the turns of the others pass (R12)."""
    before = draft.encounter
    draft.record(RoundOpened(before.round + 1, rule="R4" if before.round else "R7"))
    if before.round:
        draft.record(Noted(f"{SECONDS * before.round} seconds of the scene have passed.", "R1"))
    for one in before.order:
        if not before.standings[one].able:
            _set_lost(draft, one, True)
    able = before.able()
    initiative.throw(draft, able)
    initiative.place(draft, able, rule="R11")


def close_round(draft: Draft) -> None:
    """Whoever has declared actions and not used them loses them (R19)."""
    for one in draft.encounter.order:
        unused = memory.actions_left(draft.standing(one))
        if unused and draft.standing(one).status is not Status.DONE:
            draft.record(StatusSet(one, Status.DONE, f"loses {action_words(unused)}", "R19"))


def settle(draft: Draft) -> None:
    """Give the turn to the next in order, or end the round (R11)."""
    for one in draft.encounter.order:
        standing = draft.encounter.standings[one]
        if standing.status in (Status.HOLDING, Status.DONE):
            end_window(draft, one)
    forget_paused(draft, *draft.encounter.acting())
    _forget_interrupts(draft)
    for one in draft.encounter.acting():
        _grant(draft, one)
        return
    _skip_the_unable(draft)
    ready = next(ready_ids(draft.encounter), "")
    holding = waiters(draft.encounter)
    if ready:
        _go_on(draft, ready)
    elif holding:
        draft.record(StatusSet(holding[0], Status.ACTING, "has waited, and acts last", "R20"))
    else:
        draft.record(RoundClosed(draft.encounter.round, "R11"))


def _grant(draft: Draft, one: Id) -> None:
    """A ruling has somebody act who has used everything: that gives one action more."""
    standing = draft.standing(one)
    if memory.of(standing).declared and not memory.actions_left(standing) and not memory.of(standing).window:
        memory.declare(draft, one, memory.actions_used(standing) + 1, RULING)


def _forget_interrupts(draft: Draft) -> None:
    """Forget an interruption that nobody goes back to."""
    encounter = draft.encounter
    for one in encounter.order:
        now = memory.of(encounter.standings[one])
        if now.interrupts and one not in interrupters(encounter):
            draft.remember(one, replace(now, interrupts=False))


def _go_on(draft: Draft, one: Id) -> None:
    now = memory.of(draft.standing(one))
    if one in memory.paused_ids(draft.encounter):
        why = "goes on: the result" if now.window else "goes on"
        why, rule = ("interrupts now", "RA15") if now.interrupts else (why, "R21")
        forget_paused(draft, one)
        draft.record(StatusSet(one, Status.ACTING, why, rule))
    else:
        draft.remember("", replace(memory.of_fight(draft.encounter), slot=one))
        draft.record(StatusSet(one, Status.ACTING, rule="R11"))
    _grant(draft, one)


def _skip_the_unable(draft: Draft) -> None:
    """The turn of the unable passes when everybody before them has had theirs (R12)."""
    encounter = draft.encounter
    for one in encounter.order:
        standing = encounter.standings[one]
        if standing.status is Status.READY:
            if standing.able:
                return
            if memory.of(standing).has_rolled:
                _lose(draft, one)


def _lose(draft: Draft, one: Id) -> None:
    standing = draft.standing(one)
    if memory.of(standing).declared and not memory.actions_left(standing):  # all of it was done already
        draft.record(StatusSet(one, Status.DONE))
        return
    _set_lost(draft, one, True)
    draft.record(StatusSet(one, Status.DONE, "loses the turn, being unable to act", "R12"))


def _set_lost(draft: Draft, one: Id, is_lost: bool) -> None:
    draft.remember(one, replace(memory.of(draft.standing(one)), has_lost_turn=is_lost))


def end_window(draft: Draft, one: Id) -> None:
    """No result is to come any longer."""
    now = memory.of(draft.standing(one))
    if now.window:
        draft.remember(one, replace(now, window=""))


# Who is next


def interrupters(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants who interrupt together and have done nothing since, the first to act first."""
    going_on = (*encounter.acting(), *_ready_of_paused(encounter))
    if not any(memory.of(encounter.standings[one]).window for one in going_on[1:]):
        return ()
    return tuple(one for one in going_on if memory.of(encounter.standings[one]).interrupts)


def waiters(encounter: Encounter, but: Id = "") -> tuple[Id, ...]:
    """List the combatants who have waited and have an action left, whoever has waited longest first."""
    standings = encounter.standings
    return tuple(one for one in memory.waiting_ids(encounter) if one != but and standings[one].status is Status.HOLDING)


def opens_window(encounter: Encounter, one: Id, rolls: bool) -> bool:
    """Whether those who wait can interrupt an action of the combatant, which is rolled or not (R21)."""
    return rolls and bool(waiters(encounter, but=one))


def window_waiters(encounter: Encounter) -> tuple[Id, ...]:
    """List those who may interrupt, while the result of what was rolled is to come (R21)."""
    is_window = any(memory.of(encounter.standings[acting]).window for acting in encounter.acting())
    return waiters(encounter) if is_window else ()


def ready_ids(encounter: Encounter) -> Iterator[Id]:
    """List the combatants whose turn is still to come, or was broken into: the next to act first."""
    paused = _ready_of_paused(encounter)
    yield from paused
    yield from (one for one in encounter.order if one not in paused and _is_ready(encounter, one))


def _ready_of_paused(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants whose turn was broken into, the first to go on first."""
    return tuple(one for one in reversed(memory.paused_ids(encounter)) if _is_ready(encounter, one))


def _is_ready(encounter: Encounter, one: Id) -> bool:
    standing = encounter.standings.get(one)
    return standing is not None and standing.able and standing.status is Status.READY


def set_paused(draft: Draft, ids: tuple[Id, ...]) -> None:
    draft.remember("", replace(memory.of_fight(draft.encounter), paused=ids))


def pause(draft: Draft) -> None:
    """Somebody else’s action breaks into the turn of whoever acts."""
    for one in draft.encounter.acting():
        set_paused(draft, (*memory.paused_ids(draft.encounter), one))
        draft.record(StatusSet(one, Status.READY))


def forget_paused(draft: Draft, *ids: Id) -> None:
    """Leave it to the order alone when these go on."""
    paused = memory.of_fight(draft.encounter).paused
    if any(one in paused for one in ids):
        set_paused(draft, tuple(one for one in paused if one not in ids))


def reconsider(draft: Draft) -> None:
    """The order has changed: whoever acts steps back for one who now comes before, unless something is declared."""
    encounter = draft.encounter
    for one in encounter.acting():
        earlier = encounter.order[: encounter.order.index(one)]
        if not memory.of(draft.standing(one)).declared and any(other in earlier for other in ready_ids(encounter)):
            draft.record(StatusSet(one, Status.READY))


# Coming, going, rulings


def join(draft: Draft, one: Id) -> None:
    """Whoever comes in rolls, unless the group has, and is placed by the total."""
    if not memory.of(draft.standing(one)).has_rolled:
        if not initiative.share(draft, one):
            initiative.throw(draft, (one,))
        initiative.place(draft, (one,))
    _wake(draft, one)


def _wake(draft: Draft, one: Id) -> None:
    """Whoever is able again may have missed the turn: a turn that has passed is lost, or comes last (RA8)."""
    standing = draft.standing(one)
    if not memory.of(standing).has_lost_turn:
        return
    if standing.status is Status.READY and not _has_passed(draft.encounter, one):
        _set_lost(draft, one, False)
    elif reading_of(draft.encounter, "waking") == "end":
        _set_lost(draft, one, False)
        draft.record(StatusSet(one, Status.READY))
        draft.record(Placed(one, "", "acts at the end of the round", "RA8"))
    else:
        draft.record(StatusSet(one, Status.DONE, "has lost the turn of this round", "RA8"))


def _has_passed(encounter: Encounter, one: Id) -> bool:
    slot, order = memory.of_fight(encounter).slot, encounter.order
    return slot in order and order.index(one) < order.index(slot)


def leave(draft: Draft, one: Id) -> None:
    """Whoever falls on the turn, or while waiting, loses what is left of it (R12); whoever is removed is forgotten."""
    paused = memory.paused_ids(draft.encounter)
    standing = draft.standing(one)
    begun = one in paused or standing.status in (Status.ACTING, Status.HOLDING)
    if begun and draft.encounter.is_open and not standing.able:
        _lose(draft, one)
    forget_paused(draft, one)


def move(draft: Draft, command: Move) -> None:
    """Between rounds, list the combatant elsewhere; in a round, rule on a turn that is still to come."""
    encounter, one = draft.encounter, command.id
    if not encounter.is_open:
        list_elsewhere(draft, command, lambda encounter: encounter.order, "")
        return
    standing, name = encounter.standings[one], encounter.name_of(one)
    if not standing.able or standing.status not in (Status.READY, Status.ACTING):
        raise Refused("no_turn", f"{name} has no turn to come: bring {name} in by a ruling.", "R11")
    if memory.of(standing).window:
        raise Refused("result_first", f"The result of what {name} does comes first.", "R21")
    drop = dropped([*encounter.acting(), *ready_ids(encounter)], one, command.before)
    before = next(iter(drop.below), "")
    if not drop.moves:
        raise same_place()
    forget_paused(draft, one, before)
    if before:
        draft.record(Placed(one, before, f"is placed before {encounter.name_of(before)}", RULING))
    else:
        draft.record(Placed(one, "", "is placed last", RULING))
    if before in encounter.acting():
        pause(draft)
        draft.record(StatusSet(one, Status.ACTING))
    elif one in encounter.acting():
        draft.record(StatusSet(one, Status.READY))


def place_by_number(draft: Draft, ids: tuple[Id, ...], was: Encounter | None) -> None:
    """Place those whose total a ruling has set, or corrected: it stands as if rolled, and gives the place."""
    initiative.have_rolled(draft, ids)
    initiative.place(draft, ids, was=was, dice=was is not None)
    forget_paused(draft, *ids)
    reconsider(draft)
