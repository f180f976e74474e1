"""The rules of Interlock in short sentences of our own, their options, the sheet, and a sample fight."""

from __future__ import annotations

from types import MappingProxyType

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.fields import TOLD, Field, Kind, Option, Pick
from turntrack.core.model import Encounter, Id
from turntrack.systems.protocol import RuleText
from turntrack.systems.toolkit.guards import option_reader

RULES = (
    RuleText("I1", "A round is 3.3 seconds.", 3, background=True),
    RuleText("I2", "Every round everyone gets to do something.", 3),
    RuleText("I3", "Initiative: 1D10 + REF + Initiative skill + boosts.", 3),
    RuleText("I4", "The highest moves first, the lowest last.", 3),
    RuleText("I5", "It is rolled once, at the start of the combat, and lasts to its end.", 3),
    RuleText("I6", "Example: with REF 10 for all, rolls of 5, 8 and 2 give B, A, C.", 6, background=True),
    RuleText("I7", "Whatever raises REF or Initiative is added where it applies.", 3),
    RuleText("I8", "You may wait and step in at any later point of the round.", 10),
    RuleText("I9", "Whoever waits for somebody’s turn acts after that turn.", 10),
    RuleText("I10", "Waiting gives you a new place in the order.", 10),
    RuleText("I11", "Example: A, B, C; A waits until C has moved: B, C, A.", 12, background=True),
    RuleText("I12", "That is the turn order from then on.", 12),
    RuleText("I13", "Whoever waits and does nothing falls to last place.", 10),
    RuleText("I14", "One dodge or block in a round is free; later ones are Combat Actions.", 15),
    RuleText("I15", "Discretion and common sense: the game master says what is feasible.", 19),
    RuleText("I16", "Reaction Total: Initiative skill + Combat Sense + other Initiative modifiers.", 21),
    RuleText("I17", "Reaction Total + combat skill sets how many actions are allowed with that skill.", 21),
    RuleText("I18", "Quick, a fifth: a semi-automatic shot, punch, light weapon, block or parry, dodge.", 24),
    RuleText(
        "I19",
        "Normal, a tenth: an arrow, a 3-round burst, a shot with re-chambering, most manoeuvres, a medium weapon, "
        "a Fast Draw.",
        26,
    ),
    RuleText(
        "I20",
        "Full, a fifteenth: a single-shot or fully automatic weapon, choke, crush, ram, a heavy weapon, drawing.",
        28,
    ),
    RuleText("I21", "There are just these three types.", 22),
    RuleText("I22", "How many shots and manoeuvres is said before the first die after initiative.", 30),
    RuleText("I23", "A Fast Draw is −4 to hit.", 26),
    RuleText("I24", "More than one target costs a Quick action, each time.", 32),
    RuleText("I25", "In close quarters an N weapon costs 2 Quick actions at every change of target.", 32),
    RuleText("I26", "Only the first shot of a round can be a Called Shot.", 34),
    RuleText("I27", "So it is hand to hand, and only within normal striking range.", 34),
    RuleText("I28", "More than 5 feet of movement leave one Martial Art attack in the round.", 34),
    RuleText("I29", "Each allowed action after the first is at a further −1.", 36),
    RuleText("I30", "Each action beyond the allowance is at a further −3.", 36),
    RuleText("I31", "At most twice the allowed number can be added.", 36),
    RuleText("I32", "A weapon whose BODY minimum is above your BODY halves the actions with it, rounded down.", 38),
    RuleText("I33", "A Full action is a Normal and a Quick one, or 3 Quick; a Normal one is 2 Quick.", 40),
    RuleText("I34", "Two skills may be used in one round.", 40),
    RuleText("I35", "Then the lower of the two sets the number.", 40),
    RuleText("IA1", "The initiative die is a plain 1D10. A table may let a 10 be rolled again and added."),
    RuleText("IA2", "The tied roll the die again. A table may go by REF, then Reaction Total."),
    RuleText(
        "IA3",
        "The place that a wait gives is kept for good; a wait may not cut into a turn. While the one waited for can "
        "still act, the turn does not come by itself; after that turn it does, whatever is moved meanwhile. A turn "
        "that is taken back before anything was done in it never began.",
    ),
    RuleText("IA4", "The free defence is a dodge or a block. A table may allow a dodge only."),
    RuleText("IA5", "Fractions are dropped, and there is no least number. A table may allow at least 1 of each type."),
    RuleText(
        "IA6",
        "A further target costs 1 Quick once, an N weapon’s 2 instead. A table may charge every change, or add both.",
    ),
    RuleText("IA7", "Beyond the allowance −3 replaces −1. A table may apply both."),
    RuleText("IA8", "Twice the allowed number comes on top of it. A table may take it as the whole."),
    RuleText(
        "IA9",
        "The lowest skill counts in Reaction Total + skill, that of a planned dodge or block too, though it may never "
        "be used; the Reaction Total itself holds no skill.",
    ),
    RuleText("IA10", "Penalties count actions; one is allowed while the Quick worth of all so far is."),
    RuleText("IA11", "A fully automatic burst is one Full action; Fast Draw and drawing are two different actions."),
    RuleText("IA12", "A newcomer to a group takes the group’s roll; newcomers of one new group share one."),
    RuleText(
        "IA13",
        "Only what is done with the weapon that is too heavy is halved; bare hands, dodges and other weapons are not.",
    ),
    RuleText(
        "IA14",
        "Penalties count actions taken: a planned defence that is not used, or an action that is let go, adds nothing.",
    ),
    RuleText("IA15", "Escape is no attack: it is no target, no Martial Art attack after movement, and is not called."),
    RuleText(
        "IA16",
        "Dodges and blocks count with the skill that is used for them, Martial Arts or Brawling/Melee: the better one "
        "unless another is named, or the one already in use.",
    ),
    RuleText("IA17", "A tied roll is repeated with the die alone."),
)

_BY_REF = "higher REF, then Reaction Total, then as listed"


_MINIMUM = (
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
        (Pick("reroll", "the tied roll the die again"), Pick("ref", _BY_REF)),
        "IA2",
        "unstated; the later edition rolls again",
    ),
    Option("minimum", "Least number of each type", _MINIMUM, "IA5", "as written; a table may find that too harsh"),
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


reading_of = option_reader(OPTIONS)
"""Return the reading that the table has chosen of an option: ``reading_of(encounter, key)``."""

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
SKILL_KEYS = tuple(skill.key for skill in SKILLS)
_LABELS = MappingProxyType({skill.key: skill.label for skill in SKILLS})

_WEAPONS = (
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
_WEAPON_BODY = "Above BODY it halves what is done with that weapon (I32)."

REF = Field("ref", "REF", Kind.NUMBER, 6, high=30)
INITIATIVE = Field("initiative", "Initiative", Kind.NUMBER, 0, high=30, help="The skill: it counts in both (I3, I16).")
FIELDS = (
    REF,
    INITIATIVE,
    Field("combat_sense", "Combat Sense", Kind.NUMBER, 0, high=30, help="Counts in the Reaction Total (I16)."),
    Field("modifier", "Modifiers to Initiative", Kind.NUMBER, 0, low=-20, high=30, help=MODIFIERS),
    Field("boost", "REF boosts", Kind.NUMBER, 0, low=-20, high=30, help="Count in the initiative roll alone (I7)."),
    *SKILLS,
    Field("body", "BODY", Kind.NUMBER, 6, high=30),
    Field("weapon_body", "Weapon’s BODY minimum", Kind.NUMBER, 0, high=30, help=_WEAPON_BODY),
    Field("minimum_of", "That weapon", Kind.PICK, "any", picks=_WEAPONS, help="Other weapons are not halved (IA13)."),
    TOLD,
)


def reaction_parts(encounter: Encounter, combatant_id: Id) -> tuple[tuple[str, int], ...]:
    """List the parts of the Reaction Total (I16): no REF, no die, and no part of 0 but the skill."""
    sheet = encounter.combatants[combatant_id].sheet
    parts = (
        ("Initiative", int(sheet["initiative"])),
        ("Combat Sense", int(sheet["combat_sense"])),
        ("modifiers", int(sheet["modifier"])),
    )
    return (parts[0], *[part for part in parts[1:] if part[1]])


def reaction_total(encounter: Encounter, combatant_id: Id) -> int:
    return sum(amount for _, amount in reaction_parts(encounter, combatant_id))


def levels(encounter: Encounter, combatant_id: Id) -> dict[str, int]:
    """Return the level of each skill."""
    sheet = encounter.combatants[combatant_id].sheet
    return {skill.key: int(sheet[skill.key]) for skill in SKILLS}


def skill_label(skill: str) -> str:
    return _LABELS[skill]


def best_skill(encounter: Encounter, combatant_id: Id, skills: tuple[str, ...]) -> str:
    """Return the highest of these skills; of equals the first in the list."""
    return max(skills, key=levels(encounter, combatant_id).__getitem__)


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
