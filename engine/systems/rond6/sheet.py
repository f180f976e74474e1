"""What a combatant's sheet holds in RonD6, and the readings that a table can choose."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType

from engine.fields import Field, Kind, Option, Pick, Values
from engine.systems.rond6.codes import Code
from engine.table.readings import reading

KINDS = (Pick("npc", "other NPC"), Pick("character", "player character"), Pick("boss", "Boss NPC"))


def _skill(key: str, label: str, help: str = "") -> Field:
    return Field(key, label, Kind.DICE, "", help=help, wild=True)


FIELDS = (
    Field("kind", "Who", Kind.PICK, "npc", picks=KINDS, help="Characters and bosses get the initiative bonus (R10)."),
    Field("perception", "Perception", Kind.DICE, "3D", help="Rolled for initiative (R8).", wild=True),
    Field("search_ranks", "Ranks in search", Kind.NUMBER, 0, high=30, help="Dice above the attribute (RA2)."),
    _skill("search", "Search", "Third tie factor (R14); Perception if left empty."),
    Field("agility", "Agility", Kind.DICE, "3D", help="Its dice limit the actions of a round (R28).", wild=True),
    _skill("dodge", "Dodge", "Fifth tie factor (R14); Agility if left empty."),
    Field("quickness", "Ranks in Quickness", Kind.NUMBER, 0, high=30, help="Each allows one action more (R29)."),
    Field("allotment", "Actions without penalty", Kind.NUMBER, 1, low=1, high=30, help="By a special ability (R3)."),
    _skill("fighting", "Fighting", "Brawling is the same; Agility if left empty."),
    _skill("melee_combat", "Melee combat"),
    _skill("ranged_weapons", "Ranged weapons", "Firearms, missile weapons."),
    _skill("athletics", "Athletics", "Throwing, jumping, lifting."),
    _skill("running", "Running"),
    Field("skill", "Another skill", Kind.TEXT, "", help="Such as piloting."),
    _skill("rolls", "Its code"),
    Field("weapon", "Weapon in hand", Kind.TEXT, ""),
    Field("slow", "Slow weapon", Kind.FLAG, False, help="Cannot be used twice in a round (R26)."),
    Field("pace", "Move", Kind.NUMBER, 10, high=999, unit="m", help="Half of it on easy ground is free (R60)."),
    Field("talent", "Talent of going first", Kind.NUMBER, 0, high=9, help="First tie factor (R14)."),
    Field("edge", "Equipment or situation", Kind.NUMBER, 0, high=9, help="Sixth tie factor (R14)."),
)

OPTIONS = (
    Option(
        "wild_die",
        "First 1 on the wild die of initiative",
        (
            Pick("plain", "is a 1"),
            Pick("cancel", "goes, and the highest other die with it"),
            Pick("complication", "is a 1, with a complication"),
            Pick("none", "there is no wild die"),
        ),
        "RA10",
    ),
    Option(
        "bonus",
        "Initiative bonus",
        (Pick("sum", "search and Agility add up"), Pick("max", "the better of search and Agility")),
        "RA1",
    ),
    Option(
        "fate",
        "A Fate Point doubles",
        (Pick("agility", "the dice of Agility, then Quickness adds"), Pick("all", "Agility and Quickness together")),
        "RA5",
    ),
    Option(
        "allotment",
        "An allotment of actions",
        (
            Pick("within", "does not lift the limit"),
            Pick("lifts", "lifts the limit to itself"),
            Pick("beside", "is not counted against the limit"),
        ),
        "RA5",
    ),
    Option(
        "full_tie",
        "All six tie factors equal",
        (
            Pick("reroll", "the tied roll again"),
            Pick("listed", "as the track listed them"),
            Pick("characters", "player characters first"),
        ),
        "RA3",
    ),
    Option(
        "points",
        "Character Points for one initiative roll",
        (Pick("any", "any number"), Pick("two", "two at most"), Pick("five", "five at most")),
        "RA11",
    ),
    Option(
        "zero",
        "No die left, but pips",
        (Pick("unusable", "cannot be used"), Pick("pips", "the pips alone are the result")),
        "RA4",
    ),
    Option(
        "waking",
        "Able again after one’s turn has passed",
        (Pick("lost", "the turn is lost"), Pick("end", "acts at the end of the round")),
        "RA8",
    ),
)

chosen = partial(reading, OPTIONS)
"""The reading that the table has chosen of an option: ``chosen(encounter, key)``."""

ALIASES = MappingProxyType(
    {
        "brawling": "fighting",
        "throwing": "athletics",
        "missile weapons": "ranged weapons",
        "firearms": "ranged weapons",
    }
)
"""Older names of the merged skills (RA7)."""

_ATTRIBUTES = MappingProxyType({"search": "perception"})
"""What an untrained skill falls back on, where that is not Agility (RA3)."""

_SKILLS = ("search", "dodge", "fighting", "melee_combat", "ranged_weapons", "athletics", "running")


def code_of(sheet: Values, key: str) -> Code:
    """An attribute, or a skill; for an untrained skill its attribute."""
    return Code.of(str(sheet[key] or sheet[_ATTRIBUTES.get(key, "agility")]))


def trained(sheet: Values) -> tuple[tuple[str, Code], ...]:
    """The skills that stand on the sheet, or the attributes where there are none."""
    own = [(key.replace("_", " "), Code.of(str(sheet[key]))) for key in _SKILLS if sheet[key]]
    if sheet["skill"] and sheet["rolls"]:
        own.append((str(sheet["skill"]), Code.of(str(sheet["rolls"]))))
    return tuple(own) or (("Agility", code_of(sheet, "agility")), ("Perception", code_of(sheet, "perception")))


def rolled_with(sheet: Values, skill: str) -> tuple[str, Code] | None:
    """What is rolled for a skill as the book names it; None where the sheet cannot tell."""
    name = ALIASES.get(skill, skill)
    if sheet["rolls"] and name == str(sheet["skill"]).casefold():
        return str(sheet["skill"]), Code.of(str(sheet["rolls"]))
    key = name.replace(" ", "_")
    if key in ("agility", "perception"):
        return key.capitalize(), code_of(sheet, key)
    if key not in _SKILLS:
        return None
    if sheet[key]:
        return name, code_of(sheet, key)
    return _ATTRIBUTES.get(key, "agility").capitalize(), code_of(sheet, key)
