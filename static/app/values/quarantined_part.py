"""A quarantined part of a journal, or of other data, that could not be read."""

from __future__ import annotations

from dataclasses import dataclass


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
