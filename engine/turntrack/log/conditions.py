"""Words for conditions: their ends, the rolls against them, and what the table has to settle now."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from turntrack.core.model import Attempt, Condition, Due, Encounter, Id, Until
from turntrack.core.names import join_names
from turntrack.rules.condition_expiry import chance_of, is_concentrated_on, is_same_hold, turns_left
from turntrack.systems.protocol import TurnSystem


def until_words(encounter: Encounter, condition: Condition, system: TurnSystem, name: str = "") -> str:
    """Say when a condition ends: ``until Mara’s 2nd turn from now ends``; empty if it is taken off by hand.

    ``name`` replaces the name of the combatant whose turns count: ``each one’s``.
    """
    match condition.until:
        case Until.REMOVED:
            return ""
        case Until.REST:
            return "until a rest"
        case Until.ROUND_ENDS:
            word = system.round_word
            which = f"{word} {encounter.round}" if encounter.is_open else f"the next {word}"
            return f"until {which} is over"
        case Until.COUNT:
            return f"until {system.count_word} {condition.count}"
        case Until.TURN_BEGINS:
            return f"until {_turn_words(encounter, condition, name)} begins"
        case Until.TURN_ENDS:
            return f"until {_turn_words(encounter, condition, name)} ends"
        case _:
            assert_never(condition.until)


def _turn_words(encounter: Encounter, condition: Condition, name: str) -> str:
    whose = name or f"{encounter.name_of(condition.whose)}’s"
    left = turns_left(encounter, condition)
    if not left:
        return f"{whose} current turn"
    return f"{whose} next turn" if left == 1 else f"{whose} {_ordinal(left)} turn from now"


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number // 10 % 10 != 1 else "th"
    return f"{number}{ending}"


def cause_words(encounter: Encounter, condition: Condition) -> str:
    """Say who causes a condition, and whether it needs that combatant: ``held by Mara``; empty for nobody."""
    if not condition.by:
        return ""
    name = encounter.name_of(condition.by)
    if is_concentrated_on(encounter, condition):
        return f"while {name} concentrates"
    return f"{'held ' if condition.held else ''}by {name}"


def attempt_words(attempt: Attempt) -> str:
    """Say what the attempt needs: ``14 or more on 1d20``; empty if the table has not named the dice."""
    return f"{attempt.needs} or {'less' if attempt.or_less else 'more'} on {attempt.code}" if attempt.code else ""


def roll_place_words(encounter: Encounter, condition: Condition, system: TurnSystem) -> str:
    """Say when the bearer rolls: after each turn, or where a fallen bearer’s turn would have come."""
    standing = encounter.standings.get(condition.bearer)
    if standing is None or standing.able:
        return "at the end of each turn"
    if condition.rolls_at and system.counts_up:
        return f"before each turn of {encounter.name_of(condition.rolls_at)}"
    if condition.rolls_at:
        bearer, follower = encounter.name_of(condition.bearer), encounter.name_of(condition.rolls_at)
        return f"each {system.round_word} where {bearer}’s turn was, before {follower}"
    return f"at the end of each {system.round_word}"


@dataclass(frozen=True, slots=True)
class Reminder:
    """A question to settle at the table now: a roll against a condition, or whether a hold goes on."""

    about: Id
    text: str
    numbers: tuple[int, ...]
    """The conditions that end if the answer is yes. If it is no, ``KeepCondition`` takes the first number."""
    chance: Fraction | None = None
    is_of_last_stand: bool = False
    """Whether the answer is a result of the roll, and not whether the condition is over."""


def reminders(encounter: Encounter) -> tuple[Reminder, ...]:
    """List the questions to settle now, in the order of the conditions."""
    made = (_reminder(encounter, condition) for condition in encounter.conditions)
    return tuple(reminder for reminder in made if reminder is not None)


def _reminder(encounter: Encounter, condition: Condition) -> Reminder | None:
    text = reminder_words(encounter, condition)
    match condition.due:
        case Due.NOTHING:
            return None
        case Due.HURT:
            held = (hold.number for hold in encounter.conditions if is_same_hold(condition, hold) and hold != condition)
            return Reminder(condition.by, text, (condition.number, *held))
        case Due.TEST:
            return Reminder(condition.bearer, text, (condition.number,))
        case Due.ROLL:
            chance = chance_of(condition.attempt) if condition.attempt else None
            return Reminder(condition.bearer, text, (condition.number,), chance, bool(condition.roll_name))
        case _:
            assert_never(condition.due)


def reminder_words(encounter: Encounter, condition: Condition) -> str:
    """Return the question of a condition that is due; empty if nothing is due."""
    match condition.due:
        case Due.NOTHING:
            return ""
        case Due.HURT:
            bearers = [hold.bearer for hold in encounter.conditions if is_same_hold(condition, hold)]
            held = join_names([encounter.name_of(bearer) for bearer in bearers], " and ")
            stay = f"do{'es' * (len(bearers) == 1)} {held} stay {condition.name}"
            return f"{encounter.name_of(condition.by)} is hurt: {stay}?"
        case Due.TEST:
            difficulty = max(10, condition.lost // 2)
            most = ", 30 in D&D 2024" if difficulty > 30 else ""
            bearer = encounter.name_of(condition.bearer)
            return f"{bearer} has lost {condition.lost}: still concentrating? (D&D: DC {difficulty}{most})"
        case Due.ROLL:
            words = attempt_words(condition.attempt) if condition.attempt else ""
            bearer = encounter.name_of(condition.bearer)
            if condition.roll_name:
                return f"{bearer}’s {condition.roll_name}: {words}."
            return f"{bearer} may roll to stop being {condition.name}{f': {words}' if words else ''}."
        case _:
            assert_never(condition.due)
