"""View of the fight for printing: the order, the sheets, and the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.fight.fight import Fight
from app.ui.log import LogEntry
from app.ui.reinforcements import reinforcements_view
from app.ui.words import number_words
from app.values.fight_names import name_of, round_words, write_count
from app.values.lists import explain
from turntrack.core.model import Combatant, Encounter
from turntrack.history.templates import command_to_add
from turntrack.log.conditions import until_words
from turntrack.rules.conditions import conditions_of
from turntrack.rules.health import tally_of
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
    where = [system.title, write_count(len(encounter.combatants), "combatant")]
    if encounter.round:
        where.insert(1, round_words(encounter.round, encounter.part, system))
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
    state = [badge.text for badge in system.badges(encounter, combatant_id)]
    conditions = (
        (condition.name, until_words(encounter, condition, system))
        for condition in conditions_of(encounter, combatant_id)
    )
    state += [" ".join(filter(None, words)) for words in conditions]
    state += [
        f"{counter.name} {counter.value}{f' of {counter.most}' if counter.most else ''}"
        for counter in combatant.counters
    ]
    state += ["hidden from the players"] if combatant_id in encounter.hidden else []
    state += [] if encounter.standings[combatant_id].able else ["has fallen"]
    _, sheet = explain(command_to_add(combatant), system.fields)
    place = number_words(system, number.total) if number else ""
    health = tally_of(encounter, combatant)
    return PaperRow(combatant.name, place, combatant.side, str(health or ""), ", ".join(state), " · ".join(sheet))
