"""HTML of the menu of the fight."""

from __future__ import annotations

from app.intents.combatants import OpenReinforcements
from app.intents.fight import (
    Account,
    Add,
    Clocks,
    Keys,
    Note,
    OpenRest,
    Options,
    Players,
    Rename,
    Rules,
)
from app.intents.library import AskTemplateName, ExportOpen, Import, OpenAbout, OpenNextFight, OpenParty, StartAgain
from app.intents.page import Home, Print
from app.intents.rule_editor import MakeOfFight
from app.render.forms import render_name
from app.render.markup import Html, button, tag
from app.render.sheet import Sheet, sheet
from turntrack.core.commands import CloseRound


def render_menu(
    name: str, typed: str, error: str, branches: Html | None, has_own_rules: bool = False, close: str = ""
) -> Sheet:
    """Render the menu. ``branches`` is the list of branches, if there are any.

    ``close`` is the label of the button that ends the round; empty while none is running.
    """
    return sheet(
        name,
        render_name(Rename(), typed, error),
        *_render_ways(
            "Who fights",
            button("Add combatants", Add(), class_="menu-item i-add"),
            button("Party…", OpenParty(), class_="menu-item i-party"),
            button("What comes later", OpenReinforcements(), class_="menu-item i-wait"),
            button("Rest…", OpenRest(), class_="menu-item i-wait"),
        ),
        *_render_ways(
            "At the table",
            button("For the players…", Players(), class_="menu-item i-party"),
            button("How your table plays", Options(), class_="menu-item i-options"),
            button("Rules", Rules(), class_="menu-item i-rules"),
            button("Change the rules…", MakeOfFight(), class_="menu-item i-options") if has_own_rules else None,
            button("Turns and minutes", Clocks(), class_="menu-item i-wait"),
            button("Keys", Keys(), class_="menu-item i-options"),
        ),
        *_render_ways(
            "This fight",
            button(close, CloseRound(), class_="menu-item i-over", id="close-round") if close else None,
            button("Write a note", Note(), class_="menu-item i-note"),
            button("How it went", Account(), class_="menu-item i-over"),
            button("Next fight…", OpenNextFight(), class_="menu-item i-next"),
            button("Restart", StartAgain(), class_="menu-item i-undo"),
            button("Save as a template…", AskTemplateName(), class_="menu-item i-copy"),
        ),
        *_render_ways(
            "Beyond this fight",
            button("Print…", Print(), class_="menu-item i-file"),
            button("Export…", ExportOpen(), class_="menu-item i-export"),
            button("Import…", Import(), class_="menu-item i-import"),
            button("All fights", Home(), class_="menu-item i-back"),
            button("About Turntrack", OpenAbout(), class_="menu-item i-rules"),
        ),
        tag("h3", "Branches") if branches else None,
        tag("p", "What you undid before doing something else is kept here.", class_="hint") if branches else None,
        branches,
    )


def _render_ways(title: str, *ways: Html | None) -> tuple[Html, Html]:
    return tag("h3", title), tag("div", *ways, class_="menu-items")
