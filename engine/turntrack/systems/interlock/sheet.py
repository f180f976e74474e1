"""The sheet of an Interlock combatant, the optional readings, and the sample fight."""

from __future__ import annotations

from functools import partial

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.input_fields import Field, Kind, Option, Pick
from turntrack.core.model import Encounter, Id
from turntrack.systems.toolkit.rule_options import chosen_value

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

BY_REF = "higher REF, then Reaction Total, then as listed"
MINIMUM = (
    Pick("none", "none, as written"),
    Pick("before_body", "1, before the BODY minimum halves it"),
    Pick("after_body", "1, after the BODY minimum has halved it"),
)

OPTIONS = (
    Option(
        "d10",
        "Initiative die",
        (Pick("plain", "a plain 1D10"), Pick("exploding", "a 10 is rolled again and added")),
        "IA1",
        "the text says 1D10",
    ),
    Option(
        "tie",
        "Equal initiative",
        (Pick("reroll", "the tied roll the die again"), Pick("ref", BY_REF)),
        "IA2",
        "unstated; the later edition rolls again",
    ),
    Option("minimum", "Least number of each type", MINIMUM, "IA5", "as written; a table may find that too harsh"),
    Option(
        "free_defence",
        "Free defence",
        (Pick("dodge_or_block", "one dodge or block a round"), Pick("dodge", "one dodge a round, no block")),
        "IA4",
        "the heading covers both",
    ),
    Option(
        "targets",
        "More than one target costs a Quick action",
        (Pick("extra", "for each further target"), Pick("change", "at every change of target")),
        "IA6",
        "only the sentence on N weapons says “every time you change”",
    ),
    Option(
        "n_weapon",
        "An N weapon’s 2 Quick actions at a change",
        (Pick("instead", "come instead of that one"), Pick("on_top", "come on top of that one")),
        "IA6",
        "the Normal action is the dearer form of the same loss",
    ),
    Option(
        "beyond",
        "Beyond the allowance",
        (Pick("replace", "−3 each, on top of what was reached"), Pick("stack", "−3 and the further −1 each")),
        "IA7",
        "“on top of the penalty already acquired”; with one action it gives the original game’s own rule",
    ),
    Option(
        "cap",
        "At most",
        (Pick("three", "twice the allowed number in addition"), Pick("two", "twice the allowed number in all")),
        "IA8",
        "it is the additional actions that are twice as many",
    ),
)

reading_of = partial(chosen_value, OPTIONS)
"""Return the reading that the table has chosen of an option: ``reading_of(encounter, key)``."""


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


def sample() -> tuple[Command, ...]:
    rogue = {"ref": 8, "initiative": 5, "combat_sense": 4, HANDGUN: 8, MARTIAL: 4, "body": 6}
    tomo = {"ref": 7, "initiative": 3, MARTIAL: 8, MELEE: 5, "body": 8}
    ganger = {"ref": 6, "initiative": 2, SUBMACHINE: 5, MELEE: 3, "body": 6}
    bruiser = {"ref": 5, "initiative": 4, MELEE: 7, "body": 7, "weapon_body": 9}
    return (
        MakeEncounter("Night market", KEY),
        AddCombatant("Rogue", side="Crew", sheet=rogue, health=20),
        AddCombatant("Tomo", side="Crew", sheet=tomo, health=25),
        AddCombatant("Ganger", 2, "Gang", "Gangers", ganger, health=15),
        AddCombatant("Bruiser", side="Gang", sheet=bruiser, health=30),
    )
