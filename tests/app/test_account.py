"""Tests of the account of a fight when a side is down, the printed fight, and the keys."""

from __future__ import annotations

import re

import pytest

from app.fight.printout import MOST_STEPS, paper_view
from app.ui.menu import SINGLE
from app.ui.summary import account_view, down_words, end_words, is_over, sides_down
from tests.app.elements import read
from tests.app.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.model import Schedule
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of

ZEBRA = system_of("zebra", SYSTEMS)


def fought(table: Table, system: str = "zebra") -> Table:
    """Return a fight of Mara against two guards, one of them fallen."""
    table.tap("new", system)
    table.add("Mara, side Party, health 20", "Guard x2, side Harbour, health 10, note keeps the door")
    for command in (c.OpenRound(), c.Fall("c2")):
        dispatch(table, command)
    return table


def dispatch(table: Table, command: c.Command) -> None:
    assert table.controller.fight
    table.controller.fight.dispatch(command, seeded_dice(1))
    table.controller.refresh()


class TestOneSideIsDown:
    def test_it_is_said_with_the_way_to_the_end(self, table: Table) -> None:
        fought(table)
        assert not table.region("panel").all(id="down")
        dispatch(table, c.Fall("c3"))
        (said,) = table.region("panel").all(id="down")
        assert "Harbour: all down." in said.text
        table.tap("account")
        rows = [[cell.text for cell in line if cell.name in ("th", "td")] for line in table.dialog.all("tr")]
        assert rows[0] == ["Who", "Turns", "Minutes", "Out"]
        assert [row[0] for row in rows[1:]] == ["Mara", "Guard A", "Guard B"]
        assert [row[3] for row in rows[1:]] == ["", "in sequence 1", "in sequence 1"]

    def test_whoever_leaves_the_fight_is_named_and_the_side_is_down_without_them(self, table: Table) -> None:
        """One tap in the sheet. Whoever is to come at a known time has not left."""
        fought(table)
        guard = table.id_of("Guard B")
        table.tap("person", guard)
        table.do(c.WaitInWings(guard, Schedule()))
        assert "Guard B leaves the fight, and can be called back." in table.log
        assert not table.last.dialog
        (said,) = table.region("panel").all(id="down")
        assert "Harbour: all down or gone." in said.text
        table.tap("account")
        rows = [[cell.text for cell in line if cell.name in ("th", "td")] for line in table.dialog.all("tr")]
        assert [(row[0], row[3]) for row in rows[1:]] == [
            ("Mara", ""),
            ("Guard A", "in sequence 1"),
            ("Guard B", "left in sequence 1"),
        ]
        table.tap("end-fight")
        assert table.log[0] == (
            "The fight is over after 1 sequence. Harbour: all down or gone. Still up: Mara. Left: Guard B."
        )
        table.tap("undo")
        table.controller.handle("undo", "", {})
        dispatch(table, c.WaitInWings(guard, Schedule(3)))
        assert not table.region("panel").all(id="down")

    def test_who_is_not_in_the_party_can_be_kept_in_one_tap(self, table: Table) -> None:
        """Nobody is offered where no other side tells who the heroes are."""
        fought(table)
        dispatch(table, c.Fall("c3"))
        table.tap("account")
        (keep,) = table.dialog.all(data_do="save-side")
        assert (keep.text, keep.attributes["data-arg"]) == ("Keep Mara in the party", "Party")
        for taken in (c.ChangeCombatant("c1", side="Harbour"), c.LinkMembers((c.MemberLink("c1", "a1"),))):
            dispatch(table, taken)
            assert not table.dialog.all(data_do="save-side")
            table.controller.handle("undo", "", {}, {}, True)
            assert table.dialog.all(data_do="save-side")

    def test_rounds_without_an_end_are_not_counted(self, table: Table) -> None:
        table.tap("new", "ticks")
        table.add("Mara, side Party", "Guard, side Harbour")
        for command in (c.OpenRound(), c.Fall("c2")):
            dispatch(table, command)
        table.tap("account")
        assert "count" not in table.dialog.find("h2").text
        table.tap("end-fight")
        assert table.log[0] == "The fight is over. Harbour: all down. Still up: Mara."

    def test_the_end_is_told_once_and_can_be_undone(self, table: Table) -> None:
        fought(table)
        dispatch(table, c.Fall("c3"))
        table.tap("account")
        table.tap("end-fight")
        assert not table.session.encounter.is_open
        assert table.log[0] == "The fight is over after 1 sequence. Harbour: all down. Still up: Mara."
        assert not table.region("panel").all(id="down")
        assert table.region("now").find("h2").text == "The fight is over"
        assert "first" not in table.region("now").text
        assert not table.dialog.all(id="end-fight")
        assert table.dialog.all(id="next-after")
        table.controller.handle("undo", "", {})
        table.controller.handle("undo", "", {})
        assert table.session.encounter.is_open
        assert table.region("panel").all(id="down")

    def test_the_list_and_the_players_are_told_too(self, table: Table) -> None:
        fought(table)
        dispatch(table, c.Fall("c3"))
        table.tap("account")
        table.tap("end-fight")
        table.controller.handle("face-players", "", {})
        assert "The fight is over" in (table.screen.updates[-1].players or "")
        kept = table.storage.about["key-1"].left
        assert kept is not None
        assert kept.is_over
        table.controller.handle("face-back", "", {})
        table.controller.handle("undo", "", {})
        kept = table.storage.about["key-1"].left
        assert kept is not None
        assert not kept.is_over

    def test_between_rounds_nothing_is_closed(self, table: Table) -> None:
        fought(table)
        dispatch(table, c.CloseRound())
        steps = len(table.session.past)
        table.controller.handle("end-fight", "", {})
        assert len(table.session.past) == steps + 1

    @pytest.mark.parametrize(
        ("commands", "down"),
        [
            ((), ()),
            ((c.Fall("c3"),), ("Harbour",)),
            ((c.Fall("c3"), c.Rise("c2")), ()),
            ((c.Fall("c3"), c.AddCombatant("Boss", side="Harbour", comes=Schedule(2))), ()),
            ((c.Fall("c3"), c.Fall("c1")), ()),
            ((c.RemoveCombatant("c3"), c.RemoveCombatant("c2")), ()),
        ],
    )
    def test_when_it_is(self, table: Table, commands: tuple[c.Command, ...], down: tuple[str, ...]) -> None:
        fought(table)
        for command in commands:
            dispatch(table, command)
        assert sides_down(table.session.encounter) == down

    def test_before_the_first_round_nothing_is_over(self, table: Table) -> None:
        table.tap("new", "zebra")
        table.add("Mara, side Party", "Guard, side Harbour")
        dispatch(table, c.Fall("c2"))
        assert sides_down(table.session.encounter) == ()
        assert account_view(table.session.past, ZEBRA).lines[1].fell == "before the fight"
        table.tap("menu")
        table.tap("account")
        assert "before the fight" in table.dialog.text
        assert "Notes the outcome in the log." in table.dialog.text
        assert "0 rounds" not in table.dialog.text
        table.tap("end-fight")
        assert "The fight is over. Still up: Mara." in table.log[0]

    def test_whoever_came_to_has_not_fallen(self, table: Table) -> None:
        fought(table)
        dispatch(table, c.Rise("c2"))
        view = account_view(table.session.past, ZEBRA)
        assert [line.fell for line in view.lines] == ["", "", ""]

    def test_a_crowd_fits_into_a_note(self, table: Table) -> None:
        table.tap("new", "zebra")
        table.add(*(f"Nr{number} {'x' * 50}, side Nr{number} {'y' * 50}" for number in range(40)))
        dispatch(table, c.OpenRound())
        words = end_words(table.session.encounter, ZEBRA)
        assert len(words) <= 500
        table.controller.handle("end-fight", "", {})
        assert table.session.encounter.round == 1
        assert not table.session.encounter.is_open

    def test_the_great_button_of_an_ended_fight_leads_to_the_next_one(self, table: Table) -> None:
        """And this one can go on all the same."""
        fought(table, "zebra")
        table.controller.handle("end-fight", "", {})
        assert table.region("now").with_class("begin")[0].text == "Next fight…"
        (again,) = table.region("panel").all(id="open")
        assert again.text == "Begin sequence 2"

    def test_a_note_in_earlier_words_ends_the_fight_too(self, table: Table) -> None:
        """Fights that ended in version 1.0.0 stay over."""
        fought(table)
        dispatch(table, c.WriteNote("The fight is over there."))
        assert not is_over(table.session.past, ZEBRA)
        dispatch(table, c.WriteNote("The fight is over after 1 sequence. Down: Harbour. Still up: Mara."))
        assert is_over(table.session.past, ZEBRA)

    def test_of_several_sides(self) -> None:
        assert down_words(["A", "B"]) == "A and B: all down."


class TestPaper:
    @pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
    def test_everybody_everything_and_the_log_are_on_it(self, table: Table, system: TurnSystem) -> None:
        fought(table, system.key)
        dispatch(table, c.GiveCondition(("c1",), "stunned"))
        dispatch(table, c.KeepCounter("c1", "luck", 2, 3))
        dispatch(table, c.Hide(("c3",)))
        dispatch(table, c.AddCombatant("Boss", comes=Schedule(3)))
        assert table.region("paper").text == ""
        table.controller.handle("lay-out", "", {})
        paper = table.region("paper")
        for said in ("Mara", "Guard A", "Guard B", "20 of 20", "stunned", "luck 2 of 3", "hidden from the players"):
            assert said in paper.text, said
        assert "has fallen" in paper.text
        assert "note keeps the door" in paper.text
        assert "Later: Boss" in paper.text
        assert table.log[0].partition(".")[0] in paper.text
        table.controller.handle("put-away", "", {})
        assert table.region("paper").text == ""

    def test_what_is_open_stays_open_and_typed(self, table: Table) -> None:
        fought(table)
        table.controller.handle("note", "", {})
        table.controller.handle("lay-out", "", {}, {"text": "half a no"})
        assert "half a no" in str(table.screen.html("dialog"))

    def test_a_long_log_is_printed_as_far_as_it_is_of_use(self, table: Table) -> None:
        fought(table)
        assert table.controller.fight
        for number in range(MOST_STEPS):
            table.controller.fight.dispatch(c.WriteNote(f"Note {number}"), table.dice)
        view = paper_view(table.controller.fight)
        assert len(view.log) == MOST_STEPS
        assert view.left_out == len(table.session.past) - MOST_STEPS
        table.controller.handle("lay-out", "", {})
        assert f"the first {view.left_out} steps" in table.region("paper").text

    def test_names_are_text(self, table: Table) -> None:
        table.tap("new", "zebra")
        table.add("<img src=x onerror=alert(1)> x1")
        table.controller.handle("lay-out", "", {})
        assert "<img" not in table.screen.html("paper")

    def test_the_menu_prints(self, table: Table) -> None:
        fought(table)
        table.tap("menu")
        table.tap("print")
        assert ("printed", "", "") in table.library.repository.handed  # type: ignore[attr-defined]

    def test_of_the_list_there_is_nothing(self, table: Table) -> None:
        table.controller.handle("lay-out", "", {})
        assert table.region("paper").text == ""


class TestKeys:
    def test_the_list_has_every_single_key_that_something_carries(self, table: Table) -> None:
        fought(table)
        table.controller.handle("open-damage", "c1", {})
        shown = {
            each.attributes["data-key"]
            for each in [*table.dialog, *table.region("history")]
            if "data-key" in each.attributes
        }
        assert shown == {*"0123456789", "h", "x", "d", "l", "Backspace"}
        told = " ".join(f"{key} {does}" for key, does in SINGLE)
        for key in shown - set("123456789"):
            assert re.search(rf"\b{key}\b", told), key

    def test_they_can_be_switched_off(self, table: Table) -> None:
        fought(table)
        table.tap("menu")
        table.tap("keys")
        assert not read(table.screen.html("title")).all(data_keys="off")
        table.give(c.ChooseOption("single_keys", "off"))
        assert read(table.screen.html("title")).all(data_keys="off")
