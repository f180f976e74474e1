"""Histories in and out of JSON: strict, bounded, and each record with its version.

What is saved is a journal: records of what was done (with all events, dice included), undone and done again, and of
branches opened and thrown away, numbered 1, 2, 3 … That something was cut off needs no record: it follows from the
others. Reading one gives the very same history or raises BadSave, which says where and what was expected; nothing else
can come of it, whatever the text.

An object in JSON is a dataclass by its fields; what has its default is left out. ``{"is": "Spent", "id": "c1",
"term": {"label": "dodges", "amount": 3, "rule": "Z27"}}``
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, Field, dataclass, fields, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, TypeAliasType, assert_never, cast

from engine.commands import Command
from engine.decide import HEALTH, MOST_COMBATANTS, MOST_VALUES
from engine.dice import MOST_DICE, Roll
from engine.errors import BadSave, BadValue, Refused
from engine.events import (
    AbleSet,
    CombatantAdded,
    CombatantChanged,
    CombatantRemoved,
    EncounterMade,
    EncounterRenamed,
    Event,
    FactSet,
    OptionChosen,
    OrderSet,
    Placed,
    RoundOpened,
    ScoreSet,
    Spent,
    StatusSet,
)
from engine.evolve import evolve
from engine.fields import LONGEST_NAME, LONGEST_RAW, LONGEST_TEXT, Values, clean_text, hidden_in, read, read_all
from engine.invisible import without_invisible
from engine.model import Combatant, Encounter, Lasting, Status
from engine.session import Branch, Session, Step
from engine.sums import Sum, Term
from engine.systems.protocol import LARGEST_FACT, TurnSystem, system_of
from engine.upgrades import Upgrade, from_1_to_2, upgraded

RECORD_UPGRADES: tuple[Upgrade, ...] = (from_1_to_2,)
"""From the records of each released version to those of the next."""

VERSION = len(RECORD_UPGRADES) + 1
KIND = "turntrack-encounter"

DEEPEST = 200
LONGEST_RECORD = 16_000_000
LONGEST_SAVE = 64_000_000
MOST_RECORDS = 100_000
MOST_IN_LIST = 1_000
"""Events of a record have ten times as many."""
LARGEST = 1_000_000_000
LATEST = 8_640_000_000_000_000
"""The last millisecond that a browser's calendar knows."""
LARGEST_SCORE = 100_000
"""Scores, their terms and what is spent of them lie between this and its negative."""


@dataclass(frozen=True, slots=True)
class Did:
    """A command was given, and this happened; ``at`` is when, where that may have cut something off, else 0."""

    seq: int
    command: Command
    events: tuple[Event, ...]
    at: int = 0


@dataclass(frozen=True, slots=True)
class Undid:
    seq: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Redid:
    seq: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Took:
    """The branch at this place was opened, and what stood there instead was cut off at this time."""

    seq: int
    branch: int
    at: int = 0


@dataclass(frozen=True, slots=True)
class Dropped:
    """The branch at this place was thrown away."""

    seq: int
    branch: int


type Record = Did | Undid | Redid | Took | Dropped
"""One entry of the journal. ``seq`` counts them from 1 without a gap."""


@dataclass(frozen=True, slots=True)
class Save:
    """A file that holds one encounter. Its name and system are for whoever looks into the file."""

    name: str
    system: str
    records: tuple[Record, ...]


# Commands, events, records and files


def encode_command(command: Command) -> dict[str, object]:
    return _tagged(command)


def decode_command(raw: object) -> Command:
    """Raises BadSave."""
    return cast(Command, _read_tagged(raw, _COMMANDS, "command"))


def encode_event(event: Event) -> dict[str, object]:
    return _tagged(event)


def decode_event(raw: object) -> Event:
    """Raises BadSave."""
    return cast(Event, _read_tagged(raw, _EVENTS, "event"))


def encode_record(record: Record) -> str:
    return _dumps(_record_out(record))


def decode_record(text: str) -> Record:
    """Raises BadSave."""
    return _record_in(read_json(text, LONGEST_RECORD))


def encode_save(save: Save) -> str:
    """The text of the file, one record a line."""
    head = _dumps({"kind": KIND, "v": 1, "name": save.name, "system": save.system})
    return head[:-1] + ',"records":[\n' + ",\n".join(encode_record(record) for record in save.records) + "\n]}\n"


def decode_save(text: str) -> Save:
    """Raises BadSave; its ``record`` is the number of the record that cannot be read, where it is one of them."""
    raw = read_json(text, LONGEST_SAVE)
    if type(raw) is not dict or raw.get("kind") != KIND:
        raise BadSave("This is not a saved encounter of Turntrack.")
    given = _exactly(upgraded(raw, ()), ("kind", "v", "name", "system", "records"))
    try:
        name = clean_text("name", given["name"], LONGEST_NAME)
        system = clean_text("system", given["system"], LONGEST_NAME)
    except BadValue as error:
        raise BadSave(str(error)) from error
    records = []
    for number, item in enumerate(_items(given["records"], MOST_RECORDS), 1):
        try:
            records.append(_record_in(item))
        except BadSave as error:
            raise BadSave(f"Record {number}: {error}", number) from error
    return Save(name, system, tuple(records))


# Whole histories


def records_of(session: Session) -> tuple[Record, ...]:
    """A short journal that leads to this session, with what can be redone and every branch.

    A branch is done and gone back from, so that what is done next cuts it off again.
    """
    records: list[Record] = []
    at = 0
    # A list of what is to be done, and no calls within calls: branches may hang on each other very deep.
    todo = _last_first((*session.past, *reversed(session.future)), 0, session.branches)
    while todo:
        seq = len(records) + 1
        match todo.pop():
            case Step(command, events, _):
                records.append(Did(seq, command, events, at))
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
    """What stands behind a fork in the order in which it was done, reversed: each branch before the step beside it."""
    found: list[Step | Branch | tuple[int, int]] = []
    done = 0
    for branch in branches:
        found += (*steps[done : branch.fork - fork], branch)
        done = branch.fork - fork
    found += steps[done:]
    found.reverse()
    return found


@contextmanager
def much_to_keep() -> Iterator[None]:
    """While a long journal is read: what comes of it stays, and to look for garbage in it takes a tenth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def replay(records: Iterable[Record], systems: tuple[TurnSystem, ...]) -> Session:
    """The session to which this journal leads. Raises BadSave with the number of the record that does not fit."""
    session = Session(systems)
    number = 1
    try:
        for record in records:  # they may be decoded as they come
            _expect(number <= MOST_RECORDS, f"at most {MOST_RECORDS} records are read.")
            _expect(record.seq == number, f"number {number} was expected here, not {record.seq}.")
            follow(session, record)
            number += 1
    except BadSave as error:
        raise BadSave(f"Record {number}: {error}", number) from error
    return session


def follow(session: Session, record: Record) -> None:
    """Do to the session what the record says was done. Raises BadSave, with nothing changed."""
    try:
        match record:
            case Did(_, command, events, at):
                session.add(read_step(session.encounter, command, events, session.systems), at)
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


def read_step(
    encounter: Encounter, command: Command, events: tuple[Event, ...], systems: tuple[TurnSystem, ...]
) -> Step:
    """The step that these events make of the encounter. Raises BadSave where one of them cannot happen to it."""
    first = events[0] if events else None
    system = _system(first.system if isinstance(first, EncounterMade) else encounter.system, systems)
    happened = []
    for event in events:
        fitting = _fitting(encounter, event, system)
        encounter = evolve(encounter, fitting)
        happened.append(fitting)
    return Step(command, tuple(happened), encounter)


def _system(key: str, systems: tuple[TurnSystem, ...]) -> TurnSystem:
    _expect(key != "", "an encounter must be made first.")
    try:
        return system_of(key, systems)
    except Refused as refusal:
        raise BadSave(refusal.message) from refusal


def _fitting(before: Encounter, event: Event, system: TurnSystem) -> Event:
    """The event, if it can happen to this encounter; a sheet is filled up with what newer fields begin with."""
    match event:
        case Spent() | StatusSet() | ScoreSet() | Placed() | AbleSet() | CombatantRemoved():
            _expect(event.id in before.combatants, f"{type(event).__name__}: nobody is called {event.id}.")
            _check_amounts(event)
        case FactSet():
            _expect(not event.id or event.id in before.combatants, f"FactSet: nobody is called {event.id}.")
            _check_fact(event, system)
        case CombatantAdded(combatant):
            _expect(combatant.id == f"c{before.made + 1}", f"CombatantAdded: the id c{before.made + 1} was expected.")
            _expect(len(before.combatants) < MOST_COMBATANTS, f"there are at most {MOST_COMBATANTS} combatants.")
            return CombatantAdded(_valid(combatant, None, system))
        case CombatantChanged(combatant):
            _expect(combatant.id in before.combatants, f"CombatantChanged: nobody is called {combatant.id}.")
            return CombatantChanged(_valid(combatant, before.combatants[combatant.id], system))
        case OrderSet():
            everyone = len(event.order) == len(before.combatants) and before.combatants.keys() == set(event.order)
            _expect(everyone, "OrderSet: every combatant once was expected.")
        case OptionChosen():
            for option in system.options:
                known = option.key != event.key or any(event.value == pick.key for pick in option.values)
                _expect(known, f"OptionChosen: {event.key} cannot be {event.value[:40]}.")
        case RoundOpened():
            following = ((before.round + 1, 1), (before.round, before.part + 1))
            counted = event.round >= 1 and (event.round, event.part) in following
            _expect(counted, "RoundOpened: rounds are counted from 1, without a gap.")
        case EncounterMade():
            _expect(not before.system, "EncounterMade: there is one already.")
            _check_name(event.name)
        case EncounterRenamed():
            _check_name(event.name)
        case _:
            pass
    return event


def _check_amounts(event: Event) -> None:
    match event:
        case Spent():
            amounts = [event.term.amount]
        case ScoreSet():
            amounts = [event.score.total, *(term.amount for term in event.score.terms)]
        case _:
            return
    within = all(-LARGEST_SCORE <= amount <= LARGEST_SCORE for amount in amounts)
    _expect(within, f"{type(event).__name__}: numbers from -{LARGEST_SCORE} to {LARGEST_SCORE} were expected.")


def _check_fact(event: FactSet, system: TurnSystem) -> None:
    kind = system.facts.get(event.key)
    if kind is None:  # of another version: nothing here asks for it
        number = event.value if isinstance(event.value, int) else 0
        _expect(-LARGEST_FACT <= number <= LARGEST_FACT, f"FactSet: {event.key[:40]} is too large a number.")
        return
    whose = "the fight as a whole" if kind.of_fight else "a combatant"
    _expect(kind.of_fight != bool(event.id), f"FactSet: {event.key} is a fact of {whose}.")
    _expect(kind.takes(event.value), f"FactSet: {event.key} cannot be {_shown(event.value)}.")


def _expect(is_so: bool, else_say: str) -> None:
    if not is_so:
        raise BadSave(else_say)


def _check_name(name: str) -> None:
    _expect(0 < len(name) <= LONGEST_NAME, f"a name of 1 to {LONGEST_NAME} characters was expected.")
    _expect(bool(without_invisible(name).strip()), "a name that can be seen was expected.")


def _valid(combatant: Combatant, before: Combatant | None, system: TurnSystem) -> Combatant:
    try:
        _check_name(combatant.name)
        for label, text in (("side", combatant.side), ("group", combatant.group)):
            clean_text(label, text, LONGEST_NAME)
        clean_text("note", combatant.note, LONGEST_TEXT)
        read(HEALTH, combatant.health)
        read(HEALTH, combatant.full_health)
        if before is not None and before.sheet == combatant.sheet:
            return replace(combatant, sheet=before.sheet)
        sheet = read_all(system.fields, combatant.sheet)
    except BadValue as error:
        raise BadSave(f"{combatant.id}: {error}") from error
    for key, value in combatant.sheet.items():
        _expect(type(value) is type(sheet[key]) and value == sheet[key], f"{combatant.id}: {key} is not as expected.")
    return replace(combatant, sheet=sheet)


# From dataclasses to JSON


def _tagged(value: Command | Event) -> dict[str, object]:
    return {"is": type(value).__name__, **_object_out(value)}


def _object_out(value: Any) -> dict[str, object]:
    return {name: _out(item) for name, default in _DEFAULTS[type(value)] if (item := getattr(value, name)) != default}


def _out(value: object) -> object:
    if type(value) is str:  # most of what there is, where a crowd stands against a crowd
        return value
    match value:
        case Enum():
            return value.value
        case tuple():
            return [_out(item) for item in value]
        case Mapping():
            return dict(value)
        case _:
            return _object_out(value) if type(value) in _DEFAULTS else value


def _record_out(record: Record) -> dict[str, object]:
    head = {"v": VERSION, "seq": record.seq}
    match record:
        case Did(_, command, events, at):
            done = {"command": encode_command(command), "events": [encode_event(event) for event in events]}
            return {**head, "is": "do", **done, **({"at": at} if at else {})}
        case Undid(_, count) | Redid(_, count):
            said = "undo" if isinstance(record, Undid) else "redo"
            return {**head, "is": said, **({"count": count} if count != 1 else {})}
        case Took(_, branch, at):
            return {**head, "is": "take", "branch": branch, **({"at": at} if at else {})}
        case Dropped(_, branch):
            return {**head, "is": "drop", "branch": branch}
        case _:
            assert_never(record)


def _dumps(raw: object) -> str:
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


# From JSON to dataclasses

type _Reader = Callable[[object], object]


def read_json(text: str, longest: int) -> object:
    """Raises BadSave for text that is too long, nested too deep, or no JSON."""
    if len(text) > longest:
        raise BadSave(f"This is too long: at most {longest} characters are read, not {len(text)}.")
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(text):
        raise BadSave("This is not a saved encounter: it is nested too deep.")
    try:
        return json.loads(text)
    except ValueError as error:
        raise BadSave(f"This is cut short, or damaged: {error}.") from error


def _is_deep(text: str) -> bool:
    """Whether brackets stand in each other too deep for the reader of JSON, which would end Python in the browser.

    Strings are cut out first; then each round takes away the innermost pairs.
    """
    pieces = text.replace("\\\\", "").replace('\\"', "").split('"')
    left = re.sub(r"[^\[\]{}]+", "", "".join(pieces[::2]))
    for _ in range(20):
        left = left.replace("[]", "").replace("{}", "")
    return len(left) > DEEPEST


def _record_in(raw: object) -> Record:
    if type(raw) is not dict:
        raise BadSave(f"a record was expected, not {_shown(raw)}.")
    raw = upgraded(raw, RECORD_UPGRADES)
    match raw.get("is"):
        case "do":
            given = _exactly(raw, ("v", "seq", "is", "command", "events"), ("at",))
            command = decode_command(given["command"])
            events = [decode_event(item) for item in _items(given["events"], 10 * MOST_IN_LIST)]
            return Did(_whole(given["seq"]), command, tuple(events), _time(given.get("at", 0)))
        case "undo":
            given = _exactly(raw, ("v", "seq", "is"), ("count",))
            return Undid(_whole(given["seq"]), _whole(given.get("count", 1)))
        case "redo":
            given = _exactly(raw, ("v", "seq", "is"), ("count",))
            return Redid(_whole(given["seq"]), _whole(given.get("count", 1)))
        case "take":
            given = _exactly(raw, ("v", "seq", "is", "branch"), ("at",))
            return Took(_whole(given["seq"]), _whole(given["branch"]), _time(given.get("at", 0)))
        case "drop":
            given = _exactly(raw, ("v", "seq", "is", "branch"))
            return Dropped(_whole(given["seq"]), _whole(given["branch"]))
        case other:
            raise BadSave(f"do, undo, redo, take or drop was expected, not {_shown(other)}.")


def _exactly(raw: Mapping[str, object], keys: tuple[str, ...], others: tuple[str, ...] = ()) -> Mapping[str, object]:
    for key in keys:
        if key not in raw:
            raise BadSave(f"{key} is missing.")
    for key in raw:
        if key not in keys and key not in others:
            raise BadSave(f"{_shown(key)} is not known here.")
    return raw


def _read_tagged(raw: object, known: Mapping[str, _Reader], what: str) -> object:
    if type(raw) is dict:
        tag = raw.get("is")
        reader = known.get(tag) if type(tag) is str else None
        if reader is not None:
            return reader(raw)
        raise BadSave(f"no {what} is called {_shown(tag)}.")
    raise BadSave(f"a {what} was expected, not {_shown(raw)}.")


def _shown(raw: object) -> str:
    text = str(raw) if isinstance(raw, str | int | float | None) else f"a {type(raw).__name__}"
    return f"“{text[:40]}”"


def _whole(raw: object) -> int:
    if type(raw) is not int or not -LARGEST <= raw <= LARGEST:
        raise BadSave(f"a whole number was expected, not {_shown(raw)}.")
    return raw


def _time(raw: object) -> int:
    if type(raw) is not int or not 0 <= raw <= LATEST:
        raise BadSave(f"milliseconds since 1970 were expected, not {_shown(raw)}.")
    return raw


def _flag(raw: object) -> bool:
    if type(raw) is not bool:
        raise BadSave(f"true or false was expected, not {_shown(raw)}.")
    return raw


def _text(raw: object) -> str:
    if type(raw) is str and raw.isprintable() and len(raw) <= LONGEST_RAW:
        return raw
    text = _typed_text(raw)
    if hidden_in(text):
        raise BadSave("text without invisible characters was expected.")
    return text


def _typed_text(raw: object) -> str:
    """What somebody typed into a command: anything that ``decide`` may have cleaned up."""
    if type(raw) is not str or len(raw) > LONGEST_RAW:
        raise BadSave(f"text of at most {LONGEST_RAW} characters was expected, not {_shown(raw)}.")
    if not raw.isprintable() and any("\ud800" <= character <= "\udfff" for character in raw):
        raise BadSave("text without broken characters was expected.")
    return raw


def _value(raw: object) -> int | str | bool:
    if type(raw) is str:
        return _typed_text(raw)
    return raw if type(raw) is bool else _whole(raw)


def _values(raw: object) -> Values:
    if type(raw) is not dict or len(raw) > MOST_VALUES:
        raise BadSave(f"at most {MOST_VALUES} values by their keys were expected, not {_shown(raw)}.")
    return {_text(key): _value(item) for key, item in raw.items()}


def _fact_value(raw: object) -> int | str | bool | tuple[str, ...]:
    if type(raw) is list:
        return _texts(raw)
    return _text(raw) if type(raw) is str else _value(raw)


def _items(raw: object, most: int = MOST_IN_LIST) -> list[object]:
    if type(raw) is not list or len(raw) > most:
        raise BadSave(f"a list of at most {most} was expected, not {_shown(raw)}.")
    return raw


def _texts(raw: object) -> tuple[str, ...]:
    items = _items(raw)
    texts = [item for item in items if type(item) is str and len(item) <= LONGEST_RAW]
    if len(texts) == len(items) and "".join(texts).isprintable():  # a crowd's ids, looked at all at once
        return tuple(texts)
    return tuple([_text(item) for item in items])


def _dice(raw: object) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple([_whole(face) for face in _items(die)]) for die in _items(raw, MOST_DICE)])


def _one_of(kinds: type[Enum]) -> _Reader:
    known = {kind.value: kind for kind in kinds}

    def read_one(raw: object) -> object:
        found = known.get(raw) if type(raw) is str else None
        if found is None:
            raise BadSave(f"one of {', '.join(known)} was expected, not {_shown(raw)}.")
        return found

    return read_one


def _or_nothing(reader: _Reader) -> _Reader:
    return lambda raw: None if raw is None else reader(raw)


def _object(kind: type, readers: Mapping[str, _Reader], is_tagged: bool = False) -> _Reader:
    """Reads an object of that dataclass, each field by what stands as its type in the class."""
    by_name = {field.name: readers[str(field.type)] for field in _stored(kind)}
    needed = frozenset(name for name, default in _defaults(kind) if default is MISSING)

    def read_object(raw: object) -> object:
        if type(raw) is not dict:
            raise BadSave(f"{kind.__name__} was expected, not {_shown(raw)}.")
        values = {}
        key = ""
        try:
            for key, item in raw.items():
                if key in by_name:
                    values[key] = by_name[key](item)
                elif not is_tagged or key != "is":
                    raise BadSave("this is not known here.")
        except BadSave as error:
            raise BadSave(f"{kind.__name__}, {_shown(key)}: {error}") from error
        if not needed <= values.keys():
            raise BadSave(f"{kind.__name__}: {min(needed - values.keys())} is missing.")
        return kind(**values)

    return read_object


def _defaults(kind: type) -> tuple[tuple[str, object], ...]:
    return tuple((field.name, field.default) for field in _stored(kind))


def _stored(kind: type) -> tuple[Field[object], ...]:
    """The fields but for those that the class computes itself."""
    return tuple(field for field in fields(kind) if field.init)


def _kinds(union: TypeAliasType) -> tuple[type, ...]:
    return cast(tuple[type, ...], union.__value__.__args__)


def _readers() -> tuple[Mapping[str, _Reader], Mapping[str, _Reader]]:
    """For each command and each event, by its name: built once from the fields of the classes."""
    plain: dict[str, _Reader] = {
        "Id": _text,
        "str": _text,
        "int": _whole,
        "bool": _flag,
        "Value": _value,
        "Values": _values,
        "FactValue": _fact_value,
        "Status": _one_of(Status),
        "Lasting": _one_of(Lasting),
        "tuple[Id, ...]": _texts,
        "tuple[tuple[int, ...], ...]": _dice,
    }
    plain["Roll"] = _object(Roll, plain)
    plain["Term"] = term = _object(Term, plain)
    plain["tuple[Term, ...]"] = lambda raw: tuple([term(item) for item in _items(raw)])
    plain["Sum"] = _object(Sum, plain)
    plain["Combatant"] = _object(Combatant, plain)
    typed = plain | {"str": _typed_text}
    typed |= {f"{kind} | None": _or_nothing(typed[kind]) for kind in ("str", "int", "bool")}
    return (
        MappingProxyType({kind.__name__: _object(kind, typed, is_tagged=True) for kind in _kinds(Command)}),
        MappingProxyType({kind.__name__: _object(kind, plain, is_tagged=True) for kind in _kinds(Event)}),
    )


_COMMANDS, _EVENTS = _readers()
_DEFAULTS = MappingProxyType(
    {kind: _defaults(kind) for kind in (*_kinds(Command), *_kinds(Event), Roll, Term, Sum, Combatant)}
)
