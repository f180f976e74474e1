"""Strict readers of saved data: JSON values with their types and bounds, and upgrades from older formats."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from turntrack.core.errors import BadSave, NewerSave, quote
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


write_json: Callable[[object], str] = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False
).encode


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


HEAD = ("$schema", "kind", "format")
"""The keys of a file that are none of its content. Editors look for the schema under its key."""

type Raw = Mapping[str, object]
"""A JSON object, with the number of its format under ``format``."""

type Upgrade = Callable[[Raw], Raw]
"""A function from one format to the next; ``upgrade`` sets the number. A released step is never edited."""

BEFORE_RELEASES = "Written by a build before release 1.0.0: this version cannot read it."
"""The message for data without ``format``: builds before release 1.0.0 wrote ``v`` instead, and other shapes."""


def read_head(raw: object, kind: str, steps: tuple[Upgrade, ...], otherwise: str) -> Raw:
    """Return an object of this kind in the newest format, without its kind, its format and the name of its schema.

    Raises BadSave, with the message ``otherwise`` for anything else.
    """
    if type(raw) is not dict or raw.get("kind") != kind:
        raise BadSave(otherwise)
    return {key: item for key, item in upgrade(raw, steps).items() if key not in HEAD}


def upgrade(raw: Raw, steps: tuple[Upgrade, ...]) -> Raw:
    """Return the object in the newest format: format 1 needs all steps, the newest format none.

    Raises NewerSave for the format of a newer version, and BadSave for any other that is not known.
    """
    newest = len(steps) + 1
    number = raw.get("format")
    if number is None:
        raise BadSave(BEFORE_RELEASES)
    if type(number) is not int or number < 1:
        raise BadSave(f"format {newest} was expected, not {quote(number)}.")
    if number > newest:
        raise NewerSave(
            f"This was saved by a newer Turntrack (format {number}; this one reads {newest}). Update first."
        )
    for reached, step in enumerate(steps[number - 1 :], number + 1):
        raw = {**step(raw), "format": reached}
    return raw
