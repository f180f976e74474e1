"""The replay of a journal's records into a session, up to the first record that cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turntrack.core.errors import BadSave, NewerSave
from turntrack.history.session import Session
from turntrack.saves.journal import no_garbage_collection, replay
from turntrack.saves.records import Record, decode_record
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class ReplayedJournal:
    """The session of the first ``count`` records, and the reason why it has no more of them."""

    session: Session
    count: int
    newer: bool = False
    """Whether the next record was written by a newer version. It stays, and no record may be appended after it."""
    wrong: str = ""
    """The reason why the next record cannot be read."""


def read_journal(texts: Sequence[str], systems: tuple[TurnSystem, ...]) -> ReplayedJournal:
    """Return the longest history at the start of the records. Never raises."""
    with no_garbage_collection():
        return _read(texts, systems)


def _read(texts: Sequence[str], systems: tuple[TurnSystem, ...]) -> ReplayedJournal:
    records: list[Record] = []
    newer, wrong = False, ""
    for number, text in enumerate(texts, 1):
        try:
            records.append(decode_record(text))
        except NewerSave as error:
            newer, wrong = True, str(error)
            break
        except BadSave as error:
            wrong = f"Record {number}: {error}"
            break
    while True:
        try:
            return ReplayedJournal(replay(records, systems), len(records), newer, wrong)
        except BadSave as error:
            newer, wrong = False, str(error)
            del records[max(error.record - 1, 0) :]
