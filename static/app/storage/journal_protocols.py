"""Protocols of the storage of journals: what a fight writes to, and what opens, exports and leaves fights."""

from __future__ import annotations

from typing import Protocol

from app.values.saved_fights import ListEntry


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


class JournalKeeper(JournalWriter, Protocol):
    """Storage of journals on this device; it reports on the screen whether they are saved."""

    def new_key(self) -> str: ...

    def set_current(self, key: str) -> None:
        """Mark an encounter to be opened at the next start; an empty key means none."""

    def leave_fight(self) -> None:
        """Send the list to ``Controller.show_list``, with no fight open now and at the next start."""

    def fetch_fight(self, key: str) -> None:
        """Send the journal of an encounter to ``Controller.show_fight``."""

    def refresh_list(self) -> None:
        """Send the list of encounters to ``Controller.show_list``."""

    def note_backup(self) -> None:
        """Note that everything has been exported now."""

    def save_draft(self, making: str) -> None:
        """Store the state of the rule editor, which the next start hands to ``Controller.resume_editor``."""

    def take_over(self) -> None:
        """Make this tab the one that writes."""

    def retry_saving(self) -> None:
        """Retry saving at once."""

    def mark_exported(self, key: str) -> None:
        """Note that the unsaved changes of an encounter are in a file."""

    def drop_unsaved(self, key: str) -> None:
        """Drop the unsaved changes of an encounter."""
