"""HTML of the form for a note in the log."""

from __future__ import annotations

from app.intents.fight import (
    WriteNoteIntent,
)
from app.render.forms import problem
from app.render.markup import tag
from app.render.sheet import Sheet


def render_note(typed: str, error: str) -> Sheet:
    """Render the form for a note."""
    area = tag("textarea", typed, name="text", id="text", rows=3, data_first=True)
    return Sheet(
        "A note in the log",
        (tag("label", "Note", for_="text"), area, problem(error)),
        sends=WriteNoteIntent(),
        foot=(tag("button", "Write", type="submit", class_="primary"),),
    )
