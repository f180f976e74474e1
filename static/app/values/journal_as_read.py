"""The journal of a fight as it was read from the store: its records, and those restored, set aside or missing."""

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
