"""The sheet beside the fight or the list: its value, its HTML, and the forms and fields in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.intents import FormIntent
from app.intents.html_codec import write
from app.intents.page import Navigation
from app.ui.markup import Child, Html, button, classes, form_for, join, tag
from turntrack.core.cards import show_card
from turntrack.core.fields import Field, Kind, Option, Value


@dataclass(frozen=True, slots=True)
class Sheet:
    """The parts of a sheet: head, content and foot."""

    title: str
    content: tuple[Child, ...]
    under: str = ""
    """The text below the title."""
    before: Child = None
    """The bead before the title."""
    beside: Child = None
    """Buttons beside the title that lead elsewhere."""
    foot: tuple[Child, ...] = ()
    """The consequences, and the main button."""
    sends: FormIntent | None = None
    """The intent that the sheet sends, if all of it is one form."""
    side: int | None = None
    """The side whose colour the main button has; None for the actor's side."""
    kind: str = ""
    """The layout of the content; by default lines."""


def sheet(title: str, *content: Child) -> Sheet:
    """Return a sheet with a title and content only."""
    return Sheet(title, content)


def render_sheet(shown: Sheet, leads_back: bool, is_typed_earlier: bool) -> Html:
    """Render the inside of the sheet, with a way back if another sheet led to it."""
    head = tag(
        "div",
        button("", Navigation.STEP_BACK, class_="icon i-back", id="sheet-back", aria_label="Back")
        if leads_back
        else None,
        shown.before,
        tag("h2", shown.title, tag("small", shown.under) if shown.under else None, id="dialog-title"),
        shown.beside,
        button("", Navigation.DISMISS, class_="icon i-close close", aria_label="Close"),
        class_="head",
    )
    body = join(
        tag("div", *shown.content, class_=classes("sheet-body", shown.kind)),
        _render_typed_earlier() if is_typed_earlier else None,
        tag("div", *shown.foot, class_="sheet-foot") if shown.foot else None,
    )
    return tag(
        "div",
        head,
        form_for(shown.sends, body, class_="sheet-form") if shown.sends else body,
        class_=classes("sheet", shown.side is not None and f"side-{shown.side}"),
    )


def _render_typed_earlier() -> Html:
    """Render the note that the sheet shows unsent input."""
    clear = button("Clear it", Navigation.FORGET_TYPED, class_="quiet")
    return tag("p", "What you typed earlier is still here.", clear, class_="typed-earlier", id="typed-earlier")


def render_missing_combatant() -> Sheet:
    """Render the sheet of a combatant who has left the fight."""
    return sheet("Gone", tag("p", "This combatant is no longer in the fight."))


def problem(error: str) -> Html | None:
    """Render an error message that screen readers announce at once; None for no error."""
    return tag("p", error, class_="error", role="alert", id="form-error") if error else None


def render_name(intent: FormIntent, value: Value, error: str) -> Html:
    """Render the form that renames an encounter."""
    return form_for(
        intent,
        tag("label", "Name of the fight", for_="name"),
        tag("input", type="text", name="name", id="name", value=str(value), autocomplete="off"),
        tag("button", "Rename", type="submit"),
        problem(error),
        class_="naming",
    )


def render_field(field: Field, value: Value, prefix: str = "") -> Html:
    """Render a field of a form."""
    name = f"{prefix}{field.key}"
    hint = tag("small", field.help, id=f"help-{name}") if field.help else None
    box: Html
    if field.kind is Kind.FLAG:
        box = tag("input", type="checkbox", name=name, id=name, checked=bool(value))
        return tag("p", tag("label", box, tag("span", field.label), class_="flag"), hint, class_="field")
    if field.kind is Kind.PICK:
        picks = (tag("option", pick.label, value=pick.key, selected=pick.key == value) for pick in field.picks)
        box = tag("select", *picks, name=name, id=name)
    elif field.kind is Kind.NUMBER:
        box = tag("input", type="text", inputmode=_keyboard(field), name=name, id=name, value=_typed(field, value))
    else:
        box = tag("input", type="text", name=name, id=name, value=str(value), autocomplete="off")
    return tag("p", tag("label", field.label, for_=name), box, hint, class_="field")


def _keyboard(field: Field) -> str | None:
    """Return the keyboard of a box: digits, unless a card is typed."""
    return "numeric" if field.kind is Kind.NUMBER and not field.deck else None


def _typed(field: Field, value: Value) -> str:
    if field.deck and isinstance(value, int):
        return show_card(value, field.deck)
    return f"{value:+d}" if field.is_modifier and isinstance(value, int) else str(value)


def render_change(field: Field, intent: FormIntent, given: Mapping[str, str | bool], label: str = "") -> Html:
    """Render a box that sends its value when it loses focus. ``label`` names it if no visible label does."""
    do, arg = write(intent)
    value = given.get(field.key, field.default)
    said = {"data_change": do, "data_arg": arg, "name": field.key, "id": f"of-{field.key}", "aria_label": label or None}
    if field.kind is Kind.FLAG:
        return tag("input", type="checkbox", checked=bool(value), **said)
    if field.kind is Kind.PICK:
        picks = (tag("option", pick.label, value=pick.key, selected=pick.key == value) for pick in field.picks)
        return tag("select", *picks, **said)
    return tag("input", type="text", inputmode=_keyboard(field), value=_typed(field, value), autocomplete="off", **said)


def render_setting(option: Option, now: str) -> Html:
    """Render the current value of an option of the table."""
    name = f"option-{option.key}"
    picks = (tag("option", pick.label, value=pick.key, selected=pick.key == now) for pick in option.values)
    box = tag("select", *picks, name=name, id=name, data_option=option.key)
    return tag("p", tag("label", option.label, for_=name), box, class_="field")
