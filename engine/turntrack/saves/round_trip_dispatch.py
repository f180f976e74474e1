"""Dispatch of commands whose records this version can read again."""

from __future__ import annotations

from turntrack.core.commands import Command
from turntrack.core.dice import Dice
from turntrack.core.errors import BadSave, Refused
from turntrack.history.session import Session
from turntrack.rules.decide import decide
from turntrack.saves.records import MOST_RECORDS, Did, Record, decode_record, encode_record, put_away
from turntrack.saves.replay import read_step


def dispatch(session: Session, seq: int, command: Command, dice: Dice, at: int = 0) -> str:
    """Execute the command and return the text of its record, from which this version reads an equal step.

    ``at`` is the time in milliseconds since 1970. Steps that the command cuts off become a branch.

    Raises Refused and DiceNeeded, with nothing changed; Refused also for a step that could not be read again.
    """
    events = decide(session.encounter, command, dice, session.systems)
    record = Did(seq, command, put_away(events), at)
    text = prove(record)
    try:
        step = read_step(session.encounter, command, record.events, session.systems, at)
        if step.events != events:
            raise BadSave("it would be another step.")
    except BadSave as error:
        raise _unkeepable(error) from error
    session.add(step, at)
    return text


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


def _unkeepable(error: BadSave) -> Refused:
    return Refused("unkeepable", f"This could not be read again once it is saved, so it is not done: {error}")
