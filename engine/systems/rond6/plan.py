"""Whether an action can be done at this moment, and how. (rulebook: L42–70, L74–136)"""

from __future__ import annotations

from dataclasses import dataclass

from engine.commands import Act
from engine.errors import Refused
from engine.fields import LONGEST_TEXT, Field, Kind, Pick, Value, Values, clean_text, read
from engine.model import Encounter, Id, Status
from engine.systems.rond6 import turns
from engine.systems.rond6.actions import ACTIONS, Action
from engine.systems.rond6.sheet import OPTIONS, rolled_with
from engine.table.guards import Guards, aimed_at
from engine.table.readings import allow

GROUNDS = (Pick("easy", "easy"), Pick("hard", "challenging"))
WITH = Field("with", "With", Kind.TEXT, "")
SLOW = Field("slow", "cannot be used twice", Kind.FLAG, False)
ROLL = Field("roll", "a roll is asked for", Kind.FLAG, False)
NOTE = Field("note", "What", Kind.TEXT, "")
LACKING = Field("lacking", "a Special Ability not possessed", Kind.FLAG, False)
SKILL = Field("skill", "Skill", Kind.TEXT, "", help="As on the sheet.")
NUMBER = Field("number", "Actions", Kind.NUMBER, 1, low=1, high=999)
FATE = Field("fate", "with a Fate Point", Kind.FLAG, False, help="Doubles the limit (R28).")


@dataclass(frozen=True, slots=True)
class Planned:
    """An action that can be done, as it would be."""

    action: Action
    words: str
    """Going on from the name: ``slashes at Rat with a sabre``."""
    number: int
    """The number of actions that stands declared then."""
    roll: str
    """``melee combat 4D+1 → 3D+1``; empty where nothing is rolled, or the sheet cannot tell."""
    gear: str = ""
    slow: bool = False
    rolls: bool = True
    """Whether those who wait get their window (R21)."""
    note: str = ""


GUARDS = Guards("R4", "R12", "R5")


def on_turn(encounter: Encounter, one: Id) -> None:
    """Raises Refused unless it is this combatant's turn, with no result to come first."""
    standing, name = GUARDS.playing(encounter, one), encounter.name_of(one)
    if standing.status is Status.DONE:
        raise Refused("no_more", f"{name} has no action left: none can be added in this round.", "R18")
    if standing.status is Status.HOLDING:
        raise Refused("waits", f"{name} waits: act now, or interrupt, first.", "R21")
    if standing.status is Status.READY:
        raise GUARDS.not_on_turn(encounter, one)
    if standing.fact(turns.WINDOW):
        raise Refused("result_first", f"The result of what {name} does comes first.", "R21")


def number_declared(encounter: Encounter, one: Id, raw: Value) -> int:
    """A number of actions that may be fixed now. Raises Refused and BadValue."""
    standing, name = encounter.standings.get(one), encounter.name_of(one)
    if standing and standing.able and standing.status is Status.READY and encounter.is_open:
        raise Refused("not_your_turn", f"Nothing is declared before one’s turn, and it is not {name}’s.", "R15")
    on_turn(encounter, one)
    standing = encounter.standings[one]
    if turns.declared(standing):
        number = turns.declared(standing)
        raise Refused("declared", f"{name} has declared {turns.actions(number)}: none can be added.", "R18")
    return within_limit(encounter, one, raw)


def within_limit(encounter: Encounter, one: Id, raw: Value, fate: bool = False) -> int:
    """The number, where it is within the limit, which a Fate Point that is spent with it doubles."""
    number = int(read(NUMBER, raw))
    fate = fate or bool(encounter.standings[one].fact(turns.FATE))

    def check(encounter: Encounter) -> None:
        limit = turns.limit(encounter, one, fate)
        if number > limit.total:
            words = " + ".join(f"{term.label} {term.amount}" for term in limit.terms)
            raise Refused("over_limit", f"At most {turns.actions(limit.total)}: {words}.", limit.rules[-1])

    allow(encounter, OPTIONS, check)
    return number


def planned(encounter: Encounter, command: Act) -> Planned:
    """The action of ``command`` as its combatant would do it now. Raises Refused and BadValue."""
    one, values = command.id, command.values
    action = ACTIONS.get(command.action)
    if action is None:
        raise Refused("no_action", f"The list has no “{command.action[:40]}”: do something else.", "R58")
    on_turn(encounter, one)
    number = turns.declared(encounter.standings[one]) or _number_without_declaring(encounter, one, action)
    return as_done(encounter, one, action, values, number)


def _number_without_declaring(encounter: Encounter, one: Id, action: Action) -> int:
    """A tap on an action declares as many as are free; a tap on waiting, one to be used after it."""
    free = turns.free_number(encounter, one)
    return min(turns.most(encounter, one), max(2, free)) if action.key == "wait" else free


def as_done(encounter: Encounter, one: Id, action: Action, values: Values, number: int) -> Planned:
    """The action with so many declared. Raises Refused where its circumstances do not allow it."""
    name, standing = encounter.name_of(one), encounter.standings[one]
    note = clean_text("What", values.get("note", ""), LONGEST_TEXT)
    read(SKILL, values.get("skill", ""))  # what cannot be read is told even where nothing is rolled
    if standing.fact(turns.TACKLED) and action.physical:
        raise Refused("tackled", f"{name} is tackled: speech and breaking free only.", "R52")
    if action.key == "use" and read(LACKING, values.get("lacking", False)):
        raise Refused("not_possessed", f"{name} does not have that Special Ability.", "R55")
    rolls = action.rolls or bool(read(ROLL, values.get("roll", False)))
    roll = _roll(encounter, one, action, values, number) if rolls else ""
    gear, slow = _gear(encounter, one, action, values)
    words = action.words
    target = aimed_at(encounter, one, values.get("target", ""), action.rule)
    if target:
        words += f"{action.to}{encounter.name_of(target)}"
    if gear and action.armed:
        words += f" with the {gear}"
    return Planned(action, words, number, roll, gear, slow, rolls, note)


def _roll(encounter: Encounter, one: Id, action: Action, values: Values, number: int) -> str:
    """The best that the book suggests, with the penalty; refused where nothing is left of it (R27)."""
    off = turns.penalty_of(encounter, one, number)
    named = str(read(SKILL, values.get("skill", ""))).casefold()
    skills = (named,) if named and not action.skills else action.skills
    sheet = encounter.combatants[one].sheet
    known = [found for found in (rolled_with(sheet, skill) for skill in skills) if found]
    if not known:
        return ""
    name, code = max(known, key=lambda found: found[1])

    def check(encounter: Encounter) -> None:
        if not turns.with_penalty(encounter, code, off):
            raise Refused("zero_dice", f"{name} {code} with {turns.dice_off(off)}: nothing is left to roll.", "R27")

    allow(encounter, OPTIONS, check)
    return turns.shown(encounter, name, code, off)


def _gear(encounter: Encounter, one: Id, action: Action, values: Values) -> tuple[str, bool]:
    """What it is done with, and whether that is slow. Raises Refused for a second use in the round (R26)."""
    if not action.armed:
        return "", False
    gear = str(read(WITH, values.get("with", "")))
    slow = bool(read(SLOW, values.get("slow", False)))
    standing = encounter.standings[one]
    again = gear.casefold() in turns.names_of(standing, turns.GEAR)
    if again and (slow or gear.casefold() in turns.names_of(standing, turns.SLOW_GEAR)):
        raise Refused("slow_gear", f"The {gear or 'weapon'} cannot be used twice in a round.", "R26")
    return gear, slow
