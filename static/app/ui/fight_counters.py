"""The counters of the fight and of its sides: in the head of the screen, and the sheet that makes and changes one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.intents.combatants import KeepFightCounterIntent, OpenFightCounter
from app.ui.markup import Html, button, classes, join, tag
from app.ui.sheet import Sheet, problem, render_field, sheet
from app.ui.words import side_places
from turntrack.core.commands import DropFightCounter, StepFightCounter
from turntrack.core.fields import Field, Kind, Pick
from turntrack.core.model import Counter, Encounter, FightCounter


@dataclass(frozen=True, slots=True)
class FightCounterView:
    """A counter in the head of the screen."""

    name: str
    value: int
    most: int
    side: int | None
    """The index of its side; None for a counter of the whole fight."""


def fight_counter_views(encounter: Encounter) -> tuple[FightCounterView, ...]:
    """Return the counters in the order in which they were made."""
    places = side_places(encounter)
    return tuple(
        FightCounterView(counter.name, counter.value, counter.most, places.get(counter.side) if counter.side else None)
        for counter in encounter.counters
    )


def counter_words(counter: Counter | FightCounter | FightCounterView) -> str:
    """Write a counter in a few words: ``Fear 4/12``."""
    return f"{counter.name} {counter.value}{f'/{counter.most}' if counter.most else ''}"


def render_fight_counters(views: tuple[FightCounterView, ...]) -> Html:
    """Render each counter with a − and a + button; nothing if the fight has no counters."""
    return tag("ul", *map(_render_counter, views), aria_label="Counters of the fight") if views else Html("")


def _render_counter(view: FightCounterView) -> Html:
    most = tag("small", f"/{view.most}") if view.most else None
    name = tag("span", view.name, class_=classes(view.side is not None and "dot"))
    is_full = bool(view.most) and view.value >= view.most
    return tag(
        "li",
        _render_step(view, -1, "−", "one less", is_last=view.value <= 0),
        button(
            join(name, " ", tag("b", view.value, most)),
            OpenFightCounter(view.name),
            class_="counted",
            aria_label=f"{counter_words(view)}: change the counter",
        ),
        _render_step(view, 1, "+", "one more", is_last=is_full),
        class_=classes(view.side is not None and f"side-{view.side}", is_full and "full"),
    )


def _render_step(view: FightCounterView, by: int, sign: str, words: str, *, is_last: bool) -> Html:
    step = StepFightCounter(view.name, by)
    return button(sign, step, class_="step", aria_label=f"{view.name}: {words}", disabled=is_last)


def render_fight_counter_form(encounter: Encounter, name: str, given: Mapping[str, str | bool], error: str) -> Sheet:
    """Render the sheet of a counter, or (without a name) of a new one."""
    counter = next((counter for counter in encounter.counters if counter.name == name), FightCounter(""))
    if name and not counter.name:
        return sheet("Gone", tag("p", "This counter is no longer in the fight."))
    sides = dict.fromkeys(combatant.side for combatant in encounter.combatants.values() if combatant.side)
    whose = (Pick("", "the whole fight"), *(Pick(side, side) for side in sides))
    fields = (
        Field("fight-counter", "Name", Kind.TEXT, counter.name, help="Malice, Doom, Momentum, a clock"),
        Field("value", "Now", Kind.NUMBER, counter.value),
        Field("most", "Maximum", Kind.NUMBER, counter.most or "", help="empty: no limit"),
        Field("gains", "Each round it gains", Kind.TEXT, counter.gains, help="2, heroes, heroes + round, 1d6, −1"),
        Field("counter-side", "Side", Kind.PICK, counter.side, picks=whose),
        Field("shown", "the players see it", Kind.FLAG, counter.shown),
        Field("counter-table", "its dice are rolled at the table", Kind.FLAG, counter.at_table),
    )
    rendered = (render_field(field, given.get(field.key, field.default)) for field in fields)
    stop = button("Stop counting", DropFightCounter(name), class_="quiet") if name else None
    return Sheet(
        name or "A counter of the fight",
        (
            problem(error),
            tag("div", *rendered, class_="fields"),
        ),
        sends=KeepFightCounterIntent(name),
        foot=(stop, tag("button", "Keep count", type="submit", class_="primary")),
    )
