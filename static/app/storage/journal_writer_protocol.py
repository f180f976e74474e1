"""The protocol of the storage of records, as an open fight writes to it."""

from __future__ import annotations

from typing import Protocol

from app.values.stored import ListEntry


class JournalWriter(Protocol):
    """The part of storage that a fight writes to. It never calls back into the page."""

    def now(self) -> int:
        """Return the milliseconds since 1970."""

    def clock(self, at: int) -> str:
        """Format a moment in local time: ``20:14``, with the day before it unless it is today."""

    def append(self, key: str, number: int, record: str, entry: ListEntry) -> None:
        """Append one record. Returns at once; the saving mark tells when it is safe."""

    def replace_journal(self, key: str, records: tuple[str, ...], entry: ListEntry) -> None:
        """Replace all records of a journal. Returns at once."""
