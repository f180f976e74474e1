"""Wounds that take one tap: on the row of whoever was struck, and in the sheet for one alone."""

from __future__ import annotations

from app.intents.damage import OpenDamage, Strike
from app.intents.fight import FallIntent
from app.render.markup import Html, button, classes, join, tag
from app.views.track import RowView
from turntrack.core.model import Id

AT_ONCE = (1, 2, 3, 5, 10)
"""Amounts that take one tap."""


def render_amounts(combatant_id: Id) -> Html:
    return join(*(button(f"−{amount}", Strike(combatant_id, amount), class_="hit") for amount in AT_ONCE))


def render_falls(combatant_id: Id, at: str) -> Html:
    """Render the way to the ground, for whoever has no health left; ``at`` says where on the page."""
    return button("Falls", FallIntent(combatant_id), class_="falls", id=f"{at}-{combatant_id}")


def render_struck_beside(row: RowView, is_on_slab: bool) -> Html:
    """Render the same below the choices: for a screen on which the row is out of sight, or for a row on the slab."""
    falls = render_falls(row.id, "falls-beside") if row.may_fall else None
    return tag(
        "section",
        tag("b", row.name, class_="dot"),
        render_struck(row.id, row.name, falls) if row.struck else tag("div", falls, class_="hurts"),
        class_=classes("block", "aside", f"side-{row.side}", not is_on_slab and "narrow"),
        id="struck" if row.struck else f"beside-{row.id}",
    )


def render_struck(combatant_id: Id, name: str, falls: Html | None) -> Html:
    """Render what stands on the row: the last button opens the pad, and ``falls`` is there where no health is left."""
    pad = button("…", OpenDamage(combatant_id), aria_label=f"Wounds of {name}: another amount, several at once")
    return tag(
        "div", falls or render_amounts(combatant_id), pad, class_="hurts", role="group", aria_label=f"Wounds of {name}"
    )
