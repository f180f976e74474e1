"""Skill codes such as 4D+1: on the sheet, and what the penalty for several actions leaves of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from turntrack.core.dice import DiceCode
from turntrack.core.fields import Values
from turntrack.core.model import Encounter, Id
from turntrack.core.score import write_count
from turntrack.systems.choices import ChoiceChange
from turntrack.systems.rond6.rules import reading_of


@dataclass(frozen=True, order=True, slots=True)
class SkillCode:
    """A skill or attribute, counted in pips so that codes compare: three pips are a die.

    >>> str(SkillCode.of("4D+1").less(1)), SkillCode.of("3D+2") < SkillCode.of("4D")
    ('3D+1', True)
    """

    pips: int

    @classmethod
    def of(cls, text: str) -> SkillCode:
        """Read a code from a sheet. ``3D+4`` is ``4D+1``."""
        return cls(_pips(text))

    @property
    def dice(self) -> int:
        return self.pips // 3

    @property
    def plus(self) -> int:
        return self.pips % 3

    def less(self, dice: int) -> SkillCode:
        """Take off so many dice; the result is at least 0."""
        return SkillCode(max(0, self.pips - 3 * dice))

    def __str__(self) -> str:
        dice, plus = divmod(self.pips, 3)
        return f"{dice}D+{plus}" if plus else f"{dice}D"


@lru_cache(maxsize=500)  # a panel reads the same few codes hundreds of times
def _pips(text: str) -> int:
    code = DiceCode.parse(text)
    return 3 * code.count + code.plus


_ALIASES = MappingProxyType(
    {"brawling": "fighting", "throwing": "athletics", "missile weapons": "ranged weapons", "firearms": "ranged weapons"}
)
"""Older names of the merged skills (RA7)."""
_ATTRIBUTES = MappingProxyType({"search": "perception"})
"""The attribute of an untrained skill, if it is not Agility (RA3)."""
_SKILLS = ("search", "dodge", "fighting", "melee_combat", "ranged_weapons", "athletics", "running")


def code_of(sheet: Values, key: str) -> SkillCode:
    """Return the code of an attribute or a skill; an untrained skill has the code of its attribute."""
    return SkillCode.of(str(sheet[key] or sheet[_ATTRIBUTES.get(key, "agility")]))


def skills_of(sheet: Values) -> tuple[tuple[str, SkillCode], ...]:
    """List the skills on the sheet; without any, Agility and Perception."""
    own = [(key.replace("_", " "), SkillCode.of(str(sheet[key]))) for key in _SKILLS if sheet[key]]
    if sheet["skill"] and sheet["rolls"]:
        own.append((str(sheet["skill"]), SkillCode.of(str(sheet["rolls"]))))
    return tuple(own) or (("Agility", code_of(sheet, "agility")), ("Perception", code_of(sheet, "perception")))


def skill_for(sheet: Values, skill: str) -> tuple[str, SkillCode] | None:
    """Return the name and code to roll for a skill by its name in the book; None if the sheet has no such skill."""
    name = _ALIASES.get(skill, skill)
    if sheet["rolls"] and name == str(sheet["skill"]).casefold():
        return str(sheet["skill"]), SkillCode.of(str(sheet["rolls"]))
    key = name.replace(" ", "_")
    if key in ("agility", "perception"):
        return key.capitalize(), code_of(sheet, key)
    if key not in _SKILLS:
        return None
    if sheet[key]:
        return name, code_of(sheet, key)
    return _ATTRIBUTES.get(key, "agility").capitalize(), code_of(sheet, key)


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
        return write_count(rest.pips, "pip")
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
    return tuple([_skill_change(encounter, name, code, off) for name, code in skills])


def _skill_change(encounter: Encounter, name: str, code: SkillCode, dice: int) -> ChoiceChange:
    return ChoiceChange(name, str(code), reduce_code(encounter, code, dice) or "nothing")


def change_words(change: ChoiceChange) -> str:
    is_same = change.before == change.after
    return f"{change.label} {change.before}" if is_same else f"{change.label} {change.before} → {change.after}"
