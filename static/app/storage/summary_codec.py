"""The summary of a fight in its list entry, written and read, so that the list opens no journal."""

from __future__ import annotations

from dataclasses import dataclass

from app.values.stored import FightSummary, Key, Word
from turntrack.codec.dataclass_json import STORED, list_reader, object_reader, write_fields
from turntrack.codec.json_values import read_text, read_whole
from turntrack.core.errors import BadSave, expect

MOST_NAMES = 3
"""The largest number of names in an entry: of acting combatants, and of upcoming ones."""

MOST_LISTED = 100
"""The largest number of members of the party in an entry."""

LONGEST_WORD = 80
MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """A summary, with the number of the record after which it is valid."""

    step: int
    summary: FightSummary


def write_left(left: FightSummary, step: int) -> dict[str, object]:
    """Return the summary for the store."""
    return write_fields(StoredSummary(step, left))


def read_left(raw: object, step: int) -> FightSummary | None:
    """Read the store's summary. Return None if it is damaged, or of another record."""
    try:
        stored = _read_stored(raw)
    except BadSave:
        return None
    return stored.summary if stored.step == step else None


def _read_count(raw: object) -> int:
    number = read_whole(raw)
    expect(0 <= number <= MOST, "this counts nothing.")
    return number


def _read_word(raw: object) -> str:
    text = read_text(raw)
    expect(len(text) <= LONGEST_WORD, "this is too long.")
    return text


_read_summary = object_reader(
    FightSummary,
    {
        **STORED,
        int: _read_count,
        str: _read_word,
        tuple[str, ...]: list_reader(_read_word, MOST_NAMES),
        tuple[Key, ...]: list_reader(_read_word, MOST_LISTED),
        tuple[Word, ...]: list_reader(_read_word, MOST_LISTED),
    },
)
_read_stored = object_reader(StoredSummary, {**STORED, FightSummary: _read_summary})
