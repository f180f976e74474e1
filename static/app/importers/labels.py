"""Structure of a record: its values, each with the labels that lead to it. What the labels mean is not known here."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from app.importers.portions import Portions
from turntrack.core.errors import BadSave
from turntrack.core.fields import LONGEST_NAME, find_hidden_character

type Creature = Mapping[str, object]
"""A record: its values by their folded keys."""

type Titles = dict[str, str]
"""The keys as written, by their folded form."""

type Path = tuple[str, ...]
"""The folded labels from a record to a value of it."""

DEEPEST = 40
"""Objects and lists within each other that are read."""
AMOUNTS = (
    "value",
    "total",
    "score",
    "roll",
    "calc",
    "mod",
    "modifier",
    "bonus",
    "level",
    "rank",
    "ranks",
    "dice",
    "code",
)
"""The keys of a number within the object that is its label."""
_NAMES = ("name", "label", "attrid")
"""The keys of the label within such an object."""
PORTION = 20
"""The records between two pauses."""
_OUTER = 3
"""How deep the lists are that hold records."""
_SIGNS = re.compile(r"[\W_]+")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]+")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A value of a record."""

    path: Path
    value: int | float | str


@lru_cache(maxsize=4096)
def fold_key(key: str) -> str:
    """Return a key without case, spaces and signs, which programs and people write differently.

    >>> {fold_key(key) for key in ("maxHp", "max_hp", "Max HP")}
    {'maxhp'}
    """
    return _SIGNS.sub("", key).casefold()


def fold_keys(raw: object, titles: Titles, deep: int = 0) -> object:
    """Return JSON with folded keys and without control characters, and add the keys as written to ``titles``.

    Raises BadSave for JSON that is nested too deep.
    """
    if deep > DEEPEST:
        raise BadSave(f"This is nested more than {DEEPEST} levels deep: copy the list of creatures out of it.")
    if isinstance(raw, list):
        return [fold_keys(inner, titles, deep + 1) for inner in raw]
    if isinstance(raw, str):
        return without_control(raw)
    if not isinstance(raw, dict):
        return raw
    folded = dict[str, object]()
    for key, inner in raw.items():
        called = fold_key(key)
        titles.setdefault(called, without_control(key))
        if called in _NAMES and isinstance(inner, str) and len(inner) <= LONGEST_NAME:
            titles.setdefault(fold_key(inner), without_control(inner))
        folded.setdefault(called, fold_keys(inner, titles, deep + 1))
    return folded


def fold_in_portions(raw: object, titles: Titles, deep: int = 0) -> Portions[object]:
    """Return the same as ``fold_keys``, with a pause between the records of the outer lists."""
    if deep > _OUTER or not isinstance(raw, list | dict):
        return fold_keys(raw, titles, deep)
    if isinstance(raw, list):
        folded = list[object]()
        for at, inner in enumerate(raw):
            if at % PORTION == PORTION - 1:
                yield at / len(raw) / 2
            folded.append((yield from fold_in_portions(inner, titles, deep + 1)))
        return folded
    values = dict[str, object]()
    for key, inner in raw.items():
        fold_keys({key: inner if isinstance(inner, str) else None}, titles)
        value = yield from fold_in_portions(inner, titles, deep + 1)
        values.setdefault(fold_key(key), value)
    return values


def without_control(text: str) -> str:
    """Return a text without control characters; line ends stay.

    >>> without_control("Ree\\x00d\\nImp")
    'Reed\\nImp'
    """
    return text if text.isprintable() else _CONTROL.sub("", text)


def without_hidden(text: str) -> str:
    """Return a text also without marks of the writing direction, which only names must not have silently."""
    text = without_control(text)
    while hidden := find_hidden_character(text.replace("\n", " ").replace("\r", " ").replace("\t", " ")):
        text = text.replace(hidden, "")
    return text


def label_values(record: Creature, passed: Container[str]) -> Iterator[Labelled]:
    """Yield the numbers and texts of a record; below a label that is ``passed`` only its own amount.

    An object with a name and an amount is labelled by its name: ``{"name": "Brawling", "value": 7}``.
    """
    yield from _label(record, (), passed)


def _label(raw: object, path: Path, passed: Container[str]) -> Iterator[Labelled]:
    if isinstance(raw, Mapping):
        for key, inner in raw.items():
            if not key:
                continue
            if key in passed:
                yield from _amounts_at(inner, (*path, key))
                continue
            yield from _label_inner(inner, path, key, passed)
    elif isinstance(raw, list):
        for at, inner in enumerate(raw):
            yield from _label_inner(inner, path, str(at), passed)
    elif isinstance(raw, str | int | float) and not isinstance(raw, bool) and raw != "":
        yield Labelled(path, raw)


def _label_inner(raw: object, path: Path, step: str, passed: Container[str]) -> Iterator[Labelled]:
    named = _name_of(raw) if isinstance(raw, Mapping) else ""
    if named and isinstance(raw, Mapping):
        raw = {key: inner for key, inner in raw.items() if key not in _NAMES}
    yield from _label(raw, (*path, named or step), passed)


def _amounts_at(raw: object, path: Path) -> Iterator[Labelled]:
    """Yield a number that a label has itself: an attribute may be called as what others have, such as *reaction*."""
    if isinstance(raw, int | float) and not isinstance(raw, bool):
        yield Labelled(path, raw)
    elif isinstance(raw, Mapping):
        amounts = ((key, raw.get(key)) for key in AMOUNTS)
        yield from (
            Labelled((*path, key), amount)
            for key, amount in amounts
            if isinstance(amount, int | float) and not isinstance(amount, bool)
        )


def _name_of(raw: Creature) -> str:
    """Return the folded name of an object that is a value with its label; empty for others."""
    name = next((raw[key] for key in _NAMES if isinstance(raw.get(key), str)), None)
    has_amount = any(isinstance(raw.get(key), int | str | Mapping) and raw.get(key) != "" for key in AMOUNTS)
    return fold_key(name) if isinstance(name, str) and has_amount else ""


def look_up(raw: object, path: Path) -> object:
    """Return the value behind these labels; None if there is none."""
    for step in path:
        if isinstance(raw, list) and step.isdecimal():
            raw = raw[int(step)] if int(step) < len(raw) else None
        else:
            raw = raw.get(step) if isinstance(raw, Mapping) else None
    return raw
