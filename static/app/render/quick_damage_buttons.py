"""HTML of the buttons that enter damage with one tap, on the target's row and below the choices."""

from __future__ import annotations

from app.intents.combatants import OpenDamage
from app.render.fall_buttons import render_fall_button
from app.render.markup import Html, button, classes, join, tag
from app.views.track import RowView
from turntrack.core.commands import Hit, Wound
from turntrack.core.model import Id

AT_ONCE = (1, 2, 3, 5, 10)
"""Amounts that take one tap."""


def render_amount_buttons(combatant_id: Id, *, up: bool) -> Html:
    """Render a button for each common amount of damage, which is counted ``up`` or taken off."""
    hits, sign = (Hit(combatant_id),), "+" if up else "−"
    return join(*(button(f"{sign}{amount}", Wound(amount, hits), class_="hit") for amount in AT_ONCE))


def render_damage_buttons_beside(row: RowView, is_on_slab: bool) -> Html:
    """Render the same buttons below the choices, for a target that is out of sight or on the slab."""
    falls = render_fall_button((row.id,), "falls-beside") if row.may_fall else None
    return tag(
        "section",
        tag("b", row.name, class_="dot"),
        render_damage_buttons(row, falls),
        class_=classes("block", "aside", f"side-{row.side}", not is_on_slab and "narrow"),
        id="struck",
    )


def render_damage_buttons(row: RowView, falls: Html | None) -> Html:
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
