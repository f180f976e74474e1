"""Whose turns come, as each system tells it; that they do come is held by the random fights of test_properties."""

from __future__ import annotations

from engine import commands as c
from engine.choices import MOST_COMING, Turn
from engine.systems import SYSTEMS
from engine.table.order import below
from tests.engine.table import Table


def told(table: Table) -> list[str]:
    """The turns that are to come, each by its label and its number, if any."""
    coming = table.system.coming(table.encounter)
    return [f"{turn.label} {turn.number}" if turn.number is not None else turn.label for turn in coming]


def test_nothing_is_known_before_the_dice_fall() -> None:
    assert [Table.sample(system.key).system.coming(Table.sample(system.key).encounter) for system in SYSTEMS] == [
        () for _ in SYSTEMS
    ]


def shooters(*dice: int) -> Table:
    """Combatants of Zebra Island with nothing but what they throw, and a middle-sized weapon."""
    plain = {"nerve": 0, "perception": 0, "level": 0, "position": "shooting"}
    return Table("zebra", *(plain for _ in dice), open=dice)


def test_points_are_spent_by_one_strike_after_another() -> None:
    assert told(shooters(9, 6)) == ["B 6", "A 5", "B 2", "A 1"]


def test_a_heavier_weapon_is_dearer() -> None:
    table = shooters(9, 6)
    table.do(c.ChangeCombatant("c1", sheet={"size": "heavy"}))
    assert told(table) == ["B 6", "A 4", "B 2"]


def test_no_more_turns_than_a_few_are_told() -> None:
    assert len(told(shooters(*(20,) * 14))) == MOST_COMING


def test_factions_take_turns_until_nobody_is_left() -> None:
    table = Table("unbound", "Ana, side A", "Bo, side A", "Rat, side B", open=(1, 12))
    assert told(table) == ["A", "A"]
    assert table.acting() == "Rat"
    table.say("Ana nominate")
    assert told(table) == ["Bo"]
    assert table.system.coming(table.encounter) == (Turn(("c2",), "Bo"),)


def test_the_next_row_below() -> None:
    assert [below(("a", "b"), one) for one in "abc"] == ["b", "", ""]
