"""Exact chances of Unbound: counted, never simulated."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import perm, prod

from engine.dice import DiceCode
from engine.table.ways import throw_of

DIE = 12
TWO_D10 = throw_of(DiceCode(2, 10))
PAIRS = TWO_D10.scale


def ways_to_fail(perception: int, target: int) -> int:
    """In how many of the 100 ways 2d10 + ``perception`` stays below ``target`` (UA5).

    >>> ways_to_fail(3, 12)
    28
    """
    return sum(TWO_D10.ways[: max(0, target - perception - TWO_D10.low)])


def chance_surprised(perception: int, target: int) -> Fraction:
    return Fraction(ways_to_fail(perception, target), PAIRS)


def chance_anybody(rolls: Sequence[tuple[int, int]]) -> Fraction:
    """That at least one of these, each with a Perception and a number to reach, is surprised.

    >>> chance_anybody([(2, 13), (4, 13)]), chance_anybody([])
    (Fraction(151, 250), Fraction(0, 1))
    """
    nobody = prod(PAIRS - ways_to_fail(perception, target) for perception, target in rolls)
    return 1 - Fraction(nobody, PAIRS ** len(rolls))


def number_surprised(perceptions: Sequence[int], target: int) -> tuple[Fraction, ...]:
    """The chance that 0, 1, 2, … of them are surprised.

    >>> [str(chance) for chance in number_surprised([2, 4, 1], 13)]
    ['891/5000', '4329/10000', '799/2500', '693/10000']
    """
    ways = [1]
    for perception in perceptions:
        fails = ways_to_fail(perception, target)
        more = [0, *(fails * many for many in ways)]
        fewer = [*((PAIRS - fails) * many for many in ways), 0]
        ways = [one + other for one, other in zip(more, fewer, strict=True)]
    return tuple(Fraction(many, PAIRS ** len(perceptions)) for many in ways)


def chance_first(factions: int) -> Fraction:
    """That one of so many factions goes first: the die is the same for all, and ties are thrown again (U6)."""
    return Fraction(1, factions)


def chance_no_tie(factions: int) -> Fraction:
    """That the first throw settles the order.

    >>> [str(chance_no_tie(many)) for many in (2, 3, 4)]
    ['11/12', '55/72', '55/96']
    """
    return Fraction(perm(DIE, factions), DIE**factions)
