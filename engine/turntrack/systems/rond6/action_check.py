"""The check of a single action: whether it can be done now, with which roll and at what cost. (rulebook: L58–146)"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter

from turntrack.core.commands import Act
from turntrack.core.errors import Refused
from turntrack.core.fields import LONGEST_TEXT, Values, clean_text, value_in
from turntrack.core.model import Encounter, Id
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.action_catalogue import ACTIONS, LACKING, ROLL, SKILL, SLOW, WITH, Rond6Action
from turntrack.systems.rond6.action_declaration import check_turn
from turntrack.systems.rond6.action_limit import most_actions
from turntrack.systems.rond6.multi_action_penalty import dice_off, penalty_of
from turntrack.systems.rond6.rule_options import OPTIONS
from turntrack.systems.rond6.skill_code_reduction import reduce_code, roll_words
from turntrack.systems.rond6.skill_lookup import skill_for
from turntrack.systems.toolkit.guards import allow, read_target


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """An action that can be done, with its roll and its cost."""

    action: Rond6Action
    words: str
    """Words that follow the actor’s name: ``slashes at Rat with a sabre``."""
    number: int
    """The number of actions declared, this one included."""
    roll: str
    """``melee combat 4D+1 → 3D+1``; empty if nothing is rolled, or the sheet has no such skill."""
    gear: str = ""
    slow: bool = False
    rolls: bool = True
    """Whether the action is rolled, so that waiting combatants may interrupt (R21)."""
    note: str = ""
    target: Id = ""


def plan_command(encounter: Encounter, command: Act) -> PlannedAction:
    """Plan the action that the command names. Raises Refused and BadValue."""
    actor, values = command.id, command.values
    action = ACTIONS.get(command.action)
    if action is None:
        raise Refused("no_action", f"“{command.action[:40]}” is not on the list: use “Something else”.", "R58")
    check_turn(encounter, actor)
    number = memory.recall(encounter.standings[actor]).declared or _default_number(encounter, actor, action)
    return plan_action(encounter, actor, action, values, number)


def _default_number(encounter: Encounter, actor: Id, action: Rond6Action) -> int:
    """Return the number that a tap declares: the free actions (R2, R3), and for a wait at least 2."""
    free = int(encounter.combatants[actor].sheet["allotment"])
    return min(most_actions(encounter, actor), max(2, free) if action.key == "wait" else free)


def plan_action(encounter: Encounter, actor: Id, action: Rond6Action, values: Values, number: int) -> PlannedAction:
    """Plan the action with ``number`` actions declared. Raises Refused and BadValue."""
    name, standing = encounter.name_of(actor), encounter.standings[actor]
    note = clean_text("What", values.get("note", ""), LONGEST_TEXT)
    value_in(values, SKILL)  # raises BadValue even if nothing is rolled
    if memory.recall(standing).is_tackled and action.physical:
        raise Refused("tackled", f"{name} is tackled: speech and breaking free only.", "R52")
    if action.key == "use" and value_in(values, LACKING):
        raise Refused("not_possessed", f"{name} does not have that Special Ability.", "R55")
    rolls = action.rolls or bool(value_in(values, ROLL))
    roll = _describe_roll(encounter, actor, action, values, number) if rolls else ""
    gear, slow = _check_gear(encounter, actor, action, values)
    words = action.words
    target = read_target(encounter, actor, values.get("target", ""), action.rule)
    if target:
        words += f"{action.to}{encounter.name_of(target)}"
    if gear and action.armed:
        words += f" with the {gear}"
    return PlannedAction(action, words, number, roll, gear, slow, rolls, note, target)


def _describe_roll(encounter: Encounter, actor: Id, action: Rond6Action, values: Values, number: int) -> str:
    """Say what is rolled: the best skill of the action, with the penalty. Raises Refused if no die is left (R27)."""
    off = penalty_of(encounter, actor, number)
    named = str(value_in(values, SKILL)).casefold()
    skills = (named,) if named and not action.skills else action.skills
    sheet = encounter.combatants[actor].sheet
    known = [code for code in (skill_for(sheet, skill) for skill in skills) if code]
    if not known:
        return ""
    name, code = max(known, key=itemgetter(1))

    def check(encounter: Encounter) -> None:
        if not reduce_code(encounter, code, off):
            raise Refused("zero_dice", f"{name} {code} with {dice_off(off)}: nothing is left to roll.", "R27")

    allow(encounter, OPTIONS, check)
    return roll_words(encounter, name, code, off)


def _check_gear(encounter: Encounter, actor: Id, action: Rond6Action, values: Values) -> tuple[str, bool]:
    """Return the weapon, and whether it is slow. Raises Refused for the second use of a slow weapon (R26)."""
    if not action.armed:
        return "", False
    gear = str(value_in(values, WITH))
    slow = bool(value_in(values, SLOW))
    uses = [use for use in memory.recall(encounter.standings[actor]).gear if use.name == gear.casefold()]
    if uses and (slow or any(use.is_slow for use in uses)):
        raise Refused("slow_gear", f"The {gear or 'weapon'} cannot be used twice in a round.", "R26")
    return gear, slow
