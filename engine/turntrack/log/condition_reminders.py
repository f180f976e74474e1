"""Reminders: what the table has to settle about a condition now."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from turntrack.core.model import Condition, Due, Encounter, Id
from turntrack.core.names import join_names
from turntrack.log.condition_words import attempt_words
from turntrack.rules.condition_expiry import chance_of, is_same_hold


@dataclass(frozen=True, slots=True)
class Reminder:
    """A question to settle at the table now: a throw against a condition, or whether a hold goes on."""

    about: Id
    text: str
    numbers: tuple[int, ...]
    """The conditions that end if the answer is yes. If it is no, ``KeepCondition`` takes the first number."""
    chance: Fraction | None = None


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
        case Due.ROLL:
            chance = chance_of(condition.attempt) if condition.attempt else None
            return Reminder(condition.bearer, text, (condition.number,), chance)
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
        case Due.ROLL:
            words = attempt_words(condition.attempt) if condition.attempt else ""
            bearer = encounter.name_of(condition.bearer)
            return f"{bearer} may roll to stop being {condition.name}{f': {words}' if words else ''}."
        case _:
            assert_never(condition.due)
