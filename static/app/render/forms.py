"""Common parts of sheets: forms, fields, and error messages."""

from __future__ import annotations

from collections.abc import Mapping

from app.intents import FormIntent
from app.intents.html_codec import write
from app.render.markup import Html, form_for, tag
from app.render.sheet import Sheet, sheet
from turntrack.core.fields import Field, Kind, Option, Value


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
        box = tag("input", type="text", inputmode="numeric", name=name, id=name, value=_typed(field, value))
    else:
        box = tag("input", type="text", name=name, id=name, value=str(value), autocomplete="off")
    return tag("p", tag("label", field.label, for_=name), box, hint, class_="field")


def _typed(field: Field, value: Value) -> str:
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
    mode = "numeric" if field.kind is Kind.NUMBER else None
    return tag("input", type="text", inputmode=mode, value=_typed(field, value), autocomplete="off", **said)


def render_setting(option: Option, now: str) -> Html:
    """Render the current value of an option of the table."""
    name = f"option-{option.key}"
    picks = (tag("option", pick.label, value=pick.key, selected=pick.key == now) for pick in option.values)
    box = tag("select", *picks, name=name, id=name, data_option=option.key)
    return tag("p", tag("label", option.label, for_=name), box, class_="field")
