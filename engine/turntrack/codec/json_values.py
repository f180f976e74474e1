"""Strict readers of JSON values, which check types and bounds.

The text may come from anywhere, so every reader raises BadSave and nothing else.
"""

from __future__ import annotations

import json
import re

from turntrack.core.errors import BadSave, quote
from turntrack.core.fields import LONGEST_RAW, find_hidden_character

DEEPEST = 200
MOST_IN_LIST = 1_000
"""The longest list, other than the events of a record, of which there may be ten times as many."""
LARGEST = 1_000_000_000
LATEST = 8_640_000_000_000_000
"""The last millisecond of a browser's calendar."""

type Time = int
"""Milliseconds since 1970; 0 if unknown."""

_NO_BRACKETS = re.compile(r"[^\[\]{}]+")
_raw_decode = json.JSONDecoder().raw_decode
"""``json.loads`` without its search for surrounding white space, which takes nearly as long as a short record."""


def write_json(raw: object) -> str:
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read_json(text: str, longest: int) -> object:
    """Read JSON. Raises BadSave for a text that is too long, nested too deep, or not JSON."""
    if len(text) > longest:
        raise BadSave(f"This is too long: at most {longest} characters are read, not {len(text)}.")
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(text):
        raise BadSave("This is nested too deep.")
    try:
        if text.startswith("{"):
            raw, end = _raw_decode(text)
            if not text[end:].strip(" \t\n\r"):
                return raw
        return json.loads(text)
    except ValueError as error:
        raise BadSave(f"This is cut short, or damaged: {error}.") from error


def _is_deep(text: str) -> bool:
    """Return whether brackets are nested too deep for Python's JSON reader, which would crash Pyodide.

    Strings are cut out first; then each round removes the innermost pairs.
    """
    pieces = text.replace("\\\\", "").replace('\\"', "").split('"')
    left = _NO_BRACKETS.sub("", "".join(pieces[::2]))
    for _ in range(20):
        left = left.replace("[]", "").replace("{}", "")
    return len(left) > DEEPEST


def read_whole(raw: object) -> int:
    if type(raw) is not int or not -LARGEST <= raw <= LARGEST:
        raise BadSave(f"a whole number was expected, not {quote(raw)}.")
    return raw


def read_time(raw: object) -> int:
    if type(raw) is not int or not 0 <= raw <= LATEST:
        raise BadSave(f"milliseconds since 1970 were expected, not {quote(raw)}.")
    return raw


def read_flag(raw: object) -> bool:
    if type(raw) is not bool:
        raise BadSave(f"true or false was expected, not {quote(raw)}.")
    return raw


def read_text(raw: object) -> str:
    if type(raw) is str and raw.isprintable() and len(raw) <= LONGEST_RAW:
        return raw
    text = read_typed_text(raw)
    if find_hidden_character(text):
        raise BadSave("text without invisible characters was expected.")
    return text


def read_typed_text(raw: object) -> str:
    """Read a typed text of a command, which ``decide`` has not cleaned."""
    if type(raw) is not str or len(raw) > LONGEST_RAW:
        raise BadSave(f"text of at most {LONGEST_RAW} characters was expected, not {quote(raw)}.")
    if not raw.isprintable() and any("\ud800" <= character <= "\udfff" for character in raw):
        raise BadSave("text without broken characters was expected.")
    return raw


def read_list(raw: object, most: int = MOST_IN_LIST) -> list[object]:
    if type(raw) is not list or len(raw) > most:
        raise BadSave(f"a list of at most {most} was expected, not {quote(raw)}.")
    return raw


def read_texts(raw: object) -> tuple[str, ...]:
    items = read_list(raw)
    texts = [item for item in items if type(item) is str and len(item) <= LONGEST_RAW]
    if len(texts) == len(items) and "".join(texts).isprintable():  # a crowd's ids, looked at all at once
        return tuple(texts)
    return tuple([read_text(item) for item in items])
