"""The number of ways in which dice reach each total: plain dice, exploding dice, and dice with a wild die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, count, zip_longest

from turntrack.core.dice import DiceCode, Explodes


@dataclass(frozen=True, slots=True)
class Throw:
    """The numbers of ways for the totals ``low``, ``low + 1``, …, out of ``scale`` ways."""

    low: int
    ways: tuple[int, ...]
    scale: int


FINEST = 10**9
"""No chance is counted more finely than 1 in this number, where exploding dice would make it endless."""


def one_die(sides: int, explodes: bool = False) -> Throw:
    """Make the throw of one fair die. If it explodes, the highest face is thrown again and added.

    The chain of an exploding die ends when as many highest faces in a row come once in ``FINEST`` throws or less.
    Longer chains take longer to count, and no percentage shows them.

    >>> one_die(10, explodes=True).ways[8:11]
    (100000000, 0, 10000000)
    """
    if not explodes:
        return Throw(1, (1,) * sides, sides)
    chain = next(length for length in count(1) if sides**length >= FINEST)
    ways = (sides ** (chain - 1 - total // sides) if total % sides else 0 for total in range(1, chain * sides))
    return Throw(1, (*ways, 1), sides**chain)


def throw_of(code: DiceCode, cancels: bool = False) -> Throw:
    """Make the throw of a dice code without its fixed addition.

    With ``cancels``, a first 1 on the last die also cancels the highest die.

    >>> throw_of(DiceCode(2, 4))
    Throw(low=2, ways=(1, 2, 3, 4, 3, 2, 1), scale=16)
    """
    dice, sides = code.count, code.sides
    if code.explodes is Explodes.NONE:
        return Throw(dice, tuple(_sums(dice, sides)), sides**dice)
    if code.explodes is Explodes.ALL:
        die, ways = one_die(sides, explodes=True), [1]
        for _ in range(dice):
            ways = _add(ways, die.ways)
        return Throw(dice, tuple(ways), die.scale**dice)
    plain, wild = _sums(dice - 1, sides), one_die(sides, explodes=True)
    ways = [0] * dice + _add(plain, (0, *wild.ways[1:]) if cancels else wild.ways)
    for left, many in _without_the_highest(dice - 1, sides).items() if cancels else ():
        ways[left] += many * wild.ways[0]
    return Throw(0, tuple(ways), sides ** (dice - 1) * wild.scale)


def worse_of_two(throw: Throw) -> Throw:
    """Make the throw that counts the lower of two.

    >>> worse_of_two(Throw(1, (1, 1), 2))
    Throw(low=1, ways=(3, 1), scale=4)
    """
    above = [throw.scale - upto for upto in accumulate(throw.ways)]
    ways = (on * (on + 2 * more) for on, more in zip(throw.ways, above, strict=True))
    return Throw(throw.low, tuple(ways), throw.scale**2)


def _add(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Count the ways for each sum of two throws."""
    ways = [0] * (len(left) + len(right) - 1)
    for at, many in enumerate(left):
        for more, much in enumerate(right, at):
            ways[more] += many * much
    return ways


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
