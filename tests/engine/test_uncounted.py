"""Tests of chances that take too long to count: they are left out, with a note; a group is one roll."""

from __future__ import annotations

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of

WITH_ROLLS = tuple(system for system in SYSTEMS if system.key != "unbound")


def crowd(system: TurnSystem, many: int, group: str = "") -> Table:
    rats = (c.AddCombatant("Rat", min(left, 20), "Rats", group) for left in range(many, 0, -20))
    return Table(system.key, *rats, "Cat, side Cats")


@pytest.mark.parametrize("system", WITH_ROLLS, ids=lambda system: system.key)
def test_a_crowd_is_left_out_and_said_to_be(system: TurnSystem) -> None:
    encounter = crowd(system, 240).encounter
    assert system.chances(encounter) == ()
    assert system.why_uncounted(encounter) == "Chances are not worked out for so many combatants."


@pytest.mark.parametrize("system", WITH_ROLLS, ids=lambda system: system.key)
def test_a_crowd_that_rolls_once_is_counted(system: TurnSystem) -> None:
    table = crowd(system, 240, "Rats")
    assert len(table.first()) == 241
    assert all(0 <= chance <= 1 for chance in table.first().values())
    assert system.why_uncounted(table.encounter) == ""


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
@pytest.mark.parametrize("many", [0, 1, 240])
def test_nothing_is_said_where_nothing_is_to_be_counted(system: TurnSystem, many: int) -> None:
    """In a round; before it, for so few that all are counted."""
    table = crowd(system, many)
    if many < 240:
        assert system.why_uncounted(table.encounter) == ""
    table.do_with(seeded_dice(6), c.OpenRound())
    assert system.why_uncounted(table.encounter) == ""


def test_sixty_are_counted_with_every_reading_of_the_dice() -> None:
    """Interlock, plain d10: eight kinds, rolled again or told apart by REF."""
    kinds = [f"Ganger x{8 if kind < 4 else 7}, ref {2 + kind}, initiative {kind % 3}" for kind in range(8)]
    for tie in ("reroll", "ref"):
        table = Table("interlock", *kinds, tie=tie)
        chances = table.system.chances(table.encounter)
        assert len(chances) == 60
        assert sum(chance.chance for chance in chances) == 1


def test_a_hundred_and_twenty_with_exploding_dice_are_left_out() -> None:
    """Of five kinds, which once was an error."""
    kinds = (f"Ganger x{many}, ref {2 + kind}" for kind in range(5) for many in (20, 4))
    table = Table("interlock", *kinds, d10="exploding")
    assert table.system.chances(table.encounter) == ()
    assert table.system.why_uncounted(table.encounter)


def test_how_many_of_a_crowd_are_surprised_is_left_out() -> None:
    """Unbound: for each one it is told, for their number only where they are few."""
    system = system_of("unbound", SYSTEMS)
    table = crowd(system, 140)
    rats, *_, cat = table.encounter.order
    table.act(cat, "sneak", {"on": rats})
    chances = system.chances(table.encounter)
    assert len([chance for chance in chances if chance.label == "is surprised"]) == 140
    assert not [chance for chance in chances if chance.rule == "U19"]
    assert system.why_uncounted(table.encounter) == "How many are surprised is not worked out for so many: Rats."
