"""Tests of replay: a journal restores the same fight, and a record that does not fit is refused by its number."""

from __future__ import annotations

import gc
import json
from contextlib import suppress

import pytest

from tests.engine.fights import play_ferry
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import BadSave
from turntrack.saves.journal import no_garbage_collection, records_of, replay
from turntrack.saves.records import (
    Did,
    Record,
    Redid,
    Save,
    Undid,
    decode_record,
    decode_save,
    encode_record,
    encode_save,
)
from turntrack.systems import SYSTEMS


def test_a_saved_fight_comes_back_with_what_can_be_undone_and_redone() -> None:
    session = play_ferry()
    text = encode_save(Save("Ambush", "zebra", records_of(session)))
    back = replay(decode_save(text).records, SYSTEMS)
    assert (back.past, back.future) == (session.past, session.future)


def test_a_journal_is_replayed_as_it_was_written() -> None:
    session = play_ferry()
    steps = [*session.past, *reversed(session.future)]
    journal: list[Record] = [Did(seq, step.command, step.events) for seq, step in enumerate(steps, 1)]
    journal += [Undid(len(steps) + 1), Redid(len(steps) + 2)]
    texts = [encode_record(record) for record in journal]
    back = replay((decode_record(text) for text in texts), SYSTEMS)
    assert back.past == steps
    assert back.future == []


def test_going_back_a_long_way_is_one_record() -> None:
    session = play_ferry()
    for _ in range(4):
        session.undo()
    (*done, undone) = records_of(session)
    assert undone == Undid(len(done) + 1, 5)
    assert json.loads(encode_record(undone))["count"] == 5
    back = replay([decode_record(encode_record(record)) for record in (*done, undone)], SYSTEMS)
    assert (back.past, back.future) == (session.past, session.future)


@pytest.mark.parametrize("count", [0, -1, 99])
def test_what_cannot_be_undone_so_often_is_named(count: int) -> None:
    records = records_of(play_ferry())
    with pytest.raises(BadSave, match=f"Record {len(records) + 1}: "):
        replay((*records, Undid(len(records) + 1, count)), SYSTEMS)


def test_a_missing_record_is_named() -> None:
    records = records_of(play_ferry())
    with pytest.raises(BadSave, match="Record 3: number 3 was expected here, not 4") as wrong:
        replay((*records[:2], *records[3:]), SYSTEMS)
    assert wrong.value.record == 3


def test_an_unreadable_record_is_numbered_while_a_journal_is_replayed() -> None:
    texts = [encode_record(record) for record in records_of(play_ferry())]
    texts[4] = texts[4][:50]
    with pytest.raises(BadSave, match="Record 5: This is cut short") as wrong:
        replay((decode_record(text) for text in texts), SYSTEMS)
    assert wrong.value.record == 5


def test_a_history_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    records = records_of(play_ferry())
    monkeypatch.setattr("turntrack.saves.journal.MOST_RECORDS", 5)
    with pytest.raises(BadSave, match="Record 6: at most 5 records"):
        replay(records, SYSTEMS)


def test_a_step_in_which_nothing_happened_is_kept() -> None:
    records = records_of(play_ferry())
    idle = Did(len(records) + 1, c.WriteNote(""), ())
    assert replay((*records, idle), SYSTEMS).past[-1].events == ()


def test_names_of_any_script_come_back() -> None:
    session = play_ferry()
    session.dispatch(c.RenameEncounter("Ζοë ‹ß› 👩‍🚀"), seeded_dice(1))
    text = encode_save(Save(session.encounter.name, "zebra", records_of(session)))
    assert replay(decode_save(text).records, SYSTEMS).encounter.name == "Ζοë ‹ß› 👩‍🚀"


def test_garbage_is_looked_for_again_whatever_happened_while_reading() -> None:
    with suppress(BadSave), no_garbage_collection():
        assert not gc.isenabled()
        raise BadSave("unreadable")
    assert gc.isenabled()
