"""The fields of a combatant's sheet in Interlock, and the Reaction Total and skills read from it."""

from __future__ import annotations

from turntrack.core.fields import Field, Kind, Pick
from turntrack.core.model import Encounter, Id

KEY = "interlock"

HANDGUN, SUBMACHINE, RIFLE, HEAVY = "handgun", "submachine_gun", "rifle", "heavy_weapons"
ARCHERY, MARTIAL, MELEE = "archery", "martial_arts", "melee"
GUNS = (HANDGUN, SUBMACHINE, RIFLE, HEAVY)

SKILLS = (
    Field(HANDGUN, "Handgun", Kind.NUMBER, 0, high=30),
    Field(SUBMACHINE, "Submachine Gun", Kind.NUMBER, 0, high=30),
    Field(RIFLE, "Rifle", Kind.NUMBER, 0, high=30),
    Field(HEAVY, "Heavy Weapons", Kind.NUMBER, 0, high=30),
    Field(ARCHERY, "Archery", Kind.NUMBER, 0, high=30),
    Field(MARTIAL, "Martial Arts", Kind.NUMBER, 0, high=30),
    Field(MELEE, "Brawling/Melee", Kind.NUMBER, 0, high=30),
)

WEAPONS = (
    Pick("any", "any weapon"),
    Pick("the_handgun", "the handgun"),
    Pick("the_submachine_gun", "the submachine gun"),
    Pick("the_rifle", "the rifle"),
    Pick("the_heavy_weapons", "the heavy weapon"),
    Pick("the_archery", "the bow"),
    Pick("the_melee", "the melee weapon"),
)
"""The weapon to which the BODY minimum on the sheet belongs: ``the_`` and the skill of the weapon."""

MODIFIERS = "Count in the initiative roll (I7) and in the Reaction Total (I16)."
WEAPON_BODY = "Above BODY it halves what is done with that weapon (I32)."

FIELDS = (
    Field("ref", "REF", Kind.NUMBER, 6, high=30),
    Field("initiative", "Initiative", Kind.NUMBER, 0, high=30, help="The skill: it counts in both (I3, I16)."),
    Field("combat_sense", "Combat Sense", Kind.NUMBER, 0, high=30, help="Counts in the Reaction Total (I16)."),
    Field("modifier", "Modifiers to Initiative", Kind.NUMBER, 0, low=-20, high=30, help=MODIFIERS),
    Field("boost", "REF boosts", Kind.NUMBER, 0, low=-20, high=30, help="Count in the initiative roll alone (I7)."),
    *SKILLS,
    Field("body", "BODY", Kind.NUMBER, 6, high=30),
    Field("weapon_body", "Weapon’s BODY minimum", Kind.NUMBER, 0, high=30, help=WEAPON_BODY),
    Field("minimum_of", "That weapon", Kind.PICK, "any", picks=WEAPONS, help="Other weapons are not halved (IA13)."),
)


def reaction_parts(encounter: Encounter, combatant_id: Id) -> tuple[tuple[str, int], ...]:
    """List the parts of the Reaction Total (I16): no REF, no die, and no part of 0 but the skill."""
    sheet = encounter.combatants[combatant_id].sheet
    parts = (
        ("Initiative", int(sheet["initiative"])),
        ("Combat Sense", int(sheet["combat_sense"])),
        ("modifiers", int(sheet["modifier"])),
    )
    return (parts[0], *(part for part in parts[1:] if part[1]))


def reaction_total(encounter: Encounter, combatant_id: Id) -> int:
    return sum(amount for _, amount in reaction_parts(encounter, combatant_id))


def level(encounter: Encounter, combatant_id: Id, skill: str) -> int:
    return int(encounter.combatants[combatant_id].sheet[skill])


def skill_label(skill: str) -> str:
    return next(field.label for field in SKILLS if field.key == skill)


def best_skill(encounter: Encounter, combatant_id: Id, skills: tuple[str, ...]) -> str:
    """Return the highest of these skills; of equals the first in the list."""
    return max(skills, key=lambda skill: level(encounter, combatant_id, skill))
