"""HTML of the counters in a combatant's sheet, and of the sheet that begins one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from app.intents.combatants import Counters, KeepCounterIntent
from app.render.forms import problem, render_field
from app.render.markup import Html, button, join, tag
from app.render.sheet import Sheet
from turntrack.core.commands import DropCounter, StepCounter
from turntrack.core.fields import Field, Kind, Pick
from turntrack.core.model import Combatant, Id, RefillTime


def render_counters(combatant: Combatant) -> Html:
    """Render the counters of a combatant, and the button that begins another."""
    combatant_id = combatant.id
    rows = [
        tag(
            "li",
            tag("span", counter.name),
            _render_step("−", StepCounter(combatant_id, counter.name, -1), "one less"),
            tag("b", f"{counter.value}{f' of {counter.most}' if counter.most else ''}"),
            _render_step("+", StepCounter(combatant_id, counter.name, 1), "one more"),
            button(
                "",
                DropCounter(combatant_id, counter.name),
                class_="icon i-close",
                aria_label=f"Stop counting {counter.name}",
            ),
        )
        for counter in combatant.counters
    ]
    more = button("Add a counter…", Counters(combatant_id), class_="chip", id="counters")
    return join(tag("ul", *rows, class_="counters") if rows else None, more)


def _render_step(sign: str, step: StepCounter, words: str) -> Html:
    return button(sign, step, class_="step", aria_label=f"{step.name}: {words}")


def render_counter_form(combatant_id: Id, name: str, given: Mapping[str, str | bool], error: str) -> Sheet:
    """Render the sheet that begins a counter."""
    called = Field("counter", "What is counted", Kind.TEXT, "", help="luck, arrows, stress")
    most = Field("most", "The most", Kind.NUMBER, "", help="empty: no limit")
    times = tuple(Pick(time, _refill_words(time)) for time in RefillTime)
    fills = Field("fills", "Full again", Kind.PICK, "", picks=times)
    fields = (render_field(field, given.get(field.key, field.default)) for field in (called, most, fills))
    return Sheet(
        f"{name} counts …",
        (problem(error), tag("div", *fields, class_="fields")),
        sends=KeepCounterIntent(combatant_id),
        foot=(tag("button", "Keep count", type="submit", class_="primary"),),
    )


def _refill_words(fills: RefillTime) -> str:
    """Say when a counter is refilled."""
    match fills:
        case RefillTime.NEVER:
            return "by hand"
        case RefillTime.TURN:
            return "on each own turn"
        case RefillTime.ROUND:
            return "each round"
        case RefillTime.REST:
            return "on a rest"
        case _:
            assert_never(fills)
