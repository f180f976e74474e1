"""The fight for printing: the order, the sheets and the log. css/print.css lays it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from app.fight.fight import Fight
from app.ui.conditions import state_words
from app.ui.fight_counters import counter_words
from app.ui.log import LogEntry
from app.ui.markup import Html, join, tag
from app.ui.reinforcements import reinforcements_view
from app.ui.words import number_words
from app.values.fight_names import name_of, round_words
from app.values.games import known_as
from app.values.lists import explain
from turntrack.core.model import Combatant, Encounter
from turntrack.core.score import write_count
from turntrack.history.templates import command_to_add
from turntrack.rules.health import counts_wounds, tally_of
from turntrack.systems.protocol import TurnSystem

MOST_STEPS = 400
"""At most this many of the latest steps are printed."""


@dataclass(frozen=True, slots=True)
class PaperRow:
    name: str
    number: str
    side: str
    health: str
    state: str
    """The combatant's current state in words."""
    sheet: str


@dataclass(frozen=True, slots=True)
class PaperView:
    name: str
    where: str
    round_name: Callable[[int], str]
    rows: tuple[PaperRow, ...]
    later: str
    log: tuple[LogEntry, ...]
    """Oldest first."""
    left_out: int
    """Number of earlier steps that are not printed."""


def paper_view(fight: Fight) -> PaperView:
    """Build the view for the game master, including hidden combatants."""
    encounter, system = fight.encounter, fight.system
    where = [known_as(system), write_count(len(encounter.combatants), "combatant")]
    if encounter.round:
        where.insert(1, round_words(encounter.round, encounter.part, system))
    where += [counter_words(counter) for counter in encounter.counters]
    ids = dict.fromkeys((*system.track(encounter), *encounter.order))
    return PaperView(
        name_of(encounter),
        " · ".join(where),
        system.round_name,
        tuple(_build_row(encounter, encounter.combatants[combatant_id], system) for combatant_id in ids),
        reinforcements_view(encounter, system).words,
        tuple(reversed(fight.log.entries(MOST_STEPS))),
        max(0, len(fight.session.past) - MOST_STEPS),
    )


def _build_row(encounter: Encounter, combatant: Combatant, system: TurnSystem) -> PaperRow:
    combatant_id = combatant.id
    number = system.number(encounter, combatant_id)
    badges = (badge.text for badge in system.badges(encounter, combatant_id))
    state = ", ".join((*badges, *state_words(encounter, combatant, system)))
    command = command_to_add(combatant)
    if counts_wounds(encounter):  # which the column of health has
        command = replace(command, health=0, full_health=0)
    _, sheet = explain(command, system.fields)
    place = number_words(system, number.total) if number else ""
    health = tally_of(encounter, combatant)
    return PaperRow(combatant.name, place, combatant.side, str(health or ""), state, " · ".join(sheet))


def render_paper(view: PaperView) -> Html:
    """Render the whole printout."""
    heads = tag(
        "tr", *(tag("th", heading, scope="col") for heading in ("Name", "Number", "Side", "Health", "State", "Damage"))
    )
    older = f"Not on this page: the first {write_count(view.left_out, 'step')}. An export has the whole log."
    return join(
        tag("h1", view.name),
        tag("p", view.where),
        tag("h2", "The order"),
        tag("table", tag("tbody", heads, *map(_render_row, view.rows))),
        tag("p", f"Later: {view.later}") if view.later else None,
        tag("h2", "The sheets"),
        tag("table", tag("tbody", *map(_render_sheet, view.rows))),
        tag("h2", "The log"),
        tag("p", older) if view.left_out else None,
        *_render_log(view),
    )


def _render_row(row: PaperRow) -> Html:
    cells = (row.number, row.side, row.health, row.state, "")  # the last column is for handwriting
    return tag("tr", tag("th", row.name, scope="row"), *(tag("td", cell) for cell in cells))


def _render_sheet(row: PaperRow) -> Html:
    return tag("tr", tag("th", row.name, scope="row"), tag("td", row.sheet or "nothing"))


def _render_log(view: PaperView) -> Iterator[Html]:
    """Render the log by rounds."""
    number, lines = 0, list[Html]()
    for entry in view.log:
        if entry.round != number:
            yield tag("ul", *lines)
            yield tag("h3", view.round_name(entry.round).capitalize())
            number, lines = entry.round, []
        lines.append(_render_line(entry))
    yield tag("ul", *lines)


def _render_line(entry: LogEntry) -> Html:
    said = (
        f"{sentence.text} ({', '.join(sentence.rules)})" if sentence.rules else sentence.text
        for sentence in entry.sentences
    )
    return tag("li", " ".join(said))
