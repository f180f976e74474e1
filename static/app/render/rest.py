"""HTML of the sheet of a rest, in a fight or between fights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.intents import FormIntent
from app.render.forms import problem, render_field
from app.render.markup import Html, tag
from app.render.sheet import Sheet
from app.values.forms import HEALTH, POINTS, RESTS
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
    is_other: bool = False
    """Whether it is no member of the party, so that the box is folded."""


def render_rest(who: Iterable[RestView], sends: FormIntent, given: Mapping[str, str | bool], error: str) -> Sheet:
    """Render the health that the rest restores, and who may rest."""
    everybody = tuple(who)
    party = [_render_box(each, given) for each in everybody if not each.is_other]
    others = [_render_box(each, given) for each in everybody if each.is_other]
    fold = tag("details", tag("summary", f"Others ({len(others)})"), tag("div", *others, class_="fields"))
    return Sheet(
        "Rest",
        (
            problem(error),
            _render_ways(str(given.get(HEALTH.key, HEALTH.default))),
            tag("div", render_field(POINTS, given.get(POINTS.key, POINTS.default)), class_="fields"),
            tag("div", *party, class_="fields", id="who-rests") if party else None,
            (fold if party else tag("div", *others, class_="fields")) if others else None,
            tag("p", "Counters refill, but not those refilled by hand. Conditions until a rest end.", class_="hint"),
        ),
        sends=sends,
        foot=(tag("button", "Rest", type="submit", class_="primary"),),
    )


def _render_ways(chosen: str) -> Html:
    """Render how much health comes back, one of several."""
    ways = (
        tag(
            "label",
            tag(
                "input",
                type="radio",
                name=HEALTH.key,
                value=pick.key,
                id=f"rest-{pick.key}",
                checked=pick.key == chosen,
            ),
            tag("span", pick.label),
            class_="chip",
        )
        for pick in HEALTH.picks
    )
    return tag(
        "p",
        tag("span", HEALTH.label, class_="label"),
        *ways,
        class_="chips",
        role="radiogroup",
        aria_label=HEALTH.label,
    )


def _render_box(each: RestView, given: Mapping[str, str | bool]) -> Html:
    key, label = f"{RESTS}{each.key}", f"{each.name}: {each.state}" if each.state else each.name
    return render_field(Field(key, label, Kind.FLAG, each.rests), given.get(key, each.rests))
