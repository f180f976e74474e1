"""The bar at the top: which fight, which round, undo and redo."""

from __future__ import annotations

from app.intents.fight import Menu, Redo, Undo
from app.markup import Html, button, join, tag
from app.naming import name_of
from engine.model import Encounter
from engine.systems.protocol import TurnSystem


def render_title(encounter: Encounter, system: TurnSystem) -> Html:
    where = system.title
    if encounter.round:
        where += f" · {system.round_word} {encounter.round}"
        if system.part_word:
            where += f", {system.part_word} {encounter.part}"
    name = join(tag("strong", name_of(encounter)), " ", tag("small", where))
    return tag("h1", button(name, Menu(), class_="title", id="menu"))


def render_history(undo: str, redo: str) -> Html:
    """Render undo and redo, each named after the step that it would take."""
    return join(
        button(
            join(
                tag("span", "↶", class_="arrow", aria_hidden="true"), tag("span", f"Undo: {undo}" if undo else "Undo")
            ),
            Undo(),
            class_="history",
            id="undo",
            disabled=not undo,
        ),
        button(
            join(
                tag("span", "↷", class_="arrow", aria_hidden="true"), tag("span", f"Redo: {redo}" if redo else "Redo")
            ),
            Redo(),
            class_="history",
            id="redo",
            disabled=not redo,
        ),
    )
