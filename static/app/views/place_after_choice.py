"""The place in the order where a choice would put its actor."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.choices import Choice
from turntrack.systems.protocol import TurnSystem

type Standings = tuple[int, ...]
"""Scores of the combatants who have not acted yet, below the actor."""


def standings_below(encounter: Encounter, system: TurnSystem) -> Standings | None:
    """Return the scores of the combatants below the actor; None if scores do not decide the order."""
    if not system.counts_down or not encounter.is_open:
        return None
    numbers = [
        system.number(encounter, combatant_id)
        for combatant_id, standing in encounter.standings.items()
        if standing.able and standing.status not in (Status.ACTING, Status.DONE)
    ]
    return tuple(number.total for number in numbers if number is not None)


def lands_before(choice: Choice, below: Standings | None) -> Id | None:
    """Return the combatant directly after the actor's new place; empty for last, None if unknown.

    If ``choice.lands`` is empty, the actor goes last when all others have more points; otherwise the place is unknown.
    """
    if choice.after is None:
        return None
    if choice.lands:
        return choice.lands
    is_last = below is not None and choice.after > 0 and all(number > choice.after for number in below)
    return "" if is_last else None
