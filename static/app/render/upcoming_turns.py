"""HTML of the list of the turns to come."""

from __future__ import annotations

from app.render.markup import Html, classes, tag
from app.views.current_turn import UpcomingView


def render_upcoming_turns(coming: tuple[UpcomingView, ...]) -> Html | None:
    """Render the turns to come; nothing if none are known."""
    return tag("ol", *map(_render_upcoming, coming), class_="coming", aria_label="Coming") if coming else None


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
