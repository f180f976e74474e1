"""When a turn begins and when it is over, and what is counted by that, whatever the system.

A turn begins when its combatant is called to act. It goes on while it is held, broken into or put back by a ruling,
and is over with the status DONE, where the system says so (``Turning.OVER``), when its combatant falls or leaves, and
with the round.
"""

from __future__ import annotations

from dataclasses import replace

from engine.events import StatusSet
from engine.model import Combatant, Counter, Encounter, Fills, Id, Standing, Status, Turning


def is_in_turn(before: Standing, event: StatusSet) -> bool:
    """Tell whether a turn of the combatant is under way after the event."""
    if event.turn is Turning.OVER or event.status is Status.DONE:
        return False
    return before.in_turn or (event.status is Status.ACTING and event.turn is not Turning.ASIDE)


def turned(encounter: Encounter, one: Id, *, begun: bool, ended: bool) -> Encounter:
    """Count that a turn of this combatant has begun, has ended, or has been passed over, which is both."""
    if begun and encounter.combatants[one].counters:
        encounter = replace(encounter, combatants={**encounter.combatants, one: _fill(encounter, one, Fills.TURN)})
    return encounter


def fill_for_round(encounter: Encounter) -> Encounter:
    """Fill the counters that are full again when a round begins."""
    filled = {one: _fill(encounter, one, Fills.ROUND) for one, it in encounter.combatants.items() if it.counters}
    return replace(encounter, combatants={**encounter.combatants, **filled}) if filled else encounter


def _fill(encounter: Encounter, one: Id, when: Fills) -> Combatant:
    combatant = encounter.combatants[one]
    counters = (replace(it, value=it.most) if it.fills is when and it.most else it for it in combatant.counters)
    return replace(combatant, counters=tuple(counters))


def with_counter(combatant: Combatant, counter: Counter) -> Combatant:
    """Return the combatant with this counter, in the place of the one of its name or after all others."""
    kept = {it.name: it for it in combatant.counters}
    return replace(combatant, counters=tuple({**kept, counter.name: counter}.values()))
