"""HTML of the notices below the bar, about saving and the last deletion."""

from __future__ import annotations

from collections.abc import Iterable

from app.storage.save_status import Notice
from app.ui.markup import Html, button, classes, join, tag


def render_notices(notices: Iterable[Notice]) -> Html:
    """Render the notices with their buttons."""
    return join(
        *(
            tag(
                "p",
                tag("span", notice.text),
                *(button(way.label, way.intent, class_="quiet") for way in notice.ways),
                class_=classes("notice", notice.bad and "bad", notice.passing and "passing"),
            )
            for notice in notices
        )
    )
