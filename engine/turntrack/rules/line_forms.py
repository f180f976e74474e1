"""Rewrite a line of a list, as people write it, as a quick line with commas: ``- 2 Orcs 15 hp (AC 13)``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

_MARK = re.compile(r"\s*(?:[-–—•·*+>]\s+|\[[ xX]?\]\s+|\d{1,3}[.)]\s+(?=[^\W\d]))")
"""A bullet, a check box, or the number of an item."""
_PLACE = re.compile(r"\s*(?:\[(\d{1,3})\]|(\d{1,3})\s*(?::|[–—-](?=\s)))\s*(?=[^\W\d])")
"""The number before a name in a list by initiative."""
_MARKDOWN = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]]*)\]\]|\*\*([^*]+)\*\*|`([^`]+)`")
"""A link, bold text, or code."""
_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]](?!\S)")
_COUNT = re.compile(r"[x×]\s*(\d{1,4})|(\d{1,4})\s*[x×]")
_COUNT_BEHIND = re.compile(r"(.*\S)\s+(\d{1,4})\s*[x×]")
_ROLLED = re.compile(r"(?<=\d)\s*\(\s*\d+[dDwW]\d+[^()]*\)")
"""The dice of a value that is given as a number too: ``7 (2d6)``."""
_EXACT = re.compile(r"\s[x×*]\s*1\s*")
"""Behind a name that is taken as it is written."""

_HEALTH = r"hp|hit\spoints?|max\shp|health"
_ARMOUR = r"ac|armou?r\sclass"
_INITIATIVE = "init(?:iative)?"
_ABILITY = "str|dex|con|int|wis|cha"
_DICE = r"\d+[dw]\d+(?:\s*[+\-−]\s*\d+(?![\w/]))?"
_VALUE = rf"(?:{_DICE}|[+\-−]?\d+(?:D(?:\+\d)?|(?:\s*/\s*\d+))?)"
_NOT_A_NAME = re.compile(
    rf"""\d\s*/\s*\d                                   # 11/18
    | (?<![\w.])[^\W\d]+\s*[:=]\s*\d+(?!\S)            # luck: 3
    | [(\[]\s*[x×]?\s*\d+[^()\[\]]*[)\]](?!\S)        # (3 of 4)
    | \d\s*(?:hp|ac)\b
    | \b(?:{_HEALTH}|{_ARMOUR}|{_INITIATIVE}|{_ABILITY})\s*[:=]?\s*[+\-−]?\d""",
    re.IGNORECASE | re.VERBOSE,
)


def to_quick_line(line: str, words: Iterable[str] = ()) -> str:
    """Return the line with its parts behind commas. ``words`` are the names of values that are numbers.

    A name followed by ``x1`` is taken as it is.

    >>> to_quick_line("- Goblin x3 12hp AC15"), to_quick_line("Otter; DEX: 2; hp 11/18", ["dex"])
    ('Goblin x3, hp 12, ac 15', 'Otter, DEX 2, hp 11/18')
    >>> to_quick_line("Old Mara (captain), note by the gate; asleep")
    'Old Mara (captain), note by the gate; asleep'
    """
    if _ends_exact(line.partition(",")[0]):
        return line
    data = _patterns_of(tuple(words))
    head, *parts = _split(_split_brackets(line, data))
    name, *more = _split_head(head, data)
    return ",".join((name, *(f" {part}" for part in more), *_rewrite_parts(parts, data)))


def looks_like_data(name: str) -> bool:
    """Return whether a name holds what is probably a value, such as ``12/18`` or ``AC 13``."""
    return not _ends_exact(name) and _NOT_A_NAME.search(name) is not None


def _ends_exact(head: str) -> bool:
    return any(match.end() == len(head) for match in _EXACT.finditer(head))


class _DataPatterns:
    """The patterns of a value with its word, such as ``hp 12`` or ``12 hp``, and of health such as ``11/18``."""

    def __init__(self, words: tuple[str, ...]) -> None:
        called = "|".join((_HEALTH, _ARMOUR, _INITIATIVE, *sorted(map(re.escape, words), key=len, reverse=True)))
        word_first = rf"(?P<word>{called})\s*[:=]?\s*(?P<value>{_VALUE})"
        number_first = rf"(?P<first>{_VALUE})\s*(?P<behind>{_HEALTH}|{_ARMOUR})"
        wounded = r"(?P<wounded>\d+\s*/\s*\d+)"
        self.both = [
            re.compile(rf"(?<![\w+\-−/])(?:{'|'.join(forms)})(?![\w/])", re.IGNORECASE)
            for forms in (
                (word_first, rf"{number_first}(?!\s*[:=]?\s*\d)", wounded),
                (number_first, word_first, wounded),
            )
        ]
        """Word before number, or number before word, where both are possible: ``12 hp 15 ac``."""

    def is_data(self, text: str) -> bool:
        return any(pattern.fullmatch(text) for pattern in self.both)

    def begins(self, text: str) -> bool:
        return any(pattern.match(text) for pattern in self.both)

    def split(self, text: str, has_name: bool) -> tuple[str, list[str]]:
        """Return the name at the beginning and the parts behind it, with as few that are no data as possible."""
        ways = [_split_by(pattern, text, has_name) for pattern in self.both]
        return min(ways, key=lambda way: sum(not self.is_data(part) for part in way[1]))


@lru_cache(maxsize=32)
def _patterns_of(words: tuple[str, ...]) -> _DataPatterns:
    return _DataPatterns(words)


def _split_by(pattern: re.Pattern[str], text: str, has_name: bool) -> tuple[str, list[str]]:
    matches = [match for match in pattern.finditer(text) if not has_name or text[: match.start()].strip()]
    if not matches:
        return (text, []) if has_name else ("", [text])
    name, at = ("", 0) if not has_name else (text[: matches[0].start()], matches[0].start())
    parts = list[str]()
    for match in matches:
        parts += [text[at : match.start()].strip(" ()[]"), _write_value(match)]
        at = match.end()
    return name, [part for part in (*parts, text[at:].strip(" ()[]")) if part]


def _write_value(match: re.Match[str]) -> str:
    """Return a value in the form of quick lines."""
    word = match["word"] or match["behind"] or "health"
    value = re.sub(r"\s", "", match["value"] or match["first"] or match["wounded"])
    for forms, known in ((_HEALTH, "hp"), (_ARMOUR, "ac"), (_INITIATIVE, "initiative")):
        if re.fullmatch(forms, word, re.IGNORECASE) and word.casefold() != "health":
            word = known
    return f"{word} {value}"


def _split_brackets(line: str, data: _DataPatterns) -> str:
    """Put a comma in place of brackets behind the name that hold several values."""
    brackets = re.match(r"([^,()\[\]]*\S)\s*[(\[]([^()\[\]]*,[^()\[\]]*)[)\]]", line)
    if brackets and data.begins(brackets[2].strip()):
        return f"{brackets[1]}, {brackets[2]}{line[brackets.end() :]}"
    return line


def _split(line: str) -> list[str]:
    """Split at commas; in a line without commas at tabs, semicolons and pipes."""
    if "," in line:
        return line.split(",")
    return re.split(r"[\t;|]", _strip_markdown(line).strip().strip("|"))


def _strip_markdown(text: str) -> str:
    return _MARKDOWN.sub(lambda match: match[1] or match[2] or match[3], text)


def _split_head(head: str, data: _DataPatterns) -> list[str]:
    """Return the name with its count, and the values that stand behind the name."""
    text, place = _strip_marks(_strip_markdown(head))
    text, count = _open_value_brackets(_ROLLED.sub("", text), data)
    name, parts = data.split(text, has_name=True)
    for part in [*parts]:
        if many := _COUNT.fullmatch(part):
            count = many[1] or many[2]
            parts.remove(part)
    if parts or place or text != head:
        name = " ".join(name.split()).rstrip(" :–—-")
    if behind := _COUNT_BEHIND.fullmatch(name):
        name, count = behind[1], behind[2]
    return [f"{name} x{count}" if count else name, *place, *parts]


def _strip_marks(text: str) -> tuple[str, list[str]]:
    """Remove bullets and numbers before a name. Return also the initiative that such a number is, as a part."""
    is_item = False
    while mark := _MARK.match(text):
        text, is_item = text[mark.end() :], True
    place = _PLACE.match(text)
    if not place:
        return text, []
    number, rest = place[1] or place[2], text[place.end() :]
    return (f"{number} {rest}", []) if is_item and place[2] else (rest, [f"initiative {number}"])


def _open_value_brackets(text: str, data: _DataPatterns) -> tuple[str, str]:
    """Open brackets around a value. Return also the count that stands in brackets, empty for none."""
    count = ""
    for brackets in [*_BRACKETS.finditer(text)]:
        inner = brackets[1].strip()
        many = _COUNT.fullmatch(inner)
        if many or inner.isdecimal():
            count, text = (many[1] or many[2] if many else inner), text.replace(brackets[0], "", 1)
        elif data.begins(inner):
            text = text.replace(brackets[0], f" {inner}", 1)
    return text, count


def _rewrite_parts(parts: Iterable[str], data: _DataPatterns) -> Iterator[str]:
    """Rewrite the parts that consist of values."""
    for part in parts:
        _, values = data.split(_ROLLED.sub("", part).strip().strip("()[]"), has_name=False)
        yield ",".join(f" {value}" for value in values) if all(map(data.is_data, values)) else part
