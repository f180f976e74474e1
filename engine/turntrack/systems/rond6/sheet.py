"""The sheet of a RonD6 combatant, the optional readings, and the sample fight."""

from __future__ import annotations

from functools import partial

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.input_fields import Field, Kind, Option, Pick, Value
from turntrack.systems.toolkit.rule_options import chosen_value

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
        "nothing exempts initiative from the wild die, and a 1 is the game master’s to judge: the mildest reading",
    ),
    Option(
        "bonus",
        "Initiative bonus",
        (Pick("sum", "search and Agility add up"), Pick("max", "the better of search and Agility")),
        "RA1",
        "“for every 2 Ranks or 4D” counts each of the two, and the parent rules round each part by itself",
    ),
    Option(
        "fate",
        "A Fate Point doubles",
        (Pick("agility", "the dice of Agility, then Quickness adds"), Pick("all", "Agility and Quickness together")),
        "RA5",
        "the number that is doubled is the one of Agility; Quickness comes a paragraph later",
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
        "by the letter: the limit knows no exception",
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
        "actions are never at once, and a new roll keeps it even",
    ),
    Option(
        "points",
        "Character Points for one initiative roll",
        (Pick("any", "any number"), Pick("two", "two at most"), Pick("five", "five at most")),
        "RA11",
        "the book names no bound",
    ),
    Option(
        "zero",
        "No die left, but pips",
        (Pick("unusable", "cannot be used"), Pick("pips", "the pips alone are the result")),
        "RA4",
        "with no die left there is no wild die to roll",
    ),
    Option(
        "waking",
        "Able again after the turn has passed",
        (Pick("lost", "the turn is lost"), Pick("end", "acts at the end of the round")),
        "RA8",
        "the action is lost for that round",
    ),
)

reading_of = partial(chosen_value, OPTIONS)
"""Return the reading that the table has chosen of an option: ``reading_of(encounter, key)``."""


def sample() -> tuple[Command, ...]:
    mara: dict[str, Value] = {
        "kind": "character",
        "perception": "3D+1",
        "search": "4D+1",
        "search_ranks": 1,
        "agility": "4D",
        "dodge": "4D+1",
        "melee_combat": "5D",
        "weapon": "rapier",
        "quickness": 1,
    }
    ilko: dict[str, Value] = {
        "kind": "character",
        "perception": "4D",
        "search": "6D",
        "search_ranks": 2,
        "agility": "3D+1",
        "dodge": "4D",
        "ranged_weapons": "5D+1",
        "weapon": "musket",
        "slow": True,
    }
    thug: dict[str, Value] = {"perception": "2D+2", "agility": "2D+1", "fighting": "3D+1", "melee_combat": "3D"}
    captain: dict[str, Value] = {
        "kind": "boss",
        "perception": "3D+1",
        "agility": "4D+2",
        "dodge": "5D",
        "melee_combat": "5D+2",
        "weapon": "cutlass",
        "allotment": 2,
    }
    return (
        MakeEncounter("Boarders at dawn", "rond6"),
        AddCombatant("Mara", side="Crew", sheet=mara, health=20),
        AddCombatant("Ilko", side="Crew", sheet=ilko, health=18),
        AddCombatant("Thug", 3, "Boarders", "Thugs", thug, health=10),
        AddCombatant("Captain", side="Boarders", sheet=captain, health=25),
    )
