"""The words of a quick line, of each of which the game master can say what it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from app.intents.fight import MendLine, SayWords
from app.ui.markup import Html, button, join, tag
from app.values.forms import FormInput
from app.values.lists import Span
from turntrack.core.fields import Field, Values
from turntrack.lines.roles import LEFT_OUT, Retelling, Role, choices_for, read_words


@dataclass(frozen=True, slots=True)
class WordView:
    """A word, what it is read as, and its name on the page."""

    name: str
    text: str
    role: Role


@dataclass(frozen=True, slots=True)
class LineWords:
    """The words of a line."""

    name: str
    """The name of the line on the page, with which those of its words begin."""
    words: tuple[WordView, ...] = ()
    """Empty unless the line is open."""
    asked: str = ""
    """The name of the open word."""
    choices: tuple[Retelling, ...] = ()
    """What the open word can be."""
    before: str = ""
    """What the line was before it was mended; empty if it was not."""


def line_words(line: str, name: str, fields: tuple[Field, ...], sheet: Values, typed: FormInput) -> LineWords:
    """Return the words of a line, if it is open, and what the open one of them can be; ``sheet`` is what is read."""
    asked, mended = typed.asked, typed.mended
    if asked != name and not asked.startswith(f"{name}-"):
        return LineWords(name)
    words, again, views = read_words(line, fields, sheet), Counter[str](), list[WordView]()
    choices: tuple[Retelling, ...] = ()
    for at, word in enumerate(words):
        again[word.text] += 1
        # A mended line has its words in another order: they are known by their text.
        view = WordView(f"{name}-{again[word.text]}-{word.text}", word.text, word.role)
        views += [view] if word.text else []
        choices = choices_for(words, at, fields) if view.name == asked else choices
    return LineWords(name, tuple(views), asked, choices, mended[1] if mended[0] == line else "")


def render_line_words(span: Span, shown: LineWords) -> Html:
    """Render the words of the open line, and what the open word can be; a tap on that mends the line."""
    words = (_render_word(word, shown) for word in shown.words)
    undo = button("Undo", MendLine(*span, shown.before), class_="chip i-undo") if shown.before else None
    asked = next((word for word in shown.words if word.name == shown.asked), None)
    return tag(
        "div",
        tag("div", *words, undo, class_="told", role="group", aria_label="What each word is"),
        _render_choices(span, asked, shown.choices) if asked else None,
        class_="line-words",
        id=f"told-{shown.name}",
    )


def _render_word(word: WordView, shown: LineWords) -> Html:
    is_open = word.name == shown.asked
    says = "–" if word.role == LEFT_OUT else word.role.label
    return button(
        join(tag("b", word.text), " ", tag("small", says)),
        SayWords(shown.name if is_open else word.name),
        class_=("told-word", is_open and "on"),
        id=word.name,
        aria_expanded="true" if is_open else "false",
    )


def _render_choices(span: Span, asked: WordView, choices: tuple[Retelling, ...]) -> Html:
    buttons = (
        button(
            choice.role.label,
            MendLine(*span, choice.line),
            class_=("chip", choice.role == asked.role and "on"),
            aria_pressed="true" if choice.role == asked.role else "false",
        )
        for choice in choices
    )
    return tag("div", *buttons, class_="ways", role="group", aria_label=f"{asked.text} is")
