"""Ports to the browser: the store (static/js/store/), the note of the opening fight, and the device."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Protocol


class StoreFailed(Exception):
    """Raised when the store refuses or does not answer. Nothing has changed; the message is the browser's."""


class StoredJournal(Protocol):
    """The stored data of one encounter."""

    @property
    def text(self) -> str:
        """Return the journal as JSON: the store's ``rows`` and the backup log's (``second``).

        Each row is a number, a record and a checksum. Further keys: the ``head`` in the list, the ``remembered`` head
        in the backup log, ``newer``, ``waits`` (unsaved rows) and ``mayMend`` (this tab may repair it).
        """

    async def go_on(self, plan: str) -> None:
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
        encounter, the rule set in the ``making``, and, for the writing tab, the ``inventory``.

        ``heard`` is called from now on with the kind and the details of each event, of this tab or another one.
        """

    def new_key(self) -> str: ...

    async def look(self, key: str) -> StoredJournal: ...

    async def remains(self) -> str:
        """Return the inventory of encounters and members.

        Keys: encounters that are ``listed``, ``noted`` (have records) and ``remembered`` (with their names), and the
        counts ``members`` and ``membersRemembered``.
        """

    async def put_party_back(self) -> None: ...

    def leave(self, key: str) -> None:
        """Close a journal, unless some of its records are unsaved."""

    def keep(self, key: str, number: int, record: str, before: str, total: str, about: str) -> None:
        """Append a record after the one with the checksum ``before``.

        ``about`` is the entry in the list: name, system, combatants and the summary (``left``).
        """

    def renew(self, key: str, rows: str, before: str, about: str) -> None:
        """Replace the journal that ends with the checksum ``before`` by these rows."""

    async def choose(self, key: str) -> None: ...

    def note(self, making: str) -> None:
        """Save the draft of the rule editor; an empty text deletes it."""

    def take_over(self) -> None: ...

    def retry(self) -> None: ...

    def rescued(self, key: str) -> None: ...

    def exported(self, key: str) -> None: ...

    def let_go(self, key: str) -> None: ...

    async def list(self) -> str: ...

    async def fate(self, key: str) -> str: ...

    async def party_and_aside(self) -> str: ...

    async def put_back(self, aside: str) -> bool:
        """Restore a quarantined part to its journal, and return whether that was possible.

        Keys: the part's ``id``, the encounter's ``key``, the expected ``end`` of the journal (count and sum) and its
        ``newEnd``. Nothing changes unless the journal still ends there.
        """

    async def commit(self, changes: str) -> None: ...

    async def clear_deleted(self, open_key: str) -> bool: ...


class Opening(Protocol):
    """A note of the fight that is being opened, deleted once the page is ready."""

    def begin(self, key: str) -> str:
        """Write the note. Return the key from an earlier start that did not finish; then nothing is written."""


class Device(Protocol):
    """Functions of the browser other than storage."""

    def later(self, task: Coroutine[object, object, None]) -> None:
        """Run a task concurrently."""

    def now(self) -> int:
        """Return the milliseconds since 1970."""

    async def painted(self) -> None:
        """Wait until the last update is painted."""

    def hand_over(self, name: str, kind: str, text: str, done: Callable[[], None]) -> None:
        """Share a file, or download it where the browser cannot share.

        ``done`` is called once the file has left the page.
        """

    def copy(self, text: str, done: Callable[[], None]) -> None:
        """Copy a text to the clipboard. ``done`` is called on success; the controller is told of a failure."""

    def print_out(self) -> None:
        """Open the browser's print dialog once the current update is shown."""

    def address(self) -> str:
        """Return the address of this page, without the fragment."""

    def pick(self) -> None:
        """Let the user choose a file, and pass its text to ``Controller.offered``."""

    def show_codes(self, text: str) -> None:
        """Show a text as QR codes for another device's camera. The controller is told if the text is too long."""

    def read_codes(self) -> None:
        """Scan QR codes with the camera, and pass the complete text to ``Controller.offered``."""
