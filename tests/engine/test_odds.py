"""Exact chances, against counting every way the dice can fall."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from engine.odds import Entrant, chances_of_highest


def counted(units: Sequence[Sequence[Entrant]], sides: int, above: int | None = None) -> dict[str, Fraction]:
    """The same by throwing all dice in every way."""
    wins = {entrant.id: 0 for unit in units for entrant in unit}
    for faces in product(range(1, sides + 1), repeat=len(units)):
        totals = [(it.base + face, -it.rank, it.id) for unit, face in zip(units, faces, strict=True) for it in unit]
        total, _, winner = max(totals)
        if above is None or total > above:
            wins[winner] += 1
    return {one: Fraction(many, sides ** len(units)) for one, many in wins.items()}


@st.composite
def throws(draw: st.DrawFn) -> list[list[Entrant]]:
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    ranks = iter(draw(st.permutations(range(sum(sizes)))))
    return [
        [Entrant(f"c{rank}", draw(st.integers(-6, 6)), rank) for rank, _ in zip(ranks, range(size), strict=False)]
        for size in sizes
    ]


@given(throws(), st.integers(2, 6), st.none() | st.integers(-8, 8))
def test_chances_are_what_counting_gives(units: list[list[Entrant]], sides: int, above: int | None) -> None:
    assert chances_of_highest(units, sides, above) == counted(units, sides, above)


def test_somebody_always_has_the_highest() -> None:
    units = [[Entrant("a", 3, 0)], [Entrant("b", 9, 1), Entrant("c", 9, 2)], [Entrant("d", 30, 3)]]
    assert sum(chances_of_highest(units, 20).values()) == 1


def test_equal_bases_are_equal_but_for_the_tie() -> None:
    """19 in 40 each, and the tie, 1 in 20, goes to the lower rank."""
    chances = chances_of_highest([[Entrant("a", 14, 0)], [Entrant("b", 14, 1)]], 20)
    assert chances == {"a": Fraction(19, 40) + Fraction(1, 20), "b": Fraction(19, 40)}


def test_a_base_five_higher_opens_in_seven_cases_of_ten() -> None:
    """7 in 10 without the tie, which is 3 in 80."""
    first = chances_of_highest([[Entrant("a", 19, 0)], [Entrant("b", 14, 1)]], 20)
    second = chances_of_highest([[Entrant("a", 19, 1)], [Entrant("b", 14, 0)]], 20)
    assert second["a"] == Fraction(7, 10)
    assert first["a"] - second["a"] == Fraction(3, 80)


def test_one_die_for_a_group_lets_only_its_best_be_first() -> None:
    chances = chances_of_highest([[Entrant("a", 14, 0), Entrant("b", 13, 1)], []], 20)
    assert chances == {"a": 1, "b": 0}
