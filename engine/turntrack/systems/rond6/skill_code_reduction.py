"""Skill codes less the penalty for several actions: what is left to roll, and its words."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id
from turntrack.systems.choices import ChoiceChange
from turntrack.systems.rond6.multi_action_penalty import penalty_of
from turntrack.systems.rond6.rule_options import reading_of
from turntrack.systems.rond6.skill_codes import SkillCode
from turntrack.systems.rond6.skill_lookup import skills_of


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
