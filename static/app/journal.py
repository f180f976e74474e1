"""From the records of a journal to a fight, as far as they make one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.shelf import Journal
from engine.errors import BadSave, NewerSave
from engine.saves.history import no_garbage_collection, replay
from engine.saves.records import Record, decode_record
from engine.session import Session
from engine.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class Reading:
    """The history that the first ``count`` records make, and why not more of them."""

    session: Session
    count: int
    newer: bool = False
    """What follows was written by a newer version: it stays, and nothing may be written after it."""
    wrong: str = ""
    """What follows cannot be read, and why."""


def read_journal(texts: Sequence[str], systems: tuple[TurnSystem, ...]) -> Reading:
    """The longest history at the beginning of the records. Never raises."""
    with no_garbage_collection():
        return _read(texts, systems)


def _read(texts: Sequence[str], systems: tuple[TurnSystem, ...]) -> Reading:
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
            return Reading(replay(records, systems), len(records), newer, wrong)
        except BadSave as error:
            newer, wrong = False, str(error)
            del records[max(error.record - 1, 0) :]


def told(journal: Journal) -> str:
    """What the game master should know of how the journal was found; empty if it was as it should be."""
    if not journal.records and journal.aside:
        all_of_it = f"all {_steps(journal.aside)} were" if journal.aside > 1 else "its only step was"
        return (
            f"The first step of “{journal.name}” is damaged, and nothing can be played on without it: {all_of_it} set "
            "aside as they were found. “Set aside” on the first screen has them, to be exported."
        )
    said = []
    if journal.restored:
        said.append(f"{_steps(journal.restored)} had not reached the store when the page was left, and came back.")
    if journal.aside:
        said.append(
            f"{_steps(journal.aside)} did not fit the history and {_were(journal.aside)} set aside: “Set aside” on the "
            "first screen."
        )
    if journal.missing and not journal.records:
        said.append(f"Nothing is left of “{journal.name}”.")
    if journal.missing:
        said.append(f"{_steps(journal.missing)} at the end {_were(journal.missing)} lost in this device’s store.")
    return " ".join(said)


def unread(reading: Reading, total: int) -> str:
    """Why a fight may only be looked at of which this version cannot read the end, though nothing is damaged."""
    return (
        f"{reading.count} of the {total} entries of this fight’s history can be read here, and are shown; the others "
        "are not damaged, and stay on this device as they are. To play on from here, export it and bring the file in. "
        f"({reading.wrong})"
    )


def _steps(count: int) -> str:
    return f"{count} step{'s' * (count > 1)}"


def _were(count: int) -> str:
    return "was" if count == 1 else "were"
