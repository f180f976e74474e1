"""Who comes later, and what happens later; who is seen by the players. All systems share this."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.commands import BringIn, DropHappening, Hide, PlanHappening, WaitInWings
from engine.draft import Draft
from engine.errors import Refused
from engine.events import Entered, Event, Happened, HappeningDropped, HappeningPlanned, HiddenSet, Spent, Waited
from engine.fields import LONGEST_TEXT, Field, Kind, needed_text, read
from engine.model import Combatant, Comes, Encounter, Happening, Id, Waiting
from engine.settings import REVEALS, UNSEEN, setting
from engine.systems.protocol import TurnSystem

ROUND = Field("round", "The round", Kind.NUMBER, 0, high=999)
COUNT = Field("count", "The count", Kind.NUMBER, 0, low=-999, high=999)
MOST_HAPPENINGS = 100


# Wings


def read_comes(encounter: Encounter, comes: Comes, system: TurnSystem) -> Comes:
    """Return when it comes, if that can be. Raises Refused and BadValue."""
    number = int(read(ROUND, comes.round))
    begun = encounter.round if comes.count is None or not encounter.is_open else encounter.round - 1
    if number and number <= begun:
        raise Refused("too_late", f"{system.round_name(number).capitalize()} has begun already.")
    if comes.count is not None and not system.counts_points:
        raise Refused("no_count", "Nobody acts by a count here.")
    return Comes(number, None if comes.count is None else int(read(COUNT, comes.count)))


def wait(draft: Draft, combatant: Combatant, comes: Comes, hidden: bool) -> None:
    draft.record(Waited(Waiting(combatant, comes, hidden)))


def wait_in_wings(draft: Draft, command: WaitInWings, system: TurnSystem) -> None:
    one = command.id
    comes = read_comes(draft.encounter, command.comes, system)
    waiting = find_waiting(draft.encounter, one)
    if waiting is None:
        combatant = draft.combatant(one)
        hidden = one in draft.encounter.hidden
        system.leaving(draft, one)
        waiting = Waiting(combatant, comes, hidden)
    elif waiting.comes == comes:
        raise Refused("no_change", "That is so already.")
    draft.record(Waited(replace(waiting, comes=comes)))


def bring_in(draft: Draft, command: BringIn, system: TurnSystem) -> None:
    if not command.ids:
        raise Refused("nobody", "Say first who is meant.")
    for one in dict.fromkeys(command.ids):
        if find_waiting(draft.encounter, one) is None:
            raise Refused("nobody", "Nobody of that kind waits in the wings.")
        _enter(draft, one, system)


def find_waiting(encounter: Encounter, one: Id) -> Waiting | None:
    return next((it for it in encounter.wings if it.combatant.id == one), None)


def _enter(draft: Draft, one: Id, system: TurnSystem, count: int | None = None) -> None:
    draft.record(Entered(one, count))
    if draft.encounter.is_open:
        system.joined(draft, one)


def come_with_round(draft: Draft, number: int, system: TurnSystem) -> None:
    """Bring in whoever comes with this round."""
    for waiting in draft.encounter.wings:
        if waiting.comes.count is None and 0 < waiting.comes.round <= number:
            _enter(draft, waiting.combatant.id, system)


def happen_with_round(draft: Draft) -> None:
    """Have happen what was planned for the round that is running."""
    for it in draft.encounter.happenings:
        if it.comes.count is None and it.comes.round <= draft.encounter.round and not it.due:
            draft.record(Happened(it.number))


def come_with_count(draft: Draft, system: TurnSystem) -> tuple[Id, ...]:
    """Bring in whoever comes at a count that is reached, and have happen what does; return who has come."""
    encounter = draft.encounter
    come = [it for it in encounter.wings if _is_reached(encounter, it.comes, system)]
    for it in come:
        _enter(draft, it.combatant.id, system, it.comes.count)
    for planned in encounter.happenings:
        if not planned.due and _is_reached(encounter, planned.comes, system):
            draft.record(Happened(planned.number))
    return tuple(it.combatant.id for it in come)


def _is_reached(encounter: Encounter, comes: Comes, system: TurnSystem) -> bool:
    """Whether whoever acts now has come to the count, in that round or a later one."""
    if comes.count is None or encounter.round < comes.round:
        return False
    numbers = (system.number(encounter, one) for one in encounter.acting())
    return any(number is not None and system.has_come(comes.count, number.total) for number in numbers)


# Happenings


def plan_happening(draft: Draft, command: PlanHappening, system: TurnSystem) -> None:
    text = needed_text("What happens", command.text, LONGEST_TEXT)
    comes = read_comes(draft.encounter, command.comes, system)
    if comes == Comes():
        raise Refused("no_moment", "Say in which round it happens, or at which count.")
    if len(draft.encounter.happenings) >= MOST_HAPPENINGS:
        raise Refused("too_many", f"At most {MOST_HAPPENINGS} things are planned at a time.")
    draft.record(HappeningPlanned(Happening(draft.encounter.given + 1, text, comes)))


def drop_happening(draft: Draft, command: DropHappening) -> None:
    if command.number not in [it.number for it in draft.encounter.happenings]:
        raise Refused("no_happening", "Nothing of that kind is planned any more.")
    draft.record(HappeningDropped(command.number))


# Who is seen


def hide(draft: Draft, command: Hide) -> None:
    changed = []
    for one in dict.fromkeys(command.ids):
        waiting = find_waiting(draft.encounter, one)
        if waiting is None:
            draft.combatant(one)
            changed += [one] if (one in draft.encounter.hidden) is not command.hidden else []
        elif waiting.hidden is not command.hidden:
            draft.record(Waited(replace(waiting, hidden=command.hidden)))
    if changed:
        draft.record(HiddenSet(tuple(changed), command.hidden))
    elif not draft.events:
        raise Refused("no_change", "That is so already.")


def reveal(event: Event, after: Encounter) -> Iterator[Event]:
    """Show whoever acts first, where the table has it so."""
    if isinstance(event, Spent) and event.id in after.hidden and setting(after, REVEALS) == "acting":
        yield HiddenSet((event.id,), hidden=False, why="acts")


def players_see(encounter: Encounter, one: Id) -> str:
    """Return what the players read of a combatant in the order: a name, “?”, or (empty) nothing at all."""
    combatant = encounter.combatants[one]
    if one in encounter.hidden:
        return "?" if setting(encounter, UNSEEN) == "mark" else ""
    return combatant.players_name or combatant.name
