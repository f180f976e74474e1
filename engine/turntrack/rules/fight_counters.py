"""Decisions on the counters of the fight and of its sides: Malice, Fear, Momentum, a clock."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from types import MappingProxyType

from turntrack.core.commands import DropFightCounter, KeepFightCounter, StepFightCounter
from turntrack.core.dice import DiceCode, DiceRequest
from turntrack.core.draft import Draft
from turntrack.core.errors import BadValue, Refused
from turntrack.core.events import FightCounterDropped, FightCounterSet
from turntrack.core.fields import LONGEST_NAME, clean_text, read, required_text
from turntrack.core.model import Encounter, FightCounter
from turntrack.core.own_sides import likely_sides_of_players
from turntrack.core.score import signed
from turntrack.rules.combatants import COUNTED, STEP
from turntrack.systems.toolkit.dice_expression import (
    LONGEST_EXPRESSION,
    Constant,
    DiceRoll,
    Expression,
    addends,
    code_of,
    count_shown,
    evaluate,
    is_plain,
    parse,
)

MOST_FIGHT_COUNTERS = 8
_MOST_HEROES = 100
"""At most this many heroes add to what a counter gains, since each may be a die."""

_BOUNDS = MappingProxyType({"heroes": (0, _MOST_HEROES), "round": (0, 999)})
"""The words that an expression of what is gained may use beside numbers and dice, with their bounds."""


def _read_gains(text: str) -> Expression | None:
    """Read what a counter gains each round; None for nothing. Raises BadValue."""
    if not text:
        return None
    gains = parse(text, _BOUNDS, is_typed=True)
    if gains.is_gap:
        raise BadValue("Each round: numbers, dice, heroes and round, such as heroes + round or 1d6.")
    return gains


def read_fight_counter(counter: FightCounter) -> FightCounter:
    """Return the counter in its stored form. Raises BadValue."""
    name = required_text("The counter’s name", counter.name)
    most = int(read(replace(COUNTED, label="Maximum"), counter.most))
    value = int(read(replace(COUNTED, high=most) if most else COUNTED, counter.value))
    gains = clean_text("Each round", counter.gains, LONGEST_EXPRESSION)
    side = clean_text("The side", counter.side, LONGEST_NAME)
    _read_gains(gains)
    return replace(counter, name=name, value=value, most=most, gains=gains, side=side)


def keep(draft: Draft, command: KeepFightCounter) -> None:
    """Add or replace a counter of the fight. Raises Refused and BadValue."""
    counter, there = read_fight_counter(command.counter), draft.encounter.counters
    if command.was:
        _find(draft.encounter, command.was)
    if counter in there:
        raise Refused("no_change", "That is already the case.")
    names = [present.name for present in there]
    if counter.name in names and counter.name != command.was:
        raise Refused("already", f"{counter.name} is counted already.")
    if not has_room({*names} - {command.was} | {counter.name}):
        raise Refused("too_many", f"A fight has at most {MOST_FIGHT_COUNTERS} counters of its own.")
    draft.record(FightCounterSet(counter, command.was))


def has_room(names: Collection[str]) -> bool:
    """Return whether a fight can have counters of these names."""
    return len(names) <= MOST_FIGHT_COUNTERS


def step(draft: Draft, command: StepFightCounter) -> None:
    """Change the value of a counter, within 0 and its maximum. Raises Refused and BadValue."""
    counter = _find(draft.encounter, command.name)
    value = _within(counter, counter.value + int(read(STEP, command.by)))
    if value == counter.value:
        raise Refused("no_change", f"{counter.name} is {'full' if value else 'used up'}.")
    draft.record(FightCounterSet(replace(counter, value=value), counter.name))


def drop(draft: Draft, command: DropFightCounter) -> None:
    """Remove a counter. Raises Refused."""
    draft.record(FightCounterDropped(_find(draft.encounter, command.name).name))


def _find(encounter: Encounter, name: str) -> FightCounter:
    for counter in encounter.counters:
        if counter.name == name:
            return counter
    raise Refused("no_counter", f"There is no counter called “{name[:40]}”.")


def _within(counter: FightCounter, value: int) -> int:
    return max(0, min(counter.most or COUNTED.high, value))


def gain(draft: Draft) -> None:
    """Let the counters gain what a round that has just begun gives them. Raises DiceNeeded and BadValue."""
    encounter = draft.encounter
    gaining = [(counter, gains) for counter in encounter.counters if (gains := _read_gains(counter.gains))]
    if not gaining:
        return
    own, there = likely_sides_of_players(encounter), encounter.combatants
    heroes = sum(1 for combatant_id in encounter.able() if there[combatant_id].side in own)
    known = {"heroes": min(heroes, _MOST_HEROES), "round": encounter.round}
    asked = [(counter, die, code) for counter, gains in gaining for die in gains.dice if (code := code_of(die, known))]
    rolls = draft.roll([_request(counter, die, code) for counter, die, code in asked])
    fallen: dict[str, dict[int, int]] = {counter.name: {} for counter, _ in gaining}
    for (counter, die, _), roll in zip(asked, rolls, strict=True):
        fallen[counter.name][die.place] = count_shown(die, roll)
    for counter, gains in gaining:
        value = _within(counter, counter.value + evaluate(gains.body, known, fallen[counter.name]))
        if value != counter.value:
            why = _why(gains, known, fallen[counter.name])
            draft.record(FightCounterSet(replace(counter, value=value), counter.name, why))


def _request(counter: FightCounter, die: DiceRoll, code: DiceCode) -> DiceRequest:
    key = f"gain:{counter.name}:{die.place}"
    return DiceRequest(key, counter.name, "the new round", code, counter.at_table, by_face=not is_plain(die))


def _why(gains: Expression, known: dict[str, int], fallen: dict[int, int]) -> str:
    """Say what was gained, by its parts: ``heroes 4, round 2``; a number alone says itself."""
    if isinstance(gains.body, Constant):
        return ""
    terms = ((addend.node, addend.term(known, fallen, "")) for addend in addends(gains.body))
    return ", ".join(
        signed(term.amount) if isinstance(node, Constant) else f"{term.label} {signed(term.amount)}"
        for node, term in terms
    )
