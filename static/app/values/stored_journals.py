"""The journal of a fight as it was read, and quarantined parts that did not fit one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Journal:
    """The records of an encounter as they were read, with the repairs that were made or are needed."""

    records: tuple[str, ...]
    restored: int = 0
    """Number of records that came from the copy in localStorage because the store did not have them."""
    aside: int = 0
    """Number of records that did not fit and were quarantined."""
    missing: int = 0
    """Number of records known to be missing at the end."""
    newer: bool = False
    """Whether a newer version of Turntrack has written it: it must not be overwritten."""
    name: str = ""
    """The name in the list."""


@dataclass(frozen=True, slots=True)
class QuarantinedPart:
    """A part of a journal that could not be read, kept as it was until the game master discards it."""

    id: int
    name: str
    why: str
    records: tuple[str, ...]
    """The rows as JSON."""
    key: str = ""
    """The encounter it was part of; empty for other data, whose ``id`` is below 0."""

    @property
    def text(self) -> str:
        """Return the rows for export, one per line."""
        return "\n".join(self.records) + "\n"
