"""The sheet of a RonD6 combatant, the actions and dice that follow from it, and the optional readings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from types import MappingProxyType

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.dice import DiceCode
from turntrack.core.input_fields import Field, Kind, Option, Pick, Value, Values
from turntrack.core.model import Encounter, Id
from turntrack.core.score import Score, Term
from turntrack.systems.choices import ChoiceChange
from turntrack.systems.toolkit.rule_options import chosen_value


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
        return f"{self.dice}D+{self.plus}" if self.plus else f"{self.dice}D"


@lru_cache(maxsize=500)  # a panel reads the same few codes hundreds of times
def _pips(text: str) -> int:
    code = DiceCode.parse(text)
    return 3 * code.count + code.plus


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


def action_limit(encounter: Encounter, combatant_id: Id, fate: bool) -> Score:
    """Compute the largest number of actions that may be declared (R28, R29), with or without a Fate Point."""
    sheet = encounter.combatants[combatant_id].sheet
    agility, quickness = code_of(sheet, "agility").dice, int(sheet["quickness"])
    allotment = int(sheet["allotment"])
    terms = [Term("dice of Agility", agility, "R28")]
    if fate:
        terms.append(Term("Fate Point", agility, "R28"))
    if quickness:
        terms.append(Term("Quickness", quickness, "R29"))
        if fate and reading_of(encounter, "fate") == "all":
            terms.append(Term("Quickness doubled", quickness, "RA5"))
    how = reading_of(encounter, "allotment")
    more = allotment - 1 if how == "beside" else allotment - Score(tuple(terms)).total if how == "lifts" else 0
    if more > 0:
        terms.append(Term("allotment", more, "RA5"))
    return Score(tuple(terms))


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
        return "1 pip" if rest.pips == 1 else f"{rest.pips} pips"
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
    return tuple(_skill_change(encounter, name, code, off) for name, code in skills)


def _skill_change(encounter: Encounter, name: str, code: SkillCode, dice: int) -> ChoiceChange:
    return ChoiceChange(name, str(code), reduce_code(encounter, code, dice) or "nothing")


def change_words(change: ChoiceChange) -> str:
    is_same = change.before == change.after
    return f"{change.label} {change.before}" if is_same else f"{change.label} {change.before} → {change.after}"


def action_words(number: int) -> str:
    return "1 action" if number == 1 else f"{number} actions"


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
