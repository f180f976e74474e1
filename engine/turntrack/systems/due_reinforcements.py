"""The reinforcements that are due, at the start of the next round or at a count, and their words."""

from __future__ import annotations

from collections.abc import Sequence

from turntrack.core.draft import Draft
from turntrack.core.events import Entered
from turntrack.core.model import Encounter, Id, Schedule


def arrivals(encounter: Encounter) -> tuple[Id, ...]:
    """List the reinforcements of the next round; empty while a round is running."""
    if encounter.is_open:
        return ()
    following = encounter.round + 1
    comes = ((waiting.combatant.id, waiting.comes) for waiting in encounter.wings)
    return tuple(
        waiting_id for waiting_id, comes_then in comes if comes_then.count is None and 0 < comes_then.round <= following
    )


def arrivals_at_count(encounter: Encounter) -> tuple[Id, ...]:
    """List the reinforcements that may come at a count of the next round; empty while a round is running."""
    if encounter.is_open:
        return ()
    comes = ((waiting.combatant.id, waiting.comes) for waiting in encounter.wings)
    return tuple(
        waiting_id
        for waiting_id, comes_then in comes
        if comes_then.count is not None and comes_then.round <= encounter.round + 1
    )


def bring_in_arrivals(draft: Draft) -> None:
    """Bring in the reinforcements of the next round, before it opens."""
    draft.record(*(Entered(waiting_id) for waiting_id in arrivals(draft.encounter)))


def is_due(encounter: Encounter, comes: Schedule, number: int | None, counts_up: bool) -> bool:
    """Return whether the scheduled count is reached or passed when a combatant acts at the number.

    None as the number means that nobody acts any more; a count that goes down then ends with the round.
    """
    if comes.count is None or encounter.round < comes.round:
        return False
    if number is None:
        return not counts_up
    return number >= comes.count if counts_up else number <= comes.count


def due_at(encounter: Encounter, number: int | None, counts_up: bool) -> tuple[Id, ...]:
    """List the reinforcements due when a combatant acts at the number, or (None) when nobody acts any more."""
    waiting = [
        reinforcement for reinforcement in encounter.wings if is_due(encounter, reinforcement.comes, number, counts_up)
    ]
    return tuple(
        reinforcement.combatant.id
        for reinforcement in waiting
        if number is not None or (reinforcement.comes.count or 0) > 0
    )


def coming_in_words(encounter: Encounter, ids: Sequence[Id], stays: bool) -> str:
    """Say that these combatants come in, if the next to act is unknown; ``stays``: other combatants can still act."""
    words = f"{encounter.names_of(ids)} {'comes' if len(ids) == 1 else 'come'} in"
    return f"{words}, then whoever is first" if stays else words
