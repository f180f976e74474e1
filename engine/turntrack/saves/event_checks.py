"""Validation of every event that was read from a record, against the encounter before it.

``evolve`` applies any event and never refuses. Each kind of event therefore has its conditions here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from turntrack.core import events as e
from turntrack.core.errors import BadSave, BadValue, expect
from turntrack.core.evolve import MOST_WORDS
from turntrack.core.fields import COUNT, LONGEST_NAME, LONGEST_TEXT, clean_text, read, read_all, without_invisible
from turntrack.core.model import Combatant, Condition, Counter, Encounter, Id, Reinforcement, Schedule
from turntrack.core.settings import SETTINGS
from turntrack.rules.combatants import COUNTED, MOST_COMBATANTS, MOST_COUNTERS, read_card
from turntrack.rules.conditions import MOST_CONDITIONS, read_attempt
from turntrack.rules.damage import AMOUNT
from turntrack.rules.fight_counters import has_room, read_fight_counter
from turntrack.rules.health import HEALTH, TEMPORARY
from turntrack.rules.reinforcements import MOST_HAPPENINGS, ROUND
from turntrack.systems.protocol import TurnSystem

MOST_PARTS = 24
"""The most parts of a round that one step goes on by: a first round may begin in a late one."""
MOST_TURNS = 1000
"""The highest number of turns that a condition counts."""

_LARGEST_SCORE = 100_000
"""The bound of scores, of their terms and of amounts spent, positive and negative."""


def check_event(before: Encounter, event: e.Event, system: TurnSystem) -> e.Event:
    """Return the event if it can happen to this encounter, with the defaults of newer fields in its sheet.

    Raises BadSave if it cannot happen.
    """
    what = type(event).__name__
    try:
        return _check(before, event, what, system)
    except BadValue as error:
        raise BadSave(f"{what}: {error}") from error


def _check(before: Encounter, event: e.Event, what: str, system: TurnSystem) -> e.Event:
    """Return the event as ``check_event`` does. Raises BadSave and BadValue."""
    match event:  # what happens most often comes first
        case e.StatusSet() | e.Spent() | e.ScoreSet() | e.Placed() | e.AbleSet():
            _expect_known(before, event.id, what)
            if type(event) is e.Spent:
                if event.at:
                    _expect_known(before, event.at, what)
                _check_amounts(what, event.term.amount)
            elif type(event) is e.ScoreSet:
                _check_amounts(what, event.score.total, *[term.amount for term in event.score.terms])
        case e.Remembered():
            if event.id:
                _expect_known(before, event.id, what, or_waits=True)
        case e.RoundClosed() | e.DiceRolled():
            pass
        case e.CombatantRemoved():
            _expect_known(before, event.id, what, or_waits=True)
        case e.CombatantAdded(combatant):
            expect(combatant.id == f"c{before.made + 1}", f"CombatantAdded: the id c{before.made + 1} was expected.")
            _check_room(before)
            return e.CombatantAdded(_check_combatant(combatant, None, system.at(before)))
        case e.CombatantChanged(combatant):
            _expect_known(before, combatant.id, what)
            return e.CombatantChanged(_check_combatant(combatant, before.combatants[combatant.id], system.at(before)))
        case e.OrderSet():
            everyone = len(event.order) == len(before.combatants) and before.combatants.keys() == set(event.order)
            expect(everyone, "OrderSet: every combatant once was expected.")
        case e.OptionChosen():
            for option in (*system.at(before).options, *SETTINGS):
                known = option.key != event.key or any(event.value == pick.key for pick in option.values)
                expect(known, f"OptionChosen: {event.key} cannot be {event.value[:40]}.")
        case e.HealthChanged() | e.HealthCounted() | e.PoolSet() | e.CounterSet() | e.CounterDropped():
            _check_counts(before, event)
        case e.FightCounterSet() | e.FightCounterDropped():
            _check_fight_counter(before, event)
        case e.ConditionsGiven() | e.ConditionChanged() | e.ConditionsEnded():
            _check_conditions(before, event)
        case e.Waited(waiting):
            return replace(event, waiting=_check_waiting(before, waiting, system.at(before)))
        case (
            e.HiddenSet()
            | e.Entered()
            | e.HappeningPlanned()
            | e.Happened()
            | e.HappeningSettled()
            | e.HappeningDropped()
        ):
            _check_wings(before, event)
        case e.RoundOpened():
            is_next = (event.round, event.part) == (before.round + 1, 1)
            is_later_part = event.round == before.round and 0 < event.part - before.part <= MOST_PARTS
            counted = event.round >= 1 and (is_next or is_later_part)
            expect(counted, "RoundOpened: rounds are counted from 1, without a gap.")
        case e.StatCardWritten():
            there = before.everybody()
            expect(all(key in there for key in event.ids), "StatCardWritten: nobody has one of these ids.")
            expect(read_card(event.lines) == event.lines, "StatCardWritten: clean lines were expected.")
        case e.EncounterMade():
            expect(not before.system, "EncounterMade: there is one already.")
            _check_name(event.name)
            expect(len(event.words) <= MOST_WORDS, f"EncounterMade: at most {MOST_WORDS} words.")
            for word in event.words:
                _check_name(word)
        case e.EncounterRenamed() | e.ConditionForgotten():
            _check_name(event.name)
        case e.Noted():
            if event.about:
                _expect_known(before, event.about, what, or_waits=True)
        case _:
            assert_never(event)
    return event


def _expect_known(before: Encounter, combatant_id: Id, what: str, *, or_waits: bool = False) -> None:
    """Check that the combatant is in the order, or with ``or_waits`` in the wings. Raises BadSave."""
    if combatant_id not in before.combatants and not (or_waits and before.in_wings(combatant_id)):
        raise BadSave(f"{what}: nobody is called {combatant_id}.")


def _check_counts(
    before: Encounter, event: e.HealthChanged | e.HealthCounted | e.PoolSet | e.CounterSet | e.CounterDropped
) -> None:
    """Check the combatants and the counts of the event. Raises BadSave and BadValue."""
    what = type(event).__name__
    ids: tuple[str, ...] = ()
    match event:
        case e.HealthChanged():
            ids = tuple(change.id for change in event.changes)
            read(AMOUNT, event.amount)
            for change in event.changes:
                read(HEALTH, change.health)
                read(TEMPORARY, change.temporary)
                if change.amount:
                    read(AMOUNT, change.amount)
        case e.HealthCounted():
            ids = event.ids
            read(HEALTH, event.health)
        case e.PoolSet():
            _check_name(event.group)
            expect(len(before.pools) < MOST_COMBATANTS, f"{what}: there are at most {MOST_COMBATANTS} groups.")
        case e.CounterSet():
            ids = (event.id,)
            _check_counter(event.counter)
        case e.CounterDropped():
            ids = (event.id,)
        case _:
            assert_never(event)
    for combatant_id in ids:
        _expect_known(before, combatant_id, what)
    expect(len(set(ids)) == len(ids), f"{what}: each of them once was expected.")
    if isinstance(event, e.CounterSet):
        kept = {counter.name for counter in before.combatants[event.id].counters} | {event.counter.name}
        expect(len(kept) <= MOST_COUNTERS, f"{what}: there are at most {MOST_COUNTERS} counters.")


def _check_counter(counter: Counter) -> None:
    _check_name(counter.name)
    read(COUNTED, counter.value)
    read(COUNTED, counter.most)


def _check_fight_counter(before: Encounter, event: e.FightCounterSet | e.FightCounterDropped) -> None:
    """Check the counter of the event. Raises BadSave and BadValue."""
    names = {counter.name for counter in before.counters}
    if isinstance(event, e.FightCounterDropped):
        expect(event.name in names, f"FightCounterDropped: there is no counter called {event.name}.")
        return
    expect(read_fight_counter(event.counter) == event.counter, "FightCounterSet: the counter is not as expected.")
    expect(not event.was or event.was in names, f"FightCounterSet: there is no counter called {event.was}.")
    after = (names - {event.was}) | {event.counter.name}
    is_free = not event.was or event.was == event.counter.name or event.counter.name not in names
    expect(is_free, "FightCounterSet: two counters have one name.")
    expect(has_room(after), "FightCounterSet: there are too many counters.")


def _check_conditions(before: Encounter, event: e.ConditionsGiven | e.ConditionChanged | e.ConditionsEnded) -> None:
    """Check the conditions of the event. Raises BadSave and BadValue."""
    what = type(event).__name__
    known = {condition.number: condition for condition in before.conditions}
    match event:
        case e.ConditionsGiven(conditions):
            expect(len(conditions) > 0, f"{what}: a condition was expected.")
            for number, condition in enumerate(conditions, before.given + 1):
                expect(condition.number == number, f"{what}: the number {number} was expected.")
                if condition.by:
                    _expect_known(before, condition.by, what)
                _check_condition(before, condition)
            most = len(known) + len(conditions)
            expect(most <= MOST_CONDITIONS, f"{what}: there are at most {MOST_CONDITIONS} conditions.")
        case e.ConditionChanged(now):
            was = known.get(now.number)
            expect(was is not None and was.bearer == now.bearer, f"{what}: there is no such condition.")
            expect(
                was is not None and (was.by, was.held) == (now.by, now.held), f"{what}: it was brought about otherwise."
            )
            _check_condition(before, now)
        case e.ConditionsEnded():
            expect(len(event.numbers) > 0, f"{what}: a condition was expected.")
            expect(known.keys() >= {*event.numbers}, f"{what}: there is no such condition.")
        case _:
            assert_never(event)


def _check_condition(before: Encounter, condition: Condition) -> None:
    _expect_known(before, condition.bearer, "a condition", or_waits=True)
    if condition.until.counts_turns:
        _expect_known(before, condition.whose, "a condition")
    if condition.rolls_at:
        _expect_known(before, condition.rolls_at, "a condition")
    _check_name(condition.name)
    clean_text("The text", condition.text, LONGEST_TEXT)
    read(COUNT, condition.count)
    read(COUNTED, condition.lost)
    expect(-MOST_TURNS <= condition.turns <= MOST_TURNS, f"a condition: at most {MOST_TURNS} turns.")
    if condition.attempt is not None:
        expect(read_attempt(condition.attempt) == condition.attempt, "a condition: its roll is not as expected.")


def _check_room(before: Encounter) -> None:
    most = f"there are at most {MOST_COMBATANTS} combatants."
    expect(len(before.combatants) + len(before.wings) < MOST_COMBATANTS, most)


def _check_waiting(before: Encounter, waiting: Reinforcement, system: TurnSystem) -> Reinforcement:
    """Return the reinforcement with its sheet validated. Raises BadSave."""
    combatant_id = waiting.combatant.id
    known = before.combatants.get(combatant_id) or before.in_wings(combatant_id)
    if known is None:
        expect(combatant_id == f"c{before.made + 1}", f"Waited: the id c{before.made + 1} was expected.")
        _check_room(before)
    _check_comes(waiting.comes)
    return replace(waiting, combatant=_check_combatant(waiting.combatant, known, system))


def _check_comes(comes: Schedule) -> None:
    try:
        read(ROUND, comes.round)
        read(COUNT, comes.count or 0)
    except BadValue as error:
        raise BadSave(f"when something comes: {error}") from error


def _check_wings(
    before: Encounter,
    event: e.HiddenSet | e.Entered | e.HappeningPlanned | e.Happened | e.HappeningSettled | e.HappeningDropped,
) -> None:
    what = type(event).__name__
    match event:
        case e.HiddenSet():
            for combatant_id in event.ids:
                _expect_known(before, combatant_id, what)
            expect(len(set(event.ids)) == len(event.ids) > 0, f"{what}: each of them once was expected.")
        case e.Entered():
            expect(before.in_wings(event.id) is not None, f"{what}: nobody is called {event.id}.")
            _check_comes(Schedule(count=event.count))
        case e.HappeningPlanned(happening):
            expect(happening.number == before.given + 1, f"{what}: the number {before.given + 1} was expected.")
            expect(
                0 < len(happening.text) <= LONGEST_TEXT,
                f"{what}: a text of 1 to {LONGEST_TEXT} characters was expected.",
            )
            expect(len(before.happenings) < MOST_HAPPENINGS, f"{what}: there are at most {MOST_HAPPENINGS}.")
            _check_comes(happening.comes)
        case e.Happened() | e.HappeningSettled() | e.HappeningDropped():
            known = event.number in [happening.number for happening in before.happenings]
            expect(known, f"{what}: there is no such happening.")
        case _:
            assert_never(event)


def _check_amounts(what: str, *amounts: int) -> None:
    if min(amounts) < -_LARGEST_SCORE or max(amounts) > _LARGEST_SCORE:
        raise BadSave(f"{what}: numbers from -{_LARGEST_SCORE} to {_LARGEST_SCORE} were expected.")


def _check_name(name: str) -> None:
    expect(0 < len(name) <= LONGEST_NAME, f"a name of 1 to {LONGEST_NAME} characters was expected.")
    expect(bool(without_invisible(name).strip()), "a name that can be seen was expected.")


def _check_combatant(combatant: Combatant, before: Combatant | None, system: TurnSystem) -> Combatant:
    try:
        _check_name(combatant.name)
        for label, text in (("side", combatant.side), ("group", combatant.group)):
            clean_text(label, text, LONGEST_NAME)
        clean_text("players’ name", combatant.players_name, LONGEST_NAME)
        clean_text("note", combatant.note, LONGEST_TEXT)
        clean_text("member", combatant.member, LONGEST_NAME)
        read(HEALTH, combatant.health)
        read(HEALTH, combatant.full_health)
        read(TEMPORARY, combatant.temporary)
        names = {counter.name for counter in combatant.counters}
        expect(len(combatant.counters) <= MOST_COUNTERS, f"{combatant.id}: there are at most {MOST_COUNTERS} counters.")
        expect(len(names) == len(combatant.counters), f"{combatant.id}: two counters have one name.")
        for counter in combatant.counters:
            _check_counter(counter)
        # The sheet was checked when it came; with the same object, a long history holds one sheet and not thousands.
        if before is not None and before.sheet == combatant.sheet:
            return replace(combatant, sheet=before.sheet)
        sheet = read_all(system.fields, combatant.sheet)
    except BadValue as error:
        raise BadSave(f"{combatant.id}: {error}") from error
    for key, value in combatant.sheet.items():
        expect(type(value) is type(sheet[key]) and value == sheet[key], f"{combatant.id}: {key} is not as expected.")
    return replace(combatant, sheet=sheet)
