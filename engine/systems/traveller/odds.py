"""Exact chances: a check, every further action, and who goes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import prod

from engine.dice import DiceCode
from engine.model import Id
from engine.table.ways import throw_of

WAYS_OF_2D = throw_of(DiceCode(2, 6)).ways
"""How many of 36 throws give each total, from 2 to 12."""


def ways_at_most(dice: int, end: int) -> int:
    """How many throws of so many dice show ``end`` or less.

    >>> ways_at_most(2, 7), ways_at_most(3, 9)
    (21, 81)
    """
    return next(islice(_ways_die_by_die(end), dice - 1, None))


def _ways_die_by_die(end: int) -> Iterator[int]:
    """How many throws of one die, of two, … show ``end`` or less."""
    ways = [1] + [0] * end
    while True:
        ways = [sum(ways[max(0, total - 6) : total]) for total in range(end + 1)]
        yield sum(ways)


def chance_of_check(dice: int, end: int) -> Fraction:
    """END or less on so many dice (T12–T16)."""
    return Fraction(ways_at_most(dice, end), 6**dice)


def chances_of_actions(end: int) -> Iterator[Fraction]:
    """The chance to take at least 2, 3, … actions in a round, for as long as there is one (TA8)."""
    return (Fraction(ways, throws) for ways, throws in _runs_of_checks(end))


def _runs_of_checks(end: int) -> Iterator[tuple[int, int]]:
    """In how many of how many throws the first check is passed, the first two, …"""
    passed = thrown = 1
    for dice, ways in enumerate(islice(_ways_die_by_die(end), end), 1):
        passed, thrown = passed * ways, thrown * 6**dice
        yield passed, thrown


def expected_actions(end: int) -> Fraction:
    """How many actions a round holds on average, if none is declined.

    >>> expected_actions(1)
    Fraction(7, 6)
    """
    total = whole = 1
    for passed, thrown in _runs_of_checks(end):
        total, whole = total * (thrown // whole) + passed, thrown
    return Fraction(total, whole)


@dataclass(frozen=True, slots=True)
class Runner:
    """One who throws for initiative: the number for each total of 2D, and the place among equals (lower first)."""

    id: Id
    numbers: tuple[int, ...]
    rank: int = 0

    def key(self, total: int) -> tuple[int, int]:
        return (self.numbers[total], self.rank)


def chances_of_first(units: Sequence[Sequence[Runner]]) -> dict[Id, Fraction]:
    """For each runner, the chance that nobody comes before. Each unit throws 2D once for all its members.

    Where ranks differ the chances sum to 1; where they are all alike, whoever ties for first counts as first.
    """
    ways = {runner.id: 0 for unit in units for runner in unit}
    left = [sum(WAYS_OF_2D)] * len(units)
    nobody_yet = prod(left)
    for _, throws in sorted(_by_place(units).items()):
        if not nobody_yet:  # somebody has come before for certain
            break
        for unit, many, first in throws:
            for one in first:
                ways[one] += many * (nobody_yet // left[unit])
        for unit, many, _ in throws:
            nobody_yet = nobody_yet // left[unit] * (left[unit] - many)
            left[unit] -= many
    return {one: Fraction(many, sum(WAYS_OF_2D) ** len(units)) for one, many in ways.items()}


def _by_place(units: Sequence[Sequence[Runner]]) -> dict[tuple[int, int], list[tuple[int, int, list[Id]]]]:
    """By place, every throw that brings the first of a unit there: the unit, in how many of 36 ways, and who it is."""
    places: dict[tuple[int, int], list[tuple[int, int, list[Id]]]] = {}
    for number, unit in enumerate(units):
        for total, many in enumerate(WAYS_OF_2D):
            keys = [runner.key(total) for runner in unit]
            first = [runner.id for runner, key in zip(unit, keys, strict=True) if key == min(keys)]
            places.setdefault(min(keys), []).append((number, many, first))
    return places
