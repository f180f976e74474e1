"""Whose turn it is: rounds, the next to act, waiting (I8–I13), arrivals and numbers by ruling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, OrderSet, Placed, RoundClosed, RoundOpened, ScoreSet, StatusSet
from turntrack.core.model import Call, Encounter, Id, Stage, Standing, Status, TurnEffect
from turntrack.core.ordering import insert_before
from turntrack.systems.interlock import memory
from turntrack.systems.interlock.action_allowance import row_of
from turntrack.systems.interlock.initiative import (
    counted_again,
    find_order,
    number,
    record_places,
    roll_initiative,
    take_places,
)
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
        draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), wait=None))
        draft.record(Placed(combatant_id, "", "waited, did nothing and drops to last place", "I13"))
        note_new_order(draft)


def holders(encounter: Encounter) -> tuple[Id, ...]:
    """List those who wait and can step in."""
    return encounter.able(Status.HOLDING)


def next_actors(encounter: Encounter, excluded: Id = "") -> tuple[Id, ...]:
    """List whose turns come by themselves, except ``excluded``, the next first.

    Whoever waits for a certain turn acts after it, even if that turn comes early; and not before it, while it can come.
    The turn of ``excluded`` does not count as coming.
    """
    waits = _open_waits(encounter, excluded)
    if waits:
        return _Coming(encounter, waits, excluded).list_all()
    coming = (*put_off(encounter), *encounter.able(Status.READY))
    return tuple(dict.fromkeys([who for who in coming if who != excluded]))


def put_off(encounter: Encounter) -> tuple[Id, ...]:
    """List those before whom somebody has stepped in, the next first."""
    return tuple([member for member in memory.recall_fight(encounter).put_off if encounter.is_ready(member)])


def _open_waits(encounter: Encounter, excluded: Id = "") -> dict[Id, Id]:
    """Return who waits for whom, in their order, without those who wait for whatever comes."""
    memories = memory.recall_all(encounter.standings)
    waits = {member: wait.until for member in encounter.order if (wait := memories[member].wait) and wait.until}
    return {
        member: until
        for member, until in (waits.items() if encounter.is_open else ())
        if member != excluded and _is_waiting(encounter, member, encounter.standings.get(until))
    }


def _is_waiting(encounter: Encounter, combatant_id: Id, until: Standing | None) -> bool:
    """Return whether the wait goes on, or its turn had come and was taken back by a ruling."""
    standing = encounter.standings[combatant_id]
    if standing.able and standing.status is Status.HOLDING:
        return True
    is_over = until is not None and until.status is Status.DONE and combatant_id not in put_off(encounter)
    return is_over and standing.stage is Stage.PUT_OFF and encounter.is_ready(combatant_id)


class _Coming:
    """The turns to come, found by going through the order with the waits in it."""

    def __init__(self, encounter: Encounter, waits: dict[Id, Id], excluded: Id) -> None:
        self._encounter = encounter
        self._waits = waits
        self._place = {member: place for place, member in enumerate(encounter.order)}
        self._taken = {*encounter.acting()} - {excluded}
        self._listed = dict[Id, None]()

    def list_all(self) -> tuple[Id, ...]:
        """List all turns that come, the next first."""
        for waiter, until in self._waits.items():
            standing = self._encounter.standings.get(until)
            if until in self._taken or (standing is not None and standing.status is Status.DONE):
                self._list_after(until, waiter)
        for member in (*put_off(self._encounter), *self._encounter.order):
            if self._comes(member):
                self._list(member)
        return tuple(self._listed)

    def _comes(self, member: Id) -> bool:
        """Return whether the turn comes at the combatant’s place in the order, and is not listed yet."""
        if member in self._listed or member in self._taken:
            return False
        until = self._waits.get(member)
        if until is None:
            return self._encounter.is_ready(member)
        standing = self._encounter.standings.get(until)
        return until in (member, *self._listed, *self._taken) or standing is None or not standing.plays

    def _list(self, member: Id) -> None:
        """List the combatant, and then those who wait for that turn."""
        self._listed[member] = None
        for waiter, until in self._waits.items():
            if until == member:
                self._list_after(until, waiter)

    def _list_after(self, until: Id, waiter: Id) -> None:
        """List a waiter after the turn waited for, and before that whoever stands between the two."""
        between = self._encounter.order[self._place[until] + 1 : self._place[waiter]]
        for member in (*between, waiter):
            if self._comes(member):
                self._list(member)


def waiters_for(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List those who wait for the combatant’s turn to come, and behind each those who wait for theirs in turn."""
    if not encounter.standings[combatant_id].plays:
        return ()
    waits = _open_waits(encounter)
    behind = [combatant_id]
    for last in behind:  # which grows by those who wait for the one looked at
        at = behind.index(last) + 1
        behind[at:at] = [waiter for waiter, whom in waits.items() if whom == last and waiter not in behind]
    return tuple(behind[1:])


def keep_waits(draft: Draft, moved: Sequence[Id], was: Sequence[Id]) -> None:
    """Place those who wait for the turn of one who has moved after that one again (I9), as they have said.

    Whoever stands after that turn still keeps the place, unless the turn now comes sooner than in the order ``was``.
    """
    order, placed = draft.encounter.order, set[Id]()
    for mover in moved:
        behind = waiters_for(draft.encounter, mover)
        if not {*was[: was.index(mover)]} - {*order[: order.index(mover)]}:
            behind = tuple([waiter for waiter in behind if order.index(waiter) < order.index(mover)])
        rest = [member for member in order if member not in behind]
        at = rest.index(mover) + 1
        order = (*rest[:at], *behind, *rest[at:])
        placed |= {*behind}
    if order != draft.encounter.order:
        record_places(draft, tuple(placed), order, "", "I9")


def last_actors(encounter: Encounter) -> tuple[Id, ...]:
    """List the able combatants who are done in this round, the last to act first."""
    order = encounter.order
    now = next((order.index(member) for member in encounter.acting()), len(order))
    done = encounter.able(Status.DONE)[::-1]
    return tuple(sorted(done, key=lambda member: order.index(member) > now))


def playing_order(encounter: Encounter) -> tuple[Id, ...]:
    """List those who can still act: who acts now, then whose turns come; the others stay behind whom they follow."""
    ahead = (*encounter.acting(), *next_actors(encounter))
    playing, follows = {*ahead}, ""
    rows: dict[Id, list[Id]] = {}
    for member in encounter.playing():
        if member in playing:
            follows = member
        else:
            rows.setdefault(follows, []).append(member)
    acting, others = ahead[: len(encounter.acting())], ahead[len(encounter.acting()) :]
    after = [*chain.from_iterable(rows.get(member, ()) for member in acting)]
    rest = chain.from_iterable((member, *rows.get(member, ())) for member in others)
    return (*acting, *rows.get("", ()), *after, *rest)


def track(encounter: Encounter) -> tuple[Id, ...]:
    return fallen_last(encounter, playing_order(encounter) if encounter.is_open else ())


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
    for member in draft.encounter.able(Status.DONE):
        fall_if_unused(draft, member)  # by a ruling
    forget_put_off(draft)
    for actor in draft.encounter.acting():
        _start_afresh(draft, actor)
        return
    coming = next_actors(draft.encounter)
    if coming:
        waited = coming[0] in _open_waits(draft.encounter)
        _start_afresh(draft, coming[0])
        why = "goes on" if has_begun(draft.encounter, coming[0]) else ""
        draft.record(StatusSet(coming[0], Status.ACTING, why, "I9" if waited else "I4"))
    elif not holders(draft.encounter):
        close_round(draft)
        draft.record(RoundClosed(draft.encounter.round, "I2"))


def forget_put_off(draft: Draft, *ids: Id) -> None:
    """Forget whose turn was put off: of ``ids``, and of all who wait or are done."""
    fight, standings = memory.recall_fight(draft.encounter), draft.encounter.standings
    playing = (member for member in fight.put_off if member in standings and member not in ids)
    left = tuple(member for member in playing if standings[member].status in (Status.READY, Status.ACTING))
    draft.remember("", replace(fight, put_off=left))


def put_off_turn(draft: Draft, actor: Id, by: Id) -> None:
    """Take the turn from an actor who has not begun, and before whom ``by`` steps in: it comes next."""
    draft.record(StatusSet(actor, Status.READY, turn=TurnEffect.BACK))
    fight = memory.recall_fight(draft.encounter)
    others = (member for member in fight.put_off if member not in (actor, by))
    draft.remember("", replace(fight, put_off=(by, actor, *others)))


def come_before(draft: Draft, combatant_id: Id, before: Id) -> None:
    """List the combatant among those whose turn is put off, before another of them."""
    fight = memory.recall_fight(draft.encounter)
    draft.remember("", replace(fight, put_off=insert_before((*fight.put_off, combatant_id), combatant_id, before)))


def _start_afresh(draft: Draft, combatant_id: Id) -> None:
    """Give an empty row to a combatant who acts again by a ruling after all actions were done."""
    if is_fixed(draft.encounter, combatant_id) and not row_of(draft.encounter, combatant_id).pending_places():
        draft.remember(
            combatant_id, replace(memory.recall(draft.standing(combatant_id)), row=ActionRow(), is_fixed=False, feet=0)
        )


def close_round(draft: Draft) -> None:
    """Place the combatants with an unused wait last, in their order (I13); whoever has fallen could not use it."""
    for holder in holders(draft.encounter):
        fall_if_unused(draft, holder)


def join(draft: Draft, combatant_id: Id) -> None:
    """Roll for a newcomer, and find the place; a combatant who is able again keeps number and place (I3)."""
    if draft.standing(combatant_id).score is None:
        roll_initiative(draft, (combatant_id,))
        take_places(draft, (combatant_id,))


def rescore(draft: Draft, ids: tuple[Id, ...], was: Encounter, is_corrected: bool) -> None:
    """Place combatants by numbers that have changed since ``was``; an earlier one may act now.

    Whoever waits for a turn that is to come keeps the place: the number alone changes.
    """
    before = draft.encounter
    late = memory.recall_fight(before).put_off
    movers = [mover for mover in ids if not _waits_still(before, mover)]
    for waiter in [each for each in ids if each not in movers]:  # whose dice for a tie belong to the old number
        draft.remember(waiter, replace(memory.recall(draft.standing(waiter)), thrown=()))
    forget_put_off(draft, *({*movers} - {*before.acting()}))
    kept = was if was.is_open or is_corrected else None  # between rounds a ruled number alone says the place
    record_places(draft, movers, find_order(draft, movers, kept, dice=is_corrected), "", RULING)
    keep_waits(draft, movers, before.order)
    for mover in movers:
        if waits_for(before, mover) and _coming_above(draft.encounter, mover) - _coming_above(before, mover):
            # The turn waited for is over, and others now come between: the place alone says when this one comes.
            draft.remember(mover, replace(memory.recall(draft.standing(mover)), wait=TurnWait(mover)))
    at = draft.encounter.order.index
    behind = [each for mover in ids if mover in late for each in late[late.index(mover) :] if at(each) > at(mover)]
    coming = [each for each in late if _coming_above(draft.encounter, each) - _coming_above(before, each)]
    forget_put_off(draft, *behind, *coming)
    if any(draft.standing(mover).plays for mover in ids):  # a number of those who are done counts in the next round
        step_back(draft, before)
    if draft.encounter.order != before.order:
        note_new_order(draft)


def _waits_still(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether the combatant waits for somebody else’s turn that is to come or under way."""
    until = _open_waits(encounter).get(combatant_id, combatant_id)
    return until != combatant_id and until in encounter.standings and encounter.standings[until].plays


def recount(draft: Draft, combatant_id: Id) -> None:
    """Let the number follow the sheet, which has changed since the roll (I3, I7). Raises Refused."""
    draft.standing(combatant_id)
    before, score = draft.encounter, counted_again(draft.encounter, combatant_id)
    if score is None:
        raise Refused("no_change", f"{before.name_of(combatant_id)}’s number is that of the sheet.", "I7")
    draft.record(ScoreSet(combatant_id, score, "I7"))
    rescore(draft, (combatant_id,), before, True)


def step_back(draft: Draft, was: Encounter) -> None:
    """Take the turn back from an actor who has not begun, if somebody now comes before who did not in ``was``."""
    encounter = draft.encounter
    for actor in encounter.acting():
        if not has_begun(encounter, actor) and _coming_above(encounter, actor) - _coming_above(was, actor):
            lose_turn(draft, actor)


def _coming_above(encounter: Encounter, actor: Id) -> set[Id]:
    """Return those whose turns come, and who stand above the actor in the order."""
    return {*encounter.order[: encounter.order.index(actor)]} & {*next_actors(encounter, actor)}


def lose_turn(draft: Draft, actor: Id) -> None:
    """Take the turn from an actor who has not begun: it never began, and comes again after the turn waited for."""
    until = waits_for(draft.encounter, actor)
    is_over = until in draft.encounter.standings and not draft.standing(until).plays
    waited = is_over and draft.encounter.calls.get(actor, Call()).stage is Stage.PUT_OFF
    draft.record(StatusSet(actor, Status.HOLDING if waited else Status.READY, turn=TurnEffect.BACK))


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
        others = (actor, *(() if rises else waiters_for(encounter, until)))
        before = next((member for member in after if member not in others), "")
    draft.record(Placed(actor, before, why, rule))
    set_holding(draft, actor, until)
    keep_waits(draft, [actor], encounter.order)


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
    for actor in acting:
        put_off_turn(draft, actor, holder)
    if before:
        draft.record(Placed(holder, before))
        keep_waits(draft, [holder], encounter.order)
    draft.record(StatusSet(holder, Status.ACTING, words, "I9"))


def has_held_for_nothing(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether a combatant has waited and has done nothing with the wait (I13)."""
    has_waited = memory.recall(encounter.standings[combatant_id]).wait is not None
    return has_waited and not row_of(encounter, combatant_id).taken and not has_begun(encounter, combatant_id)


def upcoming_turns(encounter: Encounter) -> Iterable[UpcomingTurn]:
    """Return the coming turns, without open-ended waits."""
    return one_by_one(encounter, next_actors(encounter) if encounter.is_open else (), number)
