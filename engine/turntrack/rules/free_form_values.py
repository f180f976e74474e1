"""The forms of values in a line of a list: ``hp 12``, ``AC: 13``, ``11/18``, ``CR 1/4``."""

from __future__ import annotations

import re
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from turntrack.core.errors import BadValue
from turntrack.core.model import Counter, RefillTime

HP = r"hp|hit\spoints?|health|lep|tp|trefferpunkte|pv|points\sde\svie"
ARMOUR = r"ac|armou?r\sclass|rk|rüstungsklasse|ca|classe\sd['’]armure"
INITIATIVE = "init(?:iative)?|ini"
TEMPORARY = rf"temp(?:orary|\.)?(?:\s(?:{HP}|points?))?|thp"
_NOW = rf"(?:current|curr?|remaining)\s(?:{HP})|(?:hp|health)\s(?:current|now)"
_FULL = rf"max(?:imum|\.)?\s(?:{HP})|(?:hp|health)\smax(?:imum|\.)?"
_WORDS = (
    ("max hp", _FULL), ("hp", f"{_NOW}|{HP}"), ("temporary", TEMPORARY), ("ac", ARMOUR), ("initiative", INITIATIVE)
)  # fmt: skip
"""The words of quick lines, each with its other forms."""
_FORMS = tuple((known, re.compile(forms, re.IGNORECASE)) for known, forms in _WORDS)
_OTHER = r"cr|challenge(?:\srating)?|xp|ep|lvl|lv|level|hd|hit\sdice|thac0|speed|move|mv|pp|passive\sperception"
"""Words of values that most rules do not have: they go into the note."""
_DICE = r"\d*[dw]\d++(?:\s*+[+\-−]\s*+\d++(?![\w/]))?"
_VALUE = rf"(?:{_DICE}|[+\-−]?\d++(?:D(?:\+\d)?|(?:\s*+/\s*+\d++))?)"

NOTHING = re.compile(r"[\s()\[\]{}<>/|.:;=…–—-]*")
"""What can stand between values without a meaning."""
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))


class NumberWords(NamedTuple):
    """The names of a system's values that are numbers."""

    numbers: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    """Those among ``numbers`` that are the modifiers of attributes."""
    score: str = ""
    """That of the number by which the order goes; empty if none is typed."""
    codes: tuple[str, ...] = ()
    """The names of codes whose digits are values."""


class ValueForms:
    """The patterns of values with their words, for the values of one system."""

    def __init__(self, words: NumberWords) -> None:
        self.words = words
        known = (*(forms for _, forms in _WORDS), *map(re.escape, sorted(words.numbers, key=len, reverse=True)))
        own = "|".join(map(re.escape, words.modifiers)) or "(?!)"
        codes = "|".join(map(re.escape, words.codes)) or "(?!)"
        rare = (
            rf"(?P<code>{codes})\s*+(?:[:=]\s*+)?(?P<digits>[0-9a-z]{{3,12}}(?:-[0-9a-z])?)",
            rf"(?P<own>{own})\s*+(?:\d++\s*+\(\s*+|(?:mod(?:ifier)?\.?|bonus)\s*+(?:[:=]\s*+)?)(?P<bonus>[+\-−]?\d++)\)?",
            rf"(?:{HP})\s*+(?:[:=]\s*+)?{_DICE}\s*+\(\s*+(?P<rolled>\d++)\s*+\)",
            rf"(?:{HP})\s*+(?:[:=]\s*+)?(?P<left>\d++)\s*+(?:of|out\sof|max\.?)\s*+(?P<full>\d++)",
            rf"(?P<left2>\d++)\s*+(?:of|out\sof)\s*+(?P<full2>\d++)\s*+(?:{HP})",
            rf"(?:{ARMOUR})\s*+(?:[:=]\s*+)?(?P<armour>\d++(?:\s*+/\s*+\d++)*+(?:\s*+[(\[][^()\[\]]*+[)\]])?)",
        )
        word_first = rf"(?P<word>{'|'.join(known)})\.?\s*+(?:[:=]\s*+)?(?P<value>{_VALUE})"
        number_first = rf"(?P<first>{_VALUE})\s*+(?P<behind>{HP}|{ARMOUR}|{TEMPORARY})"
        others = (
            rf"(?P<other>(?:{_OTHER})\s*+(?:[:=]\s*+)?(?:[+\-−]?\d++(?:[/\-]\d++)?|[¼½¾⅛])(?:\s*+(?:ft\.?|feet|m|'|’)(?!\w))?)",
            r"(?P<wounded>\d++\s*+/\s*+\d++)",
        )
        self._both = [
            re.compile(rf"(?<![\w+\-−/])(?:{'|'.join((*rare, *forms, *others))})(?![\w/]|[+−]\d)", re.IGNORECASE)
            for forms in ((word_first, rf"{number_first}(?!\s*+(?:[:=]\s*+)?\d)"), (number_first, word_first))
        ]
        """Word before number, or number before word, where both are possible: ``12 hp 15 ac``."""

    def begin(self, text: str) -> bool:
        """Return whether a text begins with a value."""
        return any(pattern.match(text) for pattern in self._both)

    def are_in(self, text: str) -> bool:
        """Return whether a text has a value."""
        return any(pattern.search(text) for pattern in self._both)

    def fill(self, text: str) -> bool:
        """Return whether a text consists of values."""
        return not self._count_others(self.split(text, has_name=False)[1])

    def split(self, text: str, has_name: bool) -> tuple[str, list[str]]:
        """Return the name at the beginning, and the parts behind it, of which as few as possible are no values."""
        return min(
            (_split_by(pattern, text, has_name, self.words) for pattern in self._both),
            key=lambda way: self._count_others(way[1]),
        )

    def _count_others(self, parts: list[str]) -> int:
        return sum(
            not (part.startswith("note ") or any(pattern.fullmatch(part) for pattern in self._both)) for part in parts
        )


@lru_cache(maxsize=32)
def value_forms(words: NumberWords) -> ValueForms:
    """Return the forms of values with these words."""
    return ValueForms(words)


def _split_by(pattern: re.Pattern[str], text: str, has_name: bool, words: NumberWords) -> tuple[str, list[str]]:
    matches = [match for match in pattern.finditer(text) if not has_name or _is_behind_name(text[: match.start()])]
    if not matches:
        return (text, []) if has_name else ("", [text])
    name, at = ("", 0) if not has_name else (text[: matches[0].start()], matches[0].start())
    parts = list[str]()
    for match in matches:
        parts += [text[at : match.start()].strip(" ()[]{}<>"), _write_value(match, words)]
        at = match.end()
    return name, [part for part in (*parts, text[at:].strip(" ()[]{}<>")) if not NOTHING.fullmatch(part)]


def _is_behind_name(before: str) -> bool:
    """Return whether a text has a name, and no bracket that is still open."""
    is_open = any(before.count(begin) > before.count(end) for begin, end in _PAIRS)
    return not (is_open or NOTHING.fullmatch(before))


def _write_value(match: re.Match[str], words: NumberWords) -> str:
    """Return a value in the form of quick lines."""
    if match["other"]:
        return f"note {' '.join(match['other'].split())}"
    if match["code"]:
        return f"{match['code']} {match['digits']}"
    if match["armour"]:
        return f"ac {' '.join(match['armour'].split())}"
    if match["own"]:
        return f"{match['own']} {'' if match['bonus'][0] in '+-−' else '+'}{match['bonus']}"
    if match["rolled"]:
        return f"hp {match['rolled']}"
    if full := match["full"] or match["full2"]:
        return f"hp {match['left'] or match['left2']}/{full}"
    word = match["word"] or match["behind"] or "health"
    value = "".join((match["value"] or match["first"] or match["wounded"]).split())
    if word.casefold() in words.numbers:  # a field of the rules comes before a form of another word
        return f"{word} {value}"
    for known, forms in _FORMS:
        if forms.fullmatch(word) and word.casefold() != "health":
            return f"{known} {value}"
    return f"{word} {value}"


FILLS = MappingProxyType({"each turn": RefillTime.TURN, "each round": RefillTime.ROUND, "on a rest": RefillTime.REST})
"""When a written counter is full again."""
_VALUE_OF_COUNTER = re.compile(
    rf"(?<!\s)\s++(\d{{1,9}})(?:\s*+/\s*+(\d{{1,9}}))?(?:\s++({'|'.join(FILLS)}))?\Z", re.IGNORECASE
)


def read_counter(text: str) -> Counter:
    """Read a counter: ``arrows 9/12``, ``spell slots 4 on a rest``. Raises BadValue.

    >>> read_counter("arrows 12")
    Counter(name='arrows', value=12, most=12, fills=<RefillTime.NEVER: 'never'>)
    """
    written = _VALUE_OF_COUNTER.search(text)
    name = text[: written.start()] if written else ""
    if not written or not any(map(str.isalpha, name)):
        raise BadValue(f"“counter {text[:40]}”: such as “counter arrows 12” or “counter luck 2 on a rest”.")
    value, most, fills = written.groups()
    refill = FILLS[fills.casefold()] if fills else RefillTime.NEVER
    return Counter(name, int(value), int(most or value), refill)


def write_counter(counter: Counter) -> str:
    """Write a counter as ``read_counter`` reads it."""
    fills = next((f" {words}" for words, fills in FILLS.items() if fills is counter.fills), "")
    most = f"/{counter.most}" if counter.most != counter.value else ""
    return f"{counter.name} {counter.value}{most}{fills}"
