"""The penalties for several actions: the dice that each number of them takes off."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id


def penalty_of(encounter: Encounter, combatant_id: Id, number: int) -> int:
    """Return how many dice this number of actions takes off every roll (R24, R25)."""
    return max(0, number - int(encounter.combatants[combatant_id].sheet["allotment"]))


def penalty_rule(encounter: Encounter, combatant_id: Id, number: int) -> str:
    """Return the rule for the penalty of this number of actions."""
    allotted = int(encounter.combatants[combatant_id].sheet["allotment"]) > 1
    if penalty_of(encounter, combatant_id, number):
        return "R25" if allotted else "R24"
    return "R3" if allotted else "R2"


def dice_off(dice: int) -> str:
    """Return ``−2D``; empty for 0."""
    return f"−{dice}D" if dice else ""


def action_words(number: int) -> str:
    return "1 action" if number == 1 else f"{number} actions"
