"""Tests of the exact chances against a count of all faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turntrack.core.dice import DiceCode
from turntrack.systems.toolkit.distributions import RollWays, exploding_die, ways_of
from turntrack.systems.toolkit.odds_of_first import MOST_ROLLS, Entrant, chances_of_first, is_too_much

D6, D10, D20 = (ways_of(DiceCode(1, sides)) for sides in (6, 10, 20))


def best_of(units: Sequence[Sequence[Entrant]]) -> list[Entrant]:
    """Return the best entrant of each unit; of equals the first listed."""
    return [min(unit, key=lambda entrant: (-entrant.plus, entrant.rank)) for unit in units if unit]


def counted(units: Sequence[Sequence[Entrant]], above: int | None = None) -> dict[str, Fraction]:
    """Return the chances by counting all faces of all dice; those who tie in the same rank share."""
    wins = {entrant.id: Fraction(0) for unit in units for entrant in unit}
    bests = best_of(units)
    for fallen in product(*(enumerate(entrant.roll.ways, entrant.roll.low) for entrant in bests)):
        totals = [entrant.plus + total for entrant, (total, _) in zip(bests, fallen, strict=True)]
        way = Fraction(1)
        for entrant, (_, many) in zip(bests, fallen, strict=True):
            way *= Fraction(many, entrant.roll.scale)
        highest = max((total, -entrant.rank) for entrant, total in zip(bests, totals, strict=True))
        winners = [
            entrant.id for entrant, total in zip(bests, totals, strict=True) if (total, -entrant.rank) == highest
        ]
        for winner in winners if above is None or highest[0] > above else ():
            wins[winner] += way / len(winners)
    return wins


@st.composite
def rolls(draw: st.DrawFn) -> list[list[Entrant]]:
    """Draw a few units of a few entrants: one roll for all of a unit, equal or different ranks."""
    rank = st.integers(0, draw(st.sampled_from([0, 1, 20])))
    units: list[list[Entrant]] = []
    for number in range(draw(st.integers(1, 4))):
        roll = draw(
            st.one_of(
                st.integers(2, 6).map(lambda sides: ways_of(DiceCode(1, sides))),
                st.builds(lambda low, ways: RollWays(low, tuple(ways), sum(ways)), st.integers(-2, 2), few),
            )
        )
        size = draw(st.integers(0 if number else 1, 3))
        units.append(
            [Entrant(f"c{number}{place}", roll, draw(st.integers(-4, 4)), draw(rank)) for place in range(size)]
        )
    return units


few = st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(any)


@pytest.mark.repeats
@given(rolls(), st.none() | st.integers(-8, 8))
def test_chances_are_what_counting_gives(units: list[list[Entrant]], above: int | None) -> None:
    assert chances_of_first(units, above) == counted(units, above)


TURNS = 16


def spread(sides: int) -> Mapping[int, Fraction]:
    """Return the chance of each total of an exploding die that shows its highest face less than TURNS times."""
    return {turn * sides + face: Fraction(1, sides ** (turn + 1)) for turn in range(TURNS) for face in range(1, sides)}


def nearly(units: Sequence[Sequence[Entrant]], sides: int) -> dict[str, Fraction]:
    """Total by total, and for each in turn who else has it: what comes after so many turns is left out."""
    bests = best_of(units)
    spreads = {
        entrant.id: {entrant.plus + total: chance for total, chance in spread(sides).items()} for entrant in bests
    }
    wins = {entrant.id: Fraction(0) for unit in units for entrant in unit}
    for entrant in bests:
        rivals = [other for other in bests if other is not entrant]
        for total, chance in spreads[entrant.id].items():
            below = {o.id: sum((p for t, p in spreads[o.id].items() if t < total), Fraction(0)) for o in rivals}
            on = {o.id: spreads[o.id].get(total, Fraction(0)) for o in rivals}
            tying = [other for other in rivals if other.rank == entrant.rank]
            for many in range(len(tying) + 1):
                for tied in combinations(tying, many):
                    way = chance / (many + 1)
                    for other in rivals:
                        if other in tied:
                            way *= on[other.id]
                        elif other.rank > entrant.rank:
                            way *= below[other.id] + on[other.id]
                        else:
                            way *= below[other.id]
                    wins[entrant.id] += way
    return wins


@pytest.mark.repeats
@given(
    st.lists(st.tuples(st.integers(-5, 9), st.integers(0, 2)), min_size=1, max_size=3),
    st.integers(3, 6),
    st.booleans(),
)
def test_chances_of_exploding_dice_are_what_counting_comes_near(
    who: list[tuple[int, int]], sides: int, shared: bool
) -> None:
    die = exploding_die(sides)
    units = [[Entrant(str(at), die, plus, 0 if shared else rank)] for at, (plus, rank) in enumerate(who)]
    chances, near = chances_of_first(units), nearly(units, sides)
    assert float(sum(chances.values())) == pytest.approx(1, abs=1e-9)
    for entrant_id, chance in chances.items():
        assert abs(chance - near[entrant_id]) < len(units) * (1e-9 + sides ** (3 - TURNS))


def test_dice_of_one_kind_may_explode_and_others_not() -> None:
    """d6, exploding, against d6: the plain one is higher in 15 of 36, and on 1 to 5 they tie."""
    units = [[Entrant("a", exploding_die(6), 0, 0)], [Entrant("b", D6, 0, 0)]]
    assert chances_of_first(units) == pytest.approx({"a": 21 / 36 - 5 / 72, "b": 15 / 36 + 5 / 72}, abs=1e-9)


@pytest.mark.parametrize("explodes", [False, True])
@pytest.mark.parametrize("shared", [False, True])
def test_crowds(explodes: bool, shared: bool) -> None:
    """Forty of three kinds: somebody is first for certain; alike are even, or the better the sooner listed."""
    die = exploding_die(10) if explodes else D10
    crowd = [[Entrant(str(at), die, 10 + at % 3, 0 if shared else at)] for at in range(40)]
    chances = chances_of_first(crowd)
    assert sum(chances.values()) == (pytest.approx(1, abs=1e-9) if explodes else 1)
    for plus in range(3):
        kind = [chances[str(at)] for at in range(plus, 40, 3)]
        assert kind == sorted(kind, reverse=True)
        assert (len(set(kind)) == 1) == shared
    assert chances["0"] < chances["1"] < chances["2"]


def test_a_crowd_with_one_ahead() -> None:
    """Twenty at 0 with a d10, one at 9: a 1 of his ties with every 10 of theirs, all else is higher than that.

    With chance q each of n others ties; 1 in (ties + 1) is on average (1 − (1 − q)ⁿ⁺¹) / ((n + 1)·q).
    """
    crowd = [[Entrant(str(at), D10, 0, 0)] for at in range(20)]
    chances = chances_of_first([*crowd, [Entrant("ahead", D10, 9, 0)]])
    ahead = Fraction(9, 10) + Fraction(1, 10) * (1 - Fraction(9, 10) ** 21) / Fraction(21, 10)
    assert chances["ahead"] == ahead
    assert chances["7"] == (1 - ahead) / 20


def test_too_many_are_left_out() -> None:
    """By how many roll and how differently, never by the clock; a group is one roll however many it has."""
    assert is_too_much([[Entrant(str(at), D20, 0, at)] for at in range(MOST_ROLLS + 1)])
    assert not is_too_much([[Entrant(str(at), D20, 0, at) for at in range(1000)]])
    die = exploding_die(10)
    crowd = [[Entrant(str(at), die, at % 5, 0)] for at in range(120)]
    assert is_too_much(crowd)
    assert chances_of_first(crowd) == {}
    assert not is_too_much(crowd[:30])
    assert not is_too_much([[Entrant(str(at), D10, at % 8, 0)] for at in range(60)])
    assert chances_of_first([]) == {}


def test_equal_bases_are_equal_but_for_the_tie() -> None:
    """19 in 40 each, and the tie, 1 in 20, goes to the lower rank."""
    chances = chances_of_first([[Entrant("a", D20, 14, 0)], [Entrant("b", D20, 14, 1)]])
    assert chances == {"a": Fraction(19, 40) + Fraction(1, 20), "b": Fraction(19, 40)}


def test_a_base_five_higher_opens_in_seven_cases_of_ten() -> None:
    """7 in 10 without the tie, which is 3 in 80."""
    ahead = chances_of_first([[Entrant("a", D20, 19, 0)], [Entrant("b", D20, 14, 1)]])
    behind = chances_of_first([[Entrant("a", D20, 19, 1)], [Entrant("b", D20, 14, 0)]])
    assert behind["a"] == Fraction(7, 10)
    assert ahead["a"] - behind["a"] == Fraction(3, 80)


def test_one_die_for_a_group_lets_only_its_best_be_first() -> None:
    assert chances_of_first([[Entrant("a", D20, 14, 0), Entrant("b", D20, 13, 1)], []]) == {"a": 1, "b": 0}
