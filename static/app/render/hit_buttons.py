"""HTML of the buttons that enter damage with one tap, on the target's row and below the choices."""

from __future__ import annotations

from collections.abc import Sequence

from app.intents.damage import OpenDamage
from app.render.markup import Html, button, classes, join, tag
from app.views.track import FoldView, RowView
from turntrack.core.commands import Fall, Hit, Wound
from turntrack.core.model import Id

AT_ONCE = (1, 2, 3, 5, 10)
"""Amounts that take one tap."""


def render_amount_buttons(combatant_id: Id, *, up: bool) -> Html:
    """Render a button for each common amount of damage, which is counted ``up`` or taken off."""
    hits, sign = (Hit(combatant_id),), "+" if up else "−"
    return join(*(button(f"{sign}{amount}", Wound(amount, hits), class_="hit") for amount in AT_ONCE))


def render_fall_button(ids: Sequence[Id], at: str) -> Html:
    """Render the button that lets combatants without health fall; ``at`` makes its id unique."""
    first, *others = ids
    words = f"All {len(ids)} down" if others else "Down"
    return button(words, Fall(first, tuple(others)), class_="falls", id=f"{at}-{first}")


def render_falls_beside(fold: FoldView) -> Html:
    """Render the button of folded rows below the choices, where the rows are out of sight."""
    return tag(
        "section",
        tag("b", fold.names, class_="dot"),
        tag("div", render_fall_button(fold.ids, "falls-beside"), class_="hurts"),
        class_=classes("block", "aside", f"side-{fold.first.side}", "narrow"),
        id=f"beside-{fold.first.id}",
    )


def render_hit_buttons_beside(row: RowView, is_on_slab: bool) -> Html:
    """Render the same buttons below the choices, for a row that is out of sight or on the slab."""
    falls = render_fall_button((row.id,), "falls-beside") if row.may_fall else None
    return tag(
        "section",
        tag("b", row.name, class_="dot"),
        render_hit_buttons(row, falls) if row.struck else tag("div", falls, class_="hurts"),
        class_=classes("block", "aside", f"side-{row.side}", not is_on_slab and "narrow"),
        id="struck" if row.struck else f"beside-{row.id}",
    )


def render_hit_buttons(row: RowView, falls: Html | None) -> Html:
    """Render the damage buttons of a row; the last one opens the damage sheet. ``falls`` is the button to fall."""
    pad = button("…", OpenDamage(row.id), aria_label=f"Damage to {row.name}: another amount, several at once")
    return tag(
        "div",
        falls or render_amount_buttons(row.id, up=row.health is not None and row.health.is_damage),
        pad,
        class_="hurts",
        role="group",
        aria_label=f"Damage to {row.name}",
    )
