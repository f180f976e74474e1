"""The fight with the reinforcements of the next round already in it, and decisions made on that fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from turntrack.core.draft import Draft
from turntrack.core.events import CombatantChanged, Entered
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter, Id
from turntrack.systems.due_reinforcements import arrivals


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
