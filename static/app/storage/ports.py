"""Ports to the browser: the store (static/js/store/), the note of the opening fight, and the device."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Protocol


class StoreFailed(Exception):
    """The store refused or did not answer; nothing has changed. The message is the browser's."""


class StoredJournal(Protocol):
    """The stored data of one encounter."""

    @property
    def text(self) -> str:
        """Return, as JSON, the ``rows`` of the store and those of the ``second`` chance.

        Each is a number, a record and a checksum. With them come its ``head`` in the list, what is ``remembered`` of
        it, and whether it is ``newer``, ``waits`` to be saved, and may be mended (``mayMend``).
        """

    async def go_on(self, plan: str) -> None:
        """Go on with it as the plan says (JSON): with the first so many of the rows that are ``kept``, and those that
        are ``added``. With ``mending`` (name, system, combatants, why) the store is made so, too, now or as soon as
        there is room; rows that are not kept are set aside for this reason."""


class Store(Protocol):
    """This is what lies on this device. Texts are JSON; whatever is awaited may raise StoreFailed."""

    async def start(self, heard: Callable[[str, str], None]) -> str:
        """Take the writer's seat if it is free. Returns whether it is ``seated``, whether the store is of a ``newer``
        version, the ``current`` encounter, the rules that are in the ``making``, and for the one who writes what
        ``remains``.

        ``heard`` takes from now on what has happened, here or in another tab: the kind, and details.
        """

    def new_key(self) -> str: ...

    async def look(self, key: str) -> StoredJournal: ...

    async def remains(self) -> str:
        """Say which encounters are ``listed``, ``noted`` (have records) and ``remembered`` (with their names), how many
        ``members`` there are, and how many are remembered (``membersRemembered``)."""

    async def put_party_back(self) -> None: ...

    def leave(self, key: str) -> None:
        """Stop going on with an encounter, unless some of it waits to be saved."""

    def keep(self, key: str, number: int, record: str, before: str, total: str, about: str) -> None:
        """Append a record after the one with the checksum ``before``. ``about`` has name, system and combatants,
        and what else the list is to know (``left``)."""

    def renew(self, key: str, rows: str, before: str, about: str) -> None:
        """Keep these rows in place of the journal that ends with the checksum ``before``."""

    async def choose(self, key: str) -> None: ...

    def note(self, making: str) -> None:
        """Keep rules that are being made; an empty text for none."""

    def take_over(self) -> None: ...

    def retry(self) -> None: ...

    def rescued(self, key: str) -> None: ...

    def exported(self, key: str) -> None: ...

    def let_go(self, key: str) -> None: ...

    async def list(self) -> str: ...

    async def fate(self, key: str) -> str: ...

    async def party_and_aside(self) -> str: ...

    async def put_back(self, aside: str) -> bool:
        """Put what was set aside (``id``, of the encounter ``key``) back, if its journal still ends as it did (``end``:
        count and sum), so that it ends anew (``newEnd``). Returns whether it did."""

    async def commit(self, changes: str) -> None: ...

    async def clear_deleted(self, open_key: str) -> bool: ...


class Opening(Protocol):
    """The note of the fight that a start opens; it stands until the page is ready."""

    def begin(self, key: str) -> str:
        """Note it. Returns what the start before has noted and not come to an end with; nothing is noted then."""


class Device(Protocol):
    """The other functions of the browser."""

    def later(self, task: Coroutine[object, object, None]) -> None:
        """Run a task concurrently."""

    def now(self) -> int:
        """Return the milliseconds since 1970."""

    async def painted(self) -> None:
        """Wait until what was shown last can be seen."""

    def hand_over(self, name: str, kind: str, text: str, done: Callable[[], None]) -> None:
        """Hand a file to the game master: by the share sheet where there is one, else as a download.

        ``done`` is called once it has gone out.
        """

    def copy(self, text: str, done: Callable[[], None]) -> None:
        """Copy a text onto the clipboard; the controller is told if that fails, and ``done`` is called if not."""

    def print_out(self) -> None:
        """Open the browser's printing, after what is being shown."""

    def address(self) -> str:
        """Return where this page is, without what follows a #."""

    def pick(self) -> None:
        """Let the game master choose a file; its text is handed to ``Controller.offered``."""

    def show_codes(self, text: str) -> None:
        """Show a text as codes, for the camera of another device; the controller is told if it is too long for that."""

    def read_codes(self) -> None:
        """Read such codes with the camera; the text, once it is whole, is handed to ``Controller.offered``."""
