"""From the records of a journal to a fight, as far as they make one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turntrack.core.errors import BadSave, NewerSave
from turntrack.history.session import Session
from turntrack.saves.records import Record, decode_record
from turntrack.saves.replay import no_garbage_collection, replay
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class ReplayedJournal:
    """This is the history that the first ``count`` records make, and why not more of them."""

    session: Session
    count: int
    newer: bool = False
    """What follows was written by a newer version: it stays, and nothing may be written after it."""
    wrong: str = ""
    """What follows cannot be read, and why."""


def read_journal(texts: Sequence[str], systems: tuple[TurnSystem, ...]) -> ReplayedJournal:
    """Return the longest history at the beginning of the records. Never raises."""
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
