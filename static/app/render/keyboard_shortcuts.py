"""HTML of the sheet with the keyboard shortcuts."""

from __future__ import annotations

from collections.abc import Mapping

from app.render.forms import problem, render_setting
from app.render.markup import Html, tag
from app.render.sheet import Sheet
from turntrack.core.settings import SINGLE_KEYS

SINGLE = (
    ("/", "find an action, a rule, a combatant"),
    ("?", "this list"),
    ("c", "go to the choices of the turn"),
    ("a", "add combatants"),
    ("l", "the log"),
    ("m", "the menu"),
    ("0 to 9", "in the damage pad: the amount; h halves, x doubles, Backspace deletes, d applies"),
)
OTHERS = (
    ("Ctrl or ⌘ with Z", "undo; with Y, or Shift and Z: redo"),
    ("Escape", "close what is open, one step at a time"),
    ("↑ and ↓", "in the order: from row to row; on a bead: a place earlier or later; in search results: up and down"),
    ("← and →", "in the order: the buttons beside a name"),
    ("Ctrl or ⌘ with Enter", "send what you are typing"),
)


def render_keys(chosen: Mapping[str, str], error: str) -> Sheet:
    """Render the shortcuts; those of a single letter can be switched off."""
    return Sheet(
        "Keys",
        (
            problem(error),
            render_setting(SINGLE_KEYS, chosen.get(SINGLE_KEYS.key, SINGLE_KEYS.default)),
            tag("table", tag("tbody", *map(_render_line, (*SINGLE, *OTHERS))), class_="clocks keys"),
        ),
        under="With a keyboard, while you are not typing in a box",
    )


def _render_line(line: tuple[str, str]) -> Html:
    return tag("tr", tag("th", line[0], scope="row"), tag("td", line[1]))
