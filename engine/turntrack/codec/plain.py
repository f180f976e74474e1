"""Frozen dataclasses in and out of JSON that people hand on: strict, bounded, and each refusal names the place.

A field whose value is its default is left out. Journals have their own way (``turntrack.saves``): they are ours alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

from turntrack.core.errors import BadValue
from turntrack.core.fields import LONGEST_TEXT

MOST_BRACKETS = 400
MOST_ITEMS = 100
LARGEST = 1_000_000


def write_plain(head: Mapping[str, object], value: object) -> str:
    """Return the object as JSON, with what stands in the head before its own fields."""
    return json.dumps({**head, **_write_object(value)}, ensure_ascii=False, separators=(",", ":"))


def _write_object(value: object) -> dict[str, object]:
    kind: Any = type(value)
    own = ((it, getattr(value, it.name)) for it in fields(kind) if it.init)
    return {it.name: _write(item) for it, item in own if item != it.default}


def _write(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_write(item) for item in value]
    return _write_object(value) if is_dataclass(value) else value


def read_plain_text(text: str, longest: int) -> dict[str, object]:
    """Read an object of JSON. Raises BadValue for text that is too long, nested too deep, or no such thing."""
    if len(text) > longest:
        raise BadValue(f"At most {longest} characters are read, not {len(text)}.")
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        raise BadValue("There are too many brackets in this.")
    try:
        raw = json.loads(text)
    except ValueError as error:
        raise BadValue(f"This is cut short, or damaged: {error}.") from error
    if type(raw) is not dict:
        raise BadValue("This is cut short, or damaged: {…} was expected.")
    return raw


def read_plain[T](kind: type[T], raw: Mapping[str, object]) -> T:
    """Read an object of this dataclass. Raises BadValue, with the place."""
    return _read_object(kind, raw, "")


def _read_object[T](kind: type[T], raw: object, at: str) -> T:
    if not isinstance(raw, Mapping):
        raise _bad(at, "{…} was expected", raw)
    hints = get_type_hints(kind)
    known = {it.name: it for it in fields(kind) if it.init}  # type: ignore[arg-type] # T is a dataclass
    for name in raw:
        if name not in known:
            raise _bad(at, f"one of {', '.join(known)} was expected", name)
    missing = [name for name, it in known.items() if it.default is MISSING and name not in raw]
    if missing:
        raise BadValue(f"{f'{at}: ' if at else ''}{missing[0]} is missing.")
    values = {name: _read(hints[name], item, f"{at}.{name}" if at else name) for name, item in raw.items()}
    return kind(**values)


def _read(hint: Any, raw: object, at: str) -> object:
    if get_origin(hint) is tuple:
        if type(raw) is not list or len(raw) > MOST_ITEMS:
            raise _bad(at, f"a list of at most {MOST_ITEMS} was expected", raw)
        return tuple([_read(get_args(hint)[0], item, f"{at}[{place}]") for place, item in enumerate(raw)])
    if isinstance(hint, type) and issubclass(hint, Enum):
        found = next((member for member in hint if member.value == raw and type(raw) is str), None)
        if found is None:
            raise _bad(at, f"one of {', '.join(str(member.value) for member in hint)} was expected", raw)
        return found
    if hint is bool or hint is int or hint is str:
        return _read_value(hint, raw, at)
    return _read_object(hint, raw, at)


def _read_value(hint: type, raw: object, at: str) -> object:
    if type(raw) is not hint:
        words = {bool: "true or false", int: "a whole number", str: "text"}[hint]
        raise _bad(at, f"{words} was expected", raw)
    if type(raw) is int and not -LARGEST <= raw <= LARGEST:
        raise _bad(at, f"a number from -{LARGEST} to {LARGEST} was expected", raw)
    if type(raw) is str and len(raw) > LONGEST_TEXT:
        raise BadValue(f"{at}: at most {LONGEST_TEXT} characters were expected, not {len(raw)}.")
    return raw


def _bad(at: str, expected: str, raw: object) -> BadValue:
    text = str(raw) if isinstance(raw, str | int | float | None) else f"a {type(raw).__name__}"
    return BadValue(f"{f'{at}: ' if at else ''}{expected}, not “{text[:40]}”.")
