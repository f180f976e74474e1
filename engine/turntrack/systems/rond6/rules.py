"""The rules of RonD6 in short sentences of our own, their options, the sheet, and a sample fight."""

from __future__ import annotations

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.fields import TOLD, Field, Kind, Option, Pick, Value
from turntrack.systems.protocol import RuleText
from turntrack.systems.toolkit.guards import option_reader

RULES = (
    RuleText("R1", "A round is 5 seconds.", 7),
    RuleText("R2", "One action in a round carries no penalty.", 7),
    RuleText("R3", "A special ability may raise that free number: the allotment.", 7),
    RuleText("R4", "Rounds follow one another until the scene ends.", 9),
    RuleText("R5", "In a round, actions are taken one after another.", 9),
    RuleText("R6", "Rolling initiative is not an action.", 15, background=True),
    RuleText("R7", "Everybody rolls initiative at the start of every round.", 17),
    RuleText("R8", "The total is a Perception roll, wild die and all, plus the bonus and Character Points.", 19),
    RuleText("R9", "The game master rolls once for a character or once for a group, which shares the total.", 19),
    RuleText("R10", "Player characters and Boss NPCs add 1 for 2 ranks in search and 1 for 4D in Agility.", 21),
    RuleText("R11", "The highest total acts first, then the next; after the last the round ends.", 23),
    RuleText("R12", "Whoever is unable to act loses the action, even one still to come.", 25),
    RuleText("R13", "Each Character Point adds a wild die to initiative; Fate Points may not be used for it.", 29),
    RuleText(
        "R14",
        "Ties: talent of going first, Perception, search, Agility, dodge, equipment or situation; the higher is first.",
        33,
    ),
    RuleText("R15", "Nothing is declared before your own turn.", 44),
    RuleText("R16", "On the turn the player fixes the number of actions, not what they are.", 46),
    RuleText("R17", "Each wait is an action.", 48),
    RuleText("R18", "No action can be added once the number is fixed.", 48),
    RuleText("R19", "Declared actions that are not used by the end of the round are lost.", 48),
    RuleText("R20", "Acting and waiting may alternate within the number declared.", 50),
    RuleText("R21", "Only a combatant who has waited may interrupt: after the other’s roll, before its result.", 52),
    RuleText("R22", "Whoever surprises another may be allowed to act first in this round.", 54),
    RuleText("R23", "A turn moves up only to catch, to resist a mental attempt, or as the game master allows.", 56),
    RuleText(
        "R24",
        "Each action beyond the first takes 1D off all skill and attribute rolls of the round, not off damage or "
        "initiative. Likewise for several tasks in the time of one that takes longer than a round.",
        60,
    ),
    RuleText("R25", "With an allotment, only the actions beyond it count for the penalty.", 62),
    RuleText("R26", "Only gear fit for quick repetition can be used several times in a round.", 64),
    RuleText("R27", "A skill or attribute reduced to zero cannot be used.", 66),
    RuleText("R28", "At most as many actions as Agility has dice, doubled with a Fate Point.", 68),
    RuleText("R29", "Each rank of Quickness adds one to that limit.", 70),
    RuleText("R30", "Bash: strike with a blunt weapon (melee combat).", 76),
    RuleText("R31", "Catch: stop what is thrown; you must be later than the thrower (athletics).", 78),
    RuleText("R32", "Choke: grip the neck (fighting).", 80),
    RuleText("R33", "Communicate: more than a few words or a sentence (an interaction skill, or none).", 82),
    RuleText("R34", "Disarm: a called shot (fighting, ranged weapons, melee combat, athletics).", 84),
    RuleText("R35", "Dodge: evade an attack (dodge).", 86),
    RuleText("R36", "Entangle: throw an entangling weapon (athletics).", 88),
    RuleText("R37", "Escape: break a hold (athletics).", 90),
    RuleText("R38", "Grab: latch on; where decides what the victim can still do (fighting).", 92),
    RuleText("R39", "Kick (fighting).", 94),
    RuleText("R40", "Leap: over or onto something (athletics).", 96),
    RuleText("R41", "Lunge: stab with a pointed weapon (melee combat).", 98),
    RuleText("R42", "Move: beyond half of Move; a roll only where it is hard (running, swim).", 100),
    RuleText("R43", "Parry: block a blow (brawling, melee combat).", 102),
    RuleText("R44", "Pin: hold down, or fasten a part (brawling, melee combat, missile weapons, throwing).", 104),
    RuleText("R45", "Punch (brawling).", 108),
    RuleText("R46", "Push: move an opponent by force (brawling).", 109),
    RuleText("R47", "Ready a weapon: draw or reload; a roll only under stress.", 110),
    RuleText("R48", "Run away: flee the scene (running).", 114),
    RuleText("R49", "Shoot: fire a weapon (firearms, missile weapons).", 115),
    RuleText("R50", "Slash: swing a blade (melee combat).", 116),
    RuleText("R51", "Switch a setting of a weapon or equipment; a roll only under stress.", 117),
    RuleText("R52", "Tackle: bring down; then only speech and attempts to break free (brawling).", 122),
    RuleText("R53", "Throw a weapon or object (athletics).", 125),
    RuleText("R54", "Trip (fighting).", 126),
    RuleText("R55", "Use a skill or ability: even an unlearned skill, never an ability you lack.", 127),
    RuleText("R56", "Vehicle manoeuvre (exoskeleton operation, piloting, vehicle operation).", 133),
    RuleText("R57", "Wait for a better opportunity: no roll, but concentration.", 135),
    RuleText("R58", "The list is open; the game master may allow more, and attach effects and requirements.", 74),
    RuleText(
        "R59", "A free action needs no roll and little effort; what needs concentration and can fail is none.", 137
    ),
    RuleText("R60", "Free: a few words, a glance, half of Move on easy ground or 1 m on other.", 143),
    RuleText("R61", "Not actions: initiative, resisting damage, standing what one sees.", 147),
    RuleText("R62", "Related skills are rolled before the primary one, each against its difficulty.", 152),
    RuleText("R63", "Result points: the related total minus its difficulty.", 160),
    RuleText("R64", "The modifier is half the result points, rounded up.", 163),
    RuleText("R65", "It is at least 1.", 164),
    RuleText("R66", "Below the difficulty it is subtracted; otherwise it is added.", 165),
    RuleText("RA1", "Ranks in search and dice of Agility each give their bonus. A table may take the better one only."),
    RuleText("RA2", "A rank is a die of skill above the attribute; it is typed, never worked out."),
    RuleText(
        "RA3",
        "When all six factors are equal the tied roll again, Perception alone, ten times at most. "
        "A table may go by the list or put player characters first. Untrained skills count as their attribute.",
    ),
    RuleText("RA4", "A code with pips but no die cannot be used. A table may let the pips be the result."),
    RuleText(
        "RA5",
        "A Fate Point doubles the dice of Agility before Quickness adds; an allotment does not lift the limit. "
        "A table may double both; let the allotment be the limit; or not count its extra actions against the limit.",
    ),
    RuleText("RA6", "Exactly half of Move is free."),
    RuleText(
        "RA7", "Older skill names stand for the merged ones: brawling for fighting, throwing for athletics, and so on."
    ),
    RuleText("RA8", "A turn that passes while unable to act is lost. A table may let it come at the end of the round."),
    RuleText("RA9", "Of a shortfall the size is halved and rounded up, then subtracted: 3 under is −2."),
    RuleText(
        "RA10",
        "The wild die of initiative explodes, and a first 1 is a 1. A table may have it cancel the highest die too, "
        "bring a complication, or do without a wild die.",
    ),
    RuleText(
        "RA11",
        "Any number of Character Points for one roll; for a newcomer’s roll, until something is done after it. A table "
        "may allow two or five.",
    ),
    RuleText(
        "RA12",
        "Whoever is in a group when it rolls shares the roll, made with the Perception of the first of them as listed, "
        "in every round.",
    ),
    RuleText("RA13", "A total equal to the difficulty adds 1."),
    RuleText("RA14", "Throw and Trip, whose lines are cut off, go by athletics and fighting."),
    RuleText(
        "RA15",
        "Of several who surprise, or who interrupt, the order is that of initiative. A Fate Point may be spent when "
        "moving up, as on one’s own turn. A turn that is taken back before anything was done in it never began.",
    ),
    RuleText(
        "RA16",
        "Whoever is tackled moves no free metres. At most half of Move is free in a round, however it is divided. "
        "The fallen take no free actions either.",
    ),
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


reading_of = option_reader(OPTIONS)
"""Return the reading that the table has chosen of an option: ``reading_of(encounter, key)``."""

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
    TOLD,
)


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
