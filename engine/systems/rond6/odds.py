"""Exact chances of D6 totals, wild dice and all: their endless tails are summed in closed form.

Beyond a certain total every chance falls to a sixth with every six points. So a sum over all totals is a finite
sum plus six geometric ones: in the terms of ``z`` = 1/6 to the power of the sixes passed, the chance of each
combatant is a polynomial, and each power of it sums to ``6**n / (6**n - 1)``. A second variable ``x`` tells those
apart who would roll again on a full tie: of k others equally high, one in k + 1 is first, the integral of x**k.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import prod

from engine.model import Id


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who rolls so many dice and adds ``plus``; of equal totals the lowest rank is first, equal ranks share."""

    id: Id
    dice: int
    plus: int
    rank: int


@dataclass(frozen=True, slots=True)
class WildDie:
    """How the wild die counts: whether it explodes, and whether a first 1 takes the highest die with it."""

    explodes: bool = True
    cancels: bool = False


type _Poly = dict[tuple[int, int], int]
"""Coefficients by the powers of z and x."""


def first_chances(entrants: Sequence[Entrant], wild: WildDie) -> dict[Id, Fraction]:
    """For each, the chance to have the highest total of all.

    >>> first_chances([Entrant("a", 3, 0, 0), Entrant("b", 3, 0, 0)], WildDie())["a"]
    Fraction(1, 2)
    """
    ranked = sorted(entrants, key=lambda entrant: entrant.rank)
    end = max(6 * entrant.dice + entrant.plus for entrant in ranked) + 1
    kinds = {(entrant.dice, entrant.plus) for entrant in ranked}
    spreads = {kind: _spread(*kind, wild, end) for kind in kinds}
    lots = [[(it.id, spreads[it.dice, it.plus]) for it in lot] for _, lot in groupby(ranked, key=lambda it: it.rank)]
    split = [part for lot in lots for part in ([[it] for it in lot] if _alike(lot) else [lot])]
    sums: dict[Id, _Poly] = {entrant.id: {} for entrant in ranked}
    for total in range(end + 6):
        _add_total(sums, split, total, int(total >= end))
    everything = prod(spread.scale for lot in lots for _, spread in lot)
    chances = {one: _value(poly) / everything for one, poly in sums.items()}
    for lot in lots:
        if _alike(lot):  # told apart by place above, which is quick; on the whole they share
            share = sum((chances[one] for one, _ in lot), Fraction(0)) / len(lot)
            chances.update({one: share for one, _ in lot})
    return chances


def before_chance(one: Entrant, other: Entrant, wild: WildDie) -> Fraction:
    """The chance that ``one`` goes before ``other``."""
    return first_chances((one, other), wild)[one.id]


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


@dataclass(frozen=True, slots=True)
class _Spread:
    """The chances of one total, in ``scale``: of exactly t, and of at least t."""

    exactly: Mapping[int, int]
    at_least: Mapping[int, int]
    scale: int


def _spread(dice: int, plus: int, wild: WildDie, end: int) -> _Spread:
    """Chances of each total below ``end + 6``; from ``end`` on, those of the first six are a sixth of those after."""
    rounds = end // 6 + 2
    scale = 6 ** (dice - 1 + rounds)
    exactly = dict.fromkeys(range(end + 6), 0)
    for (rest, highest), ways in _plain(dice - 1).items():
        for sixes in range(rounds):
            for face in range(1, 7):
                if face == 6 if wild.explodes else sixes:  # goes on, or never came about
                    continue
                cancelled = wild.cancels and not sixes and face == 1
                total = plus + (rest - highest if cancelled else rest + 6 * sixes + face)
                if total in exactly:
                    exactly[total] += ways * 6 ** (rounds - sixes - 1)
    at_least, left = {}, scale
    for total in range(end + 6):
        at_least[total] = left
        left -= exactly[total]
    return _Spread(exactly, at_least, scale)


def _plain(dice: int) -> dict[tuple[int, int], int]:
    """In how many ways plain dice come to a sum with a highest die."""
    ways = {(0, 0): 1}
    for _ in range(dice):
        more: dict[tuple[int, int], int] = {}
        for (rest, highest), many in ways.items():
            for face in range(1, 7):
                key = (rest + face, max(highest, face))
                more[key] = more.get(key, 0) + many
        ways = more
    return ways


type _Lot = Sequence[tuple[Id, _Spread]]
"""Those of the same rank."""


def _alike(lot: _Lot) -> bool:
    return all(spread is lot[0][1] for _, spread in lot)


def _add_total(sums: dict[Id, _Poly], lots: Sequence[_Lot], total: int, power: int) -> None:
    """Add, for each, the chance of having exactly this total with nobody before: as that power of z."""
    below: list[_Poly] = [{(0, 0): 1}]  # of those ranked better, who must be lower
    for lot in lots:
        below.append(_times(below[-1], *(_chance(spread, total, power, 0) for _, spread in lot)))
    upto: _Poly = {(0, 0): 1}  # of those ranked worse, who may be as high
    for lot, better in zip(reversed(lots), reversed(below[:-1]), strict=True):
        for one, spread in lot:
            if better and spread.exactly[total]:
                tied = (_chance(others, total, power, 1) for other, others in lot if other != one)
                for key, many in _times(better, upto, {(power, 0): spread.exactly[total]}, *tied).items():
                    sums[one][key] = sums[one].get(key, 0) + many
        upto = _times(upto, *(_up_to(spread, total, power) for _, spread in lot))


def _chance(spread: _Spread, total: int, power: int, tied: int) -> _Poly:
    """The chance of being below the total, plus x times that of being equal where ties are told apart later."""
    return _sum(
        ((0, 0), spread.scale), ((power, 0), -spread.at_least[total]), ((power, 1), tied * spread.exactly[total])
    )


def _up_to(spread: _Spread, total: int, power: int) -> _Poly:
    return _sum(((0, 0), spread.scale), ((power, 0), spread.exactly[total] - spread.at_least[total]))


def _sum(*terms: tuple[tuple[int, int], int]) -> _Poly:
    poly: _Poly = {}
    for key, many in terms:
        if many:
            poly[key] = poly.get(key, 0) + many
    return poly


def _times(poly: _Poly, *others: _Poly) -> _Poly:
    for other in others:
        product: _Poly = {}
        for (z, x), many in poly.items():
            for (more_z, more_x), much in other.items():
                key = (z + more_z, x + more_x)
                product[key] = product.get(key, 0) + many * much
        poly = product
    return poly


def _value(poly: _Poly) -> Fraction:
    """Every power of z summed over all the sixes passed, and x integrated from 0 to 1."""
    value = Fraction(0)
    for (z, x), many in poly.items():
        value += Fraction(many * (6**z if z else 1), (x + 1) * (6**z - 1 if z else 1))
    return value
