"""Tests of the chances before dice on the page: counted once, and left out if they would take too long."""

from __future__ import annotations

from fractions import Fraction

from app.ui.words import exact
from tests.app.conftest import Change
from tests.app.table import Table
from turntrack.core.model import Encounter
from turntrack.systems.interlock import SYSTEM as INTERLOCK
from turntrack.systems.protocol import Chance


def test_they_are_counted_once_for_as_long_as_nothing_happens(table: Table, change: Change) -> None:
    """For the track and the panel together, whatever is opened, typed and closed; and anew after a step."""
    counted: list[Encounter] = []
    count = INTERLOCK.chances

    def chances(encounter: Encounter) -> tuple[Chance, ...]:
        counted.append(encounter)
        return count(encounter)

    change(INTERLOCK, "chances", chances)
    table.tap("sample", "interlock")
    counted.clear()
    before = [row.text for row in table.rows.all("li")]
    for _ in range(2):
        table.tap("menu")
        table.tap("dismiss")
    assert counted == []
    table.add("Late")
    assert len(counted) == 1
    after = [row.text for row in table.rows.all("li")]
    assert before != after[: len(before)]
    table.dice.faces[:] = [1, 2, 3, 4, 5]
    table.tap("open")
    assert len(counted) == 1


def test_a_crowd_is_told_that_they_are_left_out(table: Table) -> None:
    """Four hundred in one go are nothing to wait for: no percentages, but a sentence."""
    table.tap("new", "interlock")
    table.add("Ganger x100", "Thug x100", "Goon x100", "Boss x100")
    assert len(table.track) == 400
    assert "Chances are not worked out for so many combatants." in table.region("panel").text
    assert not table.region("panel").all("meter")


def test_an_endless_fraction_is_never_written_down() -> None:
    """Python refuses numbers of more than 4,300 digits."""
    assert exact(Fraction(1, 10**5000)) == ""
    assert exact(1 - Fraction(1, 10**5000)) == ""
    assert exact(Fraction(999999, 10000000)) == "999999/10000000"


def test_a_chance_without_a_readable_fraction_is_a_percentage(table: Table) -> None:
    """It stands alone then, not in brackets behind nothing."""
    table.tap("sample", "rond6")
    table.dice.faces[:] = [1, 2, 3, 4, 5] * 10
    table.tap("open")
    table.open_drawer("odds")
    (chance,) = [choice.text for choice in table.choices("odds") if "Note the chance" in choice.text]
    assert "% · " in chance
    assert "(" not in chance


def test_whoever_cannot_act_first_has_no_chance_on_the_row() -> None:
    """The goblins share a roll, and the first of them acts first."""
    table = Table()
    table.tap("new", "d20_twice")
    table.add("Aria, side Heroes", "Goblin x3, side Foes")
    chances = [[each.text for each in row.with_class("chance")] for row in table.rows.all("li")]
    assert chances == [["52%"], ["48%"], [], []]
