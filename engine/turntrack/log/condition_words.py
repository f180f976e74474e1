"""Words for conditions: their ends, and the throws against them."""

from __future__ import annotations

from typing import assert_never

from turntrack.core.model import Attempt, Condition, Encounter, Until
from turntrack.rules.condition_expiry import turns_left
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


def attempt_words(attempt: Attempt) -> str:
    """Say what the attempt needs: ``14 or more on 1d20``; empty if the table has not named the dice."""
    return f"{attempt.needs} or {'less' if attempt.or_less else 'more'} on {attempt.code}" if attempt.code else ""


def roll_place_words(encounter: Encounter, condition: Condition, system: TurnSystem) -> str:
    """Say when the bearer rolls: after each turn, or where a fallen bearer’s turn would have come."""
    standing = encounter.standings.get(condition.bearer)
    if standing is None or standing.able:
        return "at the end of each turn"
    if condition.rolls_at:
        return f"before each turn of {encounter.name_of(condition.rolls_at)}"
    return f"at the end of each {system.round_word}"
