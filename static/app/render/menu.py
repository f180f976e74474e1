"""What opens for the fight as a whole, and for a note."""

from __future__ import annotations

from app.intents.fight import (
    Add,
    Note,
    Options,
    Rename,
    Rules,
    WriteNote,
)
from app.intents.library import ExportOpen, Import, Party
from app.intents.page import Home
from app.markup import Html, button, tag
from app.render.frame import form
from app.render.sheet import Sheet, sheet


def render_menu(name: str, typed: str, error: str, branches: Html | None) -> Sheet:
    """Render what concerns the fight as a whole. ``branches`` lists what was cut off, where there is any of that."""
    return sheet(
        name,
        form(
            Rename(),
            "Rename",
            tag("label", "Name of the encounter", for_="name"),
            tag("input", type="text", name="name", id="name", value=typed, autocomplete="off"),
            error=error,
        ),
        tag(
            "p",
            button("How your table plays", Options(), class_="quiet"),
            button("Rules", Rules(), class_="quiet"),
            button("Add combatants", Add(), class_="quiet"),
            button("Write a note", Note(), class_="quiet"),
            button("Party…", Party(), class_="quiet"),
            button("Import…", Import(), class_="quiet"),
            button("Export…", ExportOpen(), class_="quiet"),
            button("All fights", Home(), class_="quiet"),
            class_="buttons column",
        ),
        tag("h3", "Branches") if branches else None,
        tag("p", "What was undone, and then something else was done instead: it is kept here.", class_="hint")
        if branches
        else None,
        branches,
    )


def render_note(typed: str, error: str) -> Sheet:
    area = tag("textarea", typed, name="text", id="text", rows=3, data_first=True)
    return sheet("A note in the log", form(WriteNote(), "Write", tag("label", "Note", for_="text"), area, error=error))
