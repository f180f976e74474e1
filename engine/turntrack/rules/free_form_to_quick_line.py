"""Rewrite a line of a list, as people write it, as a quick line with commas: ``- 2 Orcs 15 hp (AC 13)``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import ascii_uppercase

from turntrack.rules.free_form_values import ARMOUR, HP, INITIATIVE, TEMPORARY, NumberWords, ValueForms, value_forms

_MARK = re.compile(
    r"\s*(?:[-–—•·*+>]\s+|[●▪‣○◦✦✧■□◆◇→▶»☐☑✓✔]\s*|\[[ xX]?\]\s+|(?:\d{1,3}[.)]|[a-zA-Z]\)|#+)\s+(?=[^\W\d])"
    r"|\d{1,3}\.(?=[^\W\d]))"
)
"""A bullet, a check box, the number or letter of an item, or the sign of a heading."""
_PLACE = re.compile(r"\s*+(?:\[(\d{1,3})\]|(\d{1,3})(?:\s*+(?::|[–—-](?=\s))|(?=[^\S\t]*+\t)))\s*+(?=[^\W\d])")
"""The number before a name in a list by initiative."""
_TO_LAST_LETTER = re.compile(r".*[^\W\d]", re.DOTALL)
_PLACE_BEHIND = re.compile(r"(?<!\s)(?:\s*+(?:[:=…→]|->|=>)|\s++[–—-](?=\s)|\s*+(?<!\.)\.{2,}+|\s)\s*+([-−]?\d{1,3})\Z")
_ENDS_WITH_WORD_OF_VALUE = re.compile(
    rf"(?:^|[\s(])(?:{HP}|{ARMOUR}|str|dex|con|int|wis|cha|end|edu|soc|hits?|armou?r|ap|sp|level|lvl)\s*+$",
    re.IGNORECASE,
)
_NAME_KEY = re.compile(r"\s*+(?:name|creature|monster|character|n?pc|player|enemy|ally)\s*+[:=]\s*+", re.IGNORECASE)
_MARKDOWN = re.compile(
    r"""\[\[(?:[^\[\]|]*\|)?([^\[\]]*)\]\]              # [[Beasts/Hound|Hound]]
    | \[([^\[\]]+)\]\([^()\s]*\)                        # [Hound](https://…)
    | \*{1,3}(?=\S)([^*]+)(?<=\S)\*{1,3}
    | (?<!\w)_{1,3}(?=\S)([^_]+)(?<=\S)_{1,3}(?!\w)
    | ~~(?=\S)([^~]+)(?<=\S)~~
    | `([^`]+)`
    | </?(?:b|i|u|em|strong)>""",
    re.VERBOSE,
)
"""A link, text in bold, in italics or struck out, or code."""
_QUOTED = re.compile(r"\s*(?:\"([^\"]+)\"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»)")
_BRACKETS = re.compile(r"(?<!\s)\s*+(?:\(([^()]*)\)|\[([^\[\]]*)\]|\{([^{}]*)\}|<([^<>]*)>)(?!\S)")
_COUNT_DICE = r"\d{0,3}[dDwW]\d{1,3}(?:[+\-−]\d{1,3})?"
_COUNT = re.compile(rf"[x×]\s*(\d{{1,4}}|{_COUNT_DICE})|(\d{{1,4}}|{_COUNT_DICE})\s*[x×]|({_COUNT_DICE})")
_COUNT_BEHIND = re.compile(rf"(.*\S)\s++(?:(\d{{1,4}}|{_COUNT_DICE})\s*+[x×]|[x×]\s*+({_COUNT_DICE}))", re.DOTALL)
_COUNT_BEFORE = re.compile(r"((?:\d{1,3}[dDwW]|[dw])\d{1,3}(?:[+\-−]\d{1,3})?)\s*(?:[x×:]\s*)?\s([^\W\d].*)", re.DOTALL)
_LETTERS = re.compile(r"([^,]*\w)\s+A((?:\s*(?:,|and|und|&|\+)\s*[B-Z](?!\w))+)")
"""Like combatants by all their letters: ``Goblins A, B and C``."""
_ROLLED = re.compile(r"(?:(?<=\d)|(?<=\dhp)|(?<=\d hp))\s*[(\[]\s*\d+[dw]\d+[^()\[\]]*[)\]]", re.IGNORECASE)
"""The dice of a value that is given as a number too: ``7 (2d6)``."""
_DICE = re.compile(r"\d[dDwW]\d")
_HEALTH_AT_END = re.compile(rf"(?:{HP})\s*+(?:[:=]\s*+)?\d++\s*+$", re.IGNORECASE)
_ARMOUR_AT_END = re.compile(rf"(?:{ARMOUR})\s*+(?:[:=]\s*+)?\d++\s*+$", re.IGNORECASE)
_HEALTH_PART = re.compile(r" (?:hp|health) \d+")
_TWO_NUMBERS = re.compile(r"(?<!\s)\s++(\d++)\s++(\d++)\Z")
_ROLLED_BEHIND = re.compile(r"(?<!\s)\s++rolled$")
_LETTER = re.compile("[B-Z]")
_SEVERAL_IN_BRACKETS = re.compile(r"([^,()\[\]{}]*[^,()\[\]{}\s])\s*[(\[{]([^,()\[\]{}]*+,[^()\[\]{}]*+)[)\]}]")
_COUNT_BEHIND_BRACKETS = re.compile(r"\s*+[x×]\s*+\d{1,4}(?!\w)", re.IGNORECASE)
_SEPARATOR = re.compile(r"[\t;|]")
_EXACT = re.compile(r"\s[x×*]\s*1\s*")
"""Behind a name that is taken as it is written."""
_TEXT = re.compile(r"\s*(?:note|side|group)\s", re.IGNORECASE)
"""The words of parts that may have anything in them."""
_END_OF_NAME_BACKWARDS = re.compile(r"(?:(?<!\S)(?:htiw|/w|tim)\s|[\s:=/|{(\[<>…·•–—-]|\.{2,}+|\.(?=\w\w\w))*+")
"""What is no part of the name before it. A search from the left would begin anew at each sign."""

_NOT_A_NAME = re.compile(
    rf"""\d\)?\s*+/\s*+\d                              # 11/18
    | (?<![\w.])[^\W\d]++\s*+[:=]\s*+\d++(?!\S)       # luck: 3
    | [(\[]\s*+(?:[x×]\s*+)?\d[^()\[\]]*+[)\]](?!\S)  # (3 of 4)
    | \d\s*+(?:hp|ac|ft)\b
    | \S\s++(?:[+\-−]\d++|\d++\s++\d++|\d++[dw]\d*+(?:\s*+[+\-−]\s*+\d++)?)$    # +2, 7 13, 2d6, 3D+1
    | \S\s++\d++\s++of\s++\d
    | \w(?:\s*+(?:[:=…]|\.{{2,}}+)|\s++[–—-])\s*+\d++$     # Ana - 17
    | \s[x×*]\s*+\d++\s++[x×*]\s*+\d++$
    | \b(?:{HP}|{ARMOUR}|{INITIATIVE}|str|dex|con|int|wis|cha|{TEMPORARY})\.?\s*+(?:[:=]\s*+)?[+\-−]?\d""",
    re.IGNORECASE | re.VERBOSE,
)


NO_WORDS = NumberWords()


def to_quick_line(line: str, words: NumberWords = NO_WORDS) -> str:
    """Return the line with its parts behind commas. A name followed by ``x1`` is taken as it is.

    >>> to_quick_line("- Goblin x3 12hp AC15"), to_quick_line("Otter; DEX: 2; hp 11/18", NumberWords(("dex",)))
    ('Goblin x3, hp 12, ac 15', 'Otter, DEX 2, hp 11/18')
    >>> to_quick_line("Old Mara (captain), note by the gate; asleep")
    'Old Mara (captain), note by the gate; asleep'
    """
    if _ends_exact(line.partition(",")[0]):
        return line
    values = value_forms(words)
    head, *parts = _split(_split_brackets(_strip_quotes(_count_letters(line)), values))
    name, *more = _split_head(head, values)
    return ",".join((name, *_join_health([*_rewrite_parts(more, values), *_rewrite_parts(parts, values)])))


def looks_like_data(name: str) -> bool:
    """Return whether a name holds what is probably a value, such as ``12/18`` or ``AC 13``."""
    return not _ends_exact(name) and _NOT_A_NAME.search(name) is not None


def _ends_exact(head: str) -> bool:
    return any(match.end() == len(head) for match in _EXACT.finditer(head))


def _join_health(parts: list[str]) -> list[str]:
    """Return the parts with the current and the full health in one: ``hp 11``, ``max hp 18`` as ``hp 11/18``."""
    full = [part for part in parts if part.startswith(" max hp ")]
    if not full:
        return parts
    most = full[0].removeprefix(" max hp ")
    left = next((part for part in parts if _HEALTH_PART.fullmatch(part)), "")
    joined = f"{left}/{most}" if left else f" hp {most}"
    return [joined if part == (left or full[0]) else part for part in parts if not left or part != full[0]]


def _count_letters(line: str) -> str:
    """Return the line with a count in place of letters that begin with A and leave none out."""
    lettered = _LETTERS.match(line)
    letters = _LETTER.findall(lettered[2]) if lettered else []
    if not lettered or "".join(letters) != ascii_uppercase[1 : len(letters) + 1]:
        return line
    return f"{lettered[1]} x{len(letters) + 1}{line[lettered.end() :]}"


def _strip_quotes(line: str) -> str:
    """Return the line without quotation marks around the name."""
    quoted = _QUOTED.match(line)
    return f"{next(filter(None, quoted.groups()))}{line[quoted.end() :]}" if quoted else line


def _split_brackets(line: str, values: ValueForms) -> str:
    """Put a comma in place of brackets behind the name that hold several values."""
    brackets = _SEVERAL_IN_BRACKETS.match(line)
    if brackets and values.begin(brackets[2].strip()):
        rest = line[brackets.end() :]
        count = _COUNT_BEHIND_BRACKETS.match(rest)
        many, rest = (f" {count[0].strip()}", rest[count.end() :]) if count else ("", rest)
        return f"{brackets[1]}{many}, {brackets[2]}{rest}"
    return line


def _split(line: str) -> list[str]:
    """Split at commas; in a line without commas at tabs, semicolons and pipes."""
    if "," in line:
        return line.split(",")
    if _PLACE.match(line):  # a tab behind the number
        return [line]
    return _SEPARATOR.split(strip_markdown(line).strip().strip("|"))


def strip_markdown(text: str) -> str:
    """Return a text without the signs of links, bold text, italics and code."""
    return _MARKDOWN.sub(lambda match: next(filter(None, match.groups()), ""), text)


def _split_head(head: str, values: ValueForms) -> list[str]:
    """Return the name with its count, and the values that stand behind the name."""
    text, place = _strip_marks(strip_markdown(head), values)
    count = ""
    if rolled := _COUNT_BEFORE.fullmatch(text.strip()):
        count, text = rolled[1], rolled[2]
    text, in_brackets = _open_value_brackets(_ROLLED.sub("", text), values)
    name, parts = values.split(text, has_name=True)
    counts = [_first(match) for match in map(_COUNT.fullmatch, parts) if match]
    count = next(filter(None, (*counts, in_brackets, count)), "")
    parts = [part for part in parts if not _COUNT.fullmatch(part)]
    if parts or place or text != head:
        name = _strip_end(" ".join(name.split()))
    if behind := _COUNT_BEHIND.fullmatch(name):
        name, count = behind[1], behind[2] or behind[3]
    name, numbers = _split_numbers(name, values.words.score, is_placed=bool(place))
    return [f"{name} x{count}" if count else name, *place, *numbers, *parts]


def _split_numbers(name: str, score: str, *, is_placed: bool) -> tuple[str, list[str]]:
    """Split a name from the numbers at its end: the one of the order, or several without a word."""
    two = _TWO_NUMBERS.search(name)
    if two and not score and any(map(str.isalpha, "".join(name[: two.start()].split()[-1:]))):
        return name[: two.start()], [two[1], two[2]]
    letters = _TO_LAST_LETTER.match(name) if score and not is_placed else None
    last = _PLACE_BEHIND.search(name, letters.end()) if letters else None
    if not last or _ENDS_WITH_WORD_OF_VALUE.search(name[: last.start()]):
        return name, []
    return _ROLLED_BEHIND.sub("", name[: last.start()].rstrip(" :–—-")), [f"{score} {last[1]}"]


def _strip_end(name: str) -> str:
    """Return the name without signs and words behind it that belong to the values."""
    end = _END_OF_NAME_BACKWARDS.match(name[::-1])
    return name[: len(name) - end.end()] if end else name


def _first(match: re.Match[str]) -> str:
    """Return the first group that has matched."""
    groups: list[str] = [group for group in match.groups() if group]
    return groups[0]


def _strip_marks(text: str, values: ValueForms) -> tuple[str, list[str]]:
    """Remove bullets and numbers before a name. Return also the initiative that such a number is, as a part."""
    is_item = False
    key = _NAME_KEY.match(text)
    text = text[key.end() :] if key else text
    while mark := _MARK.match(text):
        text, is_item = text[mark.end() :], True
    place = _PLACE.match(text)
    if not place:
        return text, []
    number, rest = place[1] or place[2], text[place.end() :]
    if is_item and place[2]:
        return f"{number} {rest}", []
    word = values.words.score or ("order" if "initiative" in values.words.numbers else "initiative")
    return rest, [f"{word} {number}"]


def _open_value_brackets(text: str, values: ValueForms) -> tuple[str, str]:
    """Open brackets around a value. Return also the count that stands in brackets, empty for none."""
    count = ""
    for brackets in [*_BRACKETS.finditer(text)]:
        inner = _first(brackets).strip() if any(brackets.groups()) else ""
        before = text.partition(brackets[0])[0]
        many = _COUNT.fullmatch(inner)
        if many or (inner.isdecimal() and not values.are_in(before) and not _DICE.search(before)):
            count, text = (_first(many) if many else inner), text.replace(brackets[0], "", 1)
        elif inner.isdecimal() and _HEALTH_AT_END.search(before):
            text = text.replace(brackets[0], f"/{inner}", 1)
        elif values.fill(inner) and not _ARMOUR_AT_END.search(before):
            text = text.replace(brackets[0], f" {inner}", 1)
    return text, count


def _rewrite_parts(parts: Iterable[str], values: ValueForms) -> Iterator[str]:
    """Rewrite the parts that consist of values."""
    for part in filter(str.strip, parts):
        if _TEXT.match(part):
            yield f" {part.lstrip()}"
            continue
        pieces = [piece.strip() for piece in _SEPARATOR.split(part) if piece.strip()]
        for piece in pieces if all(map(values.begin, pieces)) else [part.strip()]:
            text, _ = _open_value_brackets(_ROLLED.sub("", piece), values)
            bare = text.strip("()[]{}<> ")
            is_known = bare and values.fill(bare)
            yield from (f" {each}" for each in (values.split(bare, has_name=False)[1] if is_known else (piece,)))
