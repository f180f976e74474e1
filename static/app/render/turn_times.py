"""HTML of the sheet with turns and minutes per combatant."""

from __future__ import annotations

from collections.abc import Mapping

from app.render.forms import problem, render_setting
from app.render.markup import Html, tag
from app.render.sheet import Sheet
from app.views.turn_times import ClockLine, ClockView, write_time
from turntrack.core.settings import TURN_CLOCK


def render_clocks(view: ClockView, chosen: Mapping[str, str], error: str) -> Sheet:
    """Render the turns and minutes of each combatant, and the option for the clock."""
    heads = tag("tr", *(tag("th", heading, scope="col") for heading in ("Who", "Turns", "Minutes")))
    told = "Gaps of over 15 minutes count as breaks."
    return Sheet(
        "Turns and minutes",
        (
            problem(error),
            tag(
                "table",
                tag("tbody", heads, *(_render_line(line, view.is_timed) for line in view.lines)),
                class_="clocks",
            ),
            tag("p", told, class_="hint") if view.is_timed else None,
            render_setting(TURN_CLOCK, chosen.get(TURN_CLOCK.key, TURN_CLOCK.default)),
        ),
        under="Who had how many turns, and how long",
    )


def _render_line(line: ClockLine, is_timed: bool) -> Html:
    return tag(
        "tr",
        tag("th", tag("span", line.name, class_=f"dot side-{line.side}"), scope="row"),
        tag("td", line.turns),
        tag("td", write_time(line.seconds) if is_timed else "not known"),
    )
