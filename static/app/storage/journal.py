"""The journal of a fight: checksums that chain its records, its repair, and its replay into a session."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from zlib import crc32

from turntrack.core.errors import BadSave, NewerSave
from turntrack.history.session import Session
from turntrack.saves.journal import no_garbage_collection, replay
from turntrack.saves.records import Record, decode_record
from turntrack.systems.protocol import TurnSystem

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
    # Not ``isinstance``: a damaged row may hold True, which is an int.
    if type(number) is int and isinstance(record, str) and isinstance(total, str):
        return JournalRow(number, record, total)
    return DAMAGED


def link_checksum(before: str, number: int, record: str) -> str:
    """Return the checksum of a record, after that of the one before it."""
    return f"{crc32(f'{before}:{number}:{record}'.encode('utf-8', 'replace')):08x}"


def chain_records(records: Iterable[str]) -> tuple[JournalRow, ...]:
    """Return the rows of a journal of these records, from its beginning."""
    rows, before = [], START
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


@dataclass(frozen=True, slots=True)
class UncheckedJournal:
    """Everything that this device stores of one encounter, unchecked."""

    rows: tuple[JournalRow, ...]
    """The rows of the store, by number, damaged ones included."""
    second: tuple[JournalRow, ...] = ()
    """The rows of the copy in localStorage. Empty in a following tab: the writing tab may be one step ahead."""
    head: JournalHead | None = None
    remembered: JournalHead | None = None
    """The entry in the copy in localStorage."""
    newer: bool = False
    """A newer version has written it."""
    waits: bool = False
    """This tab has yet to save some of it; the rows are then its own."""
    may_mend: bool = True
    """This tab may write it."""


@dataclass(frozen=True, slots=True)
class Repair:
    """The longest valid history of a stored journal, and the changes of the store that lead to this history."""

    whole: tuple[JournalRow, ...]
    kept: int
    """The number of stored rows that stay, from the first on."""
    aside: int
    """The number of stored rows that do not fit."""
    missing: int
    """The number of rows known to be missing at the end."""
    is_listed: bool = True
    """The list has an entry of this encounter."""

    @property
    def restored(self) -> int:
        """Count the rows that only the copy in localStorage has."""
        return len(self.whole) - self.kept

    @property
    def is_needed(self) -> bool:
        """Return whether this history differs from the store."""
        return bool(self.restored or self.aside or (self.whole and (self.missing or not self.is_listed)))


@dataclass(frozen=True, slots=True)
class StoreInventory:
    """An inventory of store and copy in localStorage, to restore what the store has lost."""

    listed: frozenset[str]
    """The encounters with an entry in the list."""
    noted: tuple[str, ...] = ()
    """Those with records."""
    remembered: tuple[str, ...] = ()
    """The encounters in the copy in localStorage."""
    members: int = 0
    """The number of members, removed ones included."""
    members_remembered: int = 0

    @property
    def lost(self) -> tuple[str, ...]:
        """Return the keys of the encounters to restore."""
        return tuple(key for key in dict.fromkeys((*self.noted, *self.remembered)) if key not in self.listed)

    @property
    def has_lost_the_party(self) -> bool:
        """Return whether only the copy in localStorage has the party."""
        return not self.members and self.members_remembered > 0


def plan_repair(journal: UncheckedJournal) -> Repair:
    """Return the longest valid history in store and copy in localStorage, as a repair."""
    if journal.waits:
        return Repair(journal.rows, len(journal.rows), 0, 0)
    good = valid_continuation(journal.rows)
    whole = (*good, *valid_continuation((row for row in journal.second if row.number > len(good)), good))
    # The store's beginning may be damaged where the copy in localStorage is whole.
    alone = valid_continuation(journal.second)
    if len(alone) > len(whole):
        whole = alone
    kept = len(journal.rows)
    for place, row in enumerate(journal.rows):
        if whole[place : place + 1] != (row,):
            kept = place
            break
    # Only the list knows of rows that are gone from the end: the checksums of the others are right.
    missing = max(0, (journal.head.count if journal.head else 0) - len(whole))
    return Repair(whole, kept, len(journal.rows) - kept, missing, journal.head is not None)


def find_continuation(journal: UncheckedJournal, rows: Sequence[JournalRow]) -> tuple[JournalRow, ...]:
    """Return the quarantined rows if all of them continue an undamaged journal, else nothing."""
    repair = plan_repair(journal)
    is_whole = journal.head is not None and not (journal.newer or journal.waits or repair.is_needed or repair.missing)
    # Appended to a damaged journal, the rows would hide what is missing before them.
    fitted = valid_continuation(rows, repair.whole) if is_whole else ()
    return fitted if len(fitted) == len(rows) else ()


@dataclass(frozen=True, slots=True)
class ReplayedJournal:
    """The session of the first ``count`` records, and the reason why it has no more of them."""

    session: Session
    count: int
    newer: bool = False
    """Whether the next record was written by a newer version. It stays, and no record may be appended after it."""
    wrong: str = ""
    """The reason why the next record cannot be read."""


def read_journal(texts: Sequence[str], systems: tuple[TurnSystem, ...]) -> ReplayedJournal:
    """Return the longest history at the start of the records. Never raises."""
    with no_garbage_collection():
        return _read(texts, systems)


def _read(texts: Sequence[str], systems: tuple[TurnSystem, ...]) -> ReplayedJournal:
    records: list[Record] = []
    newer, wrong = False, ""
    for number, text in enumerate(texts, 1):
        try:
            records.append(decode_record(text))
        except NewerSave as error:
            newer, wrong = True, str(error)
            break
        except BadSave as error:
            wrong = f"Record {number}: {error}"
            break
    while True:
        try:
            return ReplayedJournal(replay(records, systems), len(records), newer, wrong)
        except BadSave as error:
            newer, wrong = False, str(error)
            del records[max(error.record - 1, 0) :]
