"""The exact odds of D6 codes, checked against known values and against counting every face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tests.amounts import amount
from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import DiceCode, Explodes, seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.evolve import fold
from turntrack.rules.decide import decide
from turntrack.systems import SYSTEMS
from turntrack.systems.rond6 import SYSTEM, odds
from turntrack.systems.toolkit.distributions import RollWays, chance_of_at_least, ways_of
from turntrack.systems.toolkit.odds_of_first import Entrant, chances_of_first


@dataclass(frozen=True)
class WildDie:
    """The rules of the wild die: whether it explodes, and whether a first 1 cancels the highest die."""

    explodes: bool = True
    cancels: bool = False

    def among(self, dice: int) -> RollWays:
        return ways_of(DiceCode(dice, 6, explodes=Explodes.LAST if self.explodes else Explodes.NONE), self.cancels)


@dataclass(frozen=True)
class Roller:
    """A combatant who rolls so many dice and adds ``plus``."""

    id: str
    dice: int
    plus: int
    rank: int


def first_chances(rollers: Sequence[Roller], wild: WildDie) -> dict[str, Fraction]:
    """Return the chances that the engine computes."""
    return chances_of_first(
        [[Entrant(roller.id, wild.among(roller.dice), roller.plus, roller.rank)] for roller in rollers]
    )


def before_chance(roller: Roller, rival: Roller, wild: WildDie) -> Fraction:
    return first_chances((roller, rival), wild)[roller.id]


MOST_SIXES = 4
"""The brute force stops a wild die after so many sixes: the error is below 6**-4 for each die."""


def count_totals(dice: int, plus: int, wild: WildDie) -> Mapping[int, Fraction]:
    """Return the chance of each total, by counting every face of every die."""
    chances: dict[int, Fraction] = {}
    for plain in product(range(1, 7), repeat=dice - 1):
        for sixes in range(MOST_SIXES if wild.explodes else 1):
            for face in range(1, 6 if wild.explodes else 7):
                total = sum(plain) + 6 * sixes + face + plus
                if wild.cancels and sixes == 0 and face == 1:
                    total = sum(plain) - max(plain, default=0) + plus
                chance = Fraction(1, 6 ** (dice - 1)) * Fraction(1, 6 ** (sixes + 1))
                chances[total] = chances.get(total, Fraction(0)) + chance
    return chances


def count_first(rollers: Sequence[Roller], wild: WildDie) -> dict[str, Fraction]:
    """Return the chance of each roller to go first by counting all combinations of totals; equal ranks share."""
    chances = {roller.id: Fraction(0) for roller in rollers}
    spreads = [count_totals(roller.dice, roller.plus, wild).items() for roller in rollers]
    for combination in product(*spreads):
        chance = Fraction(1)
        for _, chance_of_total in combination:
            chance *= chance_of_total
        keys = {roller.id: (total, -roller.rank) for roller, (total, _) in zip(rollers, combination, strict=True)}
        winners = [roller for roller, key in keys.items() if key == max(keys.values())]
        for winner in winners:
            chances[winner] += chance / len(winners)
    return chances


def test_known_values() -> None:
    """3D and 3D tie with 607/7776; 4D beats 3D outright with 260249/367416."""
    last = before_chance(Roller("a", 3, 0, 1), Roller("b", 3, 0, 0), WildDie())
    first = before_chance(Roller("a", 3, 0, 0), Roller("b", 3, 0, 1), WildDie())
    assert float(first - last) == pytest.approx(607 / 7776, abs=1e-9)
    assert before_chance(Roller("a", 4, 0, 1), Roller("b", 3, 0, 0), WildDie()) == pytest.approx(
        260249 / 367416, abs=1e-9
    )


def test_the_counting_is_right() -> None:
    """P(3D >= 15) is 221/1296."""
    never = sum(chance for total, chance in count_totals(3, 0, WildDie()).items() if total < 15)
    assert 1 - never == Fraction(221, 1296)


def test_a_one_on_the_wild_die_leaves_the_lower_of_two_others() -> None:
    """Of 36 pairs 11 have a 1 as their lower die, 9 a 2 and 7 a 3; with another wild die 3D come to 4 at least."""
    roll = ways_of(DiceCode(3, 6, explodes=Explodes.LAST), cancels=True)
    assert [Fraction(roll.ways[total], roll.scale) for total in range(4)] == [
        Fraction(pairs, 6 * 36) for pairs in (0, 11, 9, 7)
    ]


@pytest.mark.repeats
@pytest.mark.parametrize("wild", [WildDie(), WildDie(cancels=True), WildDie(explodes=False)], ids=str)
@pytest.mark.parametrize(
    "rollers",
    [
        [Roller("a", 1, 0, 0), Roller("b", 1, 0, 1)],
        [Roller("a", 1, 2, 0), Roller("b", 2, 0, 0)],
        [Roller("a", 2, 0, 1), Roller("b", 2, 1, 0), Roller("c", 1, 1, 2)],
        [Roller("a", 2, 0, 0), Roller("b", 2, 1, 0), Roller("c", 2, 0, 0)],
        [Roller("a", 1, 0, 1), Roller("b", 3, 0, 0), Roller("c", 1, 5, 1)],
    ],
    ids=lambda rollers: " ".join(f"{roller.dice}D+{roller.plus}/{roller.rank}" for roller in rollers),
)
def test_agrees_with_counting(rollers: list[Roller], wild: WildDie) -> None:
    chances, brute = first_chances(rollers, wild), count_first(rollers, wild)
    if not wild.explodes:
        assert chances == brute
    assert float(sum(chances.values())) == pytest.approx(1, abs=1e-9)
    for roller, chance in chances.items():
        assert -1e-9 <= chance - brute[roller] <= len(rollers) / 6**MOST_SIXES


@pytest.mark.parametrize("explodes", [True, False])
def test_one_wild_die_at_least(explodes: bool) -> None:
    brute = count_totals(1, 0, WildDie(explodes))
    for number in range(-1, 20):
        below = sum(chance for total, chance in brute.items() if total < number)
        assert chance_of_at_least(number, 6, explodes) == 1 - below


def test_twins_have_even_chances_where_they_roll_again() -> None:
    assert odds.chances_to_be_first(Table("rond6", "A", "B").encounter) == {
        "c1": Fraction(1, 2),
        "c2": Fraction(1, 2),
    }


def test_the_list_or_the_character_takes_the_ties_of_twins() -> None:
    """3D against 3D ties with 607/7776; half of the rest goes to each."""
    ahead = 1 / 2 + 607 / 7776 / 2
    for full_tie, first_of_twins in (("listed", "c1"), ("characters", "c2")):
        twins = Table("rond6", "A", "B, kind character", full_tie=full_tie)
        assert odds.chances_to_be_first(twins.encounter)[first_of_twins] == pytest.approx(ahead, abs=1e-9)


def test_a_group_counts_once_by_its_best() -> None:
    """One roll for three: the first listed of equals goes first, as often as one alone would."""
    group = Table("rond6", "Thug x3, group Thugs", "A, perception 4D").encounter
    alone = Table("rond6", "Thug", "A, perception 4D").encounter
    chances = odds.chances_to_be_first(group)
    assert chances["c1"] == odds.chances_to_be_first(alone)["c1"]
    assert chances["c2"] == chances["c3"] == 0
    assert odds.chance_before(group, "c1", "c2") is None


def test_a_member_with_a_told_total_does_not_roll_with_the_group() -> None:
    """The first as listed has a total of 9, and the others share a roll of 1D, which shows 6 at most."""
    table = Table("rond6", wild_die="none")
    table.do(c.AddCombatant("Boss", group="Thugs", sheet={"perception": "4D", "rolled_total": 9}))
    table.do(c.AddCombatant("Thug", 2, group="Thugs", sheet={"perception": "1D"}))
    assert table.first() == {"c1": 1, "c2": 0, "c3": 0}


def test_too_many_dice_to_tell() -> None:
    """A combatant with too many dice is left out of the odds of two as well."""
    many = Table("rond6", "A, perception 40D", "B").encounter
    assert odds.chances_to_be_first(many) == {}
    assert SYSTEM.chances(many) == ()
    assert SYSTEM.why_uncounted(many) == "Chances are not worked out for rolls of more than 10D."
    assert odds.chance_before(many, "c1", "c2") is None


def test_a_character_point_passes_a_twin_half_of_the_even_times() -> None:
    """A on 12, B on 10, all else equal: 3 and more are enough, 2 brings a new roll."""
    table = Table("rond6", "A", "B", open=(4, 4, 4, 3, 3, 4))
    assert odds.chance_to_pass(table.encounter, "c2", "c1") == Fraction(4, 6) + Fraction(1, 12)
    table.do(c.ChangeCombatant("c2", sheet={"dodge": "4D"}))
    assert odds.chance_to_pass(table.encounter, "c2", "c1") == Fraction(5, 6)


def test_a_character_point_meets_the_roll_of_an_earlier_tie() -> None:
    """A and B, both on 12, have rolled 13 and 9 for it. C, on 10, comes level with B by a 2 and rolls against the 9."""
    faces = (4, 4, 4, 4, 4, 4, 3, 3, 4, 5, 4, 4, 3, 3, 3)
    table = Table("rond6", "A", "B", "C", wild_die="none", open=faces)
    assert table.encounter.order == ("c1", "c2", "c3")
    chance = sum(1 if sum(roll) > 9 else Fraction(sum(roll) == 9, 2) for roll in product(range(1, 7), repeat=3)) / 216
    assert odds.chance_to_pass(table.encounter, "c3", "c2") == Fraction(4, 6) + chance / 6
    table.do(c.Act("c3", "character_point"), 2, 4, 4, 4)
    assert table.encounter.order == ("c1", "c3", "c2")


@pytest.mark.parametrize(("member", "ahead"), [("c5", "c3"), ("c3", "c2"), ("c2", "c4"), ("c4", "c1")])
def test_the_chance_to_pass_agrees_with_every_result_of_the_die(member: str, ahead: str) -> None:
    """On 12, 9, 9, 7 and 3; D, on 7, stands before B by a ruling. No more than two sixes count for anything."""
    faces = (4, 4, 4, *[3] * 6, 2, 2, 3, 1, 1, 1)
    table = Table("rond6", "A", "B, dodge 4D", "C", "D", "E", full_tie="listed", open=faces)
    table.do(c.Move("c4", "c2"))
    predicted, passes = odds.chance_to_pass(table.encounter, member, ahead), Fraction(0)
    for sixes, face in product(range(3), range(1, 6)):
        table.do(c.Act(member, "character_point"), *[6] * sixes, face)
        is_last = (sixes, face) == (2, 5)
        if table.encounter.order.index(member) < table.encounter.order.index(ahead):
            passes += Fraction(2 if is_last else 1, 6 ** (sixes + 1))
        table.session.undo()
    assert predicted == passes


POINTS = 400


@pytest.mark.repeats
def test_the_chance_of_a_point_is_that_of_many_points_also_where_rows_were_dragged() -> None:
    """All have the same sheet, so equal totals are rolled for again; the dice are seeded."""
    told = 0
    for seed in range(amount(90)):
        chance = Random(seed)
        table = Table("rond6", *[c.AddCombatant(name, sheet={"perception": "2D"}) for name in "ABCD"])
        table.do_with(seeded_dice(seed), c.OpenRound())
        for _ in range(2):
            with suppress(Refused):
                table.do(c.Move(*chance.sample(table.encounter.order, 2)))
        for choice in table.sections()["points"].choices:
            if choice.preview.chance is None or not isinstance(choice.command, c.Act):
                continue
            mover, dice = choice.command.id, seeded_dice(7 * seed + 1)
            ahead = table.id_of(choice.preview.outcome.rpartition(" ")[2])
            passed = 0
            for _ in range(POINTS):
                after = fold(table.encounter, decide(table.encounter, choice.command, dice, SYSTEMS))
                passed += after.order.index(mover) < after.order.index(ahead)
            likely = float(choice.preview.chance)
            spread = (max(likely * (1 - likely), 0.003) / POINTS) ** 0.5
            assert abs(passed / POINTS - likely) < 4.5 * spread, (seed, choice)
            told += 1
    assert told
