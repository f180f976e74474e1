"""Exact chances: a check, every further action, and who goes first."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, islice
from math import prod

from engine.model import Id

WAYS_OF_2D = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
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
    totals = range(len(WAYS_OF_2D))
    firsts = [[min(runner.key(total) for runner in unit) for total in totals] for unit in units]
    laters = [_ways_from(first) for first in firsts]
    chances = {}
    for number, unit in enumerate(units):
        for runner in unit:
            ways = 0
            for total in totals:
                key = runner.key(total)
                if key == firsts[number][total]:
                    others = (later for other, later in enumerate(laters) if other != number)
                    ways += WAYS_OF_2D[total] * prod(tails[bisect_left(keys, key)] for keys, tails in others)
            chances[runner.id] = Fraction(ways, 36 ** len(units))
    return chances


def _ways_from(first: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], list[int]]:
    """A unit's best keys in order, and for each index how many of 36 throws give that key or a later one."""
    ordered = sorted(zip(first, WAYS_OF_2D, strict=True))
    below = accumulate((ways for _, ways in ordered), initial=0)
    return [key for key, _ in ordered], [36 - ways for ways in below]
