"""Tests of unforeseen errors in the rules, in a view or on the device: the fights stay within reach."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.storage.export_file_codec import Bundle, encode_bundle
from app.ui.track import LONGEST_WAY
from app.values.stored import StoredFight
from tests.app.conftest import Change
from tests.app.fights import kept, played, read_file
from tests.app.table import Table
from tests.app.test_library import Desk
from turntrack.core.errors import BadSave
from turntrack.core.events import ScoreSet
from turntrack.core.score import Score, Term
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import Did, decode_record, encode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of
from turntrack.systems.zebra import SYSTEM as ZEBRA

type Broken = Callable[[str], None]


@pytest.fixture
def broken(change: Change) -> Broken:
    """Return a function that breaks a method of Zebra Island."""

    def stumble(*_: Any) -> Any:
        raise KeyError("c99")

    return lambda member: change(ZEBRA, member, stumble)


class TestOpening:
    def test_what_cannot_be_drawn_is_not_open_and_not_the_one_to_open_next(self, worked: Table, broken: Broken) -> None:
        key = worked.storage.chosen
        worked.tap("menu")
        worked.tap("home")
        broken("sections")
        worked.tap("open-saved", key)
        assert worked.last.view == "home"
        assert worked.controller.fight is None
        assert worked.storage.chosen == ""
        assert "Something went wrong" in worked.last.toast

    def test_a_fight_is_chosen_once_it_is_drawn(self, worked: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        key = worked.storage.chosen
        worked.tap("menu")
        worked.tap("home")
        calls: list[str] = []
        monkeypatch.setattr(worked.storage, "set_current", lambda key: calls.append(f"chosen {key}"))
        monkeypatch.setattr(worked.screen, "show", lambda update: calls.append(f"shown {update.view}"))
        worked.storage.fetch_fight(key)
        assert calls == ["shown fight", f"chosen {key}"]

    def test_the_list_says_which_cannot_be_shown_until_that_is_read(self, desk: Desk) -> None:
        desk.controller.show_unopened("0a", "Ferry", "(KeyError: 'c99')")
        assert "“Ferry” cannot be shown; it is kept as it is. (KeyError: " in desk.shown("notice")
        desk.do("export-raw", "0a")
        (encounter,) = read_file(desk.exported()).encounters
        assert encounter == desk.repository.kept["0a"]
        desk.do("heard-news")
        assert desk.shown("notice") == ""


class TestTaps:
    def test_a_fault_before_anything_is_kept_is_told(self, worked: Table, broken: Broken) -> None:
        before = len(worked.session.past)
        broken("act")
        worked.choose("plain", "Dodge")
        assert worked.last.toast == "Something went wrong, and nothing has changed. (KeyError: 'c99')"
        assert len(worked.session.past) == before

    def test_a_fault_after_a_step_is_told_and_the_step_is_kept(
        self, worked: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = len(worked.storage.journals["key-1"])

        def stumble(_: object) -> str:
            raise KeyError("c99")

        monkeypatch.setattr("app.fight.fight.FightLog.last_sentences", stumble)
        worked.choose("plain", "Dodge")
        assert worked.last.toast.startswith("Something went wrong. What was done is kept; undo and redo still work.")
        assert len(worked.storage.journals["key-1"]) == before + 1
        worked.tap("undo")
        assert worked.track == ["*A 20", "B 14", "C 9"]

    def test_a_moment_that_cannot_be_drawn_says_so_and_undo_leads_back(self, worked: Table, change: Change) -> None:
        """After the step A has spent points, and drawing that fails; before it all is well."""
        sections = ZEBRA.sections

        def stumble(encounter: Any, entered: Any) -> Any:
            if encounter.standings["c1"].spent:
                raise KeyError("c99")
            return sections(encounter, entered)

        change(ZEBRA, "sections", stumble)
        worked.choose("plain", "Dodge")
        assert "This moment of the fight cannot be shown" in worked.region("panel").text
        assert worked.track == []
        assert worked.region("log").text == ""
        assert "Something cannot be shown. (KeyError: 'c99')" in worked.last.toast
        assert worked.region("history").find("button", id="undo").attributes["aria-label"] == "Undo: A dodges"
        worked.controller.refresh()
        assert worked.last.toast.count("cannot be shown") == 1
        worked.tap("undo")
        assert worked.track == ["*A 20", "B 14", "C 9"]
        assert worked.choices("plain")
        assert worked.log

    def test_a_step_that_cannot_be_told_takes_no_other_line_with_it(self, worked: Table, broken: Broken) -> None:
        worked.choose("plain", "Reserve")
        lines = len(worked.log)
        broken("memory_words")
        again = Table(worked.storage)
        again.storage.fetch_fight("key-1")
        assert "This step cannot be described" in " ".join(again.log)
        assert len(again.log) < lines + 3
        again.tap("undo")
        again.tap("redo")
        assert again.track

    def test_a_step_that_cannot_be_named_can_be_undone_all_the_same(
        self, worked: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stumble(*_: object) -> str:
            raise KeyError("c99")

        worked.choose("plain", "Dodge")
        monkeypatch.setattr("app.fight.fight.title", stumble)
        worked.controller.refresh()
        assert worked.region("history").find("button", id="undo").attributes["aria-label"] == "Undo: one step"
        worked.tap("undo")
        assert worked.track == ["*A 20", "B 14", "C 9"]

    def test_a_dialog_that_cannot_be_drawn_is_closed(self, worked: Table, broken: Broken) -> None:
        broken("rulable_facts")
        worked.tap("person", "c2")
        assert not worked.last.dialog
        assert "Something cannot be shown" in worked.last.toast
        assert worked.track == ["*A 20", "B 14", "C 9"]

    def test_lines_at_which_the_reader_fails_can_be_typed_anew(
        self, worked: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stumble(*_: object) -> str:
            raise KeyError("c99")

        worked.tap("add")
        with monkeypatch.context() as broken:
            broken.setattr("app.screens.fight_dialogs.read_typed", stumble)
            worked.key_in("lines", "Guard, nerve 5")
            assert "Turntrack cannot read this. Put it in other words. (KeyError: 'c99')" in worked.dialog.text
        worked.key_in("lines", "Rat, nerve 5")
        assert "Got a Nerve! 5" in worked.dialog.text

    def test_a_fault_beside_the_fight_is_told(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        async def stumble() -> None:
            raise KeyError("c99")

        monkeypatch.setattr(desk.repository, "party", stumble)
        desk.do("open-party")
        assert desk.screen.updates[-1].toast.startswith("Something went wrong. Check whether it was done.")


class TestExport:
    def test_a_log_that_cannot_be_told_is_left_out_and_that_is_said(self, desk: Desk, broken: Broken) -> None:
        zebra = kept(played(system_of("zebra", SYSTEMS)), "0b")
        desk.put(zebra)
        broken("badges")
        desk.do("export-listed", "0b")
        assert "The log could not be written" in desk.shown("dialog")
        assert "Copy the log" not in desk.shown("dialog")
        assert json.loads(desk.exported())["encounters"][0]["key"] == "0b"

    def test_what_cannot_be_read_at_all_is_exported_as_it_is(self, desk: Desk) -> None:
        """And Import says what is wrong with it."""
        stored = desk.repository.kept["0a"]
        desk.put(replace(stored, key="0c", records=("no JSON", *stored.records[1:])))
        desk.do("export-listed", "0c")
        assert "what is stored, unread" in desk.shown("dialog")
        file = desk.exported()
        assert json.loads(file)["encounters"][0]["records"][0] == "no JSON"
        with pytest.raises(BadSave, match=r"Fight 1: .*Record 1: a record was expected, not “no JSON”"):
            read_file(file)

    def test_of_the_open_fight_all_that_the_page_knows_is_exported(self, worked: Table) -> None:
        desk = Desk()
        desk.controller.show_fight("0d", worked.session, 7)
        desk.do("export-raw", "0d")
        (encounter,) = read_file(desk.exported()).encounters
        assert encounter.records == tuple(map(encode_record, records_of(worked.session)))


class TestImport:
    def test_a_fight_that_cannot_be_shown_is_refused(self, desk: Desk, broken: Broken) -> None:
        file = encode_bundle(Bundle((kept(played(system_of("zebra", SYSTEMS)), "0b"),)))
        broken("sections")
        desk.do("read-text", text=file)
        assert "reads as a history, but cannot be shown here" in desk.shown("dialog")
        assert list(desk.repository.kept) == ["0a"]

    def test_beside_others_it_stays_out(self, desk: Desk, broken: Broken) -> None:
        both = (kept(played(system_of("zebra", SYSTEMS)), "0b"), kept(played(system_of("unbound", SYSTEMS)), "0c"))
        file = encode_bundle(Bundle(both))
        broken("sections")
        desk.do("read-text", text=file)
        assert "Left out: they cannot be shown here (1)" in desk.shown("dialog")
        desk.do("import-beside")
        assert list(desk.repository.kept) == ["0a", "0c"]


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.put(kept(played(SYSTEMS[0]), "0a"))
    return desk


@pytest.mark.parametrize("score", [45, 100_000, -100_000])
def test_no_way_on_the_string_is_endless_however_high_a_counter_is(score: int) -> None:
    session = played(system_of("zebra", SYSTEMS), 3)
    step = session.past[-1]
    happened = (*step.events, ScoreSet("c1", Score((Term("ruling", score),))))
    records = [*map(encode_record, records_of(session))]
    made_up = Did(len(session.past), step.command, happened)
    made: StoredFight = kept(replay([*map(decode_record, records[: len(session.past) - 1]), made_up], SYSTEMS))
    desk = Desk()
    desk.controller.show_fight(made.key, replay(map(decode_record, made.records), SYSTEMS), len(made.records))
    ways = [int(way) for way in re.findall(r'data-way="(\d+)"', "".join(desk.screen.lists["track"].values()))]
    assert max(ways) <= LONGEST_WAY
