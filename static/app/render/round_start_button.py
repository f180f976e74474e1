"""HTML of the button that opens the next round."""

from __future__ import annotations

from app.intents.fight import Open
from app.render.markup import Html, button
from app.views.current_turn import SlabView


def render_round_start_button(view: SlabView) -> Html | None:
    """Render the button that opens the next round; nothing while a round is running."""
    icon = "i-dice" if view.throws else "i-next"
    if not view.open_label:
        return None
    return button(view.open_label, Open(), class_=f"begin {icon}", id="open", disabled=not view.can_open)
