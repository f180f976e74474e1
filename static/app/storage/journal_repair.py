"""The repair of a journal from what the store, the copy in localStorage and the quarantine hold of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.storage.journal_chain import JournalHead, JournalRow, valid_continuation


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
    alone = valid_continuation(journal.second)
    if len(alone) > len(whole):
        whole = alone
    kept = len(journal.rows)
    for place, row in enumerate(journal.rows):
        if whole[place : place + 1] != (row,):
            kept = place
            break
    missing = max(0, (journal.head.count if journal.head else 0) - len(whole))
    return Repair(whole, kept, len(journal.rows) - kept, missing, journal.head is not None)


def find_continuation(journal: UncheckedJournal, rows: Sequence[JournalRow]) -> tuple[JournalRow, ...]:
    """Return the quarantined rows if all of them continue an undamaged journal, else nothing."""
    repair = plan_repair(journal)
    is_whole = journal.head is not None and not (journal.newer or journal.waits or repair.is_needed or repair.missing)
    fitted = valid_continuation(rows, repair.whole) if is_whole else ()
    return fitted if len(fitted) == len(rows) else ()
