"""The sheet *How it works*: six things that are done at the table, each with a miniature of the screen."""

from __future__ import annotations

from dataclasses import dataclass

from app.intents.library import OpenAbout
from app.ui.markup import Child, Html, button, classes, tag
from app.ui.sheet import Sheet

OURS, FOES = 0, 1
"""The places of two sides, which choose colour and shape."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A thing to do: what it is called, how it is done, and a miniature of it."""

    title: str
    words: str
    miniature: tuple[Html, ...]


def render_how() -> Sheet:
    """Render the sheet."""
    return Sheet(
        "How it works",
        (
            tag("ol", *map(_render_lesson, _lessons()), class_="lessons"),
            tag("p", button("About Turntrack", OpenAbout(), class_="quiet"), class_="buttons"),
        ),
        under="Tap where the ring is.",
    )


def _render_lesson(lesson: Lesson) -> Html:
    picture = tag("div", *lesson.miniature, class_="mini", aria_hidden="true")
    return tag("li", picture, tag("h3", lesson.title), tag("p", lesson.words))


def _lessons() -> tuple[Lesson, ...]:
    return (
        Lesson(
            "First fight",
            "Tap your game and type who fights, a line each: a name, then what you know of them. Tap what is read "
            "wrong. Then begin the round. In each turn, tap what is done.",
            (
                tag("span", tag("span", "Aria, 24 hp"), tag("span", "4 goblins, 7 hp"), class_="mini-box"),
                _line(_key("Begin round 1", is_tapped=True, is_main=True)),
            ),
        ),
        Lesson(
            "Damage",
            "While an attack is open, the rows of its targets have buttons: one tap is the hit and its damage. "
            "For other amounts, for healing and for several at once, tap the health.",
            (
                _row("12", "Goblin A", FOES, "7/7"),
                _line(_key("miss"), _key("2"), _key("3"), _key("5", is_tapped=True), _key("10"), _key("…")),
            ),
        ),
        Lesson(
            "Conditions",
            "Tap a row, the condition, and the turn with which it ends. It ends by itself then, and the log says so.",
            (
                _row("17", "Aria", OURS, "18/24"),
                _line(_key("prone"), _key("stunned", is_tapped=True), _key("held")),
            ),
        ),
        Lesson(
            "Players",
            "In the menu, For the players… shows them the order: in a second window, on this screen turned around, or "
            "by a link. Hidden combatants, cards and notes are not shown.",
            (
                _row("19", "Troll", FOES, "hidden", is_faint=True),
                _row("17", "Aria", OURS, "18/24"),
                _line(_key("For the players…", is_tapped=True)),
            ),
        ),
        Lesson(
            "Next fight",
            "When a side is down, Next fight… begins another by the same rules. The party comes along as it stands, or "
            "rested. Your templates are offered there.",
            (
                _row("Ar", "Aria", OURS, "18/24"),
                _row("Bo", "Borin", OURS, "31/31"),
                _line(_key("The swamp", is_tapped=True, is_main=True), _key("Without a template")),
            ),
        ),
        Lesson(
            "Step back",
            "Undo takes back one step, as often as you like. The log leads back to any earlier line. What you undid "
            "and played otherwise stays in the log as a branch.",
            (
                _row("12", "Goblin A", FOES, "2/7"),
                _line(_key("Undo", is_tapped=True), tag("span", "Goblin A takes 5.", class_="mini-said")),
            ),
        ),
    )


def _row(score: str, name: str, side: int, state: str, is_faint: bool = False) -> Html:
    """Draw a row of the order."""
    return tag(
        "span",
        tag("span", score, class_="mini-bead"),
        tag("b", name),
        tag("span", state, class_="mini-state"),
        class_=classes("mini-row", f"side-{side}", is_faint and "faint"),
    )


def _line(*pieces: Child) -> Html:
    return tag("span", *pieces, class_="mini-line")


def _key(label: str, is_tapped: bool = False, is_main: bool = False) -> Html:
    """Draw a button."""
    return tag("span", label, class_=classes("mini-key", is_tapped and "tapped", is_main and "main"))
