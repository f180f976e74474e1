"""Dice of the table: asked for, typed, checked in their places, mixed with the app's, or cancelled."""

import pytest

from tests.app.conftest import SHEET
from tests.app.table import Table


@pytest.fixture
def asking(table: Table) -> Table:
    """A and B throw at the table, C in the app; the sequence is about to begin."""
    table.tap("new", "zebra")
    table.send("add-lines", lines=f"A, {SHEET}, table\nB, {SHEET}, table\nC, {SHEET}")
    table.dice.faces[:] = [9]  # C's, thrown when the table is asked
    table.tap("open")
    return table


def keys(table: Table) -> list[str]:
    """The names of the boxes, in order."""
    return [each.attributes["name"] for each in table.dialog.all("input")]


def test_only_the_tables_dice_are_asked_for(asking: Table) -> None:
    """Each with who throws, what for, and the dice."""
    labels = [each.text for each in asking.dialog.all("label")]
    assert labels == ["A, initiative 1d20", "B, initiative 1d20"]
    assert not asking.session.encounter.is_open


def test_all_typed(asking: Table) -> None:
    """The log tells typed dice from rolled ones."""
    first, second = keys(asking)
    asking.send("dice", **{first: "20", second: " 14 "})
    assert asking.track == ["*A 20", "B 14", "C 9"]
    assert not asking.last.dialog
    assert "A throws 1d20: 20 for initiative." in asking.log
    assert "C rolls 1d20: 9 for initiative." in asking.log
    assert "A is to act." in asking.last.live


def test_roll_the_rest(asking: Table) -> None:
    """An empty box is the app's."""
    asking.dice.faces[:] = [3]
    asking.send("dice", **{keys(asking)[0]: "20"})
    assert asking.track == ["*A 20", "C 9", "B 3"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("21", "1d20: a total from 1 to 20, not 21."),
        ("0", "1d20: faces from 1 to 20, not 0."),
        ("-3", "1d20: faces from 1 to 20, not -3."),
        ("x", "not “x”"),
        ("3 4", "1d20: 1 faces too many."),
        ("٣", "type the faces"),
    ],
)
def test_wrong_faces_are_said_at_their_place(asking: Table, typed: str, said: str) -> None:
    """Nothing is taken, nothing typed is lost, and the message belongs to its box."""
    before = asking.session.encounter
    first, second = keys(asking)
    asking.send("dice", **{first: typed, second: "14"})
    (row, other) = asking.dialog.with_class("field")
    (error,) = row.with_class("error")
    assert said in error.text
    assert row.one("input").attributes["aria-describedby"] == error.attributes["id"]
    assert row.one("input").attributes["aria-invalid"] == "true"
    assert not other.with_class("error")
    assert asking.dialog.values() == {first: typed, second: "14"}
    assert asking.session.encounter is before
    asking.send("dice", **{first: "20"})
    assert asking.track == ["*A 20", "B 14", "C 9"]


def test_cancel_leaves_the_very_same_fight(asking: Table) -> None:
    """The same object, the same journal, and nothing waits."""
    before, records = asking.session.encounter, len(asking.keeper.journals["key-1"])
    asking.tap("dismiss")
    assert asking.session.encounter is before
    assert len(asking.keeper.journals["key-1"]) == records
    assert not asking.last.dialog
    asking.controller.handle("dice", "", {"initiative:c1:1": "20"})
    assert asking.session.encounter is before


def test_what_the_app_threw_does_not_change_between_two_asks(asking: Table) -> None:
    """A wrong answer does not give the others new dice."""
    asking.dice.faces[:] = []
    first, second = keys(asking)
    asking.send("dice", **{first: "99", second: "14"})
    asking.send("dice", **{first: "20", second: "14"})
    assert asking.track == ["*A 20", "B 14", "C 9"]


def test_several_commands_wait_for_the_table(asking: Table) -> None:
    """Lines added in the middle of a sequence: each asks in its turn, and those in between go on by themselves."""
    first, second = keys(asking)
    asking.send("dice", **{first: "20", second: "14"})
    asking.tap("add")
    asking.dice.faces[:] = [2]
    asking.send("add-lines", lines=f"D, {SHEET}, table\nE, {SHEET}\nF, {SHEET}, table")
    assert [each.text for each in asking.dialog.all("label")] == ["D, initiative 1d20"]
    asking.send("dice", **{keys(asking)[0]: "18"})
    assert [each.text for each in asking.dialog.all("label")] == ["F, initiative 1d20"]
    assert asking.track == ["*A 20", "D 18", "B 14", "C 9", "E 2"]
    asking.send("dice", **{keys(asking)[0]: "1"})
    assert asking.track == ["*A 20", "D 18", "B 14", "C 9", "E 2", "F 1"]
    assert not asking.last.dialog


def test_cancelled_half_way_what_was_done_stays(asking: Table) -> None:
    """Each line is a step of its own: those before the cancelled one are in, and can be undone."""
    first, second = keys(asking)
    asking.send("dice", **{first: "20", second: "14"})
    asking.tap("add")
    asking.send("add-lines", lines=f"D, {SHEET}, table\nE, {SHEET}, table")
    asking.send("dice", **{keys(asking)[0]: "18"})
    asking.tap("dismiss")
    assert asking.track == ["*A 20", "D 18", "B 14", "C 9"]
    asking.tap("undo")
    assert asking.track == ["*A 20", "B 14", "C 9"]


def test_a_group_throws_once(table: Table) -> None:
    """One box for all of them, under the group's name."""
    table.tap("new", "zebra")
    table.send("add-lines", lines=f"Guard x3, group Watch, table, {SHEET}")
    table.tap("open")
    assert [each.text for each in table.dialog.all("label")] == ["Watch, initiative 1d20"]
    table.send("dice", **{keys(table)[0]: "7"})
    assert table.track == ["*Guard A 7", "Guard B 7", "Guard C 7"]
