"""Reinforcements that are due, and the fight with those of the next round already in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from turntrack.core.draft import Draft
from turntrack.core.events import CombatantChanged, Entered
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter, Id, Schedule


def arrivals(encounter: Encounter) -> tuple[Id, ...]:
    """List the reinforcements of the next round; empty while a round is running."""
    if encounter.is_open:
        return ()
    following = encounter.round + 1
    comes = ((waiting.combatant.id, waiting.comes) for waiting in encounter.wings)
    return tuple(
        [
            waiting_id
            for waiting_id, comes_then in comes
            if comes_then.count is None and 0 < comes_then.round <= following
        ]
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
    """List the reinforcements due when a combatant acts at the number, or (None) when nobody acts any more.

    Of several counts only those of the count that is reached first: once they are in, the others may have to wait.
    """
    waiting = {
        reinforcement.combatant.id: reinforcement.comes.count or 0
        for reinforcement in encounter.wings
        if is_due(encounter, reinforcement.comes, number, counts_up)
        and (number is not None or (reinforcement.comes.count or 0) > 0)
    }
    first = min(waiting.values(), default=0) if counts_up else max(waiting.values(), default=0)
    return tuple([waiting_id for waiting_id, count in waiting.items() if count == first])


def coming_in_words(encounter: Encounter, ids: Sequence[Id], stays: bool) -> str:
    """Say that these combatants come in, if the next to act is unknown; ``stays``: other combatants can still act."""
    words = f"{encounter.names_of(ids)} {'comes' if len(ids) == 1 else 'come'} in"
    return f"{words}, then whoever is first" if stays else words


def decide_with_arrivals(draft: Draft, decide: Callable[[Draft], None]) -> None:
    """Run a decision on the encounter with the arrivals, and record its events in this draft.

    The arrivals stay in the wings. The decision may change sheets, set memory, roll and write notes.
    """
    ahead = draft.elsewhere(with_arrivals(draft.encounter))
    decide(ahead)
    for event in ahead.events:
        if isinstance(event, CombatantChanged):
            draft.change_combatant(event.combatant)
        else:
            draft.record(event)


def with_arrivals(encounter: Encounter) -> Encounter:
    """Return the encounter with the arrivals of the next round; unchanged while a round is running."""
    return with_entered(encounter, arrivals(encounter))


def with_entered(encounter: Encounter, ids: Iterable[Id]) -> Encounter:
    """Return the encounter with these combatants brought out of the wings; ids outside the wings are ignored."""
    return fold(encounter, [Entered(waiting_id) for waiting_id in ids]) if encounter.wings else encounter
