"""Whose turn it is: rounds, the next to act, arrivals, losses, totals by ruling. (rulebook: L7–25, L42–56)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.events import RULING, Noted, Placed, RoundClosed, RoundOpened, StatusSet
from turntrack.core.model import Encounter, Id, Standing, Status, TurnEffect
from turntrack.core.score import write_count
from turntrack.systems.protocol import UpcomingTurn
from turntrack.systems.rond6 import initiative, memory
from turntrack.systems.rond6.initiative import number
from turntrack.systems.rond6.memory import has_begun
from turntrack.systems.rond6.rules import reading_of
from turntrack.systems.rond6.waits import (
    end_window,
    forget_interrupts,
    forget_paused,
    interrupters,
    ready_paused,
    set_paused,
    waiters,
)
from turntrack.systems.toolkit.turn_order import fallen_last, one_by_one

_SECONDS = 5


def open_round(draft: Draft) -> None:
    """Open a round: all who are able roll initiative (R7); the others lose their turns (R12)."""
    before = draft.encounter
    fight = memory.recall_fight(before)
    came = before.combatants if before.round else before.order
    listed = dict.fromkeys((*fight.listed, *came))
    draft.remember("", replace(fight, listed=tuple(member for member in listed if member in before.combatants)))
    draft.record(RoundOpened(before.round + 1, rule="R4" if before.round else "R7"))
    if before.round:
        draft.record(Noted(f"{_SECONDS * before.round} seconds of the scene have passed.", "R1"))
    for combatant_id in before.order:
        if not before.standings[combatant_id].able:
            _set_lost_turn(draft, combatant_id, True)
    able = before.able()
    initiative.roll_initiative(draft, able)
    initiative.place(draft, able, rule="R11")


def close_round(draft: Draft) -> None:
    """Take away the declared actions that are unused (R19)."""
    for combatant_id in draft.encounter.order:
        unused = memory.actions_left(draft.standing(combatant_id))
        if unused and draft.standing(combatant_id).status is not Status.DONE:
            draft.record(StatusSet(combatant_id, Status.DONE, f"loses {write_count(unused, 'action')}", "R19"))


def settle(draft: Draft) -> None:
    """Give the turn to the next in order, or end the round (R11)."""
    for combatant_id in draft.encounter.order:
        standing = draft.encounter.standings[combatant_id]
        if standing.status in (Status.HOLDING, Status.DONE):
            end_window(draft, combatant_id)
    forget_interrupts(draft)
    forget_paused(draft, *draft.encounter.acting())
    _pause_by_ruling(draft)
    for actor in draft.encounter.acting():
        _grant_action(draft, actor)
        return
    _skip_the_unable(draft)
    ready = next(iter(ready_ids(draft.encounter)), "")
    holding = waiters(draft.encounter)
    if ready:
        _give_turn(draft, ready)
    elif holding:
        draft.record(StatusSet(holding[0], Status.ACTING, "has waited, and acts last", "R20"))
    else:
        draft.record(RoundClosed(draft.encounter.round, "R11"))


def _pause_by_ruling(draft: Draft) -> None:
    """Let a turn that a ruling has interrupted go on before those that were interrupted earlier."""
    now = draft.encounter
    paused, acting = memory.paused_ids(now), now.acting()
    told = [event for event in draft.events if isinstance(event, StatusSet)]
    if not any((event.id, event.rule) == (actor, RULING) for event in told for actor in acting):
        return
    ready = dict.fromkeys([event.id for event in told if event.status is Status.READY and not event.why])
    lost = [who for who in ready if who not in (*paused, *acting) and now.standings[who].able and has_begun(now, who)]
    if lost:
        set_paused(draft, (*paused, *lost))


def track(encounter: Encounter) -> tuple[Id, ...]:
    """List the acting combatants, then those whose turn is to come, then those who wait, then all others."""
    if not encounter.is_open:
        return encounter.order
    playing = (*encounter.acting(), *ready_ids(encounter), *waiters(encounter))
    return fallen_last(encounter, playing)


def ready_ids(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants whose turn is to come, or was interrupted, the next to act first."""
    return tuple(dict.fromkeys((*ready_paused(encounter), *encounter.able(Status.READY))))


def reconsider(draft: Draft, was: Encounter) -> None:
    """Take the turn back from an actor who has done nothing, if somebody now comes before who did not in ``was``.

    An interrupted turn in which nothing was done then comes in the order, too.
    """
    encounter = draft.encounter
    going_on = (*encounter.acting(), *ready_paused(encounter))
    late = [member for member in _passed(encounter, going_on, was) if not has_begun(encounter, member)]
    forget_paused(draft, *late)
    for actor in encounter.acting():
        if actor in late:
            draft.record(StatusSet(actor, Status.READY, turn=TurnEffect.BACK))


def _passed(encounter: Encounter, ids: Sequence[Id], was: Encounter) -> list[Id]:
    """List those of ``ids`` above whom somebody now stands in the order who did not in ``was``, and has a turn."""
    return [member for member in ids if _ready_above(encounter, member) - _ready_above(was, member)]


def _ready_above(encounter: Encounter, actor: Id) -> set[Id]:
    """Return those whose turn is to come, and who stand above the actor in the order."""
    order = encounter.order
    place = order.index(actor) if actor in order else 0
    return {*order[:place]} & {*ready_ids(encounter)}


def _grant_action(draft: Draft, combatant_id: Id) -> None:
    """Give one more action to an actor who has used all of them and acts by a ruling."""
    standing = draft.standing(combatant_id)
    if memory.recall(standing).declared and not memory.actions_left(standing) and not memory.recall(standing).window:
        memory.declare(draft, combatant_id, memory.actions_used(standing) + 1, RULING)


def _give_turn(draft: Draft, combatant_id: Id) -> None:
    now = memory.recall(draft.standing(combatant_id))
    if combatant_id in ready_paused(draft.encounter):
        why, rule = ("goes on", "R21") if has_begun(draft.encounter, combatant_id) else ("", "R11")
        why, rule = ("may now resolve the action", "R21") if now.window else (why, rule)
        why, rule = ("interrupts now", "RA15") if now.interrupts else (why, rule)
        forget_paused(draft, combatant_id)
        draft.record(StatusSet(combatant_id, Status.ACTING, why, rule))
    else:
        draft.remember("", replace(memory.recall_fight(draft.encounter), slot=combatant_id))
        draft.record(StatusSet(combatant_id, Status.ACTING, rule="R11"))
    _grant_action(draft, combatant_id)


def _skip_the_unable(draft: Draft) -> None:
    """Skip the turns of the unable that have come (R12)."""
    encounter = draft.encounter
    for combatant_id in encounter.order:
        standing = encounter.standings[combatant_id]
        if standing.status is Status.READY:
            if standing.able:
                return
            if memory.recall(standing).has_rolled:
                _lose_turn(draft, combatant_id)


def _lose_turn(draft: Draft, combatant_id: Id) -> None:
    standing = draft.standing(combatant_id)
    if memory.recall(standing).declared and not memory.actions_left(standing):  # all its actions were done before
        draft.record(StatusSet(combatant_id, Status.DONE))
        return
    _set_lost_turn(draft, combatant_id, True)
    draft.record(StatusSet(combatant_id, Status.DONE, "loses the turn, being unable to act", "R12"))


def _set_lost_turn(draft: Draft, combatant_id: Id, is_lost: bool) -> None:
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), has_lost_turn=is_lost))


# Coming, going, rulings


def join(draft: Draft, combatant_id: Id) -> None:
    """Roll for a newcomer, or share the group’s roll, and place the total; whoever comes first by it is up (R11)."""
    if not memory.recall(draft.standing(combatant_id)).has_rolled:
        if not initiative.share_group_roll(draft, combatant_id):
            initiative.roll_initiative(draft, (combatant_id,))
            if memory.recall_fight(draft.encounter).has_begun:
                draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), is_fresh=True))
        initiative.place(draft, (combatant_id,))
    _restore_turn(draft, combatant_id)
    come_back(draft, combatant_id)


def come_back(draft: Draft, combatant_id: Id) -> None:
    """Let whoever has come in act, if the order says so and nothing was done in the turn that runs (R11)."""
    now = draft.encounter
    reconsider(draft, now._replace(standings={**now.standings, combatant_id: Standing(Status.DONE)}))


def _restore_turn(draft: Draft, combatant_id: Id) -> None:
    """Decide about the turn of a combatant who was unable: it is still to come, lost, or last in the round (RA8)."""
    standing = draft.standing(combatant_id)
    if not memory.recall(standing).has_lost_turn:
        return
    if standing.status is Status.READY and not _has_passed(draft.encounter, combatant_id):
        _set_lost_turn(draft, combatant_id, False)
    elif reading_of(draft.encounter, "waking") == "end":
        _set_lost_turn(draft, combatant_id, False)
        draft.record(StatusSet(combatant_id, Status.READY))
        draft.record(Placed(combatant_id, "", "acts at the end of the round", "RA8"))
    else:
        draft.record(StatusSet(combatant_id, Status.DONE, "has lost the turn of this round", "RA8"))


def _has_passed(encounter: Encounter, combatant_id: Id) -> bool:
    slot, order = memory.recall_fight(encounter).slot, encounter.order
    return slot in order and order.index(combatant_id) < order.index(slot)


def leave(draft: Draft, combatant_id: Id) -> None:
    """End the begun turn of a combatant who falls (R12), and forget the interrupted turn of one who is removed."""
    paused = memory.paused_ids(draft.encounter)
    standing = draft.standing(combatant_id)
    begun = combatant_id in paused or standing.status in (Status.ACTING, Status.HOLDING)
    if begun and draft.encounter.is_open and not standing.able:
        _lose_turn(draft, combatant_id)
    forget_paused(draft, combatant_id)


def rescore(draft: Draft, ids: tuple[Id, ...], was: Encounter, is_corrected: bool) -> None:
    """Place combatants by a total that has changed since ``was``: it counts as rolled."""
    before = draft.encounter
    initiative.mark_rolled(draft, ids)
    initiative.place(draft, ids, was=was, dice=is_corrected)
    now = draft.encounter
    if not interrupters(now):  # else the interruption goes on, and the roll that is interrupted
        lower = [each for each in ids if draft.standing(each).total < was.standings[each].total]
        forget_paused(draft, *lower, *_passed(now, ready_paused(now), before))
    reconsider(draft, before)


def upcoming_turns(encounter: Encounter) -> Iterable[UpcomingTurn]:
    """Return the turns to come if nobody waits or interrupts; those who have waited act last (R20)."""
    to_act = (*ready_ids(encounter), *waiters(encounter)) if encounter.is_open else ()
    return one_by_one(encounter, to_act, number)
