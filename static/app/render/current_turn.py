"""HTML of the current turn: the slab with who is next and the button that opens a round; and the bar above it."""

from __future__ import annotations

from app.intents.fight import Menu, Open
from app.render.markup import Html, button, classes, join, tag
from app.values.fight_name_from_opponents import name_of
from app.values.round_words import round_words
from app.views.current_turn import SlabView, UpcomingView
from turntrack.core.common_settings import SINGLE_KEYS, setting
from turntrack.core.model import Encounter
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


def render_slab(view: SlabView) -> Html:
    """Render the turns to come; if nobody acts, the heading and the button that opens the round."""
    heading = None if view.acting else tag("h2", view.heading, class_="heading")
    words = tag("p", view.words) if view.words else None
    icon = "i-dice" if view.throws else "i-next"
    return join(
        tag("div", heading, words, class_="who", data_turn=view.turn),
        tag("ol", *(_render_upcoming(turn) for turn in view.coming), class_="coming", aria_label="Coming")
        if view.coming
        else None,
        button(
            view.open_label,
            Open(),
            class_=f"begin {icon}",
            id="open",
            disabled=not view.can_open,
        )
        if view.open_label
        else None,
    )


def _render_upcoming(turn: UpcomingView) -> Html:
    name = tag("b", turn.label, class_=classes(turn.side is not None and "dot", len(turn.label) > 12 and "long"))
    return tag(
        "li",
        tag("span", turn.word),
        " ",
        name,
        class_=f"side-{turn.side}" if turn.side is not None else None,
        data_ids=" ".join(turn.ids) or None,
    )
