"""The checksums that tie the records of a journal together, and what they say of one that was found.

Each covers its record, its number and, through the one before it, everything earlier: a record that is changed,
missing, doubled or out of order does not fit its successor. CRC-32 is there to notice damage, for which it is made (it
misses no burst of up to 32 bits, and one in four thousand million of any other damage); against somebody who wants to
deceive their own browser nothing would help.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from zlib import crc32

START = "00000000"
"""What stands before the first record."""


class JournalRow(NamedTuple):
    """This is a record as the store keeps it: with its number, and its checksum over everything earlier."""

    number: int
    record: str
    sum: str


DAMAGED = JournalRow(0, "", "")
"""What is no row. It goes on from nothing."""


@dataclass(frozen=True, slots=True)
class JournalHead:
    """This is what the list knows of an encounter."""

    name: str
    system: str
    combatants: int
    count: int = 0
    """So many records it must have."""
    sum: str = START
    """The checksum of the last of them."""


@dataclass(frozen=True, slots=True)
class FoundJournal:
    """This is what lies on this device of one encounter, as it was found."""

    rows: tuple[JournalRow, ...]
    """Those of the store in the order of their numbers, whatever is wrong with them."""
    second: tuple[JournalRow, ...] = ()
    """Those of the second chance. Whoever follows has none: the one who writes may be a step ahead."""
    head: JournalHead | None = None
    remembered: JournalHead | None = None
    """What the second chance knows of it."""
    newer: bool = False
    """A newer version has written it."""
    waits: bool = False
    """This tab has yet to save some of it; the rows are then its own."""
    may_mend: bool = True
    """This tab may write it."""


@dataclass(frozen=True, slots=True)
class Repair:
    """This is the longest valid history of what was found, and what it takes to have it in the store."""

    whole: tuple[JournalRow, ...]
    kept: int
    """So many of the store's rows are its beginning, and stay."""
    aside: int
    """So many others of the store's do not fit."""
    missing: int
    """So many are known to be missing at its end."""
    is_listed: bool = True
    """The list has an entry for it."""

    @property
    def restored(self) -> int:
        """Count the rows that only the second chance has."""
        return len(self.whole) - self.kept

    @property
    def is_needed(self) -> bool:
        """Say whether the store has to be changed for it."""
        return bool(self.restored or self.aside or (self.whole and (self.missing or not self.is_listed)))


@dataclass(frozen=True, slots=True)
class StoreInventory:
    """This is what is left on this device after the store has lost something."""

    listed: frozenset[str]
    """The encounters with an entry in the list."""
    noted: tuple[str, ...] = ()
    """Those with records."""
    remembered: tuple[str, ...] = ()
    """Those of which the second chance knows."""
    members: int = 0
    """So many are in the party, or were removed from it."""
    members_remembered: int = 0

    @property
    def lost(self) -> tuple[str, ...]:
        """Return the encounters to be brought back."""
        return tuple(key for key in dict.fromkeys((*self.noted, *self.remembered)) if key not in self.listed)

    @property
    def has_lost_the_party(self) -> bool:
        """Say whether the second chance alone knows who was in it."""
        return not self.members and self.members_remembered > 0


def parse_row(number: object, record: object, total: object) -> JournalRow:
    """Return the row of what stands in its place, which may be anything."""
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
    """Return the rows that go on from a valid history, up to the first that does not."""
    valid_rows: list[JournalRow] = []
    total = after[-1].sum if after else START
    for number, row in enumerate(rows, len(after) + 1):
        if row.number != number or row.sum != link_checksum(total, number, row.record):
            break
        total = row.sum
        valid_rows.append(row)
    return tuple(valid_rows)


def plan_repair(look: FoundJournal) -> Repair:
    """Return the longest valid history of the store and the second chance."""
    if look.waits:
        return Repair(look.rows, len(look.rows), 0, 0)
    good = valid_continuation(look.rows)
    whole = (*good, *valid_continuation((row for row in look.second if row.number > len(good)), good))
    alone = valid_continuation(look.second)
    if len(alone) > len(whole):
        whole = alone
    kept = len(look.rows)
    for place, row in enumerate(look.rows):
        if whole[place : place + 1] != (row,):
            kept = place
            break
    missing = max(0, (look.head.count if look.head else 0) - len(whole))
    return Repair(whole, kept, len(look.rows) - kept, missing, look.head is not None)


def find_continuation(look: FoundJournal, rows: Sequence[JournalRow]) -> tuple[JournalRow, ...]:
    """Return the rows that were set aside, where all of them go on from a journal that is whole; else none."""
    repair = plan_repair(look)
    is_whole = look.head is not None and not (look.newer or look.waits or repair.is_needed or repair.missing)
    fitted = valid_continuation(rows, repair.whole) if is_whole else ()
    return fitted if len(fitted) == len(rows) else ()
