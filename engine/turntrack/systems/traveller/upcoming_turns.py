"""The turns to come in Traveller."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from turntrack.core.draft import Draft
from turntrack.core.events import ScoreSet
from turntrack.core.model import Encounter, Id
from turntrack.systems.choices import MOST_UPCOMING_TURNS, UpcomingTurn
from turntrack.systems.toolkit.turn_order import turn_of
from turntrack.systems.traveller import extra_action_checks, initiative, memory
from turntrack.systems.traveller.initiative import by_number, groups, number_now
from turntrack.systems.traveller.rule_options import reading_of
from turntrack.systems.traveller.watches_and_interruptions import end_trigger, interrupted_actors, triggered_watchers


def upcoming_turns(encounter: Encounter) -> tuple[UpcomingTurn, ...]:
    """Return the turns to come if nobody holds or stops: of this pass, and of the next until dice decide."""
    return tuple(islice(_coming(encounter), MOST_UPCOMING_TURNS)) if encounter.is_open else ()


def _coming(encounter: Encounter) -> Iterator[UpcomingTurn]:
    """Yield the turns to come, in the order in which they are called."""
    triggered, acting = triggered_watchers(encounter), encounter.acting()
    own = {combatant_id for combatant_id in acting if combatant_id not in triggered}
    broken_off = [combatant_id for combatant_id in interrupted_actors(encounter) if combatant_id not in own]
    for together in ([combatant_id for combatant_id in triggered if combatant_id not in acting], broken_off):
        if together:
            yield _turn(encounter, together)
    draft = Draft(encounter)
    for combatant_id in triggered:
        end_trigger(draft, combatant_id)
    then, had = draft.encounter, own.union(broken_off)
    waiting = [
        combatant_id
        for combatant_id in then.order
        if combatant_id not in had and memory.awaits_turn(then, combatant_id)
    ]
    stopped = [combatant_id for combatant_id in waiting if extra_action_checks.cannot_go_on(then, combatant_id)]
    for group in groups(then, by_number(then, waiting)):
        if there := [combatant_id for combatant_id in group if combatant_id not in stopped]:
            yield _turn(then, there)
    yield from _next_turns(then, had.union(waiting))


def _next_turns(encounter: Encounter, to_act: Collection[Id]) -> Iterator[UpcomingTurn]:
    """Yield the turns of the next pass, after ``to_act`` have acted in this one. Stop where a check needs dice."""
    encounter, ids = _without_holds(encounter, to_act), []
    for combatant_id in encounter.order:
        standing = encounter.standings[combatant_id]
        dice = memory.recall(standing).actions + (combatant_id in to_act)
        checked = memory.recall(standing).checked_for > dice
        if standing.plays and (checked or dice <= extra_action_checks.end_for_checks(encounter, combatant_id)):
            ids.append(combatant_id)
    # Whoever fails a check is out of the row, and no longer stands between equals.
    unsure = {
        number_now(encounter.standings[combatant_id])
        for combatant_id in ids
        if combatant_id in to_act and extra_action_checks.has_to_throw(encounter, combatant_id)
    }
    for group in groups(encounter, by_number(encounter, ids)):
        if number_now(encounter.standings[group[0]]) in unsure:
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
    numbers = {number_now(encounter.standings[combatant_id]) for combatant_id in ids}
    known = len(numbers) == 1 and all(memory.is_in_round(encounter.standings[combatant_id]) for combatant_id in ids)
    return turn_of(encounter, ids, min(numbers) if known else None)
