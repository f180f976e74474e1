"""Tests of branches on the page: shown in the log and the menu, opened by one tap, dropped after a question."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings

from app.fight.fight import Fight
from app.storage.export_file_codec import Bundle, encode_bundle
from app.storage.export_writer import stored_encounter_of, write_markdown_report
from tests.amounts import amount
from tests.app.elements import Element
from tests.app.fights import kept, read_file
from tests.app.table import MemoryStorage, Table
from tests.engine.test_branches import DOINGS, Doing, done
from turntrack.core import commands as c
from turntrack.history.session import Session
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import decode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of


def shoot(table: Table, size: str) -> None:
    table.choose("attack", size)


def gone_back(table: Table) -> None:
    """Return a fight with a branch: two attacks, undone, and a third one instead."""
    shoot(table, "middle")
    shoot(table, "heavy")
    table.tap("line", "3")
    table.tap("back", "3")
    shoot(table, "little")


def branches(table: Table) -> list[str]:
    """Return the branches in the log, as they are read, without their buttons."""
    if not table.last.dialog:
        table.open_log()
    return [each.all("span")[0].text for each in table.region("log").with_class("branch")]


def buttons(element: Element) -> list[str]:
    return [each.text for each in element.all("button")]


class TestALogLine:
    def test_a_tap_changes_nothing_and_opens_the_step(self, worked: Table) -> None:
        """Its sentences, the rules in them, who it is about, and the way back."""
        shoot(worked, "middle")
        shoot(worked, "heavy")
        before, records = worked.session.encounter, len(worked.storage.journals["key-1"])
        worked.tap("line", "4")
        assert worked.session.encounter is before
        assert len(worked.storage.journals["key-1"]) == records
        assert worked.dialog.find("h2", id="dialog-title").text == "Step 4, sequence 1"
        said = worked.dialog.text
        assert "A shoots with a middle-sized weapon (4): 20 → 16." in said
        assert "Z21 Attack or protect with a middle-sized weapon: 4" in said
        assert "A" in buttons(worked.dialog)
        assert "1 step came after it. Going back loses nothing" in said

    def test_the_dice_are_told(self, worked: Table) -> None:
        worked.tap("line", "3")
        said = worked.dialog.text
        told = [f"{who} initiative {face}" for who, face in (("A", 20), ("B", 14), ("C", 9))]
        assert f"{' '.join(told)} Who A B C" in said

    def test_from_the_last_line_there_is_nothing_to_go_back_from(self, worked: Table) -> None:
        worked.tap("line", "3")
        assert "nothing to go back from" in worked.dialog.text
        assert "Go back to here" not in buttons(worked.dialog)
        worked.controller.handle("back", "3", {})
        assert len(worked.session.past) == 3

    def test_going_back_is_one_record_and_says_that_nothing_is_lost(self, worked: Table) -> None:
        shoot(worked, "middle")
        shoot(worked, "heavy")
        begun = worked.session.past[2].after
        worked.tap("line", "3")
        worked.tap("back", "3")
        assert worked.session.encounter is begun
        assert worked.last.dialog.endswith(" log"), "from where the line was opened"
        assert worked.last.toast.startswith("Went back 2 steps. Nothing is lost")
        assert worked.storage.journals["key-1"][-1] == '{"format":2,"seq":6,"is":"undo","count":2}'
        assert "2 steps undone, up to “A shoots with a heavy weapon”." in worked.region("log").text
        worked.tap("forward")
        assert worked.track == ["*B 14", "A 11", "C 9"]
        assert worked.last.toast == "Redone: 2 steps."
        assert worked.storage.journals["key-1"][-1] == '{"format":2,"seq":7,"is":"redo","count":2}'
        assert not worked.region("log").with_class("ahead")

    def test_what_is_undone_has_no_line_any_longer(self, worked: Table) -> None:
        """Another tab may go back while the dialog is open."""
        worked.tap("line", "3")
        fight = worked.controller.fight
        assert fight
        assert fight.follow(4, decode_record('{"format":1,"seq":4,"is":"undo","count":2}'))
        worked.controller.refresh()
        assert "No longer in the log" in worked.dialog.text

    def test_who_has_left_is_not_asked_for(self, worked: Table) -> None:
        combatant_id = worked.id_of("C")
        worked.tap("person", combatant_id)
        worked.do(c.RemoveCombatant(combatant_id))
        worked.tap("line", "4")
        assert "C leaves the fight." in worked.dialog.text
        assert "C" not in buttons(worked.dialog)


class TestBranches:
    def test_what_is_done_instead_cuts_off_a_branch(self, worked: Table) -> None:
        gone_back(worked)
        assert branches(worked) == ["Branch: 2 steps, up to “A shoots with a heavy weapon” · cut off 20:14"]
        lines = [each.attributes["id"] for each in worked.region("log").all("li")]
        assert lines[:3] == ["entry-4", "branch-0", "entry-3"]
        assert "disabled" in worked.region("history").find("button", id="redo").attributes

    def test_one_tap_opens_it_and_another_one_leads_back(self, worked: Table) -> None:
        gone_back(worked)
        instead = worked.track
        worked.tap("branch-open", "0")
        assert worked.track == ["*B 14", "A 11", "C 9"]
        assert "can be opened again" in worked.last.toast
        assert branches(worked) == [
            "Branch: 1 step, up to “A shoots with bare hands or a little weapon” · cut off 20:14"
        ]
        worked.tap("branch-open", "0")
        assert worked.track == instead

    def test_it_is_in_the_menu_and_at_its_step(self, worked: Table) -> None:
        gone_back(worked)
        worked.tap("menu")
        assert "Branch: 2 steps, up to" in worked.dialog.text
        worked.tap("branch-open", "0")
        assert not worked.last.dialog
        assert worked.track == ["*B 14", "A 11", "C 9"]
        worked.tap("line", "3")
        assert "Branches that leave from here" in worked.dialog.text
        worked.tap("branch-open", "0")
        assert worked.track == ["*A 17", "B 14", "C 9"]

    def test_the_menu_says_nothing_of_branches_where_there_are_none(self, worked: Table) -> None:
        worked.tap("menu")
        assert "Branches" not in worked.dialog.text

    def test_throwing_away_asks_first(self, worked: Table) -> None:
        gone_back(worked)
        records = len(worked.storage.journals["key-1"])
        worked.tap("branch-drop", "0")
        assert "Discard 2 steps that ended with “A shoots with a heavy weapon”?" in worked.dialog.text
        assert "This cannot be undone." in worked.dialog.text
        worked.tap("dismiss")
        assert len(worked.storage.journals["key-1"]) == records
        worked.tap("branch-drop", "0")
        worked.tap("branch-drop-now", "0")
        assert branches(worked) == []
        assert worked.last.toast == "The branch is discarded."

    def test_what_hangs_on_a_branch_is_told(self, worked: Table) -> None:
        """It is there when that one is opened, and goes with it where it is thrown away."""
        gone_back(worked)
        worked.tap("line", "2")
        worked.tap("back", "2")
        worked.controller.handle("write-note", "", {"text": "x" * 500})
        worked.tap("branch-drop", "0")
        assert "and 2 steps in branches of its own?" in worked.dialog.text
        worked.tap("dismiss")
        worked.tap("branch-open", "0")
        assert worked.track == ["*A 17", "B 14", "C 9"]
        assert len(branches(worked)) == 2
        assert f"“{'x' * 99}…”" in branches(worked)[1]

    def test_a_branch_of_what_is_undone_is_in_the_menu(self, worked: Table) -> None:
        gone_back(worked)
        worked.tap("undo")
        worked.tap("undo")
        assert branches(worked) == []
        worked.tap("menu")
        worked.tap("branch-open", "0")
        assert worked.track == ["*B 14", "A 11", "C 9"]

    def test_asked_about_one_combatant_the_log_has_the_lines_alone(self, worked: Table) -> None:
        gone_back(worked)
        worked.enter("log.about", worked.id_of("A"))
        assert branches(worked) == []

    def test_who_only_looks_changes_nothing(self, worked: Table) -> None:
        gone_back(worked)
        worked.controller.set_saving(replace(worked.controller.saving, is_writer=False))
        worked.controller.refresh()
        records = list(worked.storage.journals["key-1"])
        worked.tap("branch-open", "0")
        assert "Another tab is in control" in worked.dialog.text
        worked.tap("branch-drop", "0")
        worked.tap("branch-drop-now", "0")
        assert "Another tab is in control" in worked.dialog.text
        worked.tap("dismiss")
        worked.tap("line", "3")
        worked.tap("back", "3")
        assert "Another tab is in control" in worked.dialog.text
        assert worked.storage.journals["key-1"] == records

    def test_a_stale_branch_is_refused(self, worked: Table) -> None:
        gone_back(worked)
        worked.controller.handle("branch-open", "7", {})
        assert worked.last.toast == "There is no such branch."


class TestKept:
    """Branches stay with their history, in other tabs, files and journals."""

    def same(self, session: Session, other: Session) -> bool:
        return (session.past, session.future, records_of(session)) == (other.past, other.future, records_of(other))

    def test_another_tab_follows(self, worked: Table) -> None:
        gone_back(worked)
        worked.tap("branch-open", "0")
        worked.tap("branch-drop", "0")
        worked.tap("branch-drop-now", "0")
        other = Fight("key-1", Session(SYSTEMS), system_of("zebra", SYSTEMS), MemoryStorage())
        for number, record in enumerate(worked.storage.journals["key-1"], 1):
            assert other.follow(number, decode_record(record))
        assert self.same(other.session, worked.session)
        assert not other.follow(2, decode_record('{"format":1,"seq":2,"is":"undo"}')), "it is not the next one"
        last = len(worked.storage.journals["key-1"]) + 1
        assert not other.follow(last, decode_record(f'{{"format":1,"seq":{last},"is":"redo"}}')), "it does not fit"
        assert self.same(other.session, worked.session)

    def test_opened_again(self, worked: Table) -> None:
        gone_back(worked)
        again = Table(worked.storage)
        worked.storage.fetch_fight("key-1")
        assert self.same(again.session, worked.session)
        assert branches(again) == branches(worked)

    def test_in_a_file_and_out_of_it(self, worked: Table) -> None:
        gone_back(worked)
        bundle = Bundle((kept(worked.session),))
        (back,) = read_file(encode_bundle(bundle)).encounters
        assert self.same(replay([decode_record(record) for record in back.records], SYSTEMS), worked.session)

    @settings(max_examples=amount(100))
    @given(DOINGS)
    def test_whatever_was_done_comes_back_from_a_file(self, doings: list[Doing]) -> None:
        session = Session(SYSTEMS)
        done(session, doings)
        (back,) = read_file(encode_bundle(Bundle((kept(session),)))).encounters
        again = replay([decode_record(record) for record in back.records], SYSTEMS)
        assert self.same(again, session)
        assert kept(again) == kept(session) == back

    def test_in_the_log_as_text(self, worked: Table) -> None:
        """Each branch with its steps, by their numbers, and after it what hangs on it."""
        gone_back(worked)
        worked.tap("line", "2")
        worked.tap("back", "2")
        worked.controller.handle("write-note", "", {"text": "Nobody moves."})
        (_, cut) = write_markdown_report(worked.session, system_of("zebra", SYSTEMS)).split(
            "## What was undone, and something else was done instead"
        )
        told, _, _ = cut.partition("## How things stand")
        first, second = told.split("### Instead, after step ")[1:]
        assert first.startswith("2\n\n3. Sequence 1 begins.")
        assert "4. A shoots with bare hands or a little weapon (3): 20 → 17." in first
        assert second.startswith("3\n\n4. A shoots with a middle-sized weapon (4): 20 → 16.")
        assert "5. A shoots with a heavy weapon (5): 16 → 11." in second

    def test_what_another_tab_had_is_kept_with_its_branches(self, worked: Table) -> None:
        gone_back(worked)
        stored = stored_encounter_of("0a", worked.session, 1_000, "from another tab")
        assert stored.name.endswith(" (from another tab)")
        assert self.same(replay([decode_record(record) for record in stored.records], SYSTEMS), worked.session)
