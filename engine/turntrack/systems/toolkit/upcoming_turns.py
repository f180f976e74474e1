"""The turns to come: of several combatants together, one by one, and only those before reinforcements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice, takewhile

from turntrack.core.model import Encounter, Id
from turntrack.core.names import join_names
from turntrack.core.score import Score
from turntrack.systems.choices import MOST_UPCOMING_TURNS, UpcomingTurn
from turntrack.systems.due_reinforcements import due_at


def turn_of(encounter: Encounter, ids: Sequence[Id], number: int | None = None, label: str = "") -> UpcomingTurn:
    """Make the turn to come of ``ids``. Without a label it has their names; of three or more the first and a count."""
    names = [encounter.name_of(combatant_id) for combatant_id in ids]
    words = join_names(names, " and ") if len(names) < 3 else f"{names[0]} and {len(names) - 1} others"
    return UpcomingTurn(tuple(ids), label or words, number)


def one_by_one(
    encounter: Encounter, ids: Iterable[Id], number: Callable[[Encounter, Id], Score | None]
) -> tuple[UpcomingTurn, ...]:
    """Return the turns to come of ``ids``, who act one after the other; at most ``MOST_UPCOMING_TURNS``."""

    def turn(combatant_id: Id) -> UpcomingTurn:
        score = number(encounter, combatant_id)
        return turn_of(encounter, (combatant_id,), score.total if score else None)

    return tuple(turn(combatant_id) for combatant_id in islice(ids, MOST_UPCOMING_TURNS))


def turns_before_arrival(
    encounter: Encounter, turns: Iterable[UpcomingTurn], counts_up: bool
) -> tuple[UpcomingTurn, ...]:
    """Return the turns before the first reinforcement that comes at a count."""
    known = takewhile(lambda turn: turn.number is None or not due_at(encounter, turn.number, counts_up), turns)
    return tuple(known)
