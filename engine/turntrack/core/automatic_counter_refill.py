"""The automatic refill of counters when a round or a turn begins."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.model import Combatant, Encounter, Id, RefillTime


def fill_for_round(encounter: Encounter) -> Encounter:
    """Refill the counters whose time is the start of a round."""
    filled = {
        combatant_id: _fill(combatant, RefillTime.ROUND)
        for combatant_id, combatant in encounter.combatants.items()
        if combatant.counters
    }
    return encounter._replace(combatants={**encounter.combatants, **filled}) if filled else encounter


def fill_for_turn(encounter: Encounter, combatant_id: Id) -> Encounter:
    """Refill the counters of this combatant whose time is the start of a turn."""
    combatant = encounter.combatants[combatant_id]
    if not combatant.counters:
        return encounter
    return encounter._replace(combatants={**encounter.combatants, combatant_id: _fill(combatant, RefillTime.TURN)})


def _fill(combatant: Combatant, when: RefillTime) -> Combatant:
    counters = (
        replace(counter, value=counter.most) if counter.fills is when and counter.most else counter
        for counter in combatant.counters
    )
    return replace(combatant, counters=tuple(counters))
