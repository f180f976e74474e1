"""The exact distributions of dice expressions, by convolution."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, reduce
from math import comb, gcd
from typing import assert_never

from turntrack.core.dice import DiceCode, Explodes
from turntrack.systems.toolkit.dice_expression import (
    Constant,
    DiceThrow,
    Extreme,
    FieldRef,
    Node,
    Operation,
    ValueOf,
    calculate,
    code_of,
    evaluate,
)
from turntrack.systems.toolkit.roll_distribution import Throw, one_die, throw_of

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

    >>> count_ways(Operation("+", DiceThrow(0, Constant(1), Constant(2)), Constant(5)), {}, Budget()).ways
    {6: 1, 7: 1}
    """
    match node:
        case Constant() | FieldRef():
            return Distribution({evaluate(node, values, {}): 1}, 1)
        case DiceThrow():
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
    size = left.scale.bit_length() * right.scale.bit_length()
    budget.spend(len(left.ways) * len(right.ways) * (1 + size // SMALL))
    joined: dict[int, int] = {}
    for value, many in left.ways.items():
        for right_value, much in right.ways.items():
            both = by(value, right_value)
            joined[both] = joined.get(both, 0) + many * much
    return Distribution(joined, left.scale * right.scale)


def _of_dice(die: DiceThrow, values: ValueOf, budget: Budget) -> Distribution:
    code = code_of(die, values)
    if code is None:
        return Distribution({0: 1}, 1)
    if code.explodes is not Explodes.NONE:
        if die.keep or die.at_least:
            raise TooMuchWork
        values_of_die = len(one_die(code.sides, explodes=True).ways)
        budget.spend(values_of_die * values_of_die * code.count * (code.count - 1) // 2)
        return _of_throw(throw_of(code))
    scale = code.sides**code.count
    if die.at_least:
        misses = min(code.sides, die.at_least - 1)
        hits = code.sides - misses
        budget.spend(code.count)
        chances = (
            (hit, comb(code.count, hit) * hits**hit * misses ** (code.count - hit)) for hit in range(code.count + 1)
        )
        return Distribution({hit: many for hit, many in chances if many}, scale)
    if die.keep and abs(die.keep) < code.count:
        return Distribution(_kept(code, die.keep, budget), scale)
    if code.count * code.sides > MOST_VALUES:
        raise TooMuchWork
    budget.spend(code.count * code.count * code.sides // 4)
    return _of_throw(throw_of(code))


def _of_throw(throw: Throw) -> Distribution:
    return Distribution({total: ways for total, ways in enumerate(throw.ways, throw.low) if ways}, throw.scale)


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


def throw_for(node: Node, values: ValueOf, budget: Budget, is_low_first: bool = False) -> Throw:
    """Return the expression as a throw for ``odds_of_first``. Raises TooMuchWork.

    With ``is_low_first`` all values are negated.
    """
    distribution = count_ways(node, values, budget)
    ways = {(-value if is_low_first else value): many for value, many in distribution.ways.items()}
    low, high = min(ways), max(ways)
    if high - low >= MOST_VALUES:
        raise TooMuchWork
    shared = gcd(distribution.scale, *ways.values())
    return Throw(
        low, tuple(ways.get(value, 0) // shared for value in range(low, high + 1)), distribution.scale // shared
    )
