"""The exact chances of Unbound, compared with slow counts that are obviously correct."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import ScriptedDice
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter
from turntrack.rules.decide import decide
from turntrack.systems import SYSTEMS
from turntrack.systems.unbound import SYSTEM, initiative, memory, surprise

pytestmark = pytest.mark.repeats

TWO_D10 = [first + second for first, second in product(range(1, 11), repeat=2)]


@pytest.mark.parametrize("perception", range(-6, 16))
@pytest.mark.parametrize("target", [-10, 2, 12, 13, 20, 40])
def test_chance_to_be_surprised(perception: int, target: int) -> None:
    fails = sum(roll + perception < target for roll in TWO_D10)
    assert surprise.chance_surprised(perception, target) == Fraction(fails, 100)


@pytest.mark.parametrize("perceptions", [(), (3,), (2, 4, 1), (-9, 0, 30), (5, 5)])
def test_number_surprised(perceptions: tuple[int, ...]) -> None:
    """Count every combination of rolls; equal sums are counted together."""
    weights = {total: TWO_D10.count(total) for total in range(2, 21)}
    wanted = [0] * (len(perceptions) + 1)
    for rolls in product(weights, repeat=len(perceptions)):
        ways = 1
        for roll in rolls:
            ways *= weights[roll]
        fails = sum(roll + perception < 13 for roll, perception in zip(rolls, perceptions, strict=True))
        wanted[fails] += ways
    assert surprise.chances_of_number_surprised(perceptions, 13) == tuple(
        Fraction(ways, 100 ** len(perceptions)) for ways in wanted
    )


@pytest.mark.parametrize("many", [2, 3, 4])
def test_first_and_no_tie(many: int) -> None:
    """A faction goes first alone, or ties for first and goes first after a later roll."""
    rolls = list(product(range(1, 13), repeat=many))
    assert initiative.chance_no_tie(many) == Fraction(sum(len(set(roll)) == many for roll in rolls), len(rolls))
    tied = {
        size: Fraction(sum(t[0] == max(t) and t.count(max(t)) == size for t in rolls), len(rolls))
        for size in range(1, many + 1)
    }
    later = sum(chance * initiative.chance_first(size) for size, chance in tied.items() if size < many)
    assert initiative.chance_first(many) == later / (1 - tied[many])


def order_after(encounter: Encounter, command: c.Command, faces: Sequence[int]) -> tuple[str, ...]:
    """Return the order of the factions after the command, with these faces."""
    return memory.faction_order(fold(encounter, decide(encounter, command, ScriptedDice(list(faces)), SYSTEMS)))


def test_every_order_is_equally_likely() -> None:
    """Over all rolls of three factions without a tie, each of the six orders comes up equally often."""
    before = Table("unbound", "A, side A", "B, side B", "C, side C").encounter
    seen: dict[tuple[str, ...], int] = {}
    for faces in permutations(range(1, 13), 3):
        row = order_after(before, c.OpenRound(), faces)
        seen[row] = seen.get(row, 0) + 1
    assert seen == dict.fromkeys(permutations("ABC"), 220)


def test_every_place_of_a_newcomer_is_equally_likely() -> None:
    """The two factions in order keep it (U7); the newcomer comes before, between or after them equally often."""
    before = Table("unbound", "A, side A", "B, side B", open=(12, 1)).encounter
    places = {0: 0, 1: 0, 2: 0}
    for faces in permutations(range(1, 13), 3):
        row = order_after(before, c.AddCombatant("N", side="N"), faces)
        assert [faction for faction in row if faction != "N"] == ["A", "B"]
        places[row.index("N")] += 1
    assert places == {0: 440, 1: 440, 2: 440}


def test_chances_on_the_screen() -> None:
    """The chances shown for the example of the rulebook: Perception +2, +4 and +1 against 13."""
    crew = ("Ana, side Crew, perception 2", "Bo, side Crew, perception 4", "Cy, side Crew, perception 1")
    table = Table("unbound", *crew, "Rat, side Rats, stealth 3")
    table.act("c4", "sneak")
    chances = {(chance.about, chance.label): chance.chance for chance in SYSTEM.chances(table.encounter)}
    assert chances["", "Crew: first"] == chances["", "Rats: first"] == Fraction(1, 2)
    assert chances["", "the first roll settles the order"] == Fraction(11, 12)
    assert chances["c2", "is surprised"] == Fraction(28, 100)
    many = [chances["", f"Crew: {number} of 3 surprised"] for number in range(4)]
    assert many == [Fraction(891, 5000), Fraction(4329, 10000), Fraction(799, 2500), Fraction(693, 10000)]
