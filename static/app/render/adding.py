"""What opens to add combatants: quick lines, or a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.intents.fight import (
    Add,
    AddForm,
    AddLines,
    Form,
    MendLine,
    TypeIn,
)
from app.intents.library import Party
from app.markup import Child, Html, button, entry_for, join, tag
from app.render.frame import problem
from app.render.person import new_combatant_fields
from app.render.sheet import Sheet
from engine.fields import Field, Kind, Value
from engine.quickline import quick_words


@dataclass(frozen=True, slots=True)
class LineView:
    """One line as it is understood by now."""

    number: int
    who: str
    side: int
    """The place of its side among the sides; of a new one, the next."""
    says: tuple[str, ...] = ()
    wrong: str = ""
    mended: str = ""
    """What it may mean, where a known word has a slip in it."""
    count: int = 0


def render_add_lines(fields: tuple[Field, ...], lines: str, read: tuple[LineView, ...], error: str) -> Sheet:
    """Render the box for quick lines, one combatant, or several alike, a line; under it, how each is understood."""
    numbers = [field.label.lower() for field in fields if field.kind is Kind.NUMBER and field.label.isalpha()]
    example = ", ".join(["Guard x3", *(f"{label} 5" for label in numbers[:2])])
    area = tag(
        "textarea",
        lines,
        name="lines",
        id="lines",
        rows=4,
        placeholder=example,
        spellcheck="false",
        data_first=True,
        data_type=entry_for(TypeIn("lines")),
        aria_label="One line each",
    )
    many, wrong = sum(line.count for line in read), sum(bool(line.wrong) for line in read)
    open_words = f"{wrong} line{'s' * (wrong != 1)} not understood yet." if wrong else ""
    example_words = f"For example: {example}, side Harbour, group Guards, health 10, table"
    return Sheet(
        "Add combatants",
        (
            area,
            tag("ul", *map(_line_read, read), class_="understood", id="understood"),
            tag("p", example_words, class_="hint") if not read else None,
            problem(error),
            tag("div", *map(_word, quick_words(fields)), class_="words", id="words"),
        ),
        under="A line for each, with commas after the name",
        beside=join(button("Party…", Party(), class_="chip"), button("Form", Form(), class_="chip", id="form")),
        foot=(
            tag("p", open_words),
            tag("button", f"Add {many}" if many and not wrong else "Add", type="submit", class_="primary"),
        ),
        sends=AddLines(),
        kind="add",
    )


def _word(word: tuple[str, str]) -> Html:
    return tag("button", word[0], type="button", class_="chip", data_word=word[1])


def _line_read(line: LineView) -> Html:
    if line.wrong:
        said: tuple[Child, ...] = (tag("span", line.wrong, class_="error"),)
        if line.mended:
            said = (*said, button(join("? ", line.mended), MendLine(line.number), class_="ask"))
        return tag("li", tag("strong", line.who), " ", *said, id=f"line-{line.number}")
    who = tag("span", line.who, class_=f"got dot side-{line.side}")
    says = line.says or ("all else as usual",)
    return tag("li", who, *(tag("span", each, class_="got") for each in says), id=f"line-{line.number}")


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
