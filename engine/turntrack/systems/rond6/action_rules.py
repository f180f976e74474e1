"""The actions of RonD6: their list, how many can be declared, and the check of each. (rulebook: L58–146)"""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import itemgetter
from types import MappingProxyType

from turntrack.core.commands import Act
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.fields import LONGEST_TEXT, Field, Kind, Value, Values, clean_text, read, value_in
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.score import Score, Term, write_count
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.rules import OPTIONS, reading_of
from turntrack.systems.rond6.skills import (
    code_of,
    dice_off,
    penalty_of,
    reduce_code,
    roll_words,
    skill_for,
)
from turntrack.systems.toolkit.guards import Guards, allow, read_target, refuse


@dataclass(frozen=True, slots=True)
class Rond6Action:
    """An action of the list. ``words`` follow the actor’s name (``slashes``); ``to`` leads on to the target’s."""

    key: str
    label: str
    words: str
    rule: str
    skills: tuple[str, ...] = ()
    """By their names in the book; empty if the book names none."""
    rolls: bool = True
    """False if the book asks for no roll as a rule."""
    to: str = " "
    armed: bool = False
    """Done with the weapon in hand: a slow weapon allows one such action a round (R26)."""
    thrown: bool = False
    """Done with what is named alone: the weapon in hand stays there unless it is named."""
    any_skill: bool = False
    """Done by another skill than the suggested one, if one is named."""
    physical: bool = True
    """Not possible while tackled (R52)."""
    remark: str = ""


ATTACKS = (
    Rond6Action("slash", "Slash", "slashes", "R50", ("melee combat",), to=" at ", armed=True),
    Rond6Action("shoot", "Shoot", "shoots", "R49", ("firearms", "missile weapons"), to=" at ", armed=True),
    Rond6Action("punch", "Punch", "punches", "R45", ("brawling",)),
    Rond6Action("bash", "Bash", "bashes", "R30", ("melee combat",), armed=True),
    Rond6Action("lunge", "Lunge", "lunges", "R41", ("melee combat",), to=" at ", armed=True),
    Rond6Action("kick", "Kick", "kicks", "R39", ("fighting",)),
    Rond6Action("throw", "Throw", "throws something", "R53", ("athletics",), to=" at ", thrown=True),
)
DEFENCES = (
    Rond6Action("dodge", "Dodge", "dodges", "R35", ("dodge",)),
    Rond6Action("parry", "Parry", "parries", "R43", ("brawling", "melee combat")),
    Rond6Action("catch", "Catch", "catches something", "R31", ("athletics",)),
)
HOLDS = (
    Rond6Action("grab", "Grab", "grabs", "R38", ("fighting",), remark="the grip decides what the victim can still do"),
    Rond6Action("choke", "Choke", "chokes", "R32", ("fighting",)),
    Rond6Action("tackle", "Tackle", "tackles", "R52", ("brawling",), remark="then speech and breaking free only"),
    Rond6Action(
        "pin",
        "Pin",
        "pins",
        "R44",
        ("brawling", "melee combat", "missile weapons", "throwing"),
        remark="the fastened part is of no use",
    ),
    Rond6Action("push", "Push", "pushes", "R46", ("brawling",)),
    Rond6Action("trip", "Trip", "trips", "R54", ("fighting",)),
    Rond6Action(
        "disarm",
        "Disarm",
        "disarms",
        "R34",
        ("fighting", "ranged weapons", "melee combat", "athletics"),
        remark="a called shot",
    ),
    Rond6Action("entangle", "Entangle", "entangles", "R36", ("athletics",)),
    Rond6Action("escape", "Escape", "tries to break free", "R37", ("athletics",), to=" from ", physical=False),
)
MOVES = (
    Rond6Action("move", "Move", "moves", "R42", ("running", "swim"), rolls=False),
    Rond6Action("leap", "Leap", "leaps", "R40", ("athletics",)),
    Rond6Action("run_away", "Run away", "runs away", "R48", ("running",)),
    Rond6Action(
        "manoeuvre",
        "Vehicle manoeuvre",
        "tries a stunt with the vehicle",
        "R56",
        ("exoskeleton operation", "piloting", "vehicle operation"),
    ),
)
OTHERS = (
    Rond6Action("ready", "Ready a weapon", "readies a weapon", "R47", rolls=False),
    Rond6Action("switch", "Switch a setting", "switches a setting", "R51", rolls=False),
    Rond6Action("communicate", "Communicate", "talks things over", "R33", rolls=False, physical=False),
    Rond6Action("use", "Use a skill or ability", "uses a skill or ability", "R55", physical=False),
    Rond6Action("other", "Something else", "does something else", "R58"),
)
WAIT = Rond6Action("wait", "Wait", "waits", "R57", rolls=False, physical=False)

ACTIONS = MappingProxyType({action.key: action for action in (*ATTACKS, *DEFENCES, *HOLDS, *MOVES, *OTHERS, WAIT)})

EARLY = MappingProxyType(
    {
        "catch": ACTIONS["catch"],
        "dodge": ACTIONS["dodge"],
        "parry": ACTIONS["parry"],
        "mental": Rond6Action(
            "mental", "Resist", "resists a mental attempt", "R23", ("willpower",), any_skill=True, physical=False
        ),
        "other": Rond6Action("react", "React", "reacts", "R23"),
    }
)
"""The reasons for which a turn may move up, each with its action."""

GUARDS = Guards("R4", "R12", "R5")
WITH = Field("with", "With", Kind.TEXT, "")
SLOW = Field("slow", "cannot be used twice", Kind.FLAG, False, rare=True)
MOST = Field("most", "uses in a round", Kind.NUMBER, 0, high=99, help="0 for any number (R26).", rare=True)
ROLL = Field("roll", "a roll is called for", Kind.FLAG, False)
NOTE = Field("note", "What", Kind.TEXT, "")
LACKING = Field("lacking", "a Special Ability they lack", Kind.FLAG, False)
SKILL = Field("skill", "Skill", Kind.TEXT, "", help="As on the sheet.")
NUMBER = Field("number", "Actions", Kind.NUMBER, 1, low=1, high=999)
FATE = Field("fate", "with a Fate Point", Kind.FLAG, False, help="Doubles the limit (R28).")


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


def most_actions(encounter: Encounter, combatant_id: Id) -> int:
    """Return the limit, doubled if a Fate Point has been spent in this round."""
    return action_limit(encounter, combatant_id, memory.recall(encounter.standings[combatant_id]).has_fate).total


def check_limit(encounter: Encounter, combatant_id: Id, raw: Value, fate: bool = False) -> int:
    """Return the number, if it is within the limit; ``fate`` doubles that. Raises Refused and BadValue."""
    number = int(read(NUMBER, raw))
    fate = fate or memory.recall(encounter.standings[combatant_id]).has_fate

    def check(encounter: Encounter) -> None:
        most = action_limit(encounter, combatant_id, fate)
        if number > most.total:
            words = " + ".join([f"{term.label} {term.amount}" for term in most.terms])
            refuse(
                encounter,
                Refused("over_limit", f"At most {write_count(most.total, 'action')}: {words}.", most.rules[-1]),
            )

    allow(encounter, OPTIONS, check)
    return number


def check_fate(encounter: Encounter, combatant_id: Id) -> None:
    """Check that a Fate Point can double the limit: before the number is fixed, once in a round. Raises Refused."""
    standing, name = encounter.standings[combatant_id], encounter.name_of(combatant_id)
    if memory.recall(standing).declared:
        refuse(encounter, Refused("declared", f"{name} has already declared.", "R18"))
    if memory.recall(standing).has_fate:
        refuse(encounter, Refused("fate_spent", f"{name} has already spent a Fate Point this round.", "R28"))


def spend_fate(draft: Draft, combatant_id: Id) -> None:
    """Spend a Fate Point: it doubles the limit, before the number is fixed (R28). Raises Refused."""
    check_fate(draft.encounter, combatant_id)
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), has_fate=True), "R28")


def check_turn(encounter: Encounter, combatant_id: Id) -> None:
    """Check that it is the combatant’s turn, and that no result is open. Raises Refused."""
    standing, name = GUARDS.playing(encounter, combatant_id), encounter.name_of(combatant_id)
    if standing.status is Status.DONE:
        refuse(encounter, Refused("no_more", f"{name} has no action left: none can be added in this round.", "R18"))
    if standing.status is Status.HOLDING:
        refuse(encounter, Refused("waits", f"{name} waits: act now, or interrupt, first.", "R21"))
    if standing.status is Status.READY:
        GUARDS.refuse_off_turn(encounter, combatant_id)
    if memory.recall(standing).window:
        refuse(encounter, Refused("result_first", f"Resolve {name}’s action first.", "R21"))


def check_declaration(encounter: Encounter, combatant_id: Id, raw: Value) -> int:
    """Return the number of actions, if it may be fixed now. Raises Refused and BadValue."""
    name = encounter.name_of(combatant_id)
    if encounter.is_ready(combatant_id) and encounter.is_open:
        refuse(
            encounter,
            Refused("not_your_turn", f"Actions are declared on one’s turn, and it is not {name}’s turn.", "R15"),
        )
    check_turn(encounter, combatant_id)
    standing = encounter.standings[combatant_id]
    if memory.recall(standing).declared:
        number = memory.recall(standing).declared
        refuse(
            encounter,
            Refused("declared", f"{name} has declared {write_count(number, 'action')}: none can be added.", "R18"),
        )
    return check_limit(encounter, combatant_id, raw)


def fix_number(draft: Draft, actor: Id, number: int) -> None:
    """Fix the number of actions (R16), unless it is fixed already."""
    if not memory.recall(draft.standing(actor)).declared:
        begin_turns(draft)
        memory.declare(draft, actor, number, "R16")


def begin_turns(draft: Draft) -> None:
    """Note that something is done in a turn: initiative stands from now on."""
    fight = memory.recall_fight(draft.encounter)
    if not fight.has_begun:
        draft.remember("", replace(fight, has_begun=True))
    memories = memory.recall_all(draft.encounter.standings)
    for member in [who for who in draft.encounter.order if memories[who].is_fresh]:
        draft.remember(member, replace(memories[member], is_fresh=False))


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
    thrower = read_target(encounter, actor, values.get("thrower", "") if action.key == "catch" else "", action.rule)
    if thrower and _acts_later(encounter, thrower, actor):
        words = f"{encounter.name_of(thrower)} acts later in the round: {name} cannot catch what is thrown then."
        refuse(encounter, Refused("not_later", words, "R31"))
    value_in(values, SKILL)  # raises BadValue even if nothing is rolled
    if memory.recall(standing).is_tackled and action.physical:
        refuse(encounter, Refused("tackled", f"{name} is tackled: speech and breaking free only.", "R52"))
    if action.key == "use" and value_in(values, LACKING):
        refuse(encounter, Refused("not_possessed", f"{name} does not have that Special Ability.", "R55"))
    rolls = action.rolls or bool(value_in(values, ROLL))
    roll = _describe_roll(encounter, actor, action, values, number) if rolls else ""
    if rolls and (modifier := memory.recall(standing).modifier):
        related = f"{'+' if modifier > 0 else '−'}{abs(modifier)} by the related skill"
        roll = "; ".join(filter(None, (roll, related)))
    gear, slow = _check_gear(encounter, actor, action, values)
    words = f"throws the {gear}" if gear and action.thrown else action.words
    target = read_target(encounter, actor, values.get("target", ""), action.rule)
    if target:
        words += f"{action.to}{encounter.name_of(target)}"
    if thrower:
        words += f" from {encounter.name_of(thrower)}"
    if gear and action.armed:
        words += f" with the {gear}"
    return PlannedAction(action, words, number, roll, gear, slow, rolls, note, target)


def _acts_later(encounter: Encounter, thrower: Id, catcher: Id) -> bool:
    """Return whether the thrower’s turn is still to come, and comes after the catcher’s (R31)."""
    order = encounter.order
    return memory.awaits_turn(encounter, thrower) and order.index(thrower) > order.index(catcher)


def _describe_roll(encounter: Encounter, actor: Id, action: Rond6Action, values: Values, number: int) -> str:
    """Say what is rolled: the best skill of the action, with the penalty. Raises Refused if no die is left (R27)."""
    off = penalty_of(encounter, actor, number)
    named = str(value_in(values, SKILL)).casefold()
    skills = (named,) if named and (action.any_skill or not action.skills) else action.skills
    sheet = encounter.combatants[actor].sheet
    known = [code for code in (skill_for(sheet, skill) for skill in skills) if code]
    if not known:
        return ""
    name, code = max(known, key=itemgetter(1))

    def check(encounter: Encounter) -> None:
        if not reduce_code(encounter, code, off):
            refuse(
                encounter, Refused("zero_dice", f"{name} {code} with {dice_off(off)}: nothing is left to roll.", "R27")
            )

    allow(encounter, OPTIONS, check)
    return roll_words(encounter, name, code, off)


def _check_gear(encounter: Encounter, actor: Id, action: Rond6Action, values: Values) -> tuple[str, bool]:
    """Return the weapon, and whether it is slow. Raises Refused for the second use of a slow weapon (R26)."""
    if not action.armed and not action.thrown:
        return "", False
    gear = str(value_in(values, WITH))
    slow = bool(value_in(values, SLOW))
    if action.thrown and not gear:
        return "", False
    uses = [use for use in memory.recall(encounter.standings[actor]).gear if use.name == gear.casefold()]
    most, times = int(value_in(values, MOST)), sum(use.times for use in uses)
    if most and times >= most:
        often = "once" if most == 1 else f"{most} times"
        refuse(encounter, Refused("slow_gear", f"The {gear or 'weapon'} can be used {often} in a round.", "R26"))
    if uses and (slow or any(use.is_slow for use in uses)):
        refuse(encounter, Refused("slow_gear", f"The {gear or 'weapon'} cannot be used twice in a round.", "R26"))
    return gear, slow
