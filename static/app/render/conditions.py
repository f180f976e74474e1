"""HTML of conditions: the sheet that gives them, reminders, and the rows in a combatant's sheet."""

from __future__ import annotations

from collections.abc import Mapping

from app.intents.combatants import (
    Conditions,
    Give,
    Holds,
    OwnWord,
    PickBearer,
    PickCause,
    PickWhose,
    PickWord,
    PutInto,
    Throws,
)
from app.render.forms import problem, render_field
from app.render.markup import Child, Html, button, classes, form_for, join, tag
from app.render.sheet import Sheet
from app.views.conditions import TURNS, ConditionFormView, ConditionView, PersonOption, ReminderView
from turntrack.core.commands import EndConditions, ForgetCondition, KeepCondition
from turntrack.core.fields import Field, Kind
from turntrack.core.model import Id, Until
from turntrack.core.names import join_names

TEXT = Field("text", "What it means at your table", Kind.TEXT, "")
OWN = Field("own", "Or your own", Kind.TEXT, "")
CODE = Field("code", "Dice to roll", Kind.TEXT, "", help="such as 1d20 or 2d6; empty: a reminder only")
NEEDS = Field("needs", "This or more", Kind.TEXT, "")
OR_LESS = Field("or-less", "or less", Kind.FLAG, False)
WHICH = ("this", "next", "2nd", "3rd")
"""Names of turns, by the number of turns before each."""


def render_condition_form(view: ConditionFormView, given: Mapping[str, str | bool], error: str) -> Sheet:
    """Render the sheet that gives a condition in three taps: which, whose turns count, until when."""
    names = join_names([bearer.name for bearer in view.bearers])
    title = f"{names} {'is' if len(view.bearers) == 1 else 'are'} …" if names else "Nobody is …"
    form = view.form
    words = [*view.names, *([form.name] if form.name and form.name not in view.names else [])]
    name_chips = (_render_chip(name, PickWord(name), name == form.name) for name in words)
    forget = (
        button(f"Forget “{view.own_name}”", ForgetCondition(view.own_name), class_="chip i-bin", id="forget-condition")
        if view.own_name
        else None
    )
    whose = [_render_person_chip(person, PickWhose(person.id), person.id == view.whose) for person in view.people]
    if len(view.bearers) > 1:
        whose.insert(0, _render_chip("their own", PickWhose(""), not view.whose))
    others = (
        _render_end("until removed", view, Until.REMOVED),
        _render_end("until a rest", view, Until.REST),
        _render_end(view.round_label, view, Until.ROUND_ENDS),
    )
    causes = (_render_person_chip(person, PickCause(person.id), person.id == view.by) for person in view.people)
    holds = (_render_chip("lasts while held", Holds(), form.holds),) if view.by else ()
    return Sheet(
        title,
        (
            problem(error),
            _render_present(view),
            _render_group("1 What", *name_chips, forget),
            _render_group("2 Whose turn counts", *whose),
            _render_group(f"3 Until {view.whose_words} … turn"),
            _render_ends(view),
            _render_group("", *others),
            _render_inputs(view, given),
            _render_group("By whom", *causes, *holds),
            _render_group("", _render_chip("a roll after each turn may end it", Throws(), form.throws)),
            _render_group(
                "Who",
                *(_render_person_chip(person, PickBearer(person.id), person in view.bearers) for person in view.people),
            ),
        ),
        under="What, whose turn, until when",
        kind="ask",
    )


def _render_inputs(view: ConditionFormView, given: Mapping[str, str | bool]) -> Html:
    """Render the inputs of the condition; they are sent when it is given."""
    word = view.count_word
    count = Field("count", f"Until {word}", Kind.TEXT, "")
    fields = [OWN, TEXT, *((count,) if word else ()), *((CODE, NEEDS, OR_LESS) if view.form.throws else ())]
    until = button("Give it until then", Give(Until.COUNT, 0), class_="chip", id="till-count")
    return form_for(
        OwnWord(),
        tag("div", *(render_field(field, given.get(field.key, field.default)) for field in fields), class_="fields"),
        tag(
            "p",
            tag("button", "Use it", type="submit", class_="chip"),
            until if word else None,
            class_="buttons",
        ),
    )


def _render_group(title: str, *content: Child) -> Html:
    return tag("div", tag("h3", title) if title else None, *content, class_="set")


def _render_chip(label: str, intent: PickWord | PickWhose | Holds | Throws, is_on: bool) -> Html:
    return button(label, intent, class_=classes("chip", is_on and "on"), aria_pressed="true" if is_on else "false")


def _render_person_chip(person: PersonOption, intent: PickWhose | PickCause | PickBearer, is_on: bool) -> Html:
    bead = tag("span", person.bead, class_=classes("bead", len(person.bead) > 3 and "long"), aria_hidden="true")
    return button(
        join(bead, person.name),
        intent,
        class_=classes("named", f"side-{person.side}", is_on and "on"),
        aria_pressed="true" if is_on else "false",
    )


def _render_present(view: ConditionFormView) -> Html | None:
    """Render the conditions that the bearers already have, each with a button that ends it."""
    several = len(view.bearers) > 1
    rows = [_render_condition_row(condition, name if several else "") for name, condition in view.there]
    return tag("ul", *rows, class_="there") if rows else None


def _render_condition_row(condition: ConditionView, who: str) -> Html:
    words = ", ".join(filter(None, (condition.until, condition.text)))
    return tag(
        "li",
        tag(
            "span",
            f"{who}: " if who else None,
            tag("b", condition.name, class_=classes("badge is", condition.ends_now and "ends")),
            f" {words}",
        ),
        button("Is over", EndConditions((condition.number,)), class_="chip", aria_label=f"{condition.name} is over"),
    )


def _render_ends(view: ConditionFormView) -> Html:
    """Render the possible ends at a turn's beginning and end; ends that are refused are disabled."""
    heads = (tag("span", word) for word in ("", *WHICH))
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
        for until, word in ((Until.TURN_BEGINS, "start"), (Until.TURN_ENDS, "end"))
    ]
    return tag("div", *heads, *rows, class_="durations")


def _turn_name(turns: int) -> str:
    """Return the name of a turn.

    >>> [_turn_name(turns) for turns in TURNS]
    ['this turn', 'the next turn', 'the 2nd turn', 'the 3rd turn']
    """
    return f"{WHICH[turns]} turn" if turns == 0 else f"the {WHICH[turns]} turn"


def _render_end(label: str, view: ConditionFormView, until: Until) -> Html:
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
                button("It is over", EndConditions(reminder.numbers), class_="chip", id=f"over-{reminder.numbers[0]}"),
                button("It goes on", KeepCondition(reminder.numbers[0]), class_="chip", id=f"on-{reminder.numbers[0]}"),
                class_="chips",
            ),
            class_="block aside reminder asks",
            id=f"reminder-{reminder.numbers[0]}",
        )
        for reminder in reminders
    )


# In a combatant's sheet


def render_conditions_of(combatant_id: Id, there: tuple[ConditionView, ...], names: tuple[str, ...]) -> Html:
    """Render the conditions of a combatant, and those that it can be given."""
    rows = tag("ul", *(_render_condition_row(condition, "") for condition in there), class_="there") if there else None
    chips = (button(name, PutInto(combatant_id, name), class_="chip") for name in names)
    more = button("another …", Conditions(combatant_id), class_="chip", id="conditions")
    return join(rows, tag("div", *chips, more, class_="set"))
