"""The fight as its reinforcements will make it: decisions with them, the turns before they come, and words for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

from turntrack.core.decision_draft import Draft
from turntrack.core.event_application import fold
from turntrack.core.events import CombatantChanged, Entered
from turntrack.core.model import Encounter, Id
from turntrack.systems.choices import UpcomingTurn
from turntrack.systems.due_reinforcements import arrivals, due_at


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
    return fold(encounter, (Entered(waiting_id) for waiting_id in ids))


def coming_in_words(encounter: Encounter, ids: Sequence[Id], stays: bool) -> str:
    """Say that these combatants come in, if the next to act is unknown; ``stays``: other combatants can still act."""
    words = f"{encounter.names_of(ids)} {'comes' if len(ids) == 1 else 'come'} in"
    return f"{words}, then whoever is first" if stays else words


def turns_before_arrival(
    encounter: Encounter, turns: Iterable[UpcomingTurn], counts_up: bool
) -> tuple[UpcomingTurn, ...]:
    """Return the turns before the first reinforcement that comes at a count."""
    known = takewhile(lambda turn: turn.number is None or not due_at(encounter, turn.number, counts_up), turns)
    return tuple(known)
