"""The protocols of the storage: what it asks of browser and controller, and what the page asks of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Protocol

from app.storage.save_status import SaveStatus
from app.values.stored import Campaigns, ListEntry, PartyMember, SavedFight, SavedRuleSet
from turntrack.history.session import Session
from turntrack.saves.records import Record


class StoreFailed(Exception):
    """Raised when the store refuses or does not answer. Nothing has changed; the message is the browser's."""


class StoredJournal(Protocol):
    """The stored data of one encounter."""

    @property
    def text(self) -> str:
        """Return the journal as JSON: the store's ``rows`` and those of the copy in localStorage (``second``).

        Each row is a number, a record and a checksum. Further keys: the ``head`` in the list, the ``remembered`` head
        in that copy, ``newer``, ``waits`` (unsaved rows) and ``mayMend`` (this tab may repair it).
        """

    async def continue_journal(self, plan: str) -> None:
        """Continue the journal as the plan (JSON) says.

        The plan has the number of rows that are ``kept`` and the rows that are ``added``. With ``mending`` (name,
        system, combatants, why) the store is repaired to match, now or as soon as there is room; rows that are not kept
        go to the quarantine with that reason.
        """


class Store(Protocol):
    """The data on this device. Texts are JSON; every coroutine may raise StoreFailed."""

    async def start(self, heard: Callable[[str, str], None]) -> str:
        """Take the writer lock if it is free, and return the state of the store.

        Keys: ``isWriter`` (this tab holds the writer lock), ``newer`` (the store has a newer version), the ``current``
        encounter, the rule set in the ``making``, the time of the last ``backup`` (0 for none), the name of the
        ``folder`` for backups (empty for none, None where there can be none), and, for the writing tab, the
        ``inventory``.

        ``heard`` is called from now on with the kind and the details of each event, of this tab or another one.
        """

    def new_key(self) -> str:
        """Return a random key for an encounter."""

    async def read_journal(self, key: str) -> StoredJournal:
        """Read a journal, unchecked."""

    async def inventory(self) -> str:
        """Return the inventory of encounters and members.

        Keys: encounters that are ``listed``, ``noted`` (have records) and ``remembered`` (with their names), and the
        counts ``members``, ``membersRemembered`` and ``damaged`` (rows that cannot be read).
        """

    async def restore_party(self) -> None:
        """Restore the party from the copy in localStorage."""

    def close_journal(self, key: str) -> None:
        """Close a journal, unless some of its records are unsaved."""

    def append(self, key: str, number: int, record: str, before: str, total: str, about: str) -> None:
        """Append a record after the one with the checksum ``before``.

        ``about`` is the entry in the list: name, system, combatants and the summary (``left``).
        """

    def replace_journal(self, key: str, rows: str, before: str, about: str) -> None:
        """Replace the journal that ends with the checksum ``before`` by these rows."""

    async def set_current(self, key: str) -> None:
        """Set the encounter that the next start opens; none if the key is empty."""

    def save_draft(self, making: str) -> None:
        """Save the draft of the rule editor; an empty text deletes it."""

    def note_backup(self, at: int) -> None:
        """Save the time of the last backup, in milliseconds since 1970."""

    def take_over(self) -> None:
        """Take the writer lock from another tab."""

    def retry(self) -> None:
        """Retry saving at once."""

    def mark_rescued(self, key: str) -> None:
        """Mark an encounter's unsaved steps as stored in a new encounter."""

    def mark_exported(self, key: str) -> None:
        """Mark an encounter's unsaved steps as exported."""

    def drop_unsaved(self, key: str) -> None:
        """Drop an encounter's unsaved steps."""

    async def list(self) -> str:
        """Return the entries of the list, the last played first."""

    async def fate(self, key: str) -> str:
        """Return ``deleted`` or ``purged`` for an encounter that is so, else an empty string."""

    async def party_and_quarantine(self) -> str:
        """Return the rows of ``party``, the quarantined parts (``aside``) and the ``damaged`` rows."""

    async def packs(self) -> str:
        """Return the rows of the kept packs of creatures."""

    async def restore_part(self, aside: str) -> bool:
        """Restore a quarantined part to its journal, and return whether that was possible.

        Keys: the part's ``id``, the encounter's ``key``, the expected ``end`` of the journal (count and sum) and its
        ``newEnd``. Nothing changes unless the journal still ends there.
        """

    async def commit(self, changes: str) -> None:
        """Make all changes in one transaction."""

    async def clear_deleted(self, open_key: str) -> bool:
        """Purge encounters that were deleted long ago, except the open one. Return whether the list has changed."""


class Opening(Protocol):
    """A note of the fight that is being opened, deleted once the page is ready."""

    def begin(self, key: str) -> str:
        """Write the note. Return the key from an earlier start that did not finish; then nothing is written."""


class Device(Protocol):
    """Functions of the browser other than storage."""

    def start_task(self, task: Coroutine[object, object, None]) -> None:
        """Run a task concurrently."""

    def now(self) -> int:
        """Return the milliseconds since 1970."""

    async def after_paint(self) -> None:
        """Wait until the last update is painted."""

    def share_file(self, name: str, kind: str, text: str, done: Callable[[], None]) -> None:
        """Share a file, or download it where the browser cannot share.

        ``done`` is called once the file has left the page.
        """

    def copy_text(self, text: str, done: Callable[[], None]) -> None:
        """Copy a text to the clipboard. ``done`` is called on success; the controller is told of a failure."""

    def print_page(self) -> None:
        """Open the browser's print dialog once the current update is shown."""

    def address(self) -> str:
        """Return the address of this page, without the fragment."""

    async def describe_device(self) -> tuple[str, ...]:
        """Describe browser, screen and storage for a report, a line each, without anything that was typed."""

    def open_page(self, name: str) -> None:
        """Open a page of the site in a tab of its own: the ``licences``, or where ``issues`` are written."""

    def choose_file(self) -> None:
        """Let the user choose a file, and pass its text to ``Controller.read_text``."""

    async def choose_folder(self) -> tuple[str, str]:
        """Let the user choose a folder for backups. Return its name, or an empty name and the problem."""

    def drop_folder(self) -> None:
        """Forget the folder for backups."""

    async def write_backup(self, text: str, is_whole: bool, may_ask: bool) -> str:
        """Write a backup into the chosen folder, and return the problem; empty for none.

        One that is not whole is written beside the others. ``may_ask`` tells that the browser may ask for permission.
        """

    async def open_backups(self) -> tuple[tuple[str, ...], str]:
        """Let the user choose a folder. Return the names of files that may be backups, newest first, or the problem."""

    async def read_backup(self, name: str) -> str:
        """Return the text of a file in that folder; empty if it cannot be read."""

    async def read_ready_pack(self, name: str) -> str:
        """Return the text of a pack of creatures that comes with the page; empty if it cannot be loaded."""

    def display_codes(self, text: str) -> None:
        """Show a text as QR codes for another device's camera. The controller is told if the text is too long."""

    def scan_codes(self) -> None:
        """Scan QR codes with the camera, and pass the complete text to ``Controller.read_text``."""


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


class OpenFight(Protocol):
    """The fight that is open on the page."""

    key: str
    session: Session

    def follow(self, number: int, record: Record) -> bool:
        """Apply a step that another tab appended. Return whether it was the next step; if not, nothing changes."""


class PageController(Protocol):
    """The receiver of journals and of the save status: the controller."""

    @property
    def saving(self) -> SaveStatus:
        """Return the save status."""

    @property
    def fight(self) -> OpenFight | None:
        """Return the open fight."""

    @property
    def saved(self) -> tuple[SavedFight, ...]:
        """Return the list of fights."""

    def set_saving(self, saving: SaveStatus) -> None:
        """Replace the save status. Not called while a fight writes."""

    def show_list(
        self,
        saved: tuple[SavedFight, ...],
        rule_sets: tuple[SavedRuleSet, ...],
        campaigns: Campaigns,
        has_quarantine: bool,
    ) -> None:
        """Show the list, and what else was read: rule sets, campaigns, and whether there are damaged parts."""

    def set_members(self, members: tuple[PartyMember, ...]) -> None:
        """Replace the members of the party."""

    def set_backup(self, at: int) -> None:
        """Note the time of the last backup, in milliseconds since 1970; 0 for none."""

    def set_folder(self, name: str | None) -> None:
        """Note the folder for backups; empty for none, None where there can be none."""

    def show_fight(self, key: str, session: Session, records: int, newer: str = "") -> None:
        """Show this encounter. Raises any error of rendering; then no fight is open."""

    def show_unopened(self, key: str, name: str, why: str) -> None:
        """Show the list instead of an encounter that could not be opened, with the reason."""

    def close_fight(self) -> None:
        """Close the fight, without a redraw."""

    def resume_editor(self, making: str) -> None:
        """Resume the rule editor with the draft of the last visit."""

    def refresh(self) -> None:
        """Redraw after a change of the save status."""

    def show_message(self, message: str) -> None:
        """Show the message of an error outside any intent."""

    def report_fault(self, error: Exception) -> None:
        """Report a fault in a concurrent task."""
