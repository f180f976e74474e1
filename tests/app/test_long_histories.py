"""Tests of long histories: going back is one record, and a journal that is too long is rewritten."""

from __future__ import annotations

import pytest

from app.fight.fight import Fight
from app.storage import messages
from app.storage.journal import read_journal
from tests.app.table import MemoryStorage, Table
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import Refused
from turntrack.history.session import Session
from turntrack.saves.journal import replay
from turntrack.saves.records import decode_record
from turntrack.systems import SYSTEMS

DICE = seeded_dice(1)


class Desk:
    """A fight whose journal can be read at any time."""

    def __init__(self) -> None:
        self.storage = MemoryStorage()
        self.fight = Fight("key", Session(SYSTEMS), SYSTEMS[0], self.storage)
        self.fight.dispatch(c.MakeEncounter("Long", SYSTEMS[0].key), DICE)

    @property
    def texts(self) -> list[str]:
        return self.storage.journals["key"]

    def note(self, *texts: str) -> None:
        for text in texts:
            self.fight.dispatch(c.WriteNote(text), DICE)

    def check(self) -> None:
        again = replay([decode_record(text) for text in self.texts], SYSTEMS)
        assert (again.past, again.future) == (self.fight.session.past, self.fight.session.future)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_going_back_a_long_way_is_one_record(desk: Desk) -> None:
    desk.note(*(str(number) for number in range(50)))
    assert desk.fight.undo_to(10) == 41
    assert len(desk.texts) == 52
    assert desk.fight.undo_to(10) == 0
    desk.fight.redo()
    assert len(desk.texts) == 53
    desk.check()


def test_another_tab_follows_it(desk: Desk) -> None:
    desk.note("one", "two", "three")
    other = Fight("key", replay([decode_record(text) for text in desk.texts], SYSTEMS), SYSTEMS[0], desk.storage, 4)
    desk.fight.undo_to(1)
    assert other.follow(5, decode_record(desk.texts[-1]))
    assert (other.session.past, other.session.future) == (desk.fight.session.past, desk.fight.session.future)


def test_a_journal_that_becomes_too_long_is_begun_anew(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What can be undone and done again stays; what can be neither is left out."""
    monkeypatch.setattr("app.fight.fight.RENEW_AT", 40)
    desk.note("one", "two", "three", "four")
    for _ in range(16):
        desk.fight.undo()
        desk.fight.redo()
    desk.fight.undo()
    assert len(desk.texts) == 38
    desk.check()
    desk.fight.undo()
    assert len(desk.texts) == 39
    desk.fight.undo()
    assert len(desk.texts) == 6, "five steps, and going back"
    assert (len(desk.fight.session.past), len(desk.fight.session.future)) == (2, 3)
    desk.check()
    desk.fight.redo()
    desk.note("five")
    assert len(desk.texts) == 8
    desk.check()
    assert desk.fight.length_words == ""


def test_a_history_that_cannot_be_shorter_is_told_and_ends_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be one record too many is refused, and nothing has changed."""
    monkeypatch.setattr("app.fight.fight.RENEW_AT", 10)
    monkeypatch.setattr("app.fight.fight.MOST_RECORDS", 12)
    monkeypatch.setattr("turntrack.saves.journal.MOST_RECORDS", 12)
    table = Table()
    table.tap("sample", SYSTEMS[0].key)
    while len(table.storage.journals["key-1"]) < 9:
        table.controller.handle("write-note", "", {"text": "on it goes"})
    assert table.screen.regions["notice"] == ""
    table.controller.handle("write-note", "", {"text": "on it goes"})
    assert "10 of at most 12 entries: export it" in table.region("notice").text
    while len(table.storage.journals["key-1"]) < 12:
        table.controller.handle("write-note", "", {"text": "on it goes"})
    before = table.session.encounter
    for do in ("undo", "write-note"):
        table.controller.handle(do, "", {"text": "one too many"})
        assert "The history of this fight is full" in table.last.toast
    assert table.session.encounter is before
    assert len(table.storage.journals["key-1"]) == 12


def test_what_cannot_be_read_stays_and_is_told() -> None:
    """The end of a journal in which nothing is damaged: as another build may have written it."""
    desk = Desk()
    desk.note("one", "two")
    foreign = desk.texts[2].replace('"is":"Noted"', '"is":"Sung"')
    reading = read_journal([*desk.texts[:2], foreign], SYSTEMS)
    assert (reading.count, reading.newer) == (2, False)
    said = messages.unread(reading.count, 3, reading.wrong)
    assert "2 of the 3 entries of this fight’s history can be read here" in said
    assert "no event is called “Sung”" in said


def test_a_step_that_was_refused_leaves_no_record(desk: Desk) -> None:
    before = list(desk.texts)
    with pytest.raises(Refused):
        desk.note("")
    assert desk.texts == before
