"""Tests of records and files: invalid ones are refused with the place and the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.fights import play_ferry
from turntrack.core.errors import BadSave
from turntrack.core.events import OrderSet, StatusSet
from turntrack.core.model import Status
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import Save, Undid, decode_record, decode_save, encode_save, read_event
from turntrack.systems import SYSTEMS


def test_a_file_that_is_cut_short_is_refused() -> None:
    text = encode_save(Save("Ambush", "zebra", records_of(play_ferry())))
    with pytest.raises(BadSave, match="cut short"):
        decode_save(text[:2000])


def test_a_file_of_a_newer_format_says_so() -> None:
    text = json.dumps({"kind": "turntrack-encounter", "format": 2, "parts": []})
    with pytest.raises(BadSave, match="newer Turntrack"):
        decode_save(text)


def test_a_file_of_another_kind_is_refused() -> None:
    with pytest.raises(BadSave, match="not a saved encounter of Turntrack"):
        decode_save('{"kind": "shopping list", "format": 1}')


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda raw: raw.update(format=0), "format 1 was expected, not “0”"),
        (lambda raw: raw.update(format=True), "format 1 was expected"),
        (lambda raw: raw.pop("name"), "name is missing"),
        (lambda raw: raw.update(colour="red"), "Save, “colour”: this is not known here"),
        (lambda raw: raw.update(records={}), "a list of at most 100000 was expected, not “a dict”"),
        (lambda raw: raw["records"].__setitem__(1, 7), "Record 2: a record was expected, not “7”"),
        (
            lambda raw: raw["records"][1].update({"is": "forget"}),
            "Record 2: no record is called “forget”",
        ),
        (lambda raw: raw["records"][1].update(format=9), "Record 2: This was saved by a newer Turntrack"),
        (lambda raw: raw["records"][1].update(seq=2.0), "Did, “seq”: a whole number was expected, not “2.0”"),
        (
            lambda raw: raw["records"][1].update(seq=True),
            "Did, “seq”: a whole number was expected, not “True”",
        ),
        (
            lambda raw: raw["records"][1].update(command="Act"),
            "Did, “command”: a command was expected, not “Act”",
        ),
        (lambda raw: raw["records"][1]["command"].update({"is": "Cheat"}), "no command is called “Cheat”"),
        (lambda raw: raw["records"][1]["command"].update({"is": None}), "no command is called “None”"),
        (lambda raw: raw["records"][1]["command"].pop("name"), "AddCombatant: name is missing"),
        (lambda raw: raw["records"][1]["command"].update(luck=1), "AddCombatant, “luck”: this is not known here"),
        (lambda raw: raw["records"][1]["command"].update(name="x" * 2001), "“name”: text of at most 2000 characters"),
        (lambda raw: raw["records"][1]["command"].update(name="\ud800"), "text without broken characters"),
        (lambda raw: raw["records"][1]["command"].update(sheet=[]), "“sheet”: at most 100 values by their keys"),
        (lambda raw: raw["records"][1]["command"].update(at_table=1), "“at_table”: true or false was expected"),
        (lambda raw: event(raw).update(name="Mara"), "CombatantAdded, “name”: this is not known here"),
        (lambda raw: event(raw).update(combatant=3), "Combatant was expected, not “3”"),
        (lambda raw: sheet(raw).update(nerve=99), "c1: Got a Nerve!: a whole number from 0 to 30, not “99”"),
        (lambda raw: sheet(raw).update(nerve="6"), "c1: nerve is not as expected"),
        (lambda raw: sheet(raw).update(luck=1), "c1: There is no field called “luck” here"),
        (lambda raw: sheet(raw).update(nerve=float("nan")), "“sheet”: a whole number was expected, not “nan”"),
        (lambda raw: event(raw)["combatant"].update(name="\u202eMara"), "text without invisible characters"),
        (lambda raw: event(raw)["combatant"].update(name="\u3164"), "a name that can be seen was expected"),
        (lambda raw: event(raw)["combatant"].update(name=""), "a name of 1 to 60 characters was expected"),
        (lambda raw: event(raw)["combatant"].update(health=10_000), "c1: Health: a whole number from -9999 to 9999"),
        (lambda raw: event(raw)["combatant"].update(id="c7"), "the id c1 was expected"),
        (lambda raw: raw["records"][0]["events"].clear(), "Record 1: an encounter must be made first"),
        (lambda raw: raw["records"][0]["events"][0].update(system="chess"), "knows no rules called “chess”"),
        (
            lambda raw: raw["records"][1]["events"].append({"is": "EncounterMade", "name": "A", "system": "zebra"}),
            "one",
        ),
        (
            lambda raw: raw["records"].insert(0, {"format": 1, "seq": 1, "is": "undo"}),
            "nothing to undo",
        ),
        (
            lambda raw: raw["records"].insert(0, {"format": 1, "seq": 1, "is": "redo"}),
            "nothing to redo",
        ),
    ],
)
def test_what_does_not_fit_is_named(change: Callable[[Any], object], message: str) -> None:
    raw = json.loads(encode_save(Save("Ambush", "zebra", records_of(play_ferry()))))
    change(raw)
    with pytest.raises(BadSave) as wrong:
        replay(decode_save(json.dumps(raw)).records, SYSTEMS)
    assert message in str(wrong.value)


def event(raw: Any) -> Any:
    """Return the first event of the second record: Mara joins."""
    return raw["records"][1]["events"][0]


def sheet(raw: Any) -> Any:
    return event(raw)["combatant"]["sheet"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cut short, or damaged"),
        ("[" * 200_000, "nested too deep"),
        ('{"a":[1,' * 200_000, "nested too deep"),
        ('["\\\\", "\\"", ' + "[1," * 300 + "]" * 300 + "]", "nested too deep"),
        ('"' + "[" * 300 + '"', "a record was expected, not “\\[\\["),
        ('{"format": ' + "9" * 5000 + "}", "cut short, or damaged"),
        ("7", "a record was expected, not “7”"),
        ('{"format": 1, "is": "undo", "seq": 1e999}', "a whole number was expected, not “inf”"),
        ('{"format": 1, "is": "undo"}', "seq is missing"),
        ('{"format": 1, "is": "redo", "seq": 99999999999}', "a whole number was expected"),
        (" " * 16_000_001, "too long: at most 16000000 characters"),
    ],
)
def test_a_journal_record_that_cannot_be_read_says_why(text: str, message: str) -> None:
    with pytest.raises(BadSave, match=message):
        decode_record(text)


def test_a_memory_is_an_object() -> None:
    with pytest.raises(BadSave, match="“memory”: what is remembered was expected, not “7”"):
        read_event({"is": "Remembered", "id": "c1", "memory": 7})


def test_a_list_with_text_that_nobody_sees_is_refused() -> None:
    assert read_event({"is": "OrderSet", "order": ["c1", "c2"]}) == OrderSet(("c1", "c2"))
    with pytest.raises(BadSave, match="text without invisible characters"):
        read_event({"is": "OrderSet", "order": ["c1", "\u202ec2"]})


@pytest.mark.parametrize("why", [1, True, None, 1.0, [], {}])
def test_an_event_read_before_does_not_stand_for_one_that_merely_looks_like_it(why: object) -> None:
    raw = {"is": "StatusSet", "id": "c1", "status": "ready", "why": "1"}
    assert read_event(raw) == read_event(dict(raw)) == StatusSet("c1", Status.READY, "1")
    with pytest.raises(BadSave, match="“why”: text"):
        read_event({**raw, "why": why})


@pytest.mark.parametrize("text", ["\n {} \r\n", "{}\n\t", " {}"])
def test_white_space_around_a_record_says_nothing(text: str) -> None:
    record = '{"format":1,"seq":4,"is":"undo"}'
    assert decode_record(text.replace("{}", record)) == Undid(4)


@pytest.mark.parametrize("more", ["}", "\u00a0", ",{}", "\x00"])
def test_anything_else_behind_a_record_is_refused(more: str) -> None:
    with pytest.raises(BadSave, match="cut short, or damaged"):
        decode_record('{"format":1,"seq":4,"is":"undo"}' + more)


def test_a_number_read_before_does_not_stand_for_what_merely_equals_it() -> None:
    """1 equals true and 1.0, and what has no parts is read once for all records that say the same."""
    text = '{"format":1,"seq":4,"is":"do","command":{"is":"OpenRound"},"events":[{"is":"RoundOpened","round":%s}]}'
    decode_record(text % "1")
    for equal in ("true", "1.0"):
        with pytest.raises(BadSave, match="a whole number was expected"):
            decode_record(text % equal)
