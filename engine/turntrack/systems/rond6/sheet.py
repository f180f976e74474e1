"""The fields of a combatant’s sheet in RonD6."""

from __future__ import annotations

from turntrack.core.fields import Field, Kind, Pick

KINDS = (Pick("npc", "other NPC"), Pick("character", "player character"), Pick("boss", "Boss NPC"))


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
