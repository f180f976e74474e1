"""HTML of the sheet of a rest, in a fight or between fights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.intents import FormIntent
from app.render.frame import problem, render_field
from app.render.markup import tag
from app.render.sheet import Sheet
from app.values.rest_form import HEALTH, POINTS, RESTS
from turntrack.core.fields import Field, Kind


@dataclass(frozen=True, slots=True)
class RestView:
    """Somebody who may rest."""

    key: str
    name: str
    state: str
    """What there is to recover; empty for nothing."""
    rests: bool
    """Whether the box is ticked at first."""


def render_rest(who: Iterable[RestView], sends: FormIntent, given: Mapping[str, str | bool], error: str) -> Sheet:
    """Render who may rest, and the health that the rest restores."""
    boxes = (
        render_field(
            Field(
                f"{RESTS}{each.key}", f"{each.name}: {each.state}" if each.state else each.name, Kind.FLAG, each.rests
            ),
            given.get(f"{RESTS}{each.key}", each.rests),
        )
        for each in who
    )
    health = (render_field(field, given.get(field.key, field.default)) for field in (HEALTH, POINTS))
    return Sheet(
        "Rest",
        (
            problem(error),
            tag("div", *boxes, class_="fields", id="who-rests"),
            tag("div", *health, class_="fields"),
            tag("p", "Counters refill, but not those refilled by hand. Conditions until a rest end.", class_="hint"),
        ),
        sends=sends,
        foot=(tag("button", "Rest", type="submit", class_="primary"),),
    )


def _box(each: RestView) -> Field:
    label = f"{each.name}: {each.state}" if each.state else each.name
    return Field(f"{RESTS}{each.key}", label, Kind.FLAG, each.rests)
