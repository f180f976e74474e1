"""Rows of a journal that were set aside, or exported from there: read again as far as they are a history."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from app.bundle import LONGEST, Kept
from app.journal import read_journal
from app.naming import name_of
from engine.errors import BadSave
from engine.saves.json import read_json
from engine.systems.protocol import TurnSystem

START = "00000000"
"""What stands before the first record of a journal."""


@dataclass(frozen=True, slots=True)
class Row:
    """A record as the store keeps it: with its encounter, its number, and its checksum over everything earlier."""

    key: str
    number: int
    record: str
    sum: str


DAMAGED = Row("", 0, "", "")
"""What is no row. It goes on from nothing."""


@dataclass(frozen=True, slots=True)
class Found:
    """An encounter made of rows that were set aside, and what could not be taken into it."""

    kept: Kept
    note: str = ""


def link(before: str, number: int, record: str) -> str:
    """The checksum of a record, as the store chains it to the one before."""
    return f"{crc32(f'{before}:{number}:{record}'.encode('utf-8', 'replace')):08x}"


def looks_like_rows(text: str) -> bool:
    """Whether the text is what Export gives for a part that was set aside: a row a line."""
    first, _, _ = text.lstrip().partition("\n")
    try:
        raw = read_json(first, LONGEST)
    except BadSave:
        return False
    return isinstance(raw, dict) and {"number", "record", "sum"} <= raw.keys()


def read_rows(text: str) -> tuple[Row, ...]:
    """Raises BadSave for text that is no list of rows; a row that is damaged stays, as DAMAGED."""
    if len(text) > LONGEST:
        raise BadSave(f"This is too long: at most {LONGEST} characters are read.")
    return tuple(_row(line) for line in text.splitlines() if line.strip())


def fitting(rows: Sequence[Row], before: Sequence[str]) -> tuple[str, ...]:
    """The records of the rows that go on from a history, up to the first that does not."""
    total = START
    for number, record in enumerate(before, 1):
        total = link(total, number, record)
    found: list[str] = []
    for row in rows:
        number = len(before) + len(found) + 1
        if row.number != number or row.sum != link(total, number, row.record):
            break
        total = row.sum
        found.append(row.record)
    return tuple(found)


def encounter_of(rows: Sequence[Row], here: Sequence[str], systems: tuple[TurnSystem, ...]) -> Found:
    """An encounter of its own. Raises BadSave, with the reason, where the rows make none.

    ``here`` are the records of the same encounter on this device, from which the rows may go on.
    """
    first, last = rows[0].number, rows[0].number + len(rows) - 1
    before = tuple(here[: max(first - 1, 0)])
    if len(before) < first - 1:
        steps = f"step {first}" if first == last else f"steps {first} to {last}"
        raise BadSave(f"This is only {steps} of a fight, without what came before. By itself it cannot be played.")
    records = (*before, *fitting(rows, before))
    if len(records) == len(before):
        raise BadSave("The first of these steps is damaged, and nothing can be played on without it.")
    reading = read_journal(records, systems)
    if reading.count <= len(before) or not reading.session.encounter.system:
        raise BadSave(f"This version cannot read these steps. {reading.wrong}")
    now, records = reading.session.encounter, records[: reading.count]
    key = sha256("\n".join(records).encode()).hexdigest()[:24]  # the same again is noticed
    kept = Kept(key, f"{name_of(now)} (set aside)", now.system, len(now.combatants), 0, False, records)
    taken, total = reading.count - len(before), len(rows)
    note = f"Of {total} steps that were set aside, only the first {taken} can be read." if taken < total else ""
    return Found(kept, note)


def _row(line: str) -> Row:
    try:
        raw = read_json(line, LONGEST)
    except BadSave:
        return DAMAGED
    match raw:
        case {"key": str(key), "number": int(number), "record": str(record), "sum": str(total)} if type(number) is int:
            return Row(key, number, record, total)
        case _:
            return DAMAGED
