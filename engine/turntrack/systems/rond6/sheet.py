"""The fields of a combatant’s sheet in RonD6, and the codes of skills and attributes read from it."""

from __future__ import annotations

from types import MappingProxyType

from turntrack.core.input_fields import Field, Kind, Pick, Values
from turntrack.systems.rond6.skill_codes import SkillCode

KINDS = (Pick("npc", "other NPC"), Pick("character", "player character"), Pick("boss", "Boss NPC"))


ALIASES = MappingProxyType(
    {"brawling": "fighting", "throwing": "athletics", "missile weapons": "ranged weapons", "firearms": "ranged weapons"}
)
"""Older names of the merged skills (RA7)."""
_ATTRIBUTES = MappingProxyType({"search": "perception"})
"""The attribute of an untrained skill, if it is not Agility (RA3)."""
_SKILLS = ("search", "dodge", "fighting", "melee_combat", "ranged_weapons", "athletics", "running")


def _skill_field(key: str, label: str, help: str = "") -> Field:
    return Field(key, label, Kind.DICE, "", help=help, wild=True)


FIELDS = (
    Field("kind", "Who", Kind.PICK, "npc", picks=KINDS, help="Characters and bosses get the initiative bonus (R10)."),
    Field("perception", "Perception", Kind.DICE, "3D", help="Rolled for initiative (R8).", wild=True),
    Field("search_ranks", "Ranks in search", Kind.NUMBER, 0, high=30, help="Dice above the attribute (RA2)."),
    _skill_field("search", "Search", "Third tie factor (R14); Perception if left empty."),
    Field("agility", "Agility", Kind.DICE, "3D", help="Its dice limit the actions of a round (R28).", wild=True),
    _skill_field("dodge", "Dodge", "Fifth tie factor (R14); Agility if left empty."),
    Field("quickness", "Ranks in Quickness", Kind.NUMBER, 0, high=30, help="Each allows one action more (R29)."),
    Field("allotment", "Actions without penalty", Kind.NUMBER, 1, low=1, high=30, help="By a special ability (R3)."),
    _skill_field("fighting", "Fighting", "Brawling is the same; Agility if left empty."),
    _skill_field("melee_combat", "Melee combat"),
    _skill_field("ranged_weapons", "Ranged weapons", "Firearms, missile weapons."),
    _skill_field("athletics", "Athletics", "Throwing, jumping, lifting."),
    _skill_field("running", "Running"),
    Field("skill", "Another skill", Kind.TEXT, "", help="Such as piloting."),
    _skill_field("rolls", "Its code"),
    Field("weapon", "Weapon in hand", Kind.TEXT, ""),
    Field("slow", "Slow weapon", Kind.FLAG, False, help="Cannot be used twice in a round (R26)."),
    Field("pace", "Move", Kind.NUMBER, 10, high=999, unit="m", help="Half of it on easy ground is free (R60)."),
    Field("talent", "Talent of going first", Kind.NUMBER, 0, high=9, help="First tie factor (R14)."),
    Field("edge", "Equipment or situation", Kind.NUMBER, 0, high=9, help="Sixth tie factor (R14)."),
)


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
