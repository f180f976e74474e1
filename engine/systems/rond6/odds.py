"""In how many ways D6 dice come to their totals, wild die and all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from engine.odds import Throw

SIDES = 6


@dataclass(frozen=True, slots=True)
class WildDie:
    """How the wild die counts: whether it explodes, and whether a first 1 takes the highest die with it."""

    explodes: bool = True
    cancels: bool = False


def throw_of(dice: int, wild: WildDie) -> Throw:
    """So many dice, the last of them wild.

    >>> throw_of(1, WildDie(explodes=False))
    Throw(low=1, ways=(1, 1, 1, 1, 1, 1), scale=6, period=0, rarer=1)
    """
    if not wild.explodes:
        return Throw(dice, tuple(_sums(dice)), SIDES**dice)
    ways = [0] * (SIDES * dice + 2)
    for rest, many in enumerate(_sums(dice - 1), dice - 1):
        for shown in range(1 + wild.cancels, len(ways) - rest):
            sixes, face = divmod(shown, SIDES)
            if face:
                ways[rest + shown] += many * SIDES ** (dice - sixes)
    for left, many in _without_the_highest(dice - 1).items() if wild.cancels else ():
        ways[left] += many * SIDES**dice
    return Throw(0, tuple(ways), SIDES ** (2 * dice), SIDES, SIDES)


def _sums(dice: int, highest: int = SIDES) -> list[int]:
    """In how many ways plain dice that show at most ``highest`` come to each sum, from all 1 on."""
    ways = [1]
    for _ in range(dice):
        ways = [sum(ways[max(0, at - highest + 1) : at + 1]) for at in range(len(ways) + highest - 1)]
    return ways


def _without_the_highest(dice: int) -> Mapping[int, int]:
    """In how many ways plain dice come to each sum when their highest is taken away; nothing is of no dice."""
    ways = Counter({0: int(not dice)})
    for highest in range(1, SIDES + 1) if dice else ():
        both = zip_longest(_sums(dice, highest), _sums(dice, highest - 1), fillvalue=0)
        ways.update({at: upto - lower for at, (upto, lower) in enumerate(both, dice - highest)})
    return +ways


def wild_at_least(number: int, explodes: bool) -> Fraction:
    """The chance that one wild die comes to so much.

    >>> wild_at_least(7, True), wild_at_least(7, False)
    (Fraction(1, 6), Fraction(0, 1))
    """
    if number <= 1:
        return Fraction(1)
    sixes, more = divmod(number - 1, 6)
    if sixes and not explodes:
        return Fraction(0)
    return Fraction(6 - more, 6 ** (sixes + 1))
