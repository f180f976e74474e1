"""Who goes first with a d10, plain or exploding: exact, in closed form.

A total t can only be the highest if t is above every base, and there an exploding d10 (a 10 is thrown again and
added) has a simple shape. Write t = base + 10·k + r with r from 1 to 10 and x = 10⁻ᵏ: the chance to be below t is
1 − (11 − r)/10·x, the chance to be exactly t is x/10 (0 for r = 10, which is never a total). So the chance that one
has t and nobody more is a polynomial in x, and as k runs from 0 on, the powers of x are geometric series.

Ties that are thrown again are shared: the tied throw equal dice, so each of them is as likely to come out first.
A factor z for each tie makes that a polynomial too, and the share 1/(ties + 1) is its integral from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from math import lcm

from engine.model import Id
from engine.odds import Entrant

type Poly = list[list[int]]
"""Whole coefficients: ``poly[m][ties]``, m being the power of x."""

SIDES = 10


def chances_first(units: Sequence[Sequence[Entrant]], *, exploding: bool, shared: bool) -> dict[Id, Fraction]:
    """For each entrant, the chance to act first when each unit throws one d10 for all its members.

    ``shared``: equal totals throw again; else the lower rank goes first. Within a unit the lower rank always does.

    >>> pair = [[Entrant("a", 14, 0)], [Entrant("b", 14, 1)]]
    >>> chances_first(pair, exploding=False, shared=True)["a"], chances_first(pair, exploding=False, shared=False)["a"]
    (Fraction(1, 2), Fraction(11, 20))
    """
    chances = {entrant.id: Fraction(0) for unit in units for entrant in unit}
    bests = [min(unit, key=lambda entrant: (-entrant.base, entrant.rank)) for unit in units]
    top = max(best.base for best in bests)
    for face in range(1, SIDES + 1):
        marks = [_mark(top + face - best.base, exploding) for best in bests]
        scale = max(mark.scale for mark in marks)
        factors = [(mark.below * scale // mark.scale, mark.exactly * scale // mark.scale) for mark in marks]
        worth = _over_one([_series(power, scale, exploding) for power in range(1, len(bests) + 1)])
        ranks = [best.rank for best in bests]
        found = _sharing(factors, worth) if shared else _ranked(factors, ranks, worth)
        for best, chance in zip(bests, found, strict=True):
            chances[best.id] += chance
    return chances


@dataclass(frozen=True, slots=True)
class _Mark:
    """A total as one entrant meets it: short of it 1 − ``below``/``scale``·x, on it ``exactly``/``scale``·x."""

    below: int
    exactly: int
    scale: int


def _mark(wanted: int, exploding: bool) -> _Mark:
    turns, rest = divmod(wanted - 1, SIDES)
    if exploding:
        return _Mark(SIDES - rest, int(rest != SIDES - 1), SIDES ** (turns + 1))
    return _Mark(0, 0, SIDES) if turns else _Mark(SIDES - rest, 1, SIDES)


def _series(power: int, scale: int, exploding: bool) -> Fraction:
    """(x/scale) to that power, summed over k where a die explodes."""
    if exploding:
        return Fraction(SIDES**power, (SIDES**power - 1) * scale**power)
    return Fraction(1, scale**power)


def _over_one(fractions: Sequence[Fraction]) -> tuple[list[int], int]:
    """Their numerators over one denominator: whole numbers add up much quicker."""
    denominator = lcm(*(fraction.denominator for fraction in fractions))
    return [fraction.numerator * (denominator // fraction.denominator) for fraction in fractions], denominator


def _sharing(factors: Sequence[tuple[int, int]], worth: tuple[list[int], int]) -> list[Fraction]:
    """Each one's chance to be on the total with nobody above it, divided by how many are on it."""
    everyone: Poly = [[1]]
    for below, exactly in factors:
        everyone = _times(everyone, below, exactly)
    numerators, denominator = worth
    parts = lcm(*range(1, len(factors) + 1))
    split = [parts // ties for ties in range(1, len(factors) + 1)]
    chances = []
    for below, exactly in factors:
        others: Poly = [everyone[0]]
        for row in everyone[1:-1]:  # everyone divided by this one's own factor, power by power
            others.append(_plus(row, _scaled(others[-1], below, -exactly)))
        total = sum(
            much * sum(amount * split[ties] for ties, amount in enumerate(row))
            for much, row in zip(numerators, others, strict=True)
        )
        chances.append(Fraction(exactly * total, denominator * parts))
    return chances


def _ranked(factors: Sequence[tuple[int, int]], ranks: Sequence[int], worth: tuple[list[int], int]) -> list[Fraction]:
    """Each one's chance to be on the total with nobody above it, nor anybody of lower rank on it."""
    numerators, denominator = worth
    chances = []
    for mine, (_, exactly) in zip(ranks, factors, strict=True):
        others = [1]
        for rank, (below, on) in zip(ranks, factors, strict=True):
            if rank != mine:
                less = below - on * (mine < rank)
                others = [here - less * before for here, before in zip((*others, 0), (0, *others), strict=True)]
        total = sum(much * amount for much, amount in zip(numerators, others, strict=True))
        chances.append(Fraction(exactly * total, denominator))
    return chances


def _times(poly: Poly, below: int, exactly: int) -> Poly:
    """``poly`` times 1 − (below − exactly·z)·x."""
    raised = [_scaled(row, -below, exactly) for row in poly]
    return [poly[0], *(_plus(row, more) for row, more in zip(poly[1:], raised, strict=False)), raised[-1]]


def _scaled(row: list[int], plain: int, tied: int) -> list[int]:
    """A row times plain + tied·z."""
    return [plain * here + tied * before for here, before in zip((*row, 0), (0, *row), strict=True)]


def _plus(row: list[int], other: list[int]) -> list[int]:
    return [here + more for here, more in zip_longest(row, other, fillvalue=0)]
