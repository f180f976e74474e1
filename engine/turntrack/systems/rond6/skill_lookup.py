"""The lookup of the codes of skills and attributes on a combatant’s sheet in RonD6."""

from __future__ import annotations

from types import MappingProxyType

from turntrack.core.fields import Values
from turntrack.systems.rond6.skill_codes import SkillCode

ALIASES = MappingProxyType(
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
    name = ALIASES.get(skill, skill)
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
