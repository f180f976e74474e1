"""Replay a journal into a session."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import assert_never

from turntrack.codec.dataclass_json import read_fields, write_memory
from turntrack.core.commands import Command
from turntrack.core.errors import BadSave, Refused, expect
from turntrack.core.events import EncounterMade, Event, Remembered
from turntrack.core.evolve import evolve
from turntrack.core.model import Encounter
from turntrack.history.session import Session, Step
from turntrack.saves.event_checks import fit
from turntrack.saves.records import MOST_RECORDS, Did, Dropped, Record, Redid, Took, Undid
from turntrack.systems.protocol import TurnSystem, system_of


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Disable garbage collection while a long journal is read, since nothing of it becomes garbage."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def replay(records: Iterable[Record], systems: tuple[TurnSystem, ...]) -> Session:
    """Return the session of this journal. Raises BadSave with the number of the record that does not fit."""
    return renew(records, systems)[0]


def renew(records: Iterable[Record], systems: tuple[TurnSystem, ...]) -> tuple[Session, tuple[Record, ...]]:
    """Return the session of this journal, and the journal in the newest format. Raises BadSave as ``replay`` does."""
    session, renewed = Session(systems), list[Record]()
    number = 1
    try:
        for record in records:  # they may be decoded as they come
            expect(number <= MOST_RECORDS, f"at most {MOST_RECORDS} records are read.")
            expect(record.seq == number, f"number {number} was expected here, not {record.seq}.")
            renewed.append(follow(session, record))
            number += 1
    except BadSave as error:
        raise BadSave(f"Record {number}: {error}", number) from error
    return session, tuple(renewed)


def follow(session: Session, record: Record) -> Record:
    """Apply the record to the session; return the record in the newest format.

    Raises BadSave, with nothing changed.
    """
    try:
        match record:
            case Did(seq, command, events, at):
                step = read_step(session.encounter, command, events, session.systems, at)
                session.add(step, at)
                return Did(seq, command, step.events, at)
            case Undid(_, count):
                session.undo(count)
            case Redid(_, count):
                session.redo(count)
            case Took(_, branch, at):
                session.open_branch(branch, at)
            case Dropped(_, branch):
                session.drop_branch(branch)
            case _:
                assert_never(record)
    except Refused as refusal:
        raise BadSave(refusal.message) from refusal
    return record


def read_step(
    encounter: Encounter, command: Command, events: tuple[Event, ...], systems: tuple[TurnSystem, ...], at: int = 0
) -> Step:
    """Return the step of these events. Raises BadSave if one of them cannot happen to the encounter."""
    first = events[0] if events else None
    system = _system(first.system if isinstance(first, EncounterMade) else encounter.system, systems)
    happened: list[Event] = []
    for event in events:
        possible = fit(encounter, _typed(event, system) if isinstance(event, Remembered) else event, system)
        encounter = evolve(encounter, possible)
        happened.append(possible)
    return Step(command, tuple(happened), encounter, at)


def _typed(event: Remembered, system: TurnSystem) -> Remembered:
    """Return the event with its memory decoded to the class of its system."""
    kind = system.of_combatant if event.id else system.of_fight
    return Remembered(event.id, read_fields(write_memory(event.memory).raw, kind), event.rule)


def _system(key: str, systems: tuple[TurnSystem, ...]) -> TurnSystem:
    expect(key != "", "an encounter must be made first.")
    try:
        return system_of(key, systems)
    except Refused as refusal:
        raise BadSave(refusal.message) from refusal
