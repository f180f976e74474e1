"""Tests of sheets: one is open at a time, with a way back to the sheet that it replaced."""

from tests.app.table import Table
from turntrack.core import commands as c


def title(table: Table) -> str:
    """Return the title of the open sheet; empty if none is open."""
    return table.dialog.find("h2").text if table.last.dialog else ""


def ways_back(table: Table) -> int:
    """Go back through the sheets to the first, and return their number."""
    many = 0
    while table.dialog.all(data_do="step-back"):
        table.tap("step-back")
        many += 1
    return many


class TestTheWayBack:
    def test_a_sheet_that_was_opened_first_leads_nowhere(self, worked: Table) -> None:
        worked.tap("menu")
        assert not worked.dialog.all(data_do="step-back")
        worked.controller.handle("step-back", "", {})  # Escape
        assert not worked.last.dialog

    def test_one_that_has_taken_the_place_of_another_leads_back_to_that(self, worked: Table) -> None:
        worked.tap("menu")
        menu = worked.last.dialog
        worked.tap("rules")
        assert worked.last.dialog != menu
        worked.tap("options")
        assert "how your table plays" in title(worked)
        worked.tap("step-back")
        assert title(worked).endswith("rules")
        worked.tap("step-back")
        assert worked.last.dialog == menu
        assert not worked.dialog.all(data_do="step-back")

    def test_its_cross_closes_all(self, worked: Table) -> None:
        worked.tap("menu")
        worked.tap("rules")
        worked.tap("dismiss")
        assert not worked.last.dialog
        worked.tap("menu")
        assert not worked.dialog.all(data_do="step-back")

    def test_what_is_tapped_beside_it_leads_nowhere_back(self, worked: Table) -> None:
        worked.tap("menu")
        worked.tap("rules")
        worked.tap("person", worked.id_of("B"))
        assert title(worked) == "B"
        assert not worked.dialog.all(data_do="step-back")

    def test_a_way_that_comes_round_ends_where_it_began(self, worked: Table) -> None:
        worked.tap("menu")
        worked.tap("add")
        worked.tap("form")
        worked.tap("add")
        worked.tap("form")
        assert ways_back(worked) == 2

    def test_the_party_that_was_opened_from_the_menu(self, worked: Table) -> None:
        worked.tap("menu")
        worked.tap("open-party")
        assert title(worked) == "The party"
        worked.tap("step-back")
        assert worked.dialog.all(data_submit="rename")
        worked.tap("open-party")
        worked.tap("dismiss")
        assert not worked.last.dialog

    def test_lines_that_wait_for_dice(self, worked: Table) -> None:
        """Nothing was done, and nothing that was typed is lost."""
        worked.tap("add")
        worked.send("add-lines", lines="Late, shooting, table")
        assert title(worked) == "What did the table roll? 1d20, to go on"
        worked.tap("step-back")
        assert worked.dialog.values()["lines"] == "Late, shooting, table"
        assert "Not done yet" in worked.last.toast
        assert len(worked.track) == 3

    def test_a_round_that_begins_closes_all(self, worked: Table) -> None:
        """What the first of the new round can do is not hidden."""
        worked.do(c.CloseRound())
        worked.tap("person", worked.id_of("B"))
        worked.dice.faces[:] = [20, 14, 9]
        worked.tap("open")
        assert worked.track == ["*A 20", "B 14", "C 9"]
        assert not worked.last.dialog

    def test_dice_that_were_rolled_close_all(self, worked: Table) -> None:
        worked.tap("add")
        worked.send("add-lines", lines="Late, shooting, table")
        worked.dice.faces[:] = [5]
        worked.send("enter-dice")
        assert not worked.last.dialog
        assert len(worked.track) == 4


class TestTheSameOfAnother:
    """A tap on a bead or a row beside the sheet of another combatant."""

    def test_another_number(self, worked: Table) -> None:
        a, b = worked.id_of("A"), worked.id_of("B")
        worked.tap("why", a)
        worked.tap("person", b)
        assert title(worked).startswith("B: why")

    def test_another_combatant(self, worked: Table) -> None:
        a, b = worked.id_of("A"), worked.id_of("B")
        worked.tap("person", a)
        worked.tap("why", b)
        assert title(worked) == "B"

    def test_of_the_same_one_the_other_thing(self, worked: Table) -> None:
        a = worked.id_of("A")
        worked.tap("person", a)
        worked.tap("why", a)
        assert title(worked).startswith("A: why")


def test_the_deck_is_not_reached_through_a_sheet_and_undo_is(worked: Table) -> None:
    steps = len(worked.session.past)
    worked.tap("note")
    worked.send("write-note", text="The tide comes in")
    worked.tap("menu")
    worked.tap("undo")
    assert len(worked.session.past) == steps
    assert worked.dialog.all(data_submit="rename"), "it stays open"
