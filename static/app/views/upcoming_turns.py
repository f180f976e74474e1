"""View of the turns to come."""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.model import Encounter, Id
from turntrack.systems.protocol import TurnSystem

MOST_UPCOMING = 2


@dataclass(frozen=True, slots=True)
class UpcomingTurnView:
    """A turn that is still to come, with the combatants who share it."""

    ids: tuple[Id, ...]
    label: str


def upcoming_turn_views(encounter: Encounter, system: TurnSystem) -> tuple[UpcomingTurnView, ...]:
    """Return the turns after the running one, the next first, as far as they are known.

    Consecutive turns of the same combatants are listed once.
    """
    acting = {*encounter.acting()}
    turns: list[UpcomingTurnView] = []
    for turn in system.upcoming_turns(encounter):
        is_again = not turns and acting.issuperset(turn.ids)
        if not turns or turns[-1].ids != turn.ids:
            turns.append(UpcomingTurnView(turn.ids, again_words(turn.label) if is_again else turn.label))
    return tuple(turns[:MOST_UPCOMING])


def again_words(label: str) -> str:
    """Return the label of a turn whose combatant has just acted: ``Mara again``."""
    return f"{label} again"
