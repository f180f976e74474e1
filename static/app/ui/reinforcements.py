"""Reinforcements and happenings: their sheet, their line on the string, and those that are due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.intents.combatants import (
    AddReinforcements,
    ComesThen,
    OpenReinforcements,
    PlanHappeningIntent,
    SendToWings,
)
from app.intents.fight import TypeIn
from app.ui.adding import LineView, render_lines_read
from app.ui.markup import Html, button, classes, entry_for, form_for, join, tag, toggle
from app.ui.sheet import Sheet, problem, render_change, render_field
from app.ui.words import capitalized, side_places
from turntrack.core.commands import BringIn, DropHappening, Hide
from turntrack.core.fields import Field, Kind, Pick
from turntrack.core.model import Encounter, Id, Schedule
from turntrack.log.clauses import comes_words, happens_words
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class ReinforcementView:
    id: Id
    name: str
    side: int | None
    """None while nobody of that side is in the fight."""
    side_name: str
    comes: str
    hidden: bool
    typed: str = ""
    """The time of arrival as the game master types it."""


@dataclass(frozen=True, slots=True)
class HappeningView:
    number: int
    text: str
    comes: str
    due: bool
    every_round: bool


@dataclass(frozen=True, slots=True)
class ReinforcementsView:
    waiting: tuple[ReinforcementView, ...]
    happenings: tuple[HappeningView, ...]
    round_word: str
    next_round: int
    count_word: str
    """The system's word for a count at which something can arrive; empty if there are no counts."""
    is_endless: bool
    """Whether the count never restarts, so that arrivals are at a count rather than in a round."""
    has_moments: bool = False
    """Whether something can happen at a number."""
    sides: tuple[str, ...] = ()
    """The sides that have a name."""

    @property
    def words(self) -> str:
        """Return all arrivals and happenings in one line; empty for none."""
        later = [f"{arrival.name} {arrival.comes}" for arrival in self.waiting]
        planned = (happening for happening in self.happenings if happening.every_round or not happening.due)
        later += [f"{happening.text.rstrip('.')}, {happening.comes}" for happening in planned]
        return "; ".join(later)


def _write_when(comes: Schedule, system: TurnSystem) -> str:
    if system.counts_up and comes.count is not None and not comes.round:
        return str(comes.count)
    count = "" if comes.count is None else f"@{comes.count}"
    return " ".join(filter(None, (str(comes.round or ""), count)))


def reinforcements_view(encounter: Encounter, system: TurnSystem) -> ReinforcementsView:
    """Return the reinforcements that wait, and the happenings."""
    places = side_places(encounter)
    return ReinforcementsView(
        tuple(
            ReinforcementView(
                arrival.combatant.id,
                arrival.combatant.name,
                places.get(arrival.combatant.side),
                arrival.combatant.side,
                comes_words(arrival.comes, system),
                arrival.hidden,
                _write_when(arrival.comes, system),
            )
            for arrival in encounter.wings
        ),
        tuple(
            HappeningView(
                happening.number,
                happening.text,
                happens_words(happening, system),
                happening.due,
                happening.every_round,
            )
            for happening in encounter.happenings
        ),
        system.round_word,
        encounter.round + 1,
        system.count_word if system.counts_points else "",
        system.counts_up,
        system.has_moments,
        tuple([side for side in places if side]),
    )


def render_reinforcements(
    view: ReinforcementsView, given: Mapping[str, str | bool], error: str, read: tuple[LineView, ...]
) -> Sheet:
    """Render the sheet, with the forms that add to it; ``read`` is how the typed lines are understood."""
    hint = (
        None
        if view.waiting or view.happenings
        else tag("p", "Nobody is waiting, and nothing is planned.", class_="hint")
    )
    return Sheet(
        "What comes later",
        (
            problem(error),
            hint,
            tag("ul", *(_render_arrival(arrival, view, given) for arrival in view.waiting), class_="there")
            if view.waiting
            else None,
            tag("ul", *map(_render_happening, view.happenings), class_="there") if view.happenings else None,
            _render_join_form(view, given, read),
            _render_happening_form(view, given),
        ),
        under="reinforcements, and events such as a roof that falls in",
    )


def _render_arrival(arrival: ReinforcementView, view: ReinforcementsView, given: Mapping[str, str | bool]) -> Html:
    when = Field(f"comes-{arrival.id}", "Comes", Kind.TEXT, arrival.typed)
    name = tag("b", arrival.name, class_=classes("dot", arrival.side is not None and f"side-{arrival.side}"))
    side = f" · {arrival.side_name or 'no side'}" if view.sides else ""
    box = render_change(when, ComesThen(arrival.id), given, f"{arrival.name} comes {_at(view)}, {_when(view)}")
    return tag(
        "li",
        tag("span", name, f" comes {arrival.comes}{side}"),
        tag("label", f"Comes {_at(view)} ", box),
        _render_hidden_switch(arrival.id, arrival.hidden),
        button("Comes now", BringIn((arrival.id,)), class_="chip", id=f"bring-{arrival.id}"),
        class_="comes",
    )


def _render_hidden_switch(combatant_id: Id, hidden: bool) -> Html:
    title = "The players do not see this combatant"
    return toggle("hidden", Hide((combatant_id,), not hidden), hidden, title=title)


def _render_happening(happening: HappeningView) -> Html:
    words = happening.comes if happening.every_round or not happening.due else "has happened"
    return tag(
        "li",
        tag("span", tag("b", happening.text), f" {words}"),
        button("Settled" if happening.due else "Drop it", DropHappening(happening.number), class_="chip"),
    )


def _render_join_form(view: ReinforcementsView, given: Mapping[str, str | bool], read: tuple[LineView, ...]) -> Html:
    lines = str(given.get("wing-lines", ""))
    area = tag(
        "textarea", lines, name="wing-lines", id="wing-lines", rows=3, autocomplete="off", spellcheck="false",
        data_type=entry_for(TypeIn("wing-lines")),
    )  # fmt: skip
    when = Field("wing-round", f"Comes {_at(view)}", Kind.TEXT, "", help=_when(view))
    picks = (Pick("", "no side"), *(Pick(side, side) for side in view.sides))
    side = Field("wing-side", "Side", Kind.PICK, "", picks=picks, help="if the line gives none")
    hidden = Field("wing-hidden", "hidden from the players", Kind.FLAG, False)
    return form_for(
        AddReinforcements(),
        tag("label", "Reinforcements, one per line", for_="wing-lines"),
        area,
        render_lines_read(read, "wing-understood"),
        tag(
            "div",
            *(render_field(field, given.get(field.key, field.default)) for field in (when, side, hidden)),
            class_="fields",
        ),
        tag("button", "Add reinforcements", type="submit"),
    )


def _render_happening_form(view: ReinforcementsView, given: Mapping[str, str | bool]) -> Html:
    what = Field("happening-text", "What happens", Kind.TEXT, "")
    at = _at(view)
    when = Field("happening-round", capitalized(at), Kind.TEXT, "", help=_when(view, by_hand=False))
    every = Field("happening-every", f"every {view.round_word}", Kind.FLAG, False)
    fields = (what, when) if view.is_endless else (what, when, every)
    return form_for(
        PlanHappeningIntent(),
        tag(
            "div",
            *(render_field(field, given.get(field.key, field.default)) for field in fields),
            class_="fields",
        ),
        tag("button", "Plan it", type="submit"),
    )


def _at(view: ReinforcementsView) -> str:
    return f"at {view.count_word}" if view.is_endless else f"in {view.round_word}"


def _when(view: ReinforcementsView, by_hand: bool = True) -> str:
    none = "; empty: when you say" if by_hand else ""
    if view.is_endless:
        return f"e.g. 12{none}"
    if view.count_word:
        count = f", @12 at {view.count_word} 12, 3 @12 for both"
    else:
        count = ", @20 after those with 20" if view.has_moments and not by_hand else ""
    return f"e.g. {view.next_round + 1}{count}{none}"


def render_later(view: ReinforcementsView) -> Html:
    """Render the line at the end of the string."""
    return tag(
        "li",
        button(tag("span", f"Later: {view.words}"), OpenReinforcements(), id="later-open"),
        class_="later",
        id="later",
    )


def render_due(view: ReinforcementsView) -> tuple[Html, ...]:
    """Render the happenings that are due."""
    return tuple(
        tag(
            "section",
            tag("p", tag("b", happening.text)),
            button("Settled", DropHappening(happening.number), class_="chip", id=f"settle-{happening.number}"),
            class_="block aside reminder",
            id=f"happening-{happening.number}",
        )
        for happening in view.happenings
        if happening.due
    )


def render_visibility(combatant_id: Id, hidden: bool, view: ReinforcementsView) -> Html:
    """Render, in a combatant's sheet, who sees the combatant, and the form that sends it away."""
    when = Field("to-wings-when", f"Comes back {_at(view)}", Kind.TEXT, "", help=_when(view))
    return join(
        toggle("hidden from the players", Hide((combatant_id,), not hidden), hidden, id="hidden"),
        tag(
            "details",
            tag("summary", "send away, to come back later…", class_="chip", id="send-to-wings"),
            form_for(
                SendToWings(combatant_id),
                render_field(when, ""),
                tag("button", "Send away", type="submit"),
            ),
            class_="sends-away",
        ),
    )
