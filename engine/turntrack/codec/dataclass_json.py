"""The codec of frozen dataclasses to JSON, field by field; fields with their default are left out.

``{"is": "Spent", "id": "c1", "term": {"label": "dodges", "amount": 3, "rule": "Z27"}}``

The reader of a field follows from its type as ``get_type_hints`` gives it, never from the spelling of the type.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from types import MappingProxyType, UnionType
from typing import Any, TypeAliasType, Union, cast, get_args, get_origin, get_type_hints

from turntrack.codec.json_values import (
    MOST_IN_LIST,
    Time,
    read_flag,
    read_list,
    read_text,
    read_texts,
    read_time,
    read_typed_text,
    read_whole,
)
from turntrack.core.dice import MOST_DICE
from turntrack.core.errors import BadSave, BadValue, quote
from turntrack.core.fields import LONGEST_RAW, MOST_VALUES, Value, Values
from turntrack.core.memory import Memory, bounds
from turntrack.core.model import Id

type Reader = Callable[[object], object]
"""A function from JSON to a value of one type. Raises BadSave."""


@dataclass(frozen=True, slots=True)
class Unread(Memory):
    """A memory as its record holds it, not decoded. Its class follows from the system, which no record names."""

    raw: Mapping[str, object]


# Dataclasses to JSON

_PLAIN = frozenset((str, int, bool))


def write_tagged(value: object) -> dict[str, object]:
    """Return the object as JSON, with the name of its class under ``is``."""
    return {"is": type(value).__name__, **write_fields(value)}


def write_memory(memory: Memory) -> Unread:
    """Return the memory as a record holds it."""
    return memory if isinstance(memory, Unread) else Unread(write_fields(memory))


def write_fields(value: object) -> dict[str, object]:
    """Return the fields of a dataclass as JSON, without those that have their default."""
    kind: type = type(value)
    return {
        name: item if type(item) in _PLAIN else _write(item)  # most are plain
        for name, default in _defaults(kind)
        if (item := getattr(value, name)) != default
    }


def _write(value: object) -> object:
    match value:
        case Enum():
            return value.value
        case tuple():
            return [item if type(item) in _PLAIN else _write(item) for item in value]
        case Mapping():
            return dict(value)
        case Unread(raw):
            return raw
        case _:
            return write_fields(value) if is_dataclass(value) else value


@cache
def _defaults(kind: type) -> tuple[tuple[str, object], ...]:
    """Return the fields and their defaults, without the fields that the class computes itself."""
    return tuple((field.name, field.default) for field in fields(kind) if field.init)


# JSON to dataclasses


def stored_reader(kinds: Mapping[str, type], what: str) -> Reader:
    """Make a reader of objects of these classes, named under ``is``; errors call any of them ``what``."""
    return reader_by_name(kinds, what, lambda kind: _class_reader(kind, others=_NAME))


def typed_reader(kinds: Mapping[str, type], what: str) -> Reader:
    """Make a reader of objects such as commands, whose texts were typed and not cleaned by ``decide`` yet."""
    return reader_by_name(kinds, what, lambda kind: _class_reader(kind, is_typed=True, others=_NAME))


def reader_by_name(kinds: Mapping[str, type], what: str, reader_of: Callable[[type], Reader]) -> Reader:
    """Make a reader of objects named under ``is``, each read by the reader of its class."""

    @cache  # lazy: resolving the types of all classes at once would slow the start
    def reader_called(name: str) -> Reader:
        if name not in kinds:
            raise BadSave(f"no {what} is called {quote(name)}.")
        return reader_of(kinds[name])

    def read_named(raw: object) -> object:
        if type(raw) is not dict:
            raise BadSave(f"a {what} was expected, not {quote(raw)}.")
        name = raw.get("is")
        if type(name) is not str:
            raise BadSave(f"no {what} is called {quote(name)}.")
        return reader_called(name)(raw)

    return read_named


_NAME = ("is",)


@cache
def _class_reader(kind: type, is_typed: bool = False, others: tuple[str, ...] = ()) -> Reader:
    """Make the reader of a class: of stored texts, or of typed ones."""
    reader: Reader = object_reader(kind, TYPED if is_typed else STORED, others)
    return _keeping_reader(reader) if not is_typed and _is_flat(kind) else reader


def _keeping_reader(reader: Reader) -> Reader:
    """Cache a reader of flat objects, because a long journal repeats them.

    The types are part of the key, because 1 equals true.
    """

    @lru_cache(maxsize=4096, typed=True)
    def read_items(**items: object) -> object:
        return reader(items)

    def read_kept(raw: object) -> object:
        try:
            return read_items(**raw) if type(raw) is dict else reader(raw)
        except TypeError:  # a list or an object stands where it must not
            return reader(raw)

    return read_kept


def _is_flat(kind: type) -> bool:
    """Return whether objects of this class hold no lists or objects."""
    return all(
        STORED.get(hint) in (read_text, read_whole, read_flag) or (isinstance(hint, type) and issubclass(hint, Enum))
        for hint in get_type_hints(kind).values()
    )


def read_fields[T](raw: Mapping[str, object], kind: type[T]) -> T:
    """Read an object of this dataclass. Raises BadSave."""
    return cast(T, _class_reader(cast(type, kind))(raw))


def object_reader[T](
    kind: type[T], known: Mapping[object, Reader], others: Collection[str] = (), what: str = ""
) -> Callable[[object], T]:
    """Make a reader of this dataclass, which reads each field by its type and ignores the ``others``.

    Errors call an object ``what``, or else by the name of its class.
    """
    shape: type = kind
    called = what or kind.__name__
    hints = get_type_hints(shape)
    defaults = _defaults(shape)
    by_name = {
        field.name: _reader(hints[field.name], _bounded(kind, field, known)) for field in fields(shape) if field.init
    }
    needed = frozenset(name for name, default in defaults if default is MISSING)

    def read_object(raw: object) -> T:
        if type(raw) is not dict:
            raise BadSave(f"{called} was expected, not {quote(raw)}.")
        values: dict[str, object] = {}
        key = ""
        try:
            for key, item in raw.items():
                reader = by_name.get(key)
                if reader is read_text and type(item) is str and item.isprintable() and len(item) <= LONGEST_RAW:
                    values[key] = item  # ``read_text`` inlined, because half of all fields are such texts
                elif reader:
                    values[key] = reader(item)
                elif key not in others:
                    raise BadSave("this is not known here.")
        except BadSave as error:
            raise error.inside(f"{called}, {quote(key)}") from error
        try:
            return kind(**values)
        except BadValue as error:  # a class may refuse what its fields cannot be together
            raise BadSave(f"{called}: {error}") from error
        except TypeError as error:
            (key, *_) = sorted(needed - values.keys())
            raise BadSave(f"{called}: {key} is missing.") from error

    return read_object


def _bounded(kind: type, of: Field[object], known: Mapping[object, Reader]) -> Mapping[object, Reader]:
    """Return the known readers with those of memory numbers bounded by their field."""
    if not issubclass(kind, Memory):
        return known
    low, high = bounds(of)

    def read_number(raw: object) -> int:
        number = read_whole(raw)
        if not low <= number <= high:
            raise BadSave(f"a number from {low} to {high} was expected, not {quote(raw)}.")
        return number

    return {**known, int: read_number}


def _reader(hint: Any, known: Mapping[object, Reader]) -> Reader:
    """Return the reader of a type: a known reader, or a combination of the readers of its parts."""
    if hint in known:
        return known[hint]
    if isinstance(hint, TypeAliasType):
        return _reader(hint.__value__, known)
    if get_origin(hint) is tuple:
        return list_reader(_reader(get_args(hint)[0], known))
    if get_origin(hint) in (Union, UnionType):
        (some,) = (part for part in get_args(hint) if part is not type(None))
        return _optional_reader(_reader(some, known))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum_reader(hint)
    if is_dataclass(hint) and isinstance(hint, type):
        return _class_reader(hint, is_typed=known[str] is read_typed_text)  # its texts are read as those around it
    raise TypeError(f"{hint} cannot be read from JSON")


def list_reader(reader: Reader, most: int = MOST_IN_LIST, what: str = "Number") -> Reader:
    """Make a reader of lists, whose errors count what is in it."""

    def read_items(raw: object) -> object:
        raw_items, items = read_list(raw, most), list[object]()
        try:
            items.extend(map(reader, raw_items))
        except BadSave as error:
            raise error.inside(f"{what} {len(items) + 1}") from error
        return tuple(items)

    return read_items


def _optional_reader(reader: Reader) -> Reader:
    return lambda raw: None if raw is None else reader(raw)


def _enum_reader(kinds: type[Enum]) -> Reader:
    known = {kind.value: kind for kind in kinds}

    def read_member(raw: object) -> object:
        member = known.get(raw) if type(raw) is str else None
        if member is None:
            raise BadSave(f"one of {', '.join(known)} was expected, not {quote(raw)}.")
        return member

    return read_member


def _read_value(raw: object) -> int | str | bool:
    if type(raw) is str:
        return read_typed_text(raw)
    return raw if type(raw) is bool else read_whole(raw)


def _read_values(raw: object) -> Values:
    if type(raw) is not dict or len(raw) > MOST_VALUES:
        raise BadSave(f"at most {MOST_VALUES} values by their keys were expected, not {quote(raw)}.")
    return {read_text(key): _read_value(item) for key, item in raw.items()}


def _read_unread(raw: object) -> Unread:
    if type(raw) is not dict:
        raise BadSave(f"what is remembered was expected, not {quote(raw)}.")
    return Unread(raw)


def _read_dice(raw: object) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple([read_whole(face) for face in read_list(die)]) for die in read_list(raw, MOST_DICE)])


def _read_texts_by_key(raw: object) -> Mapping[str, str]:
    if type(raw) is not dict or len(raw) > MOST_VALUES:
        raise BadSave(f"at most {MOST_VALUES} texts by their keys were expected, not {quote(raw)}.")
    return {read_text(key): read_typed_text(item) for key, item in raw.items()}


STORED: Mapping[object, Reader] = MappingProxyType(
    {
        Id: read_text,
        Time: read_time,
        str: read_text,
        int: read_whole,
        bool: read_flag,
        Value: _read_value,
        Values: _keeping_reader(_read_values),
        Mapping[str, str]: _read_texts_by_key,
        Memory: _read_unread,
        tuple[Id, ...]: read_texts,
        tuple[tuple[int, ...], ...]: _read_dice,
    }
)
"""The types with a reader of their own; the readers of all other types combine these."""

TYPED: Mapping[object, Reader] = MappingProxyType({**STORED, str: read_typed_text})
