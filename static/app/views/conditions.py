"""Views of conditions: the form that gives and ends them, the badges on rows, and due reminders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

from app.intents.base import NOTHING
from app.values.forms import ConditionForm
from app.views.chances import percent
from app.views.name_initials import letters_of
from app.views.score_format import number_words
from app.views.side_colours import side_places
from turntrack.core.dice import DiceNeeded, NoDice
from turntrack.core.errors import Malformed, Refused
from turntrack.core.model import Condition, Encounter, Id, Until
from turntrack.log.conditions import attempt_words, reminders, roll_place_words, until_words
from turntrack.rules.condition_expiry import chance_of, ends_now
from turntrack.rules.conditions import conditions_of, known_names, own_names
from turntrack.rules.decide import decide
from turntrack.systems.protocol import Badge, TurnSystem

MOST_ON_ROW = 3
LONGEST_ON_ROW = 19
"""Most characters of the names on a row, with two more for each name."""
TURNS = (0, 1, 2, 3)
"""Durations offered, in turns from now; 0 is the running turn."""


@dataclass(frozen=True, slots=True)
class PersonOption:
    id: Id
    name: str
    side: int
    bead: str
    """The score, or initials if there is none."""


@dataclass(frozen=True, slots=True)
class ConditionView:
    number: int
    name: str
    until: str
    text: str
    """Further details: its text, its cause, and the roll that may end it."""
    ends_now: bool


@dataclass(frozen=True, slots=True)
class ConditionFormView:
    bearers: tuple[PersonOption, ...]
    people: tuple[PersonOption, ...]
    there: tuple[tuple[str, ConditionView], ...]
    """Conditions that the bearers already have, each with the bearer's name."""
    names: tuple[str, ...]
    own_name: str
    """The picked name if the table can forget that name, as one of its own; else empty."""
    whose: Id
    by: Id
    whose_words: str
    offered: frozenset[tuple[Until, int]]
    """The durations that can be given now."""
    round_label: str
    count_word: str
    """The system's word for a count until which a condition can last; empty if there are no counts."""
    form: ConditionForm


@dataclass(frozen=True, slots=True)
class ReminderView:
    numbers: tuple[int, ...]
    text: str
    odds: str


def condition_form_view(form: ConditionForm, encounter: Encounter, system: TurnSystem) -> ConditionFormView:
    """Build the view of the form; ends that the engine would refuse are left out."""
    ids = form.about(encounter)
    people = tuple(person_option(encounter, system, combatant_id) for combatant_id in encounter.order)
    there = tuple(
        (encounter.name_of(combatant_id), condition_view(encounter, condition, system))
        for combatant_id in ids
        for condition in conditions_of(encounter, combatant_id)
    )
    single = ids[0] if len(ids) == 1 else ""
    whose = form.whose if form.whose in encounter.combatants else single
    able = tuple(person for person in people if encounter.standings[person.id].able)
    which = system.round_name(encounter.round) if encounter.is_open else f"the next {system.round_word}"
    return ConditionFormView(
        bearers=tuple(person for person in people if person.id in ids),
        people=able,
        there=there,
        names=known_names(encounter),
        own_name=form.name if form.name in own_names(encounter) else "",
        whose=whose,
        by=form.by if form.by in encounter.combatants else "",
        whose_words=f"{encounter.name_of(whose)}’s" if whose else "their own",
        offered=frozenset(_list_ends(replace(form, whose=whose), encounter, system)) if ids else frozenset(),
        round_label=f"end of {which}",
        count_word=system.count_word if system.counts_points and encounter.is_open else "",
        form=form,
    )


def _list_ends(form: ConditionForm, encounter: Encounter, system: TurnSystem) -> Iterator[tuple[Until, int]]:
    """List the ends that the engine accepts for this condition."""
    plain = replace(form, name=form.name or "a condition", throws=False)
    ends = [(until, turns) for until in Until for turns in _turns_for(until)]
    for until, turns in ends:
        try:
            decide(encounter, plain.command(encounter, until, turns, NOTHING), NoDice(), (system,))
        except DiceNeeded:
            yield until, turns
        except (Refused, Malformed):
            continue
        else:
            yield until, turns


def _turns_for(until: Until) -> tuple[int, ...]:
    """Return the numbers of turns that the form has a button for; none for a count, which is typed."""
    if until is Until.COUNT:
        return ()
    return TURNS if until.counts_turns else (0,)


def person_option(encounter: Encounter, system: TurnSystem, combatant_id: Id) -> PersonOption:
    """Return a combatant as an option of the form."""
    combatant, number = encounter.combatants[combatant_id], system.number(encounter, combatant_id)
    bead = number_words(system, number.total) if number else letters_of(encounter)[combatant.name]
    return PersonOption(combatant_id, combatant.name, side_places(encounter)[combatant.side], bead)


def condition_view(encounter: Encounter, condition: Condition, system: TurnSystem) -> ConditionView:
    """Describe a condition: its end, its cause and its saving roll."""
    by = f"{'held ' if condition.held else ''}by {encounter.name_of(condition.by)}" if condition.by else ""
    throw = ""
    if condition.attempt:
        words = attempt_words(condition.attempt)
        odds = _odds(chance_of(condition.attempt))
        where = f"a roll {roll_place_words(encounter, condition, system)}"
        throw = " ".join(filter(None, (where, f"({words}: {odds})" if words else "")))
    until = until_words(encounter, condition, system)
    return ConditionView(
        condition.number,
        condition.name,
        until,
        ", ".join(filter(None, (condition.text, by, throw))),
        ends_now(encounter, condition),
    )


def _odds(chance: Fraction | None) -> str:
    return "" if chance is None else percent(chance)


def reminder_views(encounter: Encounter) -> tuple[ReminderView, ...]:
    """Return the reminders that wait for an answer, with their chances."""
    return tuple(
        ReminderView(reminder.numbers, reminder.text, _odds(reminder.chance)) for reminder in reminders(encounter)
    )


def row_conditions(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    """Return the badges of a row: hidden, as many conditions as fit, and counters."""
    there = conditions_of(encounter, combatant_id)
    room = accumulate(len(condition.name) + 2 for condition in there[:MOST_ON_ROW])
    fitting = max(1, sum(used <= LONGEST_ON_ROW for used in room))
    shown = [
        Badge(condition.name, tone="condition", ends_now=ends_now(encounter, condition))
        for condition in there[:fitting]
    ]
    if len(there) > fitting:
        shown.append(Badge(f"+{len(there) - fitting}", tone="condition"))
    if combatant_id in encounter.hidden:
        shown.insert(0, Badge("hidden", tone="counter"))
    counters = encounter.combatants[combatant_id].counters
    shown += [
        Badge(f"{counter.name} {counter.value}{f'/{counter.most}' if counter.most else ''}", tone="counter")
        for counter in counters
    ]
    return tuple(shown)
