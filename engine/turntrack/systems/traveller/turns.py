"""The round in Traveller: First Actions, passes of Extra Actions (T9–T11, T17), the order, holds, arrivals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, RoundClosed, RoundOpened, ScoreSet, StatusSet
from turntrack.core.model import Encounter, Id, Status, TurnEffect
from turntrack.core.score import Score, Term, TermKind
from turntrack.systems.choices import MOST_UPCOMING_TURNS, UpcomingTurn
from turntrack.systems.toolkit import turn_order
from turntrack.systems.toolkit.guards import Guards, refuse
from turntrack.systems.toolkit.turn_order import turn_of
from turntrack.systems.traveller import extra_actions, initiative, memory
from turntrack.systems.traveller.initiative import by_number, groups, numbers_now
from turntrack.systems.traveller.rules import reading_of
from turntrack.systems.traveller.watches import (
    end_trigger,
    end_watch,
    end_watches,
    forget_interrupted,
    interrupted_actors,
    is_triggered,
    triggered_watchers,
)

_ROUNDS_A_MINUTE = 4
HOLD = 20

GUARDS = Guards("T2", turn="T3")


def open_round(draft: Draft) -> None:
    before = draft.encounter
    missing = initiative.combatants_without_number(before)
    if missing:
        names = ", ".join(before.name_of(combatant_id) for combatant_id in missing)
        raise Refused("no_number", f"Type a number for {names}: at this table initiative is entered.", "TA1")
    draft.record(RoundOpened(before.round + 1, rule="T2"))
    minutes, rest = divmod(before.round, _ROUNDS_A_MINUTE)
    if minutes and not rest:
        draft.record(Noted(f"{minutes} min of combat so far.", "T1"))
    for combatant_id, score in initiative.roll_numbers(draft, before.able(), before).items():
        _enter(draft, combatant_id, score)


def _enter(draft: Draft, combatant_id: Id, score: Score, rule: str = "") -> None:
    """Bring the combatant into the round with this number, and no turn yet."""
    draft.record(ScoreSet(combatant_id, score, rule))
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), last_pass=0))


def settle(draft: Draft) -> None:
    """Call the next actors until somebody acts or the round closes, and waive checks that cannot fail."""
    for skipped in draft.with_status(Status.DONE):  # by a ruling
        end_trigger(draft, skipped)
    # Whoever acts, if only by a ruling, goes on; an event that has come leaves the own turn to go on.
    own = [actor for actor in draft.encounter.acting() if not is_triggered(draft.standing(actor))]
    forget_interrupted(draft, own)
    for actor in own:
        _give_turn_in_pass(draft, actor)
    while not (acting := draft.encounter.acting()) and draft.encounter.is_open:
        _call_next(draft)
    for actor in acting:
        extra_actions.waive(draft, actor)


def _give_turn_in_pass(draft: Draft, actor: Id) -> None:
    """Let an actor who has had the turn in this pass, and acts once more by a ruling, have another turn in it."""
    now = memory.recall(draft.standing(actor))
    if memory.has_acted(draft.standing(actor), draft.encounter.part):
        draft.remember(actor, replace(now, last_pass=draft.encounter.part - 1))


def _call_next(draft: Draft) -> None:
    """Call the triggered watchers, else the interrupted actors, else the lowest number, else begin the next pass."""
    encounter = draft.encounter
    if watchers := triggered_watchers(encounter):
        draft.record(
            *(StatusSet(combatant_id, Status.ACTING, rule="T22", turn=TurnEffect.ASIDE) for combatant_id in watchers)
        )
    elif memory.recall_fight(encounter).broken_off:
        together, *later = [*_interrupted_groups(encounter), ()]
        draft.remember("", replace(memory.recall_fight(encounter), broken_off=tuple(chain.from_iterable(later))))
        draft.record(*(StatusSet(combatant_id, Status.ACTING, "goes on", "T3") for combatant_id in together))
    elif group := first_group(encounter):
        _begin_turns(draft, group)
    else:
        _next_pass(draft)


def _begin_turns(draft: Draft, group: Sequence[Id]) -> None:
    """Begin the turns of a group that acts at the same time."""
    encounter = draft.encounter
    first_of_all = {now.actions for now in memory.recall_all(encounter.standings).values()} == {0}
    rule = "T10" if encounter.part > 1 else "T4" if first_of_all else "T9"
    for member in group:
        if extra_actions.cannot_go_on(encounter, member):
            extra_actions.stop(draft, member)
        else:
            draft.record(StatusSet(member, Status.ACTING, rule=rule))
    acting = draft.encounter.acting()
    if len(acting) > 1:
        draft.record(Noted(f"They act at the same time: {encounter.names_of(acting)}.", "TA1"))


def _next_pass(draft: Draft) -> None:
    """Begin the next pass (T10, T11), or end the round if nobody is left (T17)."""
    encounter = draft.encounter
    going_on = [combatant_id for combatant_id in encounter.order if encounter.standings[combatant_id].plays]
    for combatant_id in going_on:
        if extra_actions.cannot_go_on(encounter, combatant_id):
            extra_actions.stop(draft, combatant_id)
    if any(draft.standing(combatant_id).plays for combatant_id in going_on):
        draft.record(RoundOpened(encounter.round, encounter.part + 1, "T11"))
    else:
        end_watches(draft)
        draft.record(RoundClosed(encounter.round, "T17"))


# The order


def queue(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants who still have a turn in this pass, the next first. Those acting now are among them."""
    return by_number(encounter, memory.all_awaiting(encounter))


def first_group(encounter: Encounter) -> tuple[Id, ...]:
    """Return the first combatants of the queue, who act at the same time (TA1)."""
    return next(groups(encounter, queue(encounter)), ())


def _interrupted_groups(encounter: Encounter) -> Iterator[tuple[Id, ...]]:
    """Split those interrupted into groups that go on at the same time: first whoever was interrupted last."""
    left = interrupted_actors(encounter)
    while left:
        together = next(group for group in groups(encounter, by_number(encounter, left)) if left[0] in group)
        yield together
        left = tuple([other for other in left if other not in together])


def track(encounter: Encounter) -> tuple[Id, ...]:
    """List the actors, those still to act in this pass, those who have acted in it, those done, and the fallen."""
    if not encounter.round:
        return encounter.order
    done = by_number(encounter, encounter.able(Status.DONE))
    return turn_order.fallen_last(encounter, (*playing_order(encounter), *done))


def playing_order(encounter: Encounter) -> tuple[Id, ...]:
    """List the actors, those whose events have come, those interrupted, those still to act in this pass, the rest."""
    playing, up = encounter.playing(), encounter.acting()
    acting = [combatant_id for combatant_id in playing if combatant_id in up]
    triggered = [other for other in triggered_watchers(encounter) if other not in up]
    going_on = [[other for other in ids if other not in (*up, *triggered)] for ids in _interrupted_groups(encounter)]
    first, awaiting = {*acting, *triggered, *chain.from_iterable(going_on)}, {*memory.all_awaiting(encounter)}
    rest = [combatant_id for combatant_id in playing if combatant_id not in first]
    waiting = [combatant_id for combatant_id in rest if combatant_id in awaiting]
    acted = [combatant_id for combatant_id in rest if combatant_id not in awaiting]
    there = [ids for ids in (acting, triggered, *going_on, waiting, acted) if ids]
    return tuple(chain.from_iterable([by_number(encounter, ids) for ids in there]))


def hold(draft: Draft, actor: Id) -> None:
    """Hold for a later number (T5, T6, TA2). Raises Refused without a number, and if nobody else is still to act."""
    if not memory.is_in_round(draft.standing(actor)):
        name = draft.encounter.name_of(actor)
        raise Refused("no_number", f"{name} has no number in this round to hold: set one by a ruling.", "TA1")
    if {*memory.all_awaiting(draft.encounter)} <= {actor}:
        message = f"Nobody is left for {draft.encounter.name_of(actor)} to wait for: act, or skip the action."
        refuse(draft.encounter, Refused("nobody_left", message, "TA2"))
    draft.record(StatusSet(actor, Status.HOLDING, "holds", "T5"))
    draft.add_to_number(actor, Term("held", HOLD, "T6", TermKind.HELD))


# Arrivals, departures, and rulings on numbers


def join(draft: Draft, combatant_id: Id) -> None:
    """Give the combatant a number if there is none in this round. The First Action comes in the running pass.

    If the table enters the numbers and has none for the combatant, a ruling on the number does this later.
    """
    if memory.is_in_round(draft.standing(combatant_id)):
        return
    if score := initiative.number_of_group(draft.encounter, combatant_id):
        _enter(draft, combatant_id, score, "TA12")
    elif numbers := initiative.roll_numbers(draft, (combatant_id,), draft.encounter):
        _enter(draft, combatant_id, numbers[combatant_id])
    else:
        draft.record(StatusSet(combatant_id, Status.DONE, "has no number in this round: set one by a ruling", "TA1"))


def leave(draft: Draft, combatant_id: Id) -> None:
    end_watch(draft, combatant_id, "T22")
    end_trigger(draft, combatant_id)


def follow_number(draft: Draft, ids: tuple[Id, ...], was: Encounter, is_corrected: bool) -> None:
    """Place the combatants by their new numbers: bring them into the round, and forget interrupted turns.

    Theirs if the number is higher than in ``was``, and those before which they come now that it is lower.
    """
    later = [who for who in ids if (old := initiative.number(was, who)) and draft.standing(who).total > old.total]
    for combatant_id in ids:
        if not memory.is_in_round(draft.standing(combatant_id)):
            draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), last_pass=0))
            draft.record(StatusSet(combatant_id, Status.READY))
    encounter, standings = draft.encounter, draft.encounter.standings
    sooner = [standings[who].total for who in ids if who not in later and memory.awaits_turn(encounter, who)]
    passed = [who for who in interrupted_actors(encounter) if any(now < standings[who].total for now in sooner)]
    forget_interrupted(draft, (*later, *passed))


def upcoming_turns(encounter: Encounter) -> Iterable[UpcomingTurn]:
    """Return the turns to come if nobody holds or stops: of this pass, and of the next until dice decide."""
    return islice(_coming(encounter), MOST_UPCOMING_TURNS) if encounter.is_open else ()


def _coming(encounter: Encounter) -> Iterator[UpcomingTurn]:
    """Yield the turns to come, in the order in which they are called."""
    triggered, acting = triggered_watchers(encounter), encounter.acting()
    own = {combatant_id for combatant_id in acting if combatant_id not in triggered}
    broken_off = [[other for other in ids if other not in own] for ids in _interrupted_groups(encounter)]
    for together in ([combatant_id for combatant_id in triggered if combatant_id not in acting], *broken_off):
        if together:
            yield _turn(encounter, together)
    draft = Draft(encounter)
    for combatant_id in triggered:
        end_trigger(draft, combatant_id)
    # The pass goes on as it is once the triggered actions are done.
    then, had = draft.encounter, own.union(chain.from_iterable(broken_off))
    waiting = [combatant_id for combatant_id in memory.all_awaiting(then) if combatant_id not in had]
    for group in groups(then, by_number(then, waiting)):
        if there := [combatant_id for combatant_id in group if not extra_actions.cannot_go_on(then, combatant_id)]:
            yield _turn(then, there)
    yield from _next_turns(then, had.union(waiting))


def _next_turns(encounter: Encounter, to_act: Collection[Id]) -> Iterator[UpcomingTurn]:
    """Yield the turns of the next pass, after ``to_act`` have acted in this one. Stop where a check needs dice."""
    encounter, ids = _without_holds(encounter, to_act), []
    memories = memory.recall_all(encounter.standings)
    for combatant_id in encounter.playing():
        now = memories[combatant_id]
        dice = now.actions + (combatant_id in to_act)
        if now.checked_for > dice or dice <= extra_actions.end_for_checks(encounter, combatant_id):
            ids.append(combatant_id)
    # Whoever fails a check is out of the row, and no longer stands between equals.
    unsure = {
        encounter.standings[combatant_id].total
        for combatant_id in ids
        if combatant_id in to_act and extra_actions.has_to_roll(encounter, combatant_id)
    }
    for group in groups(encounter, by_number(encounter, ids)):
        if encounter.standings[group[0]].total in unsure:
            return
        yield _turn(encounter, group)


def _without_holds(encounter: Encounter, to_act: Collection[Id]) -> Encounter:
    """Return the fight after the actions of ``to_act``: at some tables their holds are over then (TA2)."""
    draft = Draft(encounter)
    if reading_of(encounter, "hold") == "first":
        for combatant_id in to_act:
            unheld = initiative.number_without_hold(draft.standing(combatant_id))
            if unheld != draft.standing(combatant_id).score:
                draft.record(ScoreSet(combatant_id, unheld))
    return draft.encounter


def _turn(encounter: Encounter, ids: Sequence[Id]) -> UpcomingTurn:
    """Return the turn of ``ids``, with their number if it is the same for all."""
    numbers = {*numbers_now(encounter.standings, ids).values()}
    known = len(numbers) == 1 and all(memory.is_in_round(encounter.standings[combatant_id]) for combatant_id in ids)
    return turn_of(encounter, ids, min(numbers) if known else None)
