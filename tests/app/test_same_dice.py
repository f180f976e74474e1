"""Tests that a command repeated after an undo keeps its dice, unless new ones are asked for."""

from tests.app.conftest import SHEET
from tests.app.table import Table
from turntrack.core.commands import AddCombatant

INITIATIVE_A, INITIATIVE_B = "initiative:c1:1", "initiative:c2:1"


def begun(table: Table, *lines: str, faces: tuple[int, ...], **typed: str) -> Table:
    """Return a sequence that has begun with these dice of the app and these typed dice."""
    table.tap("new", "zebra")
    table.send("add-lines", lines="\n".join(f"{line}, {SHEET}" for line in lines))
    table.dice.faces[:] = faces
    table.tap("open")
    if typed:
        table.send("enter-dice", **{f"initiative:{name}:1": value for name, value in typed.items()})
    return table


def test_one_wrong_digit_costs_one_field(table: Table) -> None:
    """What was typed stands in its box, the pirate's die falls as it fell."""
    begun(table, "A, table", "B, table", "Pirate", faces=(16,), c1="4", c2="12")
    assert table.track == ["*Pirate 16", "B 12", "A 4"]
    table.tap("undo")
    table.tap("open")
    assert table.dialog.values() == {INITIATIVE_A: "4", INITIATIVE_B: "12"}
    assert "These were the rolls before the undo. Change any that were wrong." in table.dialog.text
    table.send("enter-dice", **{INITIATIVE_A: "14"})
    assert table.track == ["*Pirate 16", "A 14", "B 12"]
    (branch,) = table.session.branches
    assert len(branch.steps) == 1, "what was typed wrongly is kept as a branch"


def test_taken_as_offered_it_is_the_same_step(table: Table) -> None:
    """What followed it can still be done again."""
    begun(table, "A, table", "Pirate", faces=(16,), c1="4")
    table.tap("undo")
    before = table.session.future[-1]
    table.tap("open")
    table.send("enter-dice")
    assert table.session.past[-1] is before
    assert not table.session.branches


def test_the_app_alone_rolls_the_same(table: Table) -> None:
    """No dialog comes: it is said after it, and the log offers new dice."""
    begun(table, "A", "B", faces=(11, 7))
    table.tap("undo")
    table.open_log()
    assert "Do “Sequence 1 begins” again, and it has the same dice." in table.region("log").text
    table.tap("open")
    assert table.track == ["*A 11", "B 7"]
    assert table.last.toast.startswith("The same dice as before the undo.")
    table.tap("undo")
    table.dice.faces[:] = [3, 9]
    table.tap("reroll")
    assert table.track == ["*B 9", "A 3"]
    assert table.last.toast == ""
    assert "Reroll" not in table.region("log").text


def test_roll_anew_in_the_sheet(table: Table) -> None:
    """The boxes are empty, also of what was typed into them meanwhile, and the app's dice are new."""
    begun(table, "A, table", "Pirate", faces=(16,), c1="4")
    table.tap("undo")
    table.tap("open")
    table.type(**{INITIATIVE_A: "5"})
    table.dice.faces[:] = [2]
    table.tap("reroll")
    assert table.dialog.values() == {INITIATIVE_A: ""}
    assert not [each for each in table.dialog if each.attributes.get("data-do") == "reroll"]
    table.send("enter-dice", **{INITIATIVE_A: "1"})
    assert table.track == ["*Pirate 2", "A 1"]


def test_an_emptied_box_is_rolled_by_the_app(table: Table) -> None:
    """As its hint says; and what the app had rolled for the table falls as it fell."""
    begun(table, "A, table", "B, table", faces=(16,), c1="4", c2="")
    assert table.track == ["*B 16", "A 4"]
    table.tap("undo")
    table.tap("open")
    assert table.dialog.values() == {INITIATIVE_A: "4", INITIATIVE_B: ""}
    table.dice.faces[:] = [9]
    table.send("enter-dice", **{INITIATIVE_A: ""})
    assert table.track == ["*B 16", "A 9"]


def test_what_was_changed_in_between_has_new_dice(table: Table) -> None:
    """Something else was done instead: nothing stands there that could be done again."""
    begun(table, "A", "B", faces=(11, 7))
    table.tap("undo")
    table.controller.handle("health", "c1:1", {})
    table.dice.faces[:] = [2, 5]
    table.tap("open")
    assert table.track == ["*B 5", "A 2"]


def test_a_tie_rolled_anew_is_offered_too(table: Table) -> None:
    """Each roll by who makes it, what for, and how often."""
    table.tap("new", "interlock")
    table.add("A, ref 5, table", "B, ref 5, table")
    table.tap("open")
    table.send("enter-dice", **{INITIATIVE_A: "4", INITIATIVE_B: "4"})
    table.send("enter-dice", **{"the tie with B:c1:1": "3", "the tie with A:c2:1": "8"})
    assert table.track == ["*B 9", "A 9"]
    table.tap("undo")
    table.tap("open")
    assert table.dialog.values() == {INITIATIVE_A: "4", INITIATIVE_B: "4"}
    table.send("enter-dice")
    assert table.dialog.values() == {"the tie with B:c1:1": "3", "the tie with A:c2:1": "8"}
    table.send("enter-dice", **{"the tie with B:c1:1": "9"})
    assert table.track == ["*A 9", "B 9"]


def test_roll_anew_in_the_sheet_of_all_dice(table: Table) -> None:
    """Nobody rolls at the table: the app's dice are new, and the sheet has nothing more to ask."""
    begun(table, "A", "B", faces=(11, 7))
    table.controller.handle("roll-again", str(len(table.session.past)), {})
    table.dice.faces[:] = [3, 9]
    table.tap("reroll")
    assert table.track == ["*B 9", "A 3"]
    assert table.last.toast == ""
    assert not table.last.dialog
    table.tap("undo")
    assert not table.session.encounter.is_open


def test_nothing_undone_nothing_rolled_anew(table: Table) -> None:
    """A tap that comes too late does nothing."""
    begun(table, "A", "B", faces=(11, 7))
    before = table.session.encounter
    table.controller.handle("reroll", "", {})
    assert table.session.encounter is before


def test_the_log_rolls_its_own_step_anew_and_none_that_waits_for_dice(table: Table) -> None:
    begun(table, "A", "B", faces=(11, 7))
    table.give(AddCombatant("Wolf", at_table=True, health_dice="2d6"))
    assert "Wolf" in table.dialog.text
    table.controller.handle("undo", "", {})
    table.controller.handle("show-log", "", {})
    table.dice.faces[:] = [3, 9]
    table.controller.handle("reroll", "", {})
    assert table.track == ["*B 9", "A 3"]
