"""The protocol of the storage facade: what the page asks of the storage on this device."""

from __future__ import annotations

from typing import Protocol

from app.storage.journal_writer_protocol import JournalWriter


class PageStorage(JournalWriter, Protocol):
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
