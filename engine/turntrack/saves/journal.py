"""The journal: execute a command and prove its record, replay records into a session, and write one as a file."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from turntrack.codec.dataclass_json import (
    STORED,
    list_reader,
    object_reader,
    read_fields,
    typed_reader,
    write_memory,
    write_tagged,
)
from turntrack.codec.json_values import Upgrade, read_head, read_json, write_json
from turntrack.core.commands import Command
from turntrack.core.dice import Dice
from turntrack.core.errors import BadSave, Refused, expect
from turntrack.core.events import EncounterMade, Event, Remembered
from turntrack.core.evolve import evolve
from turntrack.core.model import Encounter
from turntrack.history.session import Branch, Session, Step
from turntrack.history.templates import SetUp, Template
from turntrack.rules.decide import decide
from turntrack.saves.event_checks import check_event
from turntrack.saves.records import (
    MOST_RECORDS,
    Did,
    Dropped,
    Record,
    Redid,
    Save,
    Took,
    Undid,
    decode_record,
    decode_save,
    encode_record,
    encode_save,
    put_away,
    without_totals,
)
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of


def execute(session: Session, seq: int, command: Command, dice: Dice, at: int = 0) -> str:
    """Execute the command and return the text of its record, from which this version reads an equal step.

    ``at`` is the time in milliseconds since 1970. Steps that the command cuts off become a branch.

    Raises Refused and DiceNeeded, with nothing changed; Refused also for a step that could not be read again.
    """
    events = decide(session.encounter, command, dice, session.systems)
    record = Did(seq, command, put_away(events), at)
    text = prove(record)
    session.add(_prove_step(session, record, events), at)
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
            raise BadSave("its record would read differently.")
    except BadSave as error:
        raise _unkeepable(error) from error
    return text


def _prove_step(session: Session, record: Did, events: tuple[Event, ...]) -> Step:
    """Return the step that the record gives after the session. Raises Refused if its events are not these."""
    try:
        step = read_step(session.encounter, record.command, record.events, session.systems, record.at)
        if step.events != events:
            raise BadSave("its record would give another step.")
    except BadSave as error:
        raise _unkeepable(error) from error
    return step


def _unkeepable(error: BadSave) -> Refused:
    return Refused("unkeepable", f"This step could not be saved, so it was not made: {error}")


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Disable garbage collection while a long journal is read, since nothing of it becomes garbage."""
    # Else Python would look through all objects read so far, again and again.
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
        possible = check_event(encounter, _typed(event, system) if isinstance(event, Remembered) else event, system)
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


def records_of(session: Session) -> tuple[Record, ...]:
    """Return a short journal that leads to this session, with its redo steps and all branches.

    The steps of a branch are done and undone, so that the next step cuts them off again.
    """
    records: list[Record] = []
    at = 0
    # A stack instead of recursion, because branches may be nested very deep.
    todo = _last_first((*session.past, *reversed(session.future)), 0, session.branches)
    while todo:
        seq = len(records) + 1
        match todo.pop():
            case Step(command, events, _, done):
                records.append(Did(seq, command, events, at or done))
                at = 0
            case Branch(_, fork, steps, cut) as branch:
                todo.append((len(steps), cut))
                todo += _last_first(steps, fork, session.hanging_on(branch))
            case back:
                count, at = back
                records.append(Undid(seq, count))
    if session.future:
        records.append(Undid(len(records) + 1, len(session.future)))
    return tuple(records)


def _last_first(steps: Sequence[Step], fork: int, branches: Sequence[Branch]) -> list[Step | Branch | tuple[int, int]]:
    """List the steps and branches after a fork, the latest first."""
    reversed_parts: list[Step | Branch | tuple[int, int]] = []
    done = 0
    for branch in branches:
        reversed_parts += (*steps[done : branch.fork - fork], branch)
        done = branch.fork - fork
    reversed_parts += steps[done:]
    reversed_parts.reverse()
    return reversed_parts


def write_session(session: Session, name: str = "") -> str:
    """Return a session with all its history as text, one record per line; ``name`` is for people who read the file."""
    return encode_save(Save(name, session.encounter.system, records_of(session)))


def read_session(text: str, systems: tuple[TurnSystem, ...] = SYSTEMS) -> Session:
    """Return the session in the text. Raises BadSave with the number of the record that does not fit."""
    return replay(decode_save(text).records, systems)


TEMPLATE_UPGRADES: tuple[Upgrade, ...] = (without_totals,)
"""Upgrades from each released format of templates to the next."""

TEMPLATE_FORMAT = len(TEMPLATE_UPGRADES) + 1

TEMPLATE_KIND = "turntrack-template"
_LONGEST_TEMPLATE = 4_000_000
_MOST_COMMANDS = 2_000

_read_entry = typed_reader({kind.__name__: kind for kind in SetUp.__value__.__args__}, "template entry")
_read_template = object_reader(
    Template, {**STORED, tuple[SetUp, ...]: list_reader(_read_entry, _MOST_COMMANDS, "Entry")}
)


def encode_template(template: Template) -> str:
    """Return the text of the file, one entry per line."""
    head = write_json(
        {"kind": TEMPLATE_KIND, "format": TEMPLATE_FORMAT, "name": template.name, "system": template.system}
    )
    entries = ",\n".join(write_json(write_tagged(command)) for command in template.commands)
    return f'{head[:-1]},"commands":[\n{entries}\n]}}\n'


def decode_template(text: str) -> Template:
    """Read a file. Raises BadSave, with the number of the entry if an entry cannot be read."""
    raw = read_json(text, _LONGEST_TEMPLATE)
    return _read_template(read_head(raw, TEMPLATE_KIND, TEMPLATE_UPGRADES, "This is not a template of Turntrack."))
