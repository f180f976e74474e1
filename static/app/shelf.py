"""What lies on this device beside the open fight: encounters, the party, parts set aside. And files, in and out."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from app.bundle import MOST_MEMBERS, Kept, Member
from app.render.home import SavedFight
from engine.errors import Refused


class NotKept(Exception):
    """The device has not taken it; nothing has changed. Says why."""


@dataclass(frozen=True, slots=True)
class Journal:
    """The records of an encounter as they were found, and what had to be mended, or would have to be."""

    records: tuple[str, ...]
    restored: int = 0
    """So many had not reached the store and came from the second chance."""
    aside: int = 0
    """So many did not fit and were set aside."""
    missing: int = 0
    """So many are known to be missing at the end."""
    newer: bool = False
    """A newer version has written it: not to be written over."""
    name: str = ""
    """What the list calls it."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A part of a journal that could not be read as one: kept as it was found, until the game master says otherwise."""

    id: int
    name: str
    why: str
    records: tuple[str, ...]
    """Its rows, as JSON."""
    key: str = ""
    """The encounter it was part of."""


@dataclass(frozen=True, slots=True)
class Removed:
    """Somebody who was in the party, and can be brought back."""

    member: Member
    when: str
    """The removal, as the reader writes dates."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Several changes of the shelf that happen together or not at all."""

    move: tuple[tuple[str, str], ...] = ()
    """Encounters that make room: from a key to a new one, archived."""
    put: tuple[Kept, ...] = ()
    """New encounters, under keys that are free."""
    change: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """By key, of entries in the list: name, archived, deleted (when, in milliseconds; 0 is not)."""
    party: tuple[Member, ...] = ()
    party_change: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """By key, of members: deleted (when, in milliseconds; 0 is not)."""
    aside_gone: tuple[int, ...] = ()
    purge: tuple[str, ...] = ()
    """Encounters to remove for good."""


class Shelf(Protocol):
    """The store on this device, as far as the library needs it, and the ways in and out of the browser."""

    def later(self, task: Coroutine[object, object, None]) -> None:
        """Run it beside whatever else happens."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def new_key(self) -> str: ...

    async def painted(self) -> None:
        """Wait until what was shown last can be seen."""

    async def encounters(self) -> tuple[SavedFight, ...]:
        """Everything in the list, the last played first, with what is archived or deleted."""

    async def journal(self, key: str) -> Journal:
        """To look at: nothing changes."""

    async def open_journal(self, key: str) -> Journal:
        """To go on with: mended where it needs it."""

    async def party(self) -> tuple[Member, ...]: ...

    async def removed(self) -> tuple[Removed, ...]:
        """Who was in the party, those removed last first."""

    async def asides(self) -> tuple[Aside, ...]: ...

    async def put_back(self, aside: int) -> bool:
        """Put rows that were set aside back where they belong, if a journal ends there. Raises NotKept."""

    async def commit(self, changes: Changes) -> None:
        """Raises NotKept."""

    def hand_over(self, name: str, kind: str, text: str, done: Callable[[], None]) -> None:
        """A file for the game master: by the share sheet where there is one, else as a download.

        ``done`` is called once it has gone out.
        """

    def copy(self, text: str, done: Callable[[], None]) -> None:
        """Onto the clipboard; the controller is told whether that went well, and ``done`` is called if it did."""

    def pick(self) -> None:
        """Let the game master choose a file; its text is handed to ``Controller.offered``."""


async def check_party(shelf: Shelf, members: Iterable[Member]) -> None:
    """Raises Refused where the party would be bigger with these than a file may hold."""
    keys = {member.key for member in await shelf.party()} | {member.key for member in members}
    if len(keys) > MOST_MEMBERS:
        raise Refused("too_many", f"A party has at most {MOST_MEMBERS} members.")
