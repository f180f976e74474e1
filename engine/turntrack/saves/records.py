"""The codec of journal records and of files with one encounter: strict, bounded, each record with its format.

A saved journal holds a numbered record (1, 2, 3 …) for each command with all its events and dice, for each undo and
redo, and for each branch opened or dropped. Steps that were cut off have no record: they follow from the others.
Reading a journal gives an equal history or raises BadSave with the place and what was expected.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAliasType, assert_never, cast

from turntrack.codec.dataclass_json import stored_reader, typed_reader, write_memory, write_tagged
from turntrack.codec.json_values import MOST_IN_LIST, read_json, read_keys, read_list, read_time, read_whole, write_json
from turntrack.codec.upgrades import Upgrade, upgrade
from turntrack.core.commands import Command
from turntrack.core.errors import BadSave, BadValue, quote
from turntrack.core.events import Event, Remembered
from turntrack.core.fields import LONGEST_NAME, clean_text

RECORD_UPGRADES: tuple[Upgrade, ...] = ()
"""Upgrades from each released format of records to the next."""

RECORD_FORMAT = len(RECORD_UPGRADES) + 1

SAVE_UPGRADES: tuple[Upgrade, ...] = ()
"""Upgrades from each released format of encounter files to the next."""

SAVE_FORMAT = len(SAVE_UPGRADES) + 1
KIND = "turntrack-encounter"

LONGEST_RECORD = 16_000_000
LONGEST_SAVE = 64_000_000
MOST_RECORDS = 100_000


@dataclass(frozen=True, slots=True)
class Did:
    """A command and its events; it may have cut off steps. ``at`` is 0 if the time is unknown."""

    seq: int
    command: Command
    events: tuple[Event, ...]
    at: int = 0


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
    at: int = 0


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
_read_event = stored_reader(_kinds(Event), "event")


def encode_command(command: Command) -> dict[str, object]:
    return write_tagged(command)


def decode_command(raw: object) -> Command:
    """Read a command. Raises BadSave."""
    return cast(Command, _read_command(raw))


def encode_event(event: Event) -> dict[str, object]:
    return write_tagged(event)


def decode_event(raw: object) -> Event:
    """Read an event. Raises BadSave."""
    return cast(Event, _read_event(raw))


def put_away(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events as a record holds them, their memories not decoded."""
    return tuple(
        Remembered(event.id, write_memory(event.memory), event.rule) if isinstance(event, Remembered) else event
        for event in events
    )


def encode_record(record: Record) -> str:
    return write_json(_write_record(record))


def decode_record(text: str) -> Record:
    """Read a record. Raises BadSave."""
    return _read_record(read_json(text, LONGEST_RECORD))


def encode_save(save: Save) -> str:
    """Return the text of the file, one record per line."""
    head = write_json({"kind": KIND, "format": SAVE_FORMAT, "name": save.name, "system": save.system})
    return head[:-1] + ',"records":[\n' + ",\n".join(encode_record(record) for record in save.records) + "\n]}\n"


def decode_save(text: str) -> Save:
    """Read a file. Raises BadSave, with the number of the record if a record cannot be read."""
    raw = read_json(text, LONGEST_SAVE)
    if type(raw) is not dict or raw.get("kind") != KIND:
        raise BadSave("This is not a saved encounter of Turntrack.")
    given = read_keys(upgrade(raw, SAVE_UPGRADES), ("kind", "format", "name", "system", "records"))
    try:
        name = clean_text("name", given["name"], LONGEST_NAME)
        system = clean_text("system", given["system"], LONGEST_NAME)
    except BadValue as error:
        raise BadSave(str(error)) from error
    records = []
    for number, item in enumerate(read_list(given["records"], MOST_RECORDS), 1):
        try:
            records.append(_read_record(item))
        except BadSave as error:
            raise BadSave(f"Record {number}: {error}", number) from error
    return Save(name, system, tuple(records))


def _write_record(record: Record) -> dict[str, object]:
    head = {"format": RECORD_FORMAT, "seq": record.seq}
    match record:
        case Did(_, command, events, at):
            done = {"command": encode_command(command), "events": [encode_event(event) for event in events]}
            return {**head, "is": "do", **done, **({"at": at} if at else {})}
        case Undid(_, count) | Redid(_, count):
            said = "undo" if isinstance(record, Undid) else "redo"
            return {**head, "is": said, **({"count": count} if count != 1 else {})}
        case Took(_, branch, at):
            return {**head, "is": "take", "branch": branch, **({"at": at} if at else {})}
        case Dropped(_, branch):
            return {**head, "is": "drop", "branch": branch}
        case _:
            assert_never(record)


def _read_record(raw: object) -> Record:
    if type(raw) is not dict:
        raise BadSave(f"a record was expected, not {quote(raw)}.")
    raw = upgrade(raw, RECORD_UPGRADES)
    match raw.get("is"):
        case "do":
            given = read_keys(raw, ("format", "seq", "is", "command", "events"), ("at",))
            command = decode_command(given["command"])
            events = tuple([decode_event(item) for item in read_list(given["events"], 10 * MOST_IN_LIST)])
            return Did(read_whole(given["seq"]), command, events, read_time(given.get("at", 0)))
        case "undo":
            given = read_keys(raw, ("format", "seq", "is"), ("count",))
            return Undid(read_whole(given["seq"]), read_whole(given.get("count", 1)))
        case "redo":
            given = read_keys(raw, ("format", "seq", "is"), ("count",))
            return Redid(read_whole(given["seq"]), read_whole(given.get("count", 1)))
        case "take":
            given = read_keys(raw, ("format", "seq", "is", "branch"), ("at",))
            return Took(read_whole(given["seq"]), read_whole(given["branch"]), read_time(given.get("at", 0)))
        case "drop":
            given = read_keys(raw, ("format", "seq", "is", "branch"))
            return Dropped(read_whole(given["seq"]), read_whole(given["branch"]))
        case other:
            raise BadSave(f"do, undo, redo, take or drop was expected, not {quote(other)}.")
