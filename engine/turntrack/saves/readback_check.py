"""The check that this version reads a record again as what was done, made before the record is kept."""

from __future__ import annotations

from turntrack.core.errors import BadSave, Refused
from turntrack.core.events import Event
from turntrack.history.session import Session, Step
from turntrack.saves.records import MOST_RECORDS, Did, Record, decode_record, encode_record
from turntrack.saves.replay import read_step


def prove(record: Record) -> str:
    """Return the text of the record. Raises Refused if the text does not decode to an equal record."""
    if record.seq > MOST_RECORDS:
        raise Refused(
            "history_full",
            f"The history of this fight is full: it has {MOST_RECORDS} entries. Export it, and play on in a new fight.",
        )
    text = encode_record(record)
    try:
        if decode_record(text) != record:
            raise BadSave("it would read otherwise.")
    except BadSave as error:
        raise _unkeepable(error) from error
    return text


def prove_step(session: Session, record: Did, events: tuple[Event, ...]) -> Step:
    """Return the step that the record gives after the session. Raises Refused if its events are not these."""
    try:
        step = read_step(session.encounter, record.command, record.events, session.systems, record.at)
        if step.events != events:
            raise BadSave("it would be another step.")
    except BadSave as error:
        raise _unkeepable(error) from error
    return step


def _unkeepable(error: BadSave) -> Refused:
    return Refused("unkeepable", f"This could not be read again once it is saved, so it is not done: {error}")
