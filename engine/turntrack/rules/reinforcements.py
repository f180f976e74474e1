"""Decisions on reinforcements and happenings, and the check of when they come."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from turntrack.core.commands import BringIn, DropHappening, PlanHappening, WaitInWings
from turntrack.core.dice import DiceNeeded
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import (
    ConditionsEnded,
    Entered,
    Happened,
    HappeningDropped,
    HappeningPlanned,
    HappeningSettled,
    StatusSet,
    Waited,
)
from turntrack.core.fields import COUNT, LONGEST_TEXT, Field, Kind, read, required_text
from turntrack.core.model import Combatant, Encounter, Happening, Id, Reinforcement, Schedule, Stage, Status, Until
from turntrack.systems.arrivals import due_at, is_due
from turntrack.systems.protocol import TurnSystem


def wait(draft: Draft, combatant: Combatant, comes: Schedule, hidden: bool) -> None:
    """Put a new combatant into the wings."""
    draft.record(Waited(Reinforcement(combatant, comes, hidden)))


def wait_in_wings(draft: Draft, command: WaitInWings, system: TurnSystem) -> None:
    """Send a combatant to the wings, or change the schedule of one there. Raises Refused and BadValue."""
    comes = read_comes(draft.encounter, command.comes, system)
    waiting = draft.encounter.reinforcement_of(command.id)
    if waiting is None:
        _leave_for_wings(draft, command.id, comes, system)
    elif waiting.comes == comes:
        raise Refused("no_change", "That is already the case.")
    else:
        draft.record(Waited(replace(waiting, comes=comes)))


def _leave_for_wings(draft: Draft, combatant_id: Id, comes: Schedule, system: TurnSystem) -> None:
    """Move a combatant to the wings. A turn with an action in it is over, unless the system counts points."""
    combatant = draft.combatant(combatant_id)
    hidden = combatant_id in draft.encounter.hidden
    system.leave(draft, combatant_id)
    standing = draft.standing(combatant_id)
    if standing.stage is Stage.ACTED and standing.status is not Status.DONE and not system.counts_points:
        draft.record(StatusSet(combatant_id, Status.DONE))
    draft.record(Waited(Reinforcement(combatant, comes, hidden), keeps=True))


def bring_in(draft: Draft, command: BringIn, system: TurnSystem) -> None:
    """Bring combatants out of the wings. Raises Refused."""
    if not command.ids:
        raise Refused("nobody", "Choose someone first.")
    for combatant_id in dict.fromkeys(command.ids):
        if draft.encounter.reinforcement_of(combatant_id) is None:
            raise Refused("nobody", "There is nobody like that in the wings.")
        _enter(draft, combatant_id, system)


def _enter(draft: Draft, combatant_id: Id, system: TurnSystem, count: int | None = None) -> None:
    away = draft.encounter.away.get(combatant_id)
    draft.record(Entered(combatant_id, count))
    if not draft.encounter.is_open:
        return
    if away is None:
        system.join(draft, combatant_id)
    # Whoever left in this round comes back with everything that was done in it.
    elif away.round != draft.encounter.round:
        system.begin_late(draft, combatant_id)
        system.join(draft, combatant_id)
    else:
        system.come_back(draft, combatant_id)


def come_with_round(draft: Draft, system: TurnSystem) -> None:
    """Bring in the reinforcements of the running round."""
    for waiting in draft.encounter.wings:
        if waiting.comes.count is None and 0 < waiting.comes.round <= draft.encounter.round:
            _enter(draft, waiting.combatant.id, system)


def come_with_count(draft: Draft, system: TurnSystem) -> tuple[Id, ...]:
    """Bring in the reinforcements of the count that is reached next, before anybody acts there. Return them.

    What else is owed at that count, or at one passed before, happens and ends with it.
    """
    counts = [waiting.comes.count for waiting in draft.encounter.wings if waiting.comes.count is not None]
    if not counts or not system.counts_points:
        return ()
    # Who acts next, or whether anybody does, is the system's to say, so it settles a draft that is thrown away.
    ahead = Draft(draft.encounter)
    with suppress(DiceNeeded):
        system.settle(ahead)
    numbers = [number for actor in ahead.encounter.acting() if (number := system.number(ahead.encounter, actor))]
    if numbers:
        totals = [number.total for number in numbers]
        come = due_at(draft.encounter, max(totals) if system.counts_up else min(totals), system.counts_up)
    else:
        come = due_at(draft.encounter, None, system.counts_up) if is_spent(ahead.encounter, system) else ()
    if come:
        waiting = draft.encounter.reinforcement_of(come[0])
        assert waiting is not None
        _come(draft, come, system)
        _reach(draft, waiting.comes.count or 0, system)
    return come


def is_spent(encounter: Encounter, system: TurnSystem) -> bool:
    """Return whether the round has ended, or goes on although the count has fallen to 0 for everybody."""
    if not encounter.is_open:
        return True
    playing = [combatant_id for combatant_id, standing in encounter.standings.items() if standing.plays]
    numbers = (system.number(encounter, combatant_id) for combatant_id in playing)
    return system.counts_down and not encounter.acting() and all(not number or number.total <= 0 for number in numbers)


def reach_count(draft: Draft, system: TurnSystem) -> None:
    """Let happen what is owed at the numbers of those who act; once nobody has points left, at all counts above 0."""
    encounter = draft.encounter
    if encounter.happenings and system.has_moments:
        acting = (system.number(encounter, actor) for actor in encounter.acting())
        for number in {number.total for number in acting if number is not None}:
            _happen_at(draft, number, system)
    if encounter.is_open and not encounter.acting() and is_spent(encounter, system):
        _reach(draft, 0, system)


def _reach(draft: Draft, count: int, system: TurnSystem) -> None:
    """Let happen and end what is owed at this count and before it."""
    _happen_at(draft, count, system)
    for condition in draft.encounter.conditions:
        if condition.until is Until.COUNT and system.has_come(condition.count, count):
            draft.record(ConditionsEnded((condition.number,), f"{system.count_word} {condition.count} has come"))


def come_at_end(draft: Draft, system: TurnSystem) -> None:
    """Bring in the reinforcements and happenings with a count of the round that has ended."""
    # A count that goes up ends no round.
    for waiting in draft.encounter.wings if system.counts_down else ():
        if is_due(draft.encounter, waiting.comes, None, counts_up=False):
            _enter(draft, waiting.combatant.id, system)
    if system.has_moments and not system.counts_up:
        _happen_at(draft, None, system)


def _come(draft: Draft, ids: Iterable[Id], system: TurnSystem) -> None:
    for waiting in draft.encounter.wings:
        if waiting.combatant.id in ids:
            _enter(draft, waiting.combatant.id, system, waiting.comes.count)


MOST_HAPPENINGS = 100


def happen_with_round(draft: Draft) -> None:
    """Let the happenings of the running round happen."""
    for happening in draft.encounter.happenings:
        if happening.comes.count is None and _may_happen(draft.encounter, happening):
            draft.record(Happened(happening.number))


def _may_happen(encounter: Encounter, happening: Happening) -> bool:
    """Return whether the happening can still come; one of every round, whether it has yet to come in this round."""
    if encounter.round < happening.comes.round:
        return False
    return happening.came < encounter.round if happening.every_round else not happening.due


def _happen_at(draft: Draft, number: int | None, system: TurnSystem) -> None:
    """Record the happenings whose moment has passed when somebody acts at this number, or (None) the round ends."""
    for planned in draft.encounter.happenings:
        moment = planned.comes.count
        if moment is None or not _may_happen(draft.encounter, planned):
            continue
        if number is None or system.has_passed(moment, number):
            draft.record(Happened(planned.number))


def plan_happening(draft: Draft, command: PlanHappening, system: TurnSystem) -> None:
    """Plan a happening. Raises Refused and BadValue."""
    text = required_text("What happens", command.text, LONGEST_TEXT)
    comes = read_comes(draft.encounter, command.comes, system, for_all=True)
    if comes == Schedule() and not command.every_round:
        raise Refused("no_moment", "Say in which round it happens, or at which number.")
    if len(draft.encounter.happenings) >= MOST_HAPPENINGS:
        raise Refused("too_many", f"At most {MOST_HAPPENINGS} things are planned at a time.")
    number = draft.encounter.given + 1
    draft.record(HappeningPlanned(Happening(number, text, comes, every_round=command.every_round)))


def drop_happening(draft: Draft, command: DropHappening) -> None:
    """Settle or drop a happening. Raises Refused."""
    there = (happening for happening in draft.encounter.happenings if happening.number == command.number)
    happening = next(there, None)
    if happening is None:
        raise Refused("no_happening", "That is no longer planned.")
    # Settling a happening of every round is not cancelling it.
    comes_again = happening.every_round and happening.due
    draft.record(HappeningSettled(command.number) if comes_again else HappeningDropped(command.number))


ROUND = Field("round", "The round", Kind.NUMBER, 0, high=999)


def read_comes(encounter: Encounter, comes: Schedule, system: TurnSystem, *, for_all: bool = False) -> Schedule:
    """Check and return a schedule. Raises Refused and BadValue.

    A combatant comes at a count of points; a happening (``for_all``) at the number of any order by numbers.
    """
    number = int(read(ROUND, comes.round))
    # A count of the running round may still be ahead.
    begun = encounter.round if comes.count is None or not encounter.is_open else encounter.round - 1
    if number and number <= begun:
        raise Refused("too_late", f"{system.round_name(number).capitalize()} has begun already.")
    if comes.count is not None and not (system.has_moments if for_all else system.counts_points):
        raise Refused("no_count", f"Nobody acts by a {'number' if for_all else 'count'} here.")
    return Schedule(number, None if comes.count is None else int(read(COUNT, comes.count)))
