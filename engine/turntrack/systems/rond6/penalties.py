"""The penalties for several actions: the dice that each number of them takes off."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id
from turntrack.systems.choices import ChoiceChange
from turntrack.systems.rond6.rule_options import reading_of
from turntrack.systems.rond6.skill_codes import SkillCode, skills_of


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


def reduce_code(encounter: Encounter, code: SkillCode, dice: int) -> str:
    """Return the code as it is rolled; empty if it cannot be rolled (R27, RA4)."""
    rest = code.less(dice)
    if rest.dice:
        return str(rest)
    if rest.pips and reading_of(encounter, "zero") == "pips":
        return "1 pip" if rest.pips == 1 else f"{rest.pips} pips"
    return ""


def roll_words(encounter: Encounter, name: str, code: SkillCode, dice: int) -> str:
    """Return ``dodge 4D+1 → 3D+1``."""
    return change_words(_skill_change(encounter, name, code, dice))


def skill_words(encounter: Encounter, combatant_id: Id, number: int) -> str:
    """List the skills of the sheet, each with its code at this number of actions."""
    return ", ".join(change_words(change) for change in skill_changes(encounter, combatant_id, number))


def skill_changes(encounter: Encounter, combatant_id: Id, number: int) -> tuple[ChoiceChange, ...]:
    """Return how this number of actions changes the skills of the sheet."""
    off, skills = penalty_of(encounter, combatant_id, number), skills_of(encounter.combatants[combatant_id].sheet)
    return tuple(_skill_change(encounter, name, code, off) for name, code in skills)


def _skill_change(encounter: Encounter, name: str, code: SkillCode, dice: int) -> ChoiceChange:
    return ChoiceChange(name, str(code), reduce_code(encounter, code, dice) or "nothing")


def change_words(change: ChoiceChange) -> str:
    is_same = change.before == change.after
    return f"{change.label} {change.before}" if is_same else f"{change.label} {change.before} → {change.after}"


def action_words(number: int) -> str:
    return "1 action" if number == 1 else f"{number} actions"
