"""Lines that hold several combatants: ``Aria 17, Borin 21``, ``2 orcs, 1 ogre and 3 wolves``."""

from __future__ import annotations

import re

from turntrack.core.fields import Field
from turntrack.core.vocabulary import LINKS, Meaning, meaning_of
from turntrack.rules.free_form import INITIATIVE
from turntrack.rules.headings import side_named
from turntrack.rules.quick_line import calls_of

_ORDER_BEFORE_NAMES = re.compile(rf"\s*+(?:{INITIATIVE}|order)\s*+:", re.IGNORECASE)
_WITH_NUMBER = re.compile(
    r"\s*+([A-ZÀ-Þ][^\W\d]*+(?:[ ’'-][A-ZÀ-Þ][^\W\d]*+)*+)\s*+[:=(\[–-]?\s*+(\d{1,3})\s*+[)\]]?\s*+"
)
"""A name and a number: ``Borin 21``, ``Borin (21)``."""
_WITH_MORE = re.compile(
    r"([A-ZÀ-Þ][^\W\d]*+(?:[ ’'-][A-ZÀ-Þ][^\W\d]*+)*+):?\s++(\d{1,3})(?![\w/])\s*+"
    r"(?:[(\[](?P<remark>[^()\[\]]*+)[)\]]|(?P<values>\d.*[^\W\d]|[^\W\d].*\d))?\s*+"
)
"""A name and a number, and a remark or values: ``Ezren 11 (Stealth)``, ``Troll 19 HP 115``."""
_LED = re.compile(r"\s*+([^\W\d][^,:;()\d]*+\d{0,3})\s*+:\s++(?=\d)")
"""A place or a side before those who are there: ``Room 3: 2 orcs, 1 ogre``."""
_IN_BRACKETS = re.compile(r"\([^()]*+\)")
_COMMA = re.compile(r"[,;]")
_BETWEEN = re.compile(r"[,;]|(?<=\s)(?:and|und|et|&|\+)\s++(?=(?:\d{1,2}|an?)\s)", re.IGNORECASE)
_COUNTED = re.compile(r"(?:\d{1,2}(?:\s*+[x×])?|an?)\s++(?P<name>[^\W\d][^\d,;:()]*+)(?:\([^()]*+\))?", re.IGNORECASE)
_WITH_VALUES = re.compile(r"\A(?P<name>[^\W\d][^\d,;:()]*+)(?:\d{1,2}\s*+)?\([^()\d]*+\d[^()]*+\)")
_NO_NAMES = (None, Meaning.HEROES, Meaning.FOES, Meaning.ALLIES)
"""The meanings of words that may stand in names."""


def split_combatants(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return a line for each of several combatants in one line; empty for any other line.

    >>> split_combatants("2 orcs, an ogre and 3 wolves", ()), split_combatants("2 orcs, 15 hp", ())
    (('2 orcs', 'an ogre', '3 wolves'), ())
    """
    return _with_numbers(line, fields) or _with_counts(line, fields) or _with_more(line, fields)


def _with_numbers(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return those whose numbers of the order are told."""
    led = _ORDER_BEFORE_NAMES.match(line)
    told = [_WITH_NUMBER.fullmatch(part) for part in line[led.end() if led else 0 :].replace(";", ",").split(",")]
    names = [meaning_of(word) for match in told if match for word in match[1].split()]
    if len(told) < 2 or not all(told) or any(names) or not any(field.is_score for field in fields):
        return ()
    return tuple(f"{match[1].strip()}, init {match[2]}" for match in told if match)


def _with_more(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return those whose numbers of the order are told, and for some of them a remark or values."""
    if not any(field.is_score for field in fields):
        return ()
    led = _ORDER_BEFORE_NAMES.match(line)
    calls = {called for field in fields for called in calls_of(field)}
    lines, names = list[str](), set[str]()
    for piece in _pieces(line[led.end() if led else 0 :], _COMMA):
        match = _WITH_MORE.fullmatch(piece)
        first = next(iter(piece.split()), "")
        if match and not any(meaning_of(word) for word in match[1].split()) and match[1].casefold() not in calls:
            more = match["values"] or match["remark"] or ""
            is_text = match["remark"] and not (meaning_of(more) or any(map(str.isdigit, more)))
            more = f"note {more.replace(',', ';')}" if is_text else more
            lines.append(", ".join(filter(None, (match[1], f"init {match[2]}", more))))
            names.add(match[1])
        elif lines and (meaning_of(first) or first.casefold() in calls):
            lines[-1] += f", {piece}"
        else:
            return ()
    # “Orc 1 hp 4, Orc 2 hp 7” are numbers of names.
    return tuple(lines) if len(names) == len(lines) > 1 else ()


def _pieces(line: str, between: re.Pattern[str]) -> list[str]:
    """Return the pieces of a line between these signs, but for those in brackets."""
    hidden = _IN_BRACKETS.sub(lambda match: "." * len(match[0]), line)
    ends = [*between.finditer(hidden)]
    starts = [0, *(match.end() for match in ends)]
    return [
        line[start:end].strip() for start, end in zip(starts, (*(each.start() for each in ends), None), strict=True)
    ]


def _with_counts(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return those that are counted, or whose values stand in brackets behind each."""
    led = _LED.match(line)
    line = line[led.end() if led else 0 :].strip()
    pieces = _pieces(line, _BETWEEN)
    calls = {called for field in fields for called in calls_of(field)}
    for form in (_COUNTED, _WITH_VALUES):
        matches = [form.fullmatch(piece) for piece in pieces]
        if len(pieces) > 1 and all(match and _is_name(match["name"], calls) for match in matches):
            side = side_named(led[1]) if led else ""
            return tuple(f"{piece}, side {side}" if side else piece for piece in pieces)
    return ()


def _is_name(text: str, calls: set[str]) -> bool:
    """Return whether a text may be a name: not the label of a value, and no part of a sentence."""
    words = text.casefold().split()
    return (
        words[0] not in LINKS
        and text.strip().casefold() not in (*calls, "round", "rounds")
        and all(meaning_of(word) in _NO_NAMES for word in (text, *words))
    )
