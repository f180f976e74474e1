"""Decisions on planned happenings, shared by every system."""

from __future__ import annotations

from turntrack.core.commands import DropHappening, PlanHappening
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import (
    Happened,
    HappeningDropped,
    HappeningPlanned,
    HappeningSettled,
)
from turntrack.core.fields import LONGEST_TEXT, required_text
from turntrack.core.model import Encounter, Happening, Schedule
from turntrack.rules.schedule_check import read_comes
from turntrack.systems.protocol import TurnSystem

MOST_HAPPENINGS = 100


def happen_with_round(draft: Draft) -> None:
    """Let the happenings of the running round happen."""
    for happening in draft.encounter.happenings:
        if happening.comes.count is None and _may_happen(draft.encounter, happening):
            draft.record(Happened(happening.number))


def _may_happen(encounter: Encounter, happening: Happening) -> bool:
    """Return whether the happening has not come yet, in this round if it comes in every one."""
    if encounter.round < happening.comes.round:
        return False
    return happening.came < encounter.round if happening.every_round else not happening.due


def happen_at(draft: Draft, number: int | None, system: TurnSystem) -> None:
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
    comes_again = happening.every_round and happening.due
    draft.record(HappeningSettled(command.number) if comes_again else HappeningDropped(command.number))
