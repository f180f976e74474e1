"""Checksums that chain the records of a journal.

Each checksum covers its record, its number and, through the previous checksum, all earlier records. A changed, missing,
doubled or misplaced record therefore does not fit its successor. CRC-32 detects accidental damage; it is no protection
against deliberate changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from zlib import crc32

START = "00000000"
"""The checksum before the first record."""


class JournalRow(NamedTuple):
    """A stored record: its number, its text, and a checksum that covers all earlier records too."""

    number: int
    record: str
    sum: str


DAMAGED = JournalRow(0, "", "")
"""Stands for a value that is no row. It continues no journal."""


@dataclass(frozen=True, slots=True)
class JournalHead:
    """The entry of an encounter in the list."""

    name: str
    system: str
    combatants: int
    count: int = 0
    """The number of its records."""
    sum: str = START
    """The checksum of the last of them."""


def parse_row(number: object, record: object, total: object) -> JournalRow:
    """Return the row made of three raw values, or DAMAGED if one of them has the wrong type."""
    if type(number) is int and isinstance(record, str) and isinstance(total, str):
        return JournalRow(number, record, total)
    return DAMAGED


def link_checksum(before: str, number: int, record: str) -> str:
    """Return the checksum of a record, after that of the one before it."""
    return f"{crc32(f'{before}:{number}:{record}'.encode('utf-8', 'replace')):08x}"


def chain_records(records: Iterable[str], before: str = START) -> tuple[JournalRow, ...]:
    """Return the rows of a journal of these records, which begins after this checksum and with the first number."""
    rows = []
    for number, record in enumerate(records, 1):
        before = link_checksum(before, number, record)
        rows.append(JournalRow(number, record, before))
    return tuple(rows)


def valid_continuation(rows: Iterable[JournalRow], after: Sequence[JournalRow] = ()) -> tuple[JournalRow, ...]:
    """Return the rows that continue a valid history, up to the first one that does not fit."""
    valid_rows: list[JournalRow] = []
    total = after[-1].sum if after else START
    for number, row in enumerate(rows, len(after) + 1):
        if row.number != number or row.sum != link_checksum(total, number, row.record):
            break
        total = row.sum
        valid_rows.append(row)
    return tuple(valid_rows)
