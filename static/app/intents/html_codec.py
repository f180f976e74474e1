"""The codec between intents and HTML attributes: name, argument and typed values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum, StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, cast, get_args, get_type_hints

from app.intents import Intent
from app.intents.base import WHOLE_FORM, IntentBase, TypedAs, Values
from app.intents.fight import Do
from turntrack.codec.json_values import read_json, write_json
from turntrack.core.commands import Command
from turntrack.core.errors import BadSave
from turntrack.saves.records import decode_command, encode_command

type Sent = tuple[str, str]
"""The name and the argument of an intent in HTML. Unlike a command, it can be compared and hashed."""
NUMBER = re.compile(r"-?[0-9]{1,9}")
_LONGEST_COMMAND = 100_000


class UnknownIntent(Exception):
    """Raised for an intent that this version does not send."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields of an intent: those joined in its argument, in order, and the typed ones."""

    carried: tuple[tuple[str, Any], ...]
    """Names and types."""
    typed: tuple[tuple[str, str, Any], ...]
    """Names, names in the form, and types."""


def write(intent: IntentBase) -> Sent:
    """Return the name and the argument of an intent in HTML.

    >>> from app.intents.fight import Health, HistoryMove
    >>> from turntrack.core.commands import Fall
    >>> write(HistoryMove.UNDO), write(Health("c1", -5)), write(Do(Fall("c1")))
    (('undo', ''), ('health', 'c1:-5'), ('Fall', '{"id":"c1"}'))
    """
    if isinstance(intent, Do):
        raw = encode_command(intent.command)
        return str(raw.pop("is")), write_json(raw)
    if intent.at or isinstance(intent, Enum):
        return intent.do, intent.at
    kind: Any = type(intent)
    return intent.do, ":".join([str(getattr(intent, name)) for name, _ in _shape(kind).carried])


def read(do: str, arg: str, values: Values) -> Intent:
    """Return the intent that the page has sent, with the values of its form or box. Raises UnknownIntent.

    >>> read("health", "c1:-5", {})
    Health(id='c1', change=-5)
    """
    if do[:1].isupper():
        return Do(_read_command(do, arg))
    kinds = _kinds()
    kind = kinds.get((do, arg)) or kinds.get((do, ""))
    if kind is None or (isinstance(kind, Enum) and arg):
        raise UnknownIntent(f"{do} {arg}")
    if isinstance(kind, Enum):
        return cast(Intent, kind)
    shape = _shape(kind)
    parts = arg.split(":", len(shape.carried) - 1) if shape.carried else []
    if len(parts) != len(shape.carried) or (arg != kind.at and not shape.carried):
        raise UnknownIntent(f"{do} {arg}")
    given: dict[str, object] = {
        name: _read_part(do, part, hint) for (name, hint), part in zip(shape.carried, parts, strict=True)
    }
    for name, called, hint in shape.typed:
        given[name] = _read_typed(do, called.format(**given), hint, values)
    intent: Intent = kind(**given)
    return intent


def _read_command(name: str, arg: str) -> Command:
    try:
        raw = read_json(arg, _LONGEST_COMMAND)
        return decode_command({**raw, "is": name} if isinstance(raw, dict) else raw)
    except BadSave as error:
        raise UnknownIntent(f"{name}: {error}") from error


def _read_part(do: str, part: str, hint: Any) -> object:
    if hint is str:
        return part
    if hint is int and NUMBER.fullmatch(part):
        return int(part)
    if issubclass(hint, StrEnum) and part in list(hint):
        return hint(part)
    raise UnknownIntent(f"{do} with {part}")


def _read_typed(do: str, called: str, hint: Any, values: Values) -> object:
    if called == WHOLE_FORM:
        return values
    value = values.get(called)
    if value is None or (hint is str and not isinstance(value, str)):
        raise UnknownIntent(f"{do} without {called}")
    return value


@cache
def _kinds() -> MappingProxyType[tuple[str, str], Any]:
    """Return all kinds of intents by their name and, if the name is shared, their argument."""
    return MappingProxyType({(kind.do, kind.at): kind for kind in every_kind() if kind is not Do})


def every_kind() -> tuple[Any, ...]:
    """Return all kinds of intents: a class, or a member of an enumeration."""
    kinds = _members(Intent)
    return tuple(each for kind in kinds for each in (kind if issubclass(kind, Enum) else (kind,)))


def _members(union: Any) -> Iterator[Any]:
    for member in get_args(getattr(union, "__value__", union)):
        yield from [member] if isinstance(member, type) else _members(member)


@cache
def _shape(kind: type) -> Shape:
    hints = get_type_hints(kind, include_extras=True)
    own: list[tuple[str, Any]] = [(each.name, hints[each.name]) for each in fields(kind)]
    return Shape(
        tuple((name, _unwrap(hint)) for name, hint in own if not _mark(hint)),
        tuple((name, mark.name, _unwrap(get_args(hint)[0])) for name, hint in own if (mark := _mark(hint))),
    )


def _mark(hint: Any) -> TypedAs | None:
    return next((each for each in get_args(hint) if isinstance(each, TypedAs)), None)


def _unwrap(hint: Any) -> Any:
    """Return the type behind a type alias."""
    return getattr(hint, "__value__", hint)
