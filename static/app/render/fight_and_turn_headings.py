"""HTML of the headings of a fight: its title with the round and the clock, and whose turn it is."""

from __future__ import annotations

from app.intents.fight import Menu
from app.render.markup import Html, button, join, tag
from app.values.fight_names import name_of, round_words
from app.views.current_turn import SlabView
from turntrack.core.model import Encounter
from turntrack.core.settings import SINGLE_KEYS, setting
from turntrack.systems.protocol import TurnSystem


def render_title(encounter: Encounter, system: TurnSystem, since: int = 0) -> Html:
    """Render the name of the fight. ``since`` is when the turn began, for the page's clock."""
    where = system.title
    if encounter.round and not (system.is_endless and encounter.round == 1):
        where += f" · {round_words(encounter.round, encounter.part, system)}"
    clock = tag("span", class_="clock", data_since=since, aria_hidden="true") if since else None
    keys = "off" if setting(encounter, SINGLE_KEYS) == "off" else None
    return tag(
        "h1", button(join(name_of(encounter), " ", tag("small", clock, where)), Menu(), class_="title"), data_keys=keys
    )


def render_actors_spoken(view: SlabView) -> Html:
    """Render whose turn it is, for screen readers."""
    return tag("h2", view.heading, class_="hidden") if view.acting else Html("")


def render_turn_heading(view: SlabView) -> Html:
    """Render the element that tells the page the turn; if nobody acts, the heading and the words below it are in it."""
    heading = None if view.acting else tag("h2", view.heading, class_="heading")
    words = tag("p", view.words) if view.words else None
    return tag("div", heading, words, class_="who", data_turn=view.turn)
