"""HTML of the sheet that opens the players' screen and chooses what it shows."""

from __future__ import annotations

from collections.abc import Mapping

from app.intents.page import FacePlayers, MakeCode, OpenWindow
from app.render.forms import problem, render_setting
from app.render.markup import button, tag
from app.render.sheet import Sheet
from turntrack.core.settings import PLAYERS_SETTINGS


def render_players_sheet(chosen: Mapping[str, str], error: str) -> Sheet:
    """Render the ways to show the players' screen, and the options for what it shows."""
    return Sheet(
        "For the players",
        (
            problem(error),
            tag(
                "div",
                button("Show on this screen", FacePlayers(), class_="menu-item i-party", id="face-players"),
                button("Open a second window", OpenWindow(), class_="menu-item i-copy", id="players-window"),
                button("A code and a link for this moment", MakeCode(), class_="menu-item i-export", id="players-code"),
                class_="menu-items",
            ),
            tag(
                "p",
                "The second window is for a screen on this device, and follows the fight. The code is for the players’ "
                "phones: it shows this moment and does not follow.",
                class_="hint",
            ),
            tag("h3", "What they see"),
            *(render_setting(option, chosen.get(option.key, option.default)) for option in PLAYERS_SETTINGS),
        ),
        under="Who acts, who is next, and the order, without hidden combatants and notes",
    )
