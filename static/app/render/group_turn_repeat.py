"""HTML of the button with which the other members of a group repeat a turn."""

from __future__ import annotations

from app.intents.fight import SameAgain
from app.render.markup import Html, button, tag


def render_repeat_button(words: str) -> Html:
    """Render the button that has the others of a group do the same."""
    return tag(
        "section",
        button(
            words,
            SameAgain(),
            class_="chip i-act",
            id="same-again",
        ),
        class_="block aside",
        id="same",
    )
