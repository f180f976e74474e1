"""Who opposes whom: the combatants on other sides, or without a side."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id


def opponents(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List the combatants on other sides. A combatant without a side is opposed to everybody."""
    return tuple(opponent for opponent in encounter.order if are_opposed(encounter, combatant_id, opponent))


def are_opposed(encounter: Encounter, left: Id, right: Id) -> bool:
    """Return whether two different combatants are on different sides, or both without a side."""
    side, right_side = encounter.combatants[left].side, encounter.combatants[right].side
    return left != right and (side != right_side or not side)
