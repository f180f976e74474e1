"""The codec of journal records and of files with one encounter: strict, bounded, each record with its format.

A saved journal holds a numbered record (1, 2, 3 …) for each command with all its events and dice, for each undo and
redo, and for each branch opened or dropped. Steps that were cut off have no record: they follow from the others.
Reading a journal gives an equal history or raises BadSave with the place and what was expected.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAliasType, cast

from turntrack.codec.dataclass_json import (
    STORED,
    Reader,
    list_reader,
    object_reader,
    reader_by_name,
    stored_reader,
    typed_reader,
    write_fields,
    write_memory,
    write_tagged,
)
from turntrack.codec.json_values import MOST_IN_LIST, Raw, Time, Upgrade, read_head, read_json, upgrade, write_json
from turntrack.core.commands import Command
from turntrack.core.errors import BadSave, quote
from turntrack.core.events import Event, Remembered


def without_totals(raw: Raw) -> Raw:
    """Read format 1, whose sheets have no total that was told before the fight: a missing value is empty."""
    return raw


def _keeps_defaults(raw: Raw) -> Raw:
    """Read format 1, whose fights began with other defaults, and keep them; also ``without_totals``."""
    events = raw.get("events")
    if not isinstance(events, list) or not events:
        return raw
    made = events[0]
    if not isinstance(made, dict) or made.get("is") != "EncounterMade":
        return raw
    now_otherwise = {"falls": "offered", **({"double_auto": "pull"} if made.get("system") == "traveller" else {})}
    kept = [{"is": "OptionChosen", "key": key, "value": value} for key, value in now_otherwise.items()]
    return {**raw, "events": [made, *kept, *events[1:]]}


RECORD_UPGRADES: tuple[Upgrade, ...] = (_keeps_defaults,)
"""Upgrades from each released format of records to the next."""

RECORD_FORMAT = len(RECORD_UPGRADES) + 1

_SAVE_UPGRADES: tuple[Upgrade, ...] = ()
"""Upgrades from each released format of encounter files to the next."""

_SAVE_FORMAT = len(_SAVE_UPGRADES) + 1
KIND = "turntrack-encounter"

LONGEST_RECORD = 16_000_000
_LONGEST_SAVE = 64_000_000
MOST_RECORDS = 100_000


@dataclass(frozen=True, slots=True)
class Did:
    """A command and its events; it may have cut off steps."""

    seq: int
    command: Command
    events: tuple[Event, ...]
    at: Time = 0


@dataclass(frozen=True, slots=True)
class Undid:
    seq: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Redid:
    seq: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Took:
    """A branch that was opened; the steps in its place were cut off at this time."""

    seq: int
    branch: int
    at: Time = 0


@dataclass(frozen=True, slots=True)
class Dropped:
    """A branch that was dropped."""

    seq: int
    branch: int


type Record = Did | Undid | Redid | Took | Dropped
"""An entry of the journal. ``seq`` counts from 1 without a gap."""


@dataclass(frozen=True, slots=True)
class Save:
    """A file with one encounter. The name and the system are for people who read the file."""

    name: str
    system: str
    records: tuple[Record, ...]


def _kinds(union: TypeAliasType) -> Mapping[str, type]:
    return MappingProxyType({kind.__name__: kind for kind in union.__value__.__args__})


_read_command = typed_reader(_kinds(Command), "command")
read_event = stored_reader(_kinds(Event), "event")
_NAMES: Mapping[type, str] = MappingProxyType({Did: "do", Undid: "undo", Redid: "redo", Took: "take", Dropped: "drop"})
_PARTS: Mapping[object, Reader] = MappingProxyType(
    {**STORED, Command: _read_command, tuple[Event, ...]: list_reader(read_event, 10 * MOST_IN_LIST, "Event")}
)
_read_newest = reader_by_name(
    {name: kind for kind, name in _NAMES.items()},
    "record",
    lambda kind: object_reader(kind, _PARTS, ("is", "format")),
)


def encode_command(command: Command) -> dict[str, object]:
    return write_tagged(command)


def decode_command(raw: object) -> Command:
    """Read a command. Raises BadSave."""
    return cast(Command, _read_command(raw))


def put_away(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events as a record holds them, their memories not decoded."""
    return tuple(
        [
            Remembered(event.id, write_memory(event.memory), event.rule) if isinstance(event, Remembered) else event
            for event in events
        ]
    )


def read_record(raw: object) -> Record:
    """Read a record from its JSON object. Raises BadSave."""
    if type(raw) is not dict:
        raise BadSave(f"a record was expected, not {quote(raw)}.")
    return cast(Record, _read_newest(upgrade(raw, RECORD_UPGRADES)))


def encode_record(record: Record) -> str:
    return write_json(_write_record(record))


def decode_record(text: str) -> Record:
    """Read a record. Raises BadSave."""
    return read_record(read_json(text, LONGEST_RECORD))


_read_save = object_reader(Save, {**STORED, tuple[Record, ...]: list_reader(read_record, MOST_RECORDS, "Record")})


def encode_save(save: Save) -> str:
    """Return the text of the file, one record per line."""
    head = write_json({"kind": KIND, "format": _SAVE_FORMAT, "name": save.name, "system": save.system})
    return head[:-1] + ',"records":[\n' + ",\n".join(encode_record(record) for record in save.records) + "\n]}\n"


def decode_save(text: str) -> Save:
    """Read a file. Raises BadSave, with the number of the record if a record cannot be read."""
    raw = read_json(text, _LONGEST_SAVE)
    return _read_save(read_head(raw, KIND, _SAVE_UPGRADES, "This is not a saved encounter of Turntrack."))


def _write_record(record: Record) -> dict[str, object]:
    head = {"format": RECORD_FORMAT, "seq": record.seq, "is": _NAMES[type(record)]}
    if not isinstance(record, Did):
        return {**head, **write_fields(record)}
    done = {"command": write_tagged(record.command), "events": [write_tagged(event) for event in record.events]}
    return {**head, **done, **({"at": record.at} if record.at else {})}
