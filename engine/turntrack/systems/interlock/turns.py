"""Whose turn it is: rounds, the next to act, waiting (I8–I13), arrivals and numbers by ruling."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, OrderSet, Placed, RoundClosed, RoundOpened, StatusSet
from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.interlock import memory
from turntrack.systems.interlock.action_allowance import row_of
from turntrack.systems.interlock.initiative import find_order, number, record_places, roll_initiative, take_places
from turntrack.systems.interlock.memory import ActionRow, TurnWait, has_begun, is_fixed, waits_for
from turntrack.systems.protocol import UpcomingTurn
from turntrack.systems.toolkit.guards import refuse
from turntrack.systems.toolkit.turn_order import fallen_last, one_by_one

# The order


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
    """List the next to act, except ``excluded``: those who have not acted yet, or who wait for a certain turn."""
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


def track(encounter: Encounter) -> tuple[Id, ...]:
    return fallen_last(encounter, actors(encounter) if encounter.is_open else ())


# Rounds


def open_round(draft: Draft) -> None:
    before = draft.encounter
    draft.record(RoundOpened(before.round + 1, rule="I5" if before.round else "I3"))
    new = [member for member in before.able() if before.standings[member].score is None]
    roll_initiative(draft, new)
    if not before.round:
        draft.record(OrderSet(find_order(draft, new), "I4"))
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
        roll_initiative(draft, (combatant_id,))
        take_places(draft, (combatant_id,))


def rescore(draft: Draft, ids: tuple[Id, ...], was: Encounter | None) -> None:
    """Place combatants by numbers that a ruling has set, or corrected after ``was``; an earlier one may act now."""
    record_places(draft, ids, find_order(draft, ids, was, dice=was is not None), "", RULING)
    step_back(draft)
    note_new_order(draft)


def step_back(draft: Draft) -> None:
    """Take the turn back from an actor who has not begun, if somebody now comes before."""
    encounter = draft.encounter
    for actor in encounter.acting():
        earlier = encounter.order[: encounter.order.index(actor)]
        if not has_begun(encounter, actor) and any(member in earlier for member in next_actors(encounter, actor)):
            draft.record(StatusSet(actor, Status.READY))


# Waiting


def hold(draft: Draft, actor: Id, until: Id) -> None:
    """Let the actor wait (I8) for the turn of ``until``, or (empty) for no particular turn. Raises Refused."""
    encounter = draft.encounter
    _check_hold(encounter, actor, until)
    why, rule, before = "waits", "I8", ""
    if until:
        why, rule = f"waits until {encounter.name_of(until)} has acted", "I10"
        order = encounter.order
        # ``until`` may have come in above the actor, but a wait moves nobody up (I10).
        rises = order.index(until) < order.index(actor)
        after = order[order.index(actor if rises else until) + 1 :]
        before = next(
            (member for member in after if member != actor and (rises or waits_for(encounter, member) != until)), ""
        )
    draft.record(Placed(actor, before, why, rule))
    set_holding(draft, actor, until)


def set_holding(draft: Draft, combatant_id: Id, until: Id) -> None:
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), wait=TurnWait(until)))
    draft.record(StatusSet(combatant_id, Status.HOLDING))


def _check_hold(encounter: Encounter, actor: Id, until: Id) -> None:
    name = encounter.name_of(actor)
    if has_begun(encounter, actor):
        refuse(encounter, Refused("begun", f"{name}’s turn is under way: it is too late to wait.", "I8"))
    if until and until not in next_actors(encounter, actor):
        raise Refused("not_coming", "Wait for somebody else whose turn is still to come.", "I9")
    if not until and not next_actors(encounter, actor):
        refuse(encounter, Refused("last", "Nobody’s turn is still to come: there is nothing to wait for.", "I9"))


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
            refuse(encounter, Refused("mid_turn", f"{name}’s turn is under way: {later} acts after it.", "I9"))
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


def upcoming_turns(encounter: Encounter) -> tuple[UpcomingTurn, ...]:
    """Return the coming turns, without open-ended waits."""
    return one_by_one(encounter, next_actors(encounter) if encounter.is_open else (), number)
