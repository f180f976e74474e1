"""Tests of the page's state under concurrent tasks: each change applies to the current state."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import FrozenInstanceError, replace

import pytest

from app.page.state import PageState
from app.storage.save_status import SaveStatus
from tests.app.fights import kept, played
from tests.app.repository import finish
from tests.app.table import Table
from tests.app.test_library import CSV, Desk
from turntrack.systems import SYSTEMS

type Task = Coroutine[object, object, None]


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.put(kept(played(SYSTEMS[0]), "0a"))
    return desk


@pytest.fixture
def tasks(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """Return the pending tasks of the library, as in a busy browser."""
    begun: list[Task] = []
    monkeypatch.setattr(desk.repository, "start_task", begun.append)
    return begun


def test_it_is_frozen_all_the_way_down() -> None:
    state = PageState()
    for value, name in ((state, "toast"), (state.library, "saved"), (state.saving, "news"), (state.shown, "regions")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, "")


def test_what_is_done_meanwhile_is_not_lost(desk: Desk, tasks: list[Task]) -> None:
    """The list is read for the party while a note is written, and while somebody else begins to play."""
    desk.controller.show_fight("0a", played(SYSTEMS[0]), 3)
    desk.do("open-party")
    desk.do("write-note", text="The bell rings.")
    desk.controller.set_saving(replace(desk.controller.saving, is_writer=False))
    finish(tasks.pop())
    assert "The party" in desk.shown("dialog")
    assert "Another tab is in control" in desk.shown("notice")
    assert "The bell rings." in desk.shown("history")


def test_a_dialog_that_was_closed_meanwhile_stays_closed(desk: Desk, tasks: list[Task]) -> None:
    """The text has been read, but nobody wants to see it any longer."""
    desk.do("read-text", text=CSV)
    desk.do("dismiss")
    finish(tasks.pop())
    assert desk.shown("dialog") == ""


def test_a_way_back_outlives_what_was_asked_for_before_it(desk: Desk, tasks: list[Task]) -> None:
    """An export that takes its time must not take away the undo of a deletion."""
    desk.do("export-listed", "")
    desk.do("delete", "0a")
    export, deletion = tasks
    finish(deletion)
    finish(export)
    assert 'data-do="undelete"' in desk.shown("notice")


def test_to_play_on_brings_back_what_was_deleted(worked: Table) -> None:
    worked.controller.set_saving(replace(worked.controller.saving, fate="deleted"))
    worked.controller.refresh()
    assert "was deleted in another tab" in worked.region("notice").text
    worked.choose("plain", "Dodge")
    assert worked.region("notice").text == ""


def test_a_history_that_is_kept_anew_is_told_until_it_is_read(worked: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.fight.fight.RENEW_AT", len(worked.storage.journals["key-1"]) + 6)
    for do in ("undo", "redo") * 3:
        worked.tap(do)
    assert "long history was compacted" in worked.region("notice").text
    worked.tap("redo" if worked.session.future else "undo")
    assert "long history was compacted" in worked.region("notice").text


def test_a_refusal_leaves_the_state_as_it_was(worked: Table) -> None:
    """But for what is said of it."""
    worked.controller.set_saving(replace(worked.controller.saving, is_writer=False))
    worked.enter("attack.target", "c2")
    worked.open_drawer("plain")
    before = worked.region("panel").text
    worked.choose("plain", "Dodge")
    assert worked.last.toast.startswith("Another tab is in control")
    assert worked.region("panel").text == before
    assert worked.controller.saving == SaveStatus(is_writer=False)
