"""HTML of the buttons that let combatants without health fall, on their rows and below the choices."""

from __future__ import annotations

from collections.abc import Sequence

from app.render.markup import Html, button, classes, tag
from app.views.track import FoldView, RowView
from turntrack.core.commands import Fall
from turntrack.core.model import Id


def render_fall_button(ids: Sequence[Id], at: str) -> Html:
    """Render the button that lets combatants without health fall; ``at`` makes its id unique."""
    first, *others = ids
    words = f"All {len(ids)} down" if others else "Down"
    return button(words, Fall(first, tuple(others)), class_="falls", id=f"{at}-{first}")


def render_fall_beside(row: RowView, is_on_slab: bool) -> Html:
    """Render the button below the choices, for a row without damage that is out of sight or on the slab."""
    return _render_beside((row.id,), row.name, row.side, is_narrow=not is_on_slab)


def render_falls_beside(fold: FoldView) -> Html:
    """Render the button of folded rows below the choices, where the rows are out of sight."""
    return _render_beside(fold.ids, fold.names, fold.first.side, is_narrow=True)


def _render_beside(ids: Sequence[Id], names: str, side: int, *, is_narrow: bool) -> Html:
    return tag(
        "section",
        tag("b", names, class_="dot"),
        tag("div", render_fall_button(ids, "falls-beside"), class_="hurts"),
        class_=classes("block", "aside", f"side-{side}", is_narrow and "narrow"),
        id=f"beside-{ids[0]}",
    )
