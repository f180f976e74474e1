"""Conditions: the form that gives and ends them, the badges on rows, and due reminders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from types import MappingProxyType

from app.intents.base import NOTHING
from app.intents.combatants import (
    ChangeCondition,
    Concentrate,
    Conditions,
    ConditionSwitch,
    Give,
    OwnWord,
    PickBearer,
    PickCause,
    PickWhose,
    PickWord,
    PutInto,
)
from app.ui.fight_counters import counter_words
from app.ui.markup import Child, Html, button, classes, join, tag, toggle
from app.ui.sheet import Sheet, problem, render_field
from app.ui.words import letters_of, number_words, percent, side_places
from app.values.forms import ConditionForm
from app.values.tried import try_out
from turntrack.core.commands import Command, EndConditions, ForgetCondition, KeepCondition
from turntrack.core.fields import Field, Kind
from turntrack.core.model import Combatant, Condition, Encounter, Id, Until
from turntrack.core.names import join_names
from turntrack.log.conditions import Reminder, attempt_words, cause_words, reminders, roll_place_words, until_words
from turntrack.rules import last_stands
from turntrack.rules.condition_expiry import CONCENTRATION, GRIPS, chance_of, ends_now
from turntrack.rules.conditions import NAMES, conditions_of, known_names, own_names
from turntrack.systems.protocol import Badge, TurnSystem

_MOST_ON_ROW = 3
_LONGEST_ON_ROW = 19
"""Most characters of the names on a row, with two more for each name."""
_MOST_IN_SIGHT = 12
"""Most combatants among whom the bearers are picked above the ends; a crowd is folded away, and its rows are tapped."""
TURNS = (0, 1, 2, 3)
"""Durations offered, in turns from now; 0 is the running turn."""
_ENDS: Mapping[Until, str] = MappingProxyType(
    {
        Until.TURN_BEGINS: "start",
        Until.TURN_ENDS: "end",
        Until.REMOVED: "until removed",
        Until.REST: "until a rest",
        Until.ROUND_ENDS: "end of {round}",
        Until.COUNT: "Until {count}",
    }
)
"""The words of every end, in the order in which the form offers them; those of a count label its field."""


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
    bearer: Id
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
    holder: Id
    """The combatant who may concentrate on the condition; empty for nobody."""
    whose_words: str
    offered: frozenset[tuple[Until, int]]
    """The durations that can be given now."""
    round_name: str
    """The round that runs, or the next one."""
    count_word: str
    """The system's word for a count until which a condition can last; empty if there are no counts."""
    form: ConditionForm


@dataclass(frozen=True, slots=True)
class ReminderView:
    numbers: tuple[int, ...]
    text: str
    odds: str
    answers: tuple[tuple[str, Command], ...]
    """The buttons, each with its command."""


def condition_form_view(form: ConditionForm, encounter: Encounter, system: TurnSystem) -> ConditionFormView:
    """Build the view of the form; ends that the engine would refuse are left out."""
    ids = form.about(encounter)
    people = tuple(_person_option(encounter, system, combatant_id) for combatant_id in encounter.order)
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
        names=known_names(encounter, system.conditions or NAMES),
        own_name=form.name if form.name in own_names(encounter, system.conditions or NAMES) else "",
        whose=whose,
        by=form.by if form.by in encounter.combatants else "",
        holder=_likely_holder(form, encounter, system),
        whose_words=f"{encounter.name_of(whose)}’s" if whose else "their own",
        offered=frozenset(_list_ends(replace(form, whose=whose), encounter, system)) if ids else frozenset(),
        round_name=which,
        count_word=system.count_word if system.counts_points and encounter.is_open else "",
        form=form,
    )


def _likely_holder(form: ConditionForm, encounter: Encounter, system: TurnSystem) -> Id:
    """Return who may concentrate on the condition: its cause, or whoever acts alone; empty for nobody."""
    is_possible = form.name.casefold() not in (*CONCENTRATION, *GRIPS) and CONCENTRATION[0] in system.conditions
    candidates = (form.by,) if form.by in encounter.combatants else encounter.acting()
    return candidates[0] if is_possible and len(candidates) == 1 else ""


def _list_ends(form: ConditionForm, encounter: Encounter, system: TurnSystem) -> Iterator[tuple[Until, int]]:
    """List the ends that the engine accepts for this condition."""
    plain = replace(form, name=form.name or "a condition", rolls=False)
    ends = [(until, turns) for until in _ENDS for turns in _turns_for(until)]
    for until, turns in ends:
        if not try_out(encounter, plain.command(encounter, until, turns, NOTHING), system).refusal:
            yield until, turns


def _turns_for(until: Until) -> tuple[int, ...]:
    """Return the numbers of turns that the form has a button for; none for a count, which is typed."""
    if until is Until.COUNT:
        return ()
    return TURNS if until.counts_turns else (0,)


def _person_option(encounter: Encounter, system: TurnSystem, combatant_id: Id) -> PersonOption:
    """Return a combatant as an option of the form."""
    combatant, number = encounter.combatants[combatant_id], system.number(encounter, combatant_id)
    bead = number_words(system, number.total) if number else letters_of(encounter)[combatant.name]
    return PersonOption(combatant_id, combatant.name, side_places(encounter)[combatant.side], bead)


def condition_view(encounter: Encounter, condition: Condition, system: TurnSystem) -> ConditionView:
    """Describe a condition: its end, its cause and its saving roll."""
    roll = ""
    if condition.attempt:
        words = attempt_words(condition.attempt)
        odds = _odds(chance_of(condition.attempt))
        where = f"a roll {roll_place_words(encounter, condition, system)}"
        roll = " ".join(filter(None, (where, f"({words}: {odds})" if words else "")))
    until = until_words(encounter, condition, system)
    return ConditionView(
        condition.number,
        condition.bearer,
        condition.name,
        until,
        ", ".join(filter(None, (condition.text, cause_words(encounter, condition), roll))),
        ends_now(encounter, condition),
    )


def _odds(chance: Fraction | None) -> str:
    return "" if chance is None else percent(chance)


def reminder_views(encounter: Encounter, system: TurnSystem) -> tuple[ReminderView, ...]:
    """Return the reminders that wait for an answer, with their chances."""
    return tuple(
        ReminderView(
            reminder.numbers, reminder.text, _odds(reminder.chance), tuple(_answers(encounter, reminder, system))
        )
        for reminder in reminders(encounter)
    )


def _answers(encounter: Encounter, reminder: Reminder, system: TurnSystem) -> Iterator[tuple[str, Command]]:
    """Yield the answers to a reminder: the results of a last stand, or whether the condition goes on."""
    if reminder.is_of_last_stand and system.last_stand:
        for outcome in system.last_stand.outcomes:
            yield outcome.label, last_stands.answer(encounter, reminder.about, outcome)
    else:
        yield "End", EndConditions(reminder.numbers)
        yield "It goes on", KeepCondition(reminder.numbers[0])


def row_conditions(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    """Return the badges of a row: hidden, as many conditions as fit, and counters."""
    there = conditions_of(encounter, combatant_id)
    room = accumulate(len(condition.name) + 2 for condition in there[:_MOST_ON_ROW])
    fitting = max(1, sum(used <= _LONGEST_ON_ROW for used in room))
    shown = [
        Badge(condition.name, tone="condition", ends_now=ends_now(encounter, condition))
        for condition in there[:fitting]
    ]
    if len(there) > fitting:
        shown.append(Badge(f"+{len(there) - fitting}", tone="condition"))
    if combatant_id in encounter.hidden:
        shown.insert(0, Badge("hidden", tone="counter"))
    counters = encounter.combatants[combatant_id].counters
    shown += [Badge(counter_words(counter), tone="counter") for counter in counters]
    return tuple(shown)


def state_words(encounter: Encounter, combatant: Combatant, system: TurnSystem) -> Iterator[str]:
    """Say of a combatant each condition with its end, each counter, and whether it is hidden or has fallen."""
    for condition in conditions_of(encounter, combatant.id):
        yield " ".join(filter(None, (condition.name, until_words(encounter, condition, system))))
    for counter in combatant.counters:
        yield f"{counter.name} {counter.value}{f' of {counter.most}' if counter.most else ''}"
    if combatant.id in encounter.hidden:
        yield "hidden from the players"
    if not encounter.standings[combatant.id].able:
        yield "has fallen"


TEXT = Field("text", "What it does", Kind.TEXT, "", help="stands beside each turn; dice such as 1d6 can be tapped")
OWN = Field("own", "Or your own", Kind.TEXT, "")
CODE = Field("code", "Dice to roll", Kind.TEXT, "", help="such as 1d20 or 2d6; empty: a reminder only")
NEEDS = Field("needs", "This or more", Kind.TEXT, "")
_OR_LESS = Field("or-less", "or less", Kind.FLAG, False)
_WHICH = ("this", "next", "2nd", "3rd")
"""Names of turns, by the number of turns before each."""


def render_condition_form(view: ConditionFormView, given: Mapping[str, str | bool], error: str) -> Sheet:
    """Render the sheet that gives a condition: what, who, and how long; the last gives it."""
    names = join_names([bearer.name for bearer in view.bearers])
    form = view.form
    what = form.name or form.typed_name or "…"
    title = f"{names} {'is' if len(view.bearers) == 1 else 'are'} {what}" if names else "Nobody is …"
    # What is typed stands in its field: a chip more would move those who are picked below.
    own = " ".join(str(given.get(OWN.key, "")).split())
    words = [*view.names, *([form.name] if form.name not in ("", own, *view.names) else [])]
    name_chips = (toggle(name, PickWord(name), name == form.name) for name in words)
    forget = (
        button(f"Forget “{view.own_name}”", ForgetCondition(view.own_name), class_="chip i-bin", id="forget-condition")
        if view.own_name
        else None
    )
    whose = [_render_person_chip(person, PickWhose(person.id), person.id == view.whose) for person in view.people]
    if len(view.bearers) > 1:
        whose.insert(0, toggle("their own", PickWhose(""), not view.whose))
    others = (_render_end(until, view) for until in _ENDS if not until.counts_turns and until is not Until.COUNT)
    names_of = {person.id: person.name for person in view.people}
    while_held = (
        button(f"while {names_of[view.holder]} concentrates", Concentrate(view.holder), class_="chip", id="till-lost")
        if view.holder in names_of and view.bearers
        else None
    )
    causes = (_render_person_chip(person, PickCause(person.id), person.id == view.by) for person in view.people)
    holds = (toggle("lasts while held", ConditionSwitch.HOLDS, form.holds),) if view.by else ()
    choice_of_name = _render_group("Or another" if form.is_named else "", *name_chips, forget)
    # A name that was tapped to come here is in the title, and the others come last.
    naming = (choice_of_name, _render_fields((OWN,), given))
    is_crowd = len(view.people) > _MOST_IN_SIGHT
    who = _render_group(
        "Who",
        *(_render_person_chip(person, PickBearer(person.id), person in view.bearers) for person in view.people),
    )
    return Sheet(
        title,
        (
            problem(error),
            _render_present(view),
            *(() if form.is_named else naming),
            None if is_crowd else who,
            _render_group(f"Until {view.whose_words} … turn"),
            _render_ends(view),
            _render_group("Whose turn", *whose),
            *_render_numbers(view, given),
            tag(
                "details",
                tag("summary", "More", class_="chip"),
                *(naming if form.is_named else ()),
                _render_fields((TEXT,), given),
                _render_group("By whom", *causes, *holds),
                who if is_crowd else None,
                class_="more",
                # Only as the sheet opens: later it stays as the table leaves it, for patch.js keeps the state.
                open=bool(view.by) or (is_crowd and not view.bearers),
            ),
        ),
        foot=(tag("div", while_held, *others, class_="lasts"),),
        sends=OwnWord(),
        kind="giving",
    )


def _render_numbers(view: ConditionFormView, given: Mapping[str, str | bool]) -> Iterator[Html]:
    """Yield the inputs for the count and the dice at which the condition ends."""
    if word := view.count_word:
        until = button("Apply until then", Give(Until.COUNT, 0), class_="chip", id="till-count")
        yield _render_fields((Field("count", _ENDS[Until.COUNT].format(count=word), Kind.TEXT, ""),), given)
        yield tag("p", until, class_="buttons")
    yield _render_group("", toggle("a roll after each turn may end it", ConditionSwitch.ROLLS, view.form.rolls))
    if view.form.rolls:
        yield _render_fields((CODE, NEEDS, _OR_LESS), given)


def _render_fields(fields: Sequence[Field], given: Mapping[str, str | bool]) -> Html:
    return tag("div", *(render_field(field, given.get(field.key, field.default)) for field in fields), class_="fields")


def _render_group(title: str, *content: Child) -> Html:
    return tag("div", tag("h3", title) if title else None, *content, class_="set")


def _render_person_chip(person: PersonOption, intent: PickWhose | PickCause | PickBearer, is_on: bool) -> Html:
    bead = tag("span", person.bead, class_=classes("bead", len(person.bead) > 3 and "long"), aria_hidden="true")
    return toggle(join(bead, person.name), intent, is_on, f"named side-{person.side}")


def _render_present(view: ConditionFormView) -> Html | None:
    """Render the conditions that the bearers already have, each with a button that ends it."""
    several = len(view.bearers) > 1
    rows = [_render_condition_row(condition, name if several else "") for name, condition in view.there]
    return tag("ul", *rows, class_="there") if rows else None


def _render_condition_row(condition: ConditionView, who: str) -> Html:
    """Render a condition, which a tap changes, with the button that ends it."""
    words = ", ".join(filter(None, (condition.until, condition.text)))
    content = join(
        f"{who}: " if who else None,
        tag("b", condition.name, class_=classes("badge is", condition.ends_now and "ends")),
        f" {words or 'until removed'}",
    )
    change = ChangeCondition(condition.number)
    return tag(
        "li",
        button(content, change, class_="present", id=f"change-{condition.number}", title="Change how long it lasts"),
        button("End", EndConditions((condition.number,)), class_="chip", aria_label=f"End {condition.name}"),
    )


def _render_ends(view: ConditionFormView) -> Html:
    """Render the possible ends at a turn's beginning and end; ends that are refused are disabled."""
    heads = (tag("span", word) for word in ("", *_WHICH))
    rows = [
        join(
            tag("span", f"{word} of"),
            *(
                button(
                    word,
                    Give(until, turns),
                    id=f"till-{until}-{turns}",
                    disabled=(until, turns) not in view.offered,
                    aria_label=f"{word} of {_turn_name(turns)}",
                )
                for turns in TURNS
            ),
        )
        for until, word in _ENDS.items()
        if until.counts_turns
    ]
    return tag("div", *heads, *rows, class_="durations")


def _turn_name(turns: int) -> str:
    """Return the name of a turn.

    >>> [_turn_name(turns) for turns in TURNS]
    ['this turn', 'the next turn', 'the 2nd turn', 'the 3rd turn']
    """
    return f"{_WHICH[turns]} turn" if turns == 0 else f"the {_WHICH[turns]} turn"


def _render_end(until: Until, view: ConditionFormView) -> Html:
    label = _ENDS[until].format(round=view.round_name)
    return button(label, Give(until, 0), class_="chip", id=f"till-{until}", disabled=(until, 0) not in view.offered)


# Beside the turn


def render_reminders(reminders: tuple[ReminderView, ...]) -> tuple[Html, ...]:
    """Render the reminders that wait for an answer."""
    return tuple(
        tag(
            "section",
            tag("p", reminder.text, " ", tag("b", reminder.odds) if reminder.odds else None),
            tag(
                "div",
                *(
                    button(label, command, class_="chip", id=f"answer-{at}-{reminder.numbers[0]}")
                    for at, (label, command) in enumerate(reminder.answers)
                ),
                class_="chips",
            ),
            class_="block aside reminder asks",
            id=f"reminder-{reminder.numbers[0]}",
        )
        for reminder in reminders
    )


# In a combatant's sheet


def render_conditions_of(
    combatant_id: Id, there: tuple[ConditionView, ...], names: tuple[str, ...], switched: tuple[str, ...] = ()
) -> Html:
    """Render the conditions of a combatant, and those that it can be given; ``switched`` ones end by another tap."""
    rows = tag("ul", *(_render_condition_row(condition, "") for condition in there), class_="there") if there else None
    on = {condition.name: condition.number for condition in there if condition.name in switched}
    chips = (
        toggle(name, EndConditions((on[name],)), True, "chip")
        if name in on
        else button(name, PutInto(combatant_id, name), class_="chip")
        for name in names
    )
    more = button("another …", Conditions(combatant_id), class_="chip", id="conditions")
    return join(rows, tag("div", *chips, more, class_="set"))
