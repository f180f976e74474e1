"""The number of ways in which dice reach each total: plain dice, exploding dice, and dice with a wild die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, zip_longest

from turntrack.core.dice import DiceCode, Explodes


@dataclass(frozen=True, slots=True)
class Throw:
    """The numbers of ways for the totals ``low``, ``low + 1``, …, out of ``scale`` ways.

    If the totals have no end, ``ways`` ends with a whole ``period``, and each total a period higher is ``rarer`` times
    rarer. Else ``period`` is 0.
    """

    low: int
    ways: tuple[int, ...]
    scale: int
    period: int = 0
    rarer: int = 1


def one_die(sides: int, explodes: bool = False) -> Throw:
    """Make the throw of one fair die. If it explodes, the highest face is thrown again and added."""
    if explodes:
        return Throw(1, (*(1,) * (sides - 1), 0), sides, sides, sides)
    return Throw(1, (1,) * sides, sides)


def throw_of(code: DiceCode, cancels: bool = False) -> Throw:
    """Make the throw of a dice code without its fixed addition. Of several dice only the last may explode.

    With ``cancels``, a first 1 on the last die also cancels the highest die.

    >>> throw_of(DiceCode(2, 4))
    Throw(low=2, ways=(1, 2, 3, 4, 3, 2, 1), scale=16, period=0, rarer=1)
    """
    dice, sides = code.count, code.sides
    if code.explodes is Explodes.NONE:
        return Throw(dice, tuple(_sums(dice, sides)), sides**dice)
    if dice == 1 and not cancels:
        return one_die(sides, explodes=True)
    assert code.explodes is Explodes.LAST
    ways = [0] * (sides * dice + 2)
    for rest, many in enumerate(_sums(dice - 1, sides), dice - 1):
        for shown in range(1 + cancels, len(ways) - rest):
            more, face = divmod(shown, sides)
            if face:
                ways[rest + shown] += many * sides ** (dice - more)
    for left, many in _without_the_highest(dice - 1, sides).items() if cancels else ():
        ways[left] += many * sides**dice
    return Throw(0, tuple(ways), sides ** (2 * dice), sides, sides)


def _sums(dice: int, highest: int) -> list[int]:
    """Count the ways for each sum of dice with at most ``highest`` on each, from the lowest sum on."""
    ways = [1]
    for _ in range(dice):
        upto = [0, *accumulate(ways)]
        ways = [upto[min(at + 1, len(ways))] - upto[max(0, at - highest + 1)] for at in range(len(ways) + highest - 1)]
    return ways


def _without_the_highest(dice: int, sides: int) -> Mapping[int, int]:
    """Count the ways for each sum of plain dice without the highest die; without dice, one way for 0."""
    ways = Counter({0: int(not dice)})
    for highest in range(1, sides + 1) if dice else ():
        both = zip_longest(_sums(dice, highest), _sums(dice, highest - 1), fillvalue=0)
        ways.update({at: upto - lower for at, (upto, lower) in enumerate(both, dice - highest)})
    return +ways


def chance_of_at_least(number: int, sides: int, explodes: bool) -> Fraction:
    """Return the chance that one die comes to at least this number.

    >>> chance_of_at_least(7, 6, True), chance_of_at_least(7, 6, False)
    (Fraction(1, 6), Fraction(0, 1))
    """
    if number <= 1:
        return Fraction(1)
    highest, more = divmod(number - 1, sides)
    if highest and not explodes:
        return Fraction(0)
    return Fraction(sides - more, sides ** (highest + 1))
