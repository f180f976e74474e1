"""Lines that hold several combatants: ``Aria 17, Borin 21``, ``2 orcs, 1 ogre and 3 wolves``."""

from __future__ import annotations

import re
from itertools import takewhile

from turntrack.core.fields import DEALT, Field
from turntrack.core.vocabulary import LINKS, Meaning, meaning_of
from turntrack.rules.headings import side_named
from turntrack.rules.quick_line import calls_of

_WITH_NUMBER = re.compile(
    r"\s*+([A-ZÀ-Þ][^\W\d]*+(?:[ ’'-][A-ZÀ-Þ][^\W\d]*+)*+)\s*+"
    r"(?:[:=(\[–-]|(?:got|has|rolled|rolls|hat)\s++(?:an?\s)?)?\s*+(\d{1,3})\s*+[)\]]?\s*+"
)
"""A name and a number: ``Borin 21``, ``Borin (21)``, ``Borin got 21``."""
_WITH_MORE = re.compile(
    r"([A-ZÀ-Þ][^\W\d]*+(?:[ ’'-][A-ZÀ-Þ][^\W\d]*+)*+):?\s++(\d{1,3})(?![\w/])\s*+"
    r"(?:[(\[](?P<remark>[^()\[\]]*+)[)\]]|(?P<values>\d.*[^\W\d]|[^\W\d].*\d))?\s*+"
)
"""A name and a number, and a remark or values: ``Ezren 11 (Stealth)``, ``Troll 19 HP 115``."""
_LED = re.compile(
    r"\s*+((?:vs|versus|gegen)(?=\.?\s)|[^\W\d][^,:;()\d]*+\d{0,3}\s*+(?=:))\.?:?\s++(?=[^\W_])", re.IGNORECASE
)
"""A place, a side or a word for the order before those who are there: ``Room 3: 2 orcs, 1 ogre``."""
_IN_BRACKETS = re.compile(r"\([^()]*+\)")
_COMMA = re.compile(
    r"[,;|]|(?<=\s)[/+&]\s|(?<=\d)\s++(?:and\s++|und\s++)?(?=[A-ZÀ-Þ][^\W\d]{2})|(?<=\s)(?:and|und)\s++(?=[A-ZÀ-Þ])"
)
_BETWEEN = re.compile(r"[,;|]|(?<=\s)/\s|(?<=\s)(?:and|und|et|&|\+)\s++(?=(?:\d{1,2}|an?)\s)", re.IGNORECASE)
_COUNTED = re.compile(
    r"(?:\d{1,2}(?:\s*+[x×])?|an?)\s++(?P<name>[^\W\d][^\d,;:()]*?)(?:\s[x×]\s?\d{1,2})?\s*+(?:\([^()]*+\))?",
    re.IGNORECASE,
)
_WITH_VALUES = re.compile(r"\A(?:\d{1,2}(?:\s*+[x×])?\s++)?(?P<name>[^\W\d][^\d,;:()]*+)(?:\d{1,2}\s*+)?\([^()]++\)")
_WITH_CARD = re.compile(
    r"\A(?P<name>[^\W\d][^\d,;:()]*?)[\s:]\s*+(?:x\s?\d{1,2}\s)?(?:(?:10|[2-9TJQKA])[CDHS♣♦♥♠]|(?i:(?:red\s|black\s)?joker))"
)
_CARD = re.compile("[♣♦♥♠]")
_NUMBERED = re.compile(r"([^\W\d][^,;:()#\d]*)#?\d{1,2}(?!\w)")
_COUNT_BEFORE = re.compile(r"\A(?:\d{1,2}(?:\s*+[x×])?|an?)\s++", re.IGNORECASE)
_NO_NAMES = (None, Meaning.HEROES, Meaning.FOES, Meaning.ALLIES, Meaning.KIND)
"""The meanings of words that may stand in names."""


def split_combatants(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return a line for each of several combatants in one line; empty for any other line.

    >>> split_combatants("2 orcs, an ogre and 3 wolves", ()), split_combatants("2 orcs, 15 hp", ())
    (('2 orcs', 'an ogre', '3 wolves'), ())
    >>> split_combatants("Foes: ogre 19, wolf 12", ())
    ('ogre 19, side Foes', 'wolf 12, side Foes')
    """
    calls = {called for field in fields for called in calls_of(field)}
    takes_total = any(field.is_score for field in fields)
    led = _LED.match(line)
    side = side_named(led[1]) if led else ""
    for rest in (line.strip(), *((line[led.end() :],) if led else ())):
        lines = (_with_numbers(rest, calls) if takes_total else ()) or _with_counts(rest, calls)
        lines = lines or (_with_more(rest, calls) if takes_total else ())
        if lines:
            return tuple(f"{each}, side {side}" for each in lines) if side else lines
    if not led:
        return _alike(line)
    belongs = f"side {side}" if side else f"group {led[1].strip()}"
    return tuple(f"{each}, {belongs}" for each in _led_by(line[led.end() :], calls, is_side=bool(side)))


def _with_numbers(line: str, calls: set[str]) -> tuple[str, ...]:
    """Return those whose numbers of the order are told."""
    told = [_WITH_NUMBER.fullmatch(piece) for piece in _pieces(line, _COMMA)]
    names = [match[1].strip() for match in told if match and _is_name(match[1], calls)]
    if not len(told) == len(names) > 1:
        return ()
    return tuple(f"{match[1].strip()}, init {match[2]}" for match in told if match)


def _with_more(line: str, calls: set[str]) -> tuple[str, ...]:
    """Return those whose numbers of the order are told, and for some of them a remark or values."""
    lines, names = list[str](), set[str]()
    for piece in _pieces(line, _COMMA):
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


def _with_counts(line: str, calls: set[str]) -> tuple[str, ...]:
    """Return those that are counted, whose values stand in brackets behind each, or who have a card each."""
    pieces = _pieces(line, _BETWEEN)
    for form in (_COUNTED, _WITH_VALUES, *((_WITH_CARD,) if DEALT.key in calls else ())):
        matches = [form.fullmatch(piece) for piece in pieces]
        if len(pieces) > 1 and all(match and _is_name(match["name"], calls) for match in matches):
            return tuple(pieces)
    return ()


def _led_by(line: str, calls: set[str], *, is_side: bool) -> tuple[str, ...]:
    """Return those of a side or a group: names, some with a number or with values; in a group all with values."""
    lines = list[str]()
    for piece in _pieces(line, _BETWEEN):
        words = _COUNT_BEFORE.sub("", piece).split()
        name = [*takewhile(lambda word: word[0].isalpha() and not _CARD.search(word) and _is_name(word, calls), words)]
        has_values = _CARD.search(piece) or (len(words) > len(name) + 1 and any(map(str.isdigit, piece)))
        if name and (has_values or (is_side and (piece.istitle() or any(map(str.isdigit, piece))))):
            lines.append(piece)
        elif lines and not name:
            lines[-1] += f", {piece}"
        else:
            return ()
    return tuple(lines) if len(lines) > 1 else ()


def _alike(line: str) -> tuple[str, ...]:
    """Return those whose names differ by a number only: ``Orc #1, Orc #2, hp 15``."""
    pieces = _pieces(line, _COMMA)
    numbered = [_NUMBERED.match(piece) for piece in pieces]
    stems = [match[1].casefold() for match in numbered if match]
    return tuple(pieces) if len(stems) == len(pieces) > 1 and len({*stems}) == 1 else ()


def _pieces(line: str, between: re.Pattern[str]) -> list[str]:
    """Return the pieces of a line between these signs, but for those in brackets."""
    hidden = _IN_BRACKETS.sub(lambda match: "." * len(match[0]), line)
    ends = [*between.finditer(hidden)]
    starts = [0, *(match.end() for match in ends)]
    return [
        line[start:end].strip() for start, end in zip(starts, (*(each.start() for each in ends), None), strict=True)
    ]


def _is_name(text: str, calls: set[str]) -> bool:
    """Return whether a text may be a name: not the label of a value, and no part of a sentence."""
    words = text.casefold().split()
    return (
        words[0] not in LINKS
        and text.strip().casefold() not in (*calls, "round", "rounds")
        and all(meaning_of(word) in _NO_NAMES for word in (text, *words))
    )
