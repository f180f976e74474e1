"""What comes later, and what has come and is to be settled."""

from __future__ import annotations

from dataclasses import dataclass

from app.views.names import side_places
from turntrack.core.model import Encounter, Id, Schedule
from turntrack.log.narrate_health import comes_words
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class ReinforcementView:
    id: Id
    name: str
    side: int | None
    """None where nobody of that side is in the order yet."""
    side_name: str
    comes: str
    hidden: bool
    typed: str = ""
    """When it comes, as that is typed."""


@dataclass(frozen=True, slots=True)
class HappeningView:
    number: int
    text: str
    comes: str
    due: bool


@dataclass(frozen=True, slots=True)
class ReinforcementsView:
    waiting: tuple[ReinforcementView, ...]
    happenings: tuple[HappeningView, ...]
    round_word: str
    next_round: int
    count_word: str
    """What a count is called at which something can come; empty where nothing can."""
    is_endless: bool
    """Whether the count goes on and on, and what comes, comes at a count of it."""
    sides: tuple[str, ...] = ()
    """Those that have a name."""

    @property
    def words(self) -> str:
        """Say all that comes later, in one line; empty for nothing."""
        later = [f"{arrival.name} {arrival.comes}" for arrival in self.waiting]
        later += [f"{happening.text}, {happening.comes}" for happening in self.happenings if not happening.due]
        return "; ".join(later)


def _write_when(comes: Schedule, system: TurnSystem) -> str:
    if system.counts_up and comes.count is not None and not comes.round:
        return str(comes.count)
    count = "" if comes.count is None else f"@{comes.count}"
    return " ".join(filter(None, (str(comes.round or ""), count)))


def reinforcements_view(encounter: Encounter, system: TurnSystem) -> ReinforcementsView:
    """Return who waits in the wings, and what is planned."""
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
            HappeningView(happening.number, happening.text, comes_words(happening.comes, system), happening.due)
            for happening in encounter.happenings
        ),
        system.round_word,
        encounter.round + 1,
        system.count_word if system.counts_points else "",
        system.counts_up,
        tuple(side for side in places if side),
    )
