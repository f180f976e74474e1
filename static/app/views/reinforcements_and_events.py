"""View of reinforcements, and of events that are planned or due."""

from __future__ import annotations

from dataclasses import dataclass

from app.views.side_colours import side_places
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
        """Return all arrivals and planned happenings in one line; empty for none."""
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
    """Return the reinforcements that wait, and the planned happenings."""
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
        tuple(side for side in places if side),
    )
