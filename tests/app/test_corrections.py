"""A throw that was taken wrongly is corrected: from its number, or from the log; else the fight goes back to it."""

import pytest

from engine.systems.unbound import memory
from tests.app.conftest import SHEET
from tests.app.table import Table


@pytest.fixture
def wrong(table: Table) -> Table:
    """A has thrown a 14, and 4 was typed."""
    table.tap("new", "zebra")
    table.send("add-lines", lines=f"A, {SHEET}, table\nB, {SHEET}\nGoon x2, group Goons, {SHEET}")
    table.dice.faces[:] = [11, 3]
    table.tap("open")
    table.send("dice", **{"initiative:c1:1": "4"})
    assert table.track == ["*B 11", "A 4", "Goon A 3", "Goon B 3"]
    return table


def boxes(table: Table) -> dict[str, str | bool]:
    """What stands in the open dialog's fields."""
    return table.dialog.values()


def correct(table: Table, name: str, faces: str) -> None:
    """Put what really fell into the box with this name, and send its form."""
    (form,) = [each for each in table.dialog.all("form") if name in each.values()]
    table.controller.handle("correct", form.attributes["data-arg"], {name: faces})


def test_from_the_number(wrong: Table) -> None:
    """What was typed stands in the box; the number says how it was corrected, and who acts follows from it."""
    wrong.tap("why", "c1")
    ((name, faces),) = boxes(wrong).items()
    assert faces == "4"
    correct(wrong, name, "14")
    assert not wrong.last.dialog
    assert wrong.track == ["*A 14", "B 11", "Goon A 3", "Goon B 3"]
    assert "A has thrown 1d20: 14 for initiative: corrected. ruling" in wrong.log
    wrong.tap("why", "c1")
    assert "corrected: d20 4 → 14" in wrong.dialog.text
    assert [*boxes(wrong).values()] == ["14"], "what was corrected can be corrected again"
    wrong.tap("dismiss")
    wrong.tap("undo")
    assert wrong.track == ["*B 11", "A 4", "Goon A 3", "Goon B 3"]


def test_from_the_log(wrong: Table) -> None:
    """Rolled as well as typed, each in its box; a group with all its members."""
    wrong.tap("line", str(len(wrong.session.past)))
    assert [*boxes(wrong).values()] == ["4", "11", "3"]
    correct(wrong, [*boxes(wrong)][2], "13")
    assert wrong.track == ["*Goon A 13", "Goon B 13", "B 11", "A 4"]


def test_what_cannot_fall_is_said_and_kept(wrong: Table) -> None:
    """The dialog stays, with what was typed."""
    before = wrong.session.encounter
    wrong.tap("why", "c1")
    (name,) = boxes(wrong)
    correct(wrong, name, "41")
    assert "1d20: a total from 1 to 20, not 41." in wrong.dialog.text
    assert boxes(wrong) == {name: "41"}
    assert wrong.session.encounter is before


def test_a_throw_of_an_earlier_sequence_is_gone_back_to(wrong: Table) -> None:
    """It stands in no number any longer."""
    opened = str(len(wrong.session.past))
    arg = f"{int(opened) - 1}:1"
    wrong.tap("close-round")
    wrong.tap("line", opened)
    assert not boxes(wrong)
    wrong.tap("dismiss")
    before = wrong.session.encounter
    wrong.controller.handle("correct", arg, {"faces-" + arg.replace(":", "-"): "7"})
    assert wrong.last.toast.startswith("This throw stands in no number any longer")
    assert wrong.session.encounter is before


def test_back_to_dice_on_which_more_hangs(table: Table) -> None:
    """Unbound: the factions' dice, thrown by the app, each in its box with what fell; turns since are a branch."""
    table.tap("new", "unbound")
    table.add("Ana x2, side Heroes", "Wolf x2, side Wolves")
    table.dice.faces[:] = [5, 9]
    table.tap("open")
    opened = str(len(table.session.past))
    table.controller.handle("health", "c1:-1", {})
    table.tap("line", opened)
    assert "What came after them (1 step) stays in the log as a branch." in table.dialog.text
    table.tap("throw-again", opened)
    assert [*boxes(table).values()] == ["5", "9"]
    first = next(iter(boxes(table)))
    table.send("dice", **{first: "10"})
    assert memory.faction_order(table.session.encounter) == ("Heroes", "Wolves")
    (branch,) = table.session.branches
    assert len(branch.steps) == 2


def test_gone_back_and_cancelled(wrong: Table) -> None:
    """Redo leads forward again; a tap on a step that is gone does nothing."""
    wrong.controller.handle("throw-again", str(len(wrong.session.past)), {})
    assert wrong.last.dialog
    wrong.tap("dismiss")
    wrong.tap("redo")
    assert wrong.track == ["*B 11", "A 4", "Goon A 3", "Goon B 3"]
    before = wrong.session.encounter
    wrong.controller.handle("throw-again", "99", {})
    assert wrong.session.encounter is before
    assert not wrong.last.dialog
