"""Tests of corrections of a wrong roll: from its number or from the log, or else by going back to it."""

import pytest

from tests.app.conftest import SHEET
from tests.app.table import Table
from turntrack.core import commands as c
from turntrack.systems.unbound import memory


@pytest.fixture
def wrong(table: Table) -> Table:
    """Return a fight in which A rolled a 14, and 4 was typed."""
    table.tap("new", "zebra")
    table.send("add-lines", lines=f"A, {SHEET}, table\nB, {SHEET}\nGoon x2, group Goons, {SHEET}")
    table.dice.faces[:] = [11, 3]
    table.tap("open")
    table.send("enter-dice", **{"initiative:c1:1": "4"})
    assert table.track == ["*B 11", "A 4", "Goon A 3", "Goon B 3"]
    return table


def dice(table: Table) -> dict[str, str]:
    """Return the rolled faces, by the names of the rolls that can be corrected here."""
    return {each.attributes["data-arg"]: each.text for each in table.dialog.with_class("die")}


def boxes(table: Table) -> dict[str, str | bool]:
    """Return the values of the open dialog's fields."""
    return table.dialog.values()


def correct(table: Table, name: str, face: int) -> None:
    """Tap the true face, and the button that takes it."""
    table.tap("pick-roll", name)
    table.tap("pick-face", f"{face}:{name}")
    table.send("correct")


def test_from_the_number(wrong: Table) -> None:
    """The number says how it was corrected, and who acts follows from it."""
    wrong.tap("why", "c1")
    ((name, face),) = dice(wrong).items()
    assert face == "4"
    correct(wrong, name, 14)
    assert not wrong.last.dialog
    assert wrong.track == ["*A 14", "B 11", "Goon A 3", "Goon B 3"]
    assert "Corrected: A rolled 1d20: 14 for initiative. ruling" in wrong.log
    wrong.tap("why", "c1")
    assert "corrected: d20 4 → 14" in wrong.dialog.text
    assert [*dice(wrong).values()] == ["14"], "what was corrected can be corrected again"
    wrong.tap("dismiss")
    wrong.tap("undo")
    assert wrong.track == ["*B 11", "A 4", "Goon A 3", "Goon B 3"]


def test_what_would_follow_is_told_before_it_is_done(wrong: Table) -> None:
    """And nothing is done by a tap on a face: it can be tapped again, or left."""
    before = wrong.session.encounter
    wrong.tap("why", "c1")
    (name,) = dice(wrong)
    assert not wrong.dialog.with_class("sheet-foot"), "nothing is asked for"
    wrong.tap("pick-roll", name)
    assert len(wrong.dialog.with_class("faces")[0].all("button")) == 20
    wrong.tap("pick-face", f"14:{name}")
    (foot,) = wrong.dialog.with_class("sheet-foot")
    assert foot.find("button").text == "14, not 4 A: 4 → 14"
    assert foot.find("p").text == "A acts; the order becomes A, B, Goon A, Goon B."
    wrong.tap("pick-face", f"5:{name}")
    (foot,) = wrong.dialog.with_class("sheet-foot")
    assert foot.find("button").text == "5, not 4 A: 4 → 5"
    assert foot.find("p").text == "Nobody’s turn changes."
    wrong.tap("pick-face", f"4:{name}")
    assert not wrong.dialog.with_class("sheet-foot"), "as it was"
    wrong.tap("pick-roll", name)
    assert not wrong.dialog.with_class("faces")
    assert wrong.session.encounter is before


def test_from_the_log(wrong: Table) -> None:
    """Rolled as well as typed; a group with all its members."""
    wrong.tap("line", str(len(wrong.session.past)))
    assert [*dice(wrong).values()] == ["4", "11", "3"]
    correct(wrong, [*dice(wrong)][2], 13)
    assert wrong.track == ["*Goon A 13", "Goon B 13", "B 11", "A 4"]


def test_dice_that_go_on_are_typed(table: Table) -> None:
    """RonD6: what cannot fall is said and kept, what can is foretold."""
    table.tap("new", "rond6")
    table.send("add-lines", lines="Mara, table\nIlko")
    table.dice.faces[:] = [1] * 8
    table.tap("open")
    while table.last.dialog:
        table.send("enter-dice", **dict.fromkeys(boxes(table), "9"))
    before = table.session.encounter
    table.tap("why", "c1")
    name = next(iter(dice(table)))
    table.tap("pick-roll", name)
    assert [*boxes(table).values()] == ["9"]
    table.key_in(name, "x")
    assert "type the faces" in table.dialog.find("p", id="form-error").text
    assert boxes(table) == {name: "x"}
    assert not table.dialog.all("button", type="submit")
    table.key_in(name, "12")
    assert table.dialog.find("button", type="submit").text.startswith("12, not 9")
    assert table.session.encounter is before
    table.send("correct")
    assert table.session.encounter is not before


def test_what_cannot_fall_is_refused(wrong: Table) -> None:
    """Sent all the same: nothing changes."""
    before = wrong.session.encounter
    wrong.tap("why", "c1")
    (name,) = dice(wrong)
    arg = wrong.dialog.find("form").attributes["data-arg"]
    wrong.controller.handle("correct", arg, {name: "41"}, {}, is_within=True)
    assert "The d20 shows 1 to 20, not 41." in wrong.dialog.text
    assert wrong.session.encounter is before


def test_a_roll_of_an_earlier_sequence_is_gone_back_to(wrong: Table) -> None:
    """It stands in no number any longer."""
    opened = str(len(wrong.session.past))
    arg = f"{int(opened) - 1}:1"
    wrong.do(c.CloseRound())
    wrong.tap("line", opened)
    assert not dice(wrong)
    wrong.tap("dismiss")
    before = wrong.session.encounter
    wrong.controller.handle("correct", arg, {"faces-" + arg.replace(":", "-"): "7"})
    assert wrong.last.toast.startswith("No number depends on this roll now")
    assert wrong.session.encounter is before


def test_back_to_dice_on_which_more_hangs(table: Table) -> None:
    """Unbound: the factions' dice, rolled by the app, each in its box with what fell; turns since are a branch."""
    table.tap("new", "unbound")
    table.add("Ana x2, side Heroes", "Wolf x2, side Wolves")
    table.dice.faces[:] = [5, 9]
    table.tap("open")
    opened = str(len(table.session.past))
    table.controller.handle("health", "c1:1", {})
    table.tap("line", opened)
    assert "What came after them (1 step) stays in the log as a branch." in table.dialog.text
    table.tap("roll-again", opened)
    assert [*boxes(table).values()] == ["5", "9"]
    first = next(iter(boxes(table)))
    table.send("enter-dice", **{first: "10"})
    assert memory.faction_order(table.session.encounter) == ("Heroes", "Wolves")
    (branch,) = table.session.branches
    assert len(branch.steps) == 2


def test_gone_back_and_cancelled(wrong: Table) -> None:
    """Redo leads forward again; a tap on a step that is gone does nothing."""
    wrong.controller.handle("roll-again", str(len(wrong.session.past)), {})
    assert wrong.last.dialog
    wrong.tap("dismiss")
    wrong.tap("redo")
    assert wrong.track == ["*B 11", "A 4", "Goon A 3", "Goon B 3"]
    before = wrong.session.encounter
    wrong.controller.handle("roll-again", "99", {})
    assert wrong.session.encounter is before
    assert not wrong.last.dialog
