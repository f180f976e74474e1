"""The screen in place of a fight that cannot be drawn, with undo and export."""

from __future__ import annotations

from app.fight.fight import Fight
from app.intents.library import ExportRaw
from app.intents.page import Home
from app.screens.fight import FightScreen
from app.ui.markup import button, join, tag
from app.ui.slab import render_undo_redo_log
from app.values.fight_names import name_of


def draw_fault(fight: Fight, why: str) -> FightScreen:
    """Draw undo and export instead of a fight that cannot be drawn, without asking its rules."""
    words = (
        "This moment of the fight cannot be shown. What was done is kept: Undo goes back to where it can be shown. If "
        "that does not help, export the fight, and go to the list of fights."
    )
    panel = join(
        tag("h2", "This cannot be shown", class_="heading"),
        tag("p", words),
        tag("p", tag("small", why)),
        tag(
            "p",
            button("Export", ExportRaw(fight.key), class_="primary"),
            button("All fights", Home(), class_="quiet"),
            class_="buttons",
        ),
    )
    regions: dict[str, str] = {
        "title": tag("h1", tag("strong", name_of(fight.encounter))),
        "whose": "",
        "now": "",
        "history": render_undo_redo_log(
            fight.log.undo_title(), fight.log.redo_title(), (), len(fight.session.past), False
        ),
        "panel": panel,
    }
    return FightScreen(regions, {"acting": (), "track": ()}, ())
