"""What opens to add combatants: quick lines, or a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.intents.fight import (
    Add,
    AddForm,
    AddLines,
    Form,
    TypeIn,
)
from app.markup import Html, button, entry_for, tag
from app.render.frame import form, problem
from app.render.person import new_combatant_fields
from app.render.sheet import Sheet, sheet
from engine.fields import Field, Kind, Value
from engine.quickline import quick_words


def render_add_lines(
    fields: tuple[Field, ...], lines: str, read: Iterable[tuple[int, str, str, str]], error: str
) -> Sheet:
    """Render the box for quick lines, one combatant, or several alike, a line.

    ``read`` says of each line that is not empty its number, who comes in, what it says of them, and what is wrong.
    """
    numbers = [field.label.lower() for field in fields if field.kind is Kind.NUMBER and field.label.isalpha()]
    example = ", ".join(["Guard x3", *(f"{label} 5" for label in numbers[:2])])
    area = tag(
        "textarea",
        lines,
        name="lines",
        id="lines",
        rows=5,
        placeholder=example,
        spellcheck="false",
        data_first=True,
        data_type=entry_for(TypeIn("lines")),
    )
    return sheet(
        "Add combatants",
        form(
            AddLines(),
            "Add",
            tag("label", "One line each", for_="lines"),
            area,
            tag("ul", *(_line_read(*line) for line in read), class_="understood", id="understood"),
            tag("p", f"For example: {example}, side Harbour, group Guards, health 10, table", class_="hint"),
            tag(
                "p",
                f"After the name, with commas between: {'; '.join(quick_words(fields))}.",
                class_="hint",
                id="words",
            ),
            error=error,
        ),
        tag("p", button("Use a form instead", Form(), class_="quiet")),
    )


def _line_read(number: int, who: str, words: str, wrong: str) -> Html:
    said = tag("span", wrong, class_="error") if wrong else tag("span", words) if words else None
    return tag("li", tag("strong", who), " ", said, id=f"line-{number}")


def render_add_form(fields: tuple[Field, ...], given: Mapping[str, Value], error: str) -> Sheet:
    """Render a form made of the system's fields."""
    return Sheet(
        "Add a combatant",
        (*new_combatant_fields(fields, given), problem(error)),
        sends=AddForm(),
        foot=(
            button("Type quick lines instead", Add(), class_="quiet"),
            tag("button", "Add", type="submit", class_="primary"),
        ),
    )
