"""The exact distributions of dice and of dice expressions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import accumulate, count, zip_longest
from math import comb, gcd
from typing import assert_never

from turntrack.core.dice import DiceCode, Explodes
from turntrack.systems.toolkit.dice_expression import (
    Constant,
    DiceRoll,
    Extreme,
    FieldRef,
    Node,
    Operation,
    ValueOf,
    calculate,
    code_of,
    evaluate,
)


@dataclass(frozen=True, slots=True)
class RollWays:
    """The numbers of ways for the totals ``low``, ``low + 1``, …, out of ``scale`` ways."""

    low: int
    ways: tuple[int, ...]
    scale: int


FINEST = 10**9
"""No chance is counted more finely than 1 in this number, where exploding dice would make it endless."""


def exploding_die(sides: int) -> RollWays:
    """Make the roll of one exploding die, whose highest face is rolled again and added.

    The chain ends when as many highest faces in a row come once in ``FINEST`` rolls or less.
    Longer chains take longer to count, and no percentage shows them.

    >>> exploding_die(10).ways[8:11]
    (100000000, 0, 10000000)
    """
    chain = next(length for length in count(1) if sides**length >= FINEST)
    ways = (sides ** (chain - 1 - total // sides) if total % sides else 0 for total in range(1, chain * sides))
    return RollWays(1, (*ways, 1), sides**chain)


@lru_cache(maxsize=64)
def ways_of(code: DiceCode, cancels: bool = False) -> RollWays:
    """Make the roll of a dice code without its fixed addition.

    With ``cancels``, a first 1 on the last die also cancels the highest die.

    >>> ways_of(DiceCode(2, 4))
    RollWays(low=2, ways=(1, 2, 3, 4, 3, 2, 1), scale=16)
    """
    dice, sides = code.count, code.sides
    if code.explodes is Explodes.NONE:
        return RollWays(dice, tuple(_sums(dice, sides)), sides**dice)
    if code.explodes is Explodes.ALL:
        die, ways = exploding_die(sides), [1]
        for _ in range(dice):
            ways = _add(ways, die.ways)
        return RollWays(dice, tuple(ways), die.scale**dice)
    plain, wild = _sums(dice - 1, sides), exploding_die(sides)
    ways = [0] * dice + _add(plain, (0, *wild.ways[1:]) if cancels else wild.ways)
    for left, many in _without_the_highest(dice - 1, sides).items() if cancels else ():
        ways[left] += many * wild.ways[0]
    return RollWays(0, tuple(ways), sides ** (dice - 1) * wild.scale)


def worse_of_two(roll: RollWays) -> RollWays:
    """Make the roll that counts the lower of two.

    >>> worse_of_two(RollWays(1, (1, 1), 2))
    RollWays(low=1, ways=(3, 1), scale=4)
    """
    above = [roll.scale - upto for upto in accumulate(roll.ways)]
    ways = (on * (on + 2 * more) for on, more in zip(roll.ways, above, strict=True))
    return RollWays(roll.low, tuple(ways), roll.scale**2)


def _add(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Count the ways for each sum of two rolls."""
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


MOST_PAIRS = 200_000
"""The greatest number of pairs of values to combine, for all expressions rolled at once."""
MOST_VALUES = 5_000
SMALL = 200_000
"""Numbers of so many bits by bits take about twice as long to combine as the smallest."""


class TooMuchWork(Exception):
    """A distribution that takes too long to count."""


class Budget:
    """The number of pairs of values that may still be combined."""

    def __init__(self, pairs: int = MOST_PAIRS) -> None:
        self.left = pairs

    def spend(self, pairs: int) -> None:
        """Take off the pairs of the next operation. Raises TooMuchWork if fewer are left."""
        if pairs > self.left:
            raise TooMuchWork
        self.left -= pairs


@dataclass(frozen=True, slots=True)
class Distribution:
    """The number of ways for each value, out of ``scale`` ways in all."""

    ways: Mapping[int, int]
    scale: int


def count_ways(node: Node, values: ValueOf, budget: Budget) -> Distribution:
    """Return the distribution of a node with these field values. Raises TooMuchWork.

    >>> count_ways(Operation("+", DiceRoll(0, Constant(1), Constant(2)), Constant(5)), {}, Budget()).ways
    {6: 1, 7: 1}
    """
    match node:
        case Constant() | FieldRef():
            return Distribution({evaluate(node, values, {}): 1}, 1)
        case DiceRoll():
            return _of_dice(node, values, budget)
        case Operation():
            left, right = count_ways(node.left, values, budget), count_ways(node.right, values, budget)
            return _combine(left, right, partial(calculate, node.sign), budget)
        case Extreme():
            pick: Callable[[int, int], int] = max if node.is_highest else min
            first, *others = (count_ways(part, values, budget) for part in node.parts)
            return reduce(lambda left, right: _combine(left, right, pick, budget), others, first)
        case _:
            assert_never(node)


def _combine(left: Distribution, right: Distribution, by: Callable[[int, int], int], budget: Budget) -> Distribution:
    # Long integers take longer to multiply, so pairs of them cost more of the budget.
    size = left.scale.bit_length() * right.scale.bit_length()
    budget.spend(len(left.ways) * len(right.ways) * (1 + size // SMALL))
    joined: dict[int, int] = {}
    for value, many in left.ways.items():
        for right_value, much in right.ways.items():
            both = by(value, right_value)
            joined[both] = joined.get(both, 0) + many * much
    return Distribution(joined, left.scale * right.scale)


def _of_dice(die: DiceRoll, values: ValueOf, budget: Budget) -> Distribution:
    code = code_of(die, values)
    if code is None:
        return Distribution({0: 1}, 1)
    if code.explodes is not Explodes.NONE:
        if die.keep or die.at_least:
            raise TooMuchWork
        values_of_die = len(exploding_die(code.sides).ways)
        budget.spend(values_of_die * values_of_die * code.count * (code.count - 1) // 2)
        return _of_ways(ways_of(code))
    scale = code.sides**code.count
    if die.at_least:
        return Distribution(_counted(code, die, budget), scale)
    if die.keep and abs(die.keep) < code.count:
        return Distribution(_kept(code, die.keep, budget), scale)
    if code.count * code.sides > MOST_VALUES:
        raise TooMuchWork
    budget.spend(code.count * code.count * code.sides // 4)
    return _of_ways(ways_of(code))


def _of_ways(roll: RollWays) -> Distribution:
    return Distribution({total: ways for total, ways in enumerate(roll.ways, roll.low) if ways}, roll.scale)


def _counted(code: DiceCode, die: DiceRoll, budget: Budget) -> Mapping[int, int]:
    """Count the ways for the number of dice that show enough, some of which may count twice."""
    misses = min(code.sides, die.at_least - 1)
    doubles = max(0, code.sides - die.twice + 1) if die.twice else 0
    hits = code.sides - misses - doubles
    budget.spend(code.count * (code.count if doubles else 1))
    ways: dict[int, int] = {}
    for double in range(code.count + 1 if doubles else 1):
        left = code.count - double
        for hit in range(left + 1):
            many = comb(code.count, double) * doubles**double * comb(left, hit) * hits**hit * misses ** (left - hit)
            if many:
                ways[hit + 2 * double] = ways.get(hit + 2 * double, 0) + many
    return ways


def _kept(code: DiceCode, keep: int, budget: Budget) -> Mapping[int, int]:
    """Count the ways for the sum of the kept dice.

    Dynamic programming over the faces, the first kept first. The state is the number of dice assigned to a face so far,
    and the sum of those kept.
    """
    budget.spend(code.count * code.count * code.sides * abs(keep) * code.sides // 4)
    faces = range(code.sides, 0, -1) if keep > 0 else range(1, code.sides + 1)
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for face in faces:
        now: dict[tuple[int, int], int] = {}
        for (dealt, total), many in ways.items():
            for more in range(code.count - dealt + 1):
                counted = max(0, min(more, abs(keep) - dealt))
                at = (dealt + more, total + face * counted)
                now[at] = now.get(at, 0) + many * comb(code.count - dealt, more)
        ways = now
    return {total: many for (dealt, total), many in ways.items() if dealt == code.count}


def ways_for(node: Node, values: ValueOf, budget: Budget, is_low_first: bool = False) -> RollWays:
    """Return the expression as a roll for ``odds_of_first``. Raises TooMuchWork.

    With ``is_low_first`` all values are negated.
    """
    distribution = count_ways(node, values, budget)
    ways = {(-value if is_low_first else value): many for value, many in distribution.ways.items()}
    low, high = min(ways), max(ways)
    if high - low >= MOST_VALUES:
        raise TooMuchWork
    shared = gcd(distribution.scale, *ways.values())
    return RollWays(
        low, tuple(ways.get(value, 0) // shared for value in range(low, high + 1)), distribution.scale // shared
    )
