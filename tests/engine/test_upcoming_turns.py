"""Tests of the turns that each system predicts; test_random_fights plays whether they come."""

from __future__ import annotations

from tests.engine.table import Table
from turntrack.core.fields import Values
from turntrack.systems import SYSTEMS
from turntrack.systems.choices import MOST_UPCOMING_TURNS, UpcomingTurn
from turntrack.systems.toolkit.turn_order import next_below


def test_nothing_is_known_before_the_dice_fall() -> None:
    assert [
        [*Table.sample(system.key).system.upcoming_turns(Table.sample(system.key).encounter)] for system in SYSTEMS
    ] == [[] for _ in SYSTEMS]


def test_no_more_turns_than_a_few_are_told() -> None:
    plain: Values = {"nerve": 0, "perception": 0, "level": 0, "position": "shooting"}
    table = Table("zebra", *(plain for _ in range(14)), open=(20,) * 14)
    assert len([*table.system.upcoming_turns(table.encounter)]) == MOST_UPCOMING_TURNS


def test_of_many_who_act_at_once_one_is_named() -> None:
    table = Table("traveller", {}, {}, {}, {}, initiative="plain", open=(1, 1, *(2,) * 6))
    assert next(iter(table.system.upcoming_turns(table.encounter))) == UpcomingTurn(
        ("c2", "c3", "c4"), "B and 2 others", 4
    )


def test_the_next_row_below() -> None:
    assert [next_below(("a", "b"), row) for row in "abc"] == ["b", "", ""]
