"""Rewrite a line of a list, as people write it, as a quick line with commas: ``- 2 Orcs 15 hp (AC 13)``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from string import ascii_uppercase
from types import MappingProxyType
from typing import NamedTuple

from turntrack.core.errors import BadValue
from turntrack.core.model import Counter, RefillTime
from turntrack.core.vocabulary import LINKS, Meaning, forms_of, meaning_of, without_links
from turntrack.rules.plurals import singular

_MARK = re.compile(
    r"\s*(?:[-–—•·*+>o]\s+|[●▪‣○◦✦✧■□◆◇→▶»☐☑✓✔]\s*|\[[ xX]?\]\s+|(?:\d{1,3}[.)]\s+(?=\d{1,2}(?:\s?[x×])?\s[^\W\d])"
    r"|(?:\d{1,3}[.)]|[a-zA-Z]\)|#+)\s+(?=[^\W\d]))"
    r"|\d{1,3}\.(?=[^\W\d]))"
)
"""A bullet, a check box, the number or letter of an item, or the sign of a heading."""
_PLACE = re.compile(r"\s*+(?:\[(\d{1,3})\]|(\d{1,3})(?:\s*+(?::|[–—-](?=\s))|(?=[^\S\t]*+\t)))\s*+(?=[^\W\d])")
"""The number before a name in a list by initiative."""
_TO_LAST_LETTER = re.compile(r".*[^\W\d]", re.DOTALL)
_PLACE_BEHIND = re.compile(r"(?<!\s)(?:\s*+(?:[:=…→]|->|=>)|\s++[–—-](?=\s)|\s*+(?<!\.)\.{2,}+|\s)\s*+([-−]?\d{1,3})\Z")

_MAY_BE_LABEL = re.compile(r"(?<!\sthe)(?<!\sof)\s[^\W\d_A-ZÀ-Þ][^\W\d_]*+\Z")
"""A word in lower case behind another, which may be the label of a number: ``Otter luck: 3``."""
_SIGN = re.compile(r"\s*+(?:[:=…→.–—]|->|=>|-\s)")
"""What stands between a name and the number of the order, if more than a space does."""

HP = forms_of(Meaning.HEALTH)
ARMOUR = forms_of(Meaning.ARMOUR)

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
QUOTED = re.compile(
    r"(?!\s*+[\"“„«][^\"“”„«»\d]++[\"“”»]\s[A-ZÀ-Þ][a-zß-ÿ])\s*(\d{1,4}\s+)?(?:\"([^\"]+)\"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»)"
)
_BRACKETS = re.compile(r"(?<!\s)\s*+(?:\(([^()]*)\)|\[([^\[\]]*)\]|\{([^{}]*)\}|<([^<>]*)>)(?!\S)")
_COUNT_DICE = r"\d{0,3}[dDwW]\d{1,3}(?:[+\-−]\d{1,3})?"
_COUNT = re.compile(rf"[x×]\s*(\d{{1,4}}|{_COUNT_DICE})|(\d{{1,4}}|{_COUNT_DICE})\s*[x×]|({_COUNT_DICE})")
_COUNT_ALONE = re.compile(r"\s*+(?:[x×]\s?\d{1,4}|\d{1,4}\s?[x×])\s*+")
_COUNT_BEHIND = re.compile(rf"(.*\S)\s++(?:(\d{{1,4}}|{_COUNT_DICE})\s*+[x×]|[x×]\s*+({_COUNT_DICE}))", re.DOTALL)
_COUNT_WITHIN = re.compile(r"([^\W\d](?:.*\S)?)\s++(?:[x×]\s*+(\d{1,4})|(\d{1,4})\s*+[x×])\s++(\d{1,3})", re.DOTALL)
"""A count between a name and a number: ``Wolf x2 11``."""
_COUNT_BEFORE = re.compile(r"((?:\d{1,3}[dDwW]|[dw])\d{1,3}(?:[+\-−]\d{1,3})?)\s*(?:[x×:]\s*)?\s([^\W\d].*)", re.DOTALL)
_LETTERS = re.compile(r"([^,]*\w)\s+A((?:\s*(?:,|and|und|&|\+)\s*[B-Z](?!\w))+)")
"""Like combatants by all their letters: ``Goblins A, B and C``."""
_ROLLED = re.compile(r"(?:(?<=\d)|(?<=\dhp)|(?<=\d hp))\s*[(\[]\s*\d+[dw]\d+[^()\[\]]*[)\]]", re.IGNORECASE)
"""The dice of a value that is given as a number too: ``7 (2d6)``."""
_HEALTH_BEHIND_DICE = re.compile(
    rf"(?<![\w+\-−])\d{{1,3}}[dw]\d{{1,3}}(?:\s?[+\-−]\s?\d{{1,3}})?\s?[(\[]\s?(\d{{1,5}})\s?(?:{HP})\s?[)\]]",
    re.IGNORECASE,
)
"""The dice of a health that is given in brackets behind them: ``5d8 (22 hp)``."""
_DICE_SIGN = re.compile(r"\d[dDwW]\d")
_HEALTH_AT_END = re.compile(rf"(?:{HP})\s*+(?:[:=]\s*+)?\d++\s*+$", re.IGNORECASE)
_ARMOUR_AT_END = re.compile(rf"(?:{ARMOUR})\s*+(?:[:=]\s*+)?\d++\s*+$", re.IGNORECASE)
_HEALTH_PART = re.compile(r" (?:hp|health) \d+")
_TWO_NUMBERS = re.compile(r"(?<!\s)\s++(\d++)\s++(\d++)\Z")
_ROLLED_BEHIND = re.compile(r"(?<!\s)\s++rolled$")
_LETTER = re.compile("[B-Z]")
_SEVERAL_IN_BRACKETS = re.compile(r"([^()\[\]{}]*[^,()\[\]{}\s])\s*[(\[{]([^,;()\[\]{}]*+[,;][^()\[\]{}]*+)[)\]}]")
_BONUS_AMONG_OTHERS = re.compile(r"(?:\A|[,;])\s*+[+\-−]\d{1,2}\s*+(?:\Z|[,;])")
_TEXT_AT_END = re.compile(r",\s*+(?:note|side|group|counter)\s[^,]*\Z", re.IGNORECASE)
_COUNT_BEHIND_BRACKETS = re.compile(r"\s*+[x×]\s*+\d{1,4}(?!\w)", re.IGNORECASE)
_BONUS_BEHIND = re.compile(r"(?<![\s\d])\s*+[(\[]\s*+([+\-−]\d{1,2})\s*+[)\]]\s*\Z")
"""A modifier of the order in brackets: ``Aria (+3)``."""
_BRACKET = re.compile(r"[()\[\]]")
_SEPARATOR = re.compile(r"[\t;|]")
OTHER_WITH_HEALTH = re.compile(
    rf"(?!(?:still|about|around|only|down|up|currently|remaining|full|current|noch|nur)\b)"
    rf"([^\W\d_]{{2,20}}(?:\s[^\W\d_]{{2,20}}){{0,3}})\s++(?:\d{{1,4}}\s?(?:{HP})|(?:{HP})\s\d{{1,4}})",
    re.IGNORECASE,
)
"""A name, or words beside a health, and the health: ``wolf 11hp``."""
_BONUS_AT_END = re.compile(r"\s[+\-−]\d{1,2}\Z")
_EXACT = re.compile(r"\s[x×*]\s*1\s*")
"""Behind a name that is taken as it is written."""
_TEXT = re.compile(r"\s*(?:note|side|group|counter)\s", re.IGNORECASE)
"""The words of parts that may have anything in them."""
_END_OF_NAME_BACKWARDS = re.compile(r"(?:(?<!\S)(?:htiw|/w|tim)\s|[\s:=/|{(\[<>…·•–—-]|\.{2,}+|\.(?=\w\w\w))*+")
"""Signs and words after a name, in reverse: matched from the end, because a search from the left is quadratic."""

_NOT_IN_NAMES = ("order", "reihenfolge", "gewürfelt")
"""The ends of words for the number of the order that stand in names too: *Knight of the Order*."""
INITIATIVE = "|".join(form for form in forms_of(Meaning.ORDER).split("|") if not form.endswith(_NOT_IN_NAMES))
INITIATIVE_BONUS = forms_of(Meaning.ORDER_MODIFIER)
TEMPORARY = rf"temp(?:orary|\.)?(?:\s(?:{HP}|points?))?|thp"

_NOT_A_NAME = re.compile(
    rf"""\d\)?\s*+/\s*+\d                              # 11/18
    | (?<![\w.])[^\W\d]++\s*+[:=]\s*+\d++(?!\S)       # luck: 3
    | [(\[]\s*+(?:[x×]\s*+)?\d[^()\[\]]*+[)\]](?!\S)  # (3 of 4)
    | \d\s*+(?:hp|ac|ft)\b
    | \S\s++(?:[+\-−]\d++|\d++\s++\d++|\d++[dw]\d*+(?:\s*+[+\-−]\s*+\d++)?
        |[dw]\d++\s*+[+\-−]\s*+\d++)$                  # +2, 7 13, 2d6, 3D+1, d8+1
    | \S\s++\d++\s++of\s++\d
    | \bnat(?:ural|\.)?\s++\d                          # nat 20
    | \w(?:\s*+(?:[:=…]|\.{{2,}}+)|\s++[–—-])\s*+\d++$     # Ana - 17
    | \s[x×*]\s*+\d++\s++[x×*]\s*+\d++$
    | \b(?:{HP}|{ARMOUR}|{INITIATIVE}|{INITIATIVE_BONUS}|{TEMPORARY}|str|dex|con|int|wis|cha)\b
      \W{{0,4}}\d""",
    re.IGNORECASE | re.VERBOSE,
)


_NUMBER_WITHIN = re.compile(
    r"""\w\s++\d++\s++[a-zß-ÿ]                            # Kyra 23 perception
    | (?<!\S)\d++[+*/=]\d++(?!\S) | ^\s*+\#\s*+\d                        # 17+3, #17 Aria
    | \S\s++[+\-−]\d++\s                                # Aria +3 adv
    | (?<!\S)(?:(?!x?d?\d)[a-zß-ÿ]{1,4}\d++|\d++[a-ce-wyz])(?!\S)    # i17, 3b
    | (?<=\S\s)\d*+[dD]\d++(?!\S) | [^\W\d]\s?:\s | \s[+&]\s      # Room: guard
    | (?<=\w)(?<!\A\w\w)(?<!\A\w\w\w)(?<!\A\w\w\w\w)[.!?]++\s++[a-zß-ÿ\d]    # croc. just 1, but not sgt. hale
    | (?<!\S)\d++[dDwW](?:\+\d)?[\s/] | (?<![A-Z\d])(?=[A-Z]*+\d)[A-Z\d]++\?    # 2D everywhere, 787?
    | \s(?:and\s(?:his|her|its|their)|und\s(?:sein|ihr)e?)\s              # Gavin and his squire
    | ^\s*+(?:[Nn]och\s)?(?:[Ee]iner?|[Oo]ne)\s(?:davon|more|of\sthe(?:m|se)?)(?!\w)      # one of them""",
    re.VERBOSE,
)
"""A number in a name that is probably a value, if the letters beside it are small; or somebody else in it."""
_LABEL_AT_END = re.compile(
    rf"(?<=\S)\s++(?:{HP}|{forms_of(Meaning.ARMOUR)}|{INITIATIVE}|{INITIATIVE_BONUS})\s*+[:=]?\s*+\??\s*+\Z",
    re.IGNORECASE,
)
"""A word at the end of a name whose value is missing."""


class NumberWords(NamedTuple):
    """The names of a system's values that are numbers."""

    numbers: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    """Those among ``numbers`` that are the modifiers of attributes."""
    score: str = ""
    """That of the number by which the order goes; empty if none can be told."""
    codes: tuple[str, ...] = ()
    """The names of codes whose digits are values."""
    texts: tuple[str, ...] = ()
    """The names of values that are text."""
    is_typed: bool = False
    """Whether everybody has a typed number of the order, so that one behind a name is meant: ``Ana 17``."""

    @property
    def order(self) -> str:
        """Return the word for the number of the order, which is not the name of another value."""
        return self.score or ("init" if "initiative" in self.numbers else "initiative")


NO_WORDS = NumberWords()


def to_quick_line(line: str, words: NumberWords = NO_WORDS) -> str:
    """Return the line with its parts behind commas.

    >>> to_quick_line("- Goblin x3 12hp AC15"), to_quick_line("Otter; DEX: 2; hp 11/18", NumberWords(("dex",)))
    ('Goblin x3, hp 12, ac 15', 'Otter, DEX 2, hp 11/18')
    >>> to_quick_line("Old Mara (captain), note by the gate; asleep")
    'Old Mara (captain), note by the gate; asleep'
    """
    line = _HEALTH_BEHIND_DICE.sub(r"hp \1", line)
    values = value_forms(words)
    first, *parts = _split(_split_brackets(_strip_quotes(_count_letters(line)), values))
    head, *more = _split_more(first, values) if parts else [first]
    parts = [*more, *parts]
    if many := next((part for part in parts if _COUNT_ALONE.fullmatch(part)), ""):
        head, parts = f"{head} {many.strip()}", [part for part in parts if part != many]
    name, *more = _split_head(head, values)
    return ",".join((name, *_join_health([*_rewrite_parts(more, values), *_rewrite_parts(parts, values)])))


def is_exact(line: str) -> bool:
    """Return whether ``x1`` behind the name says that it is taken as it is written."""
    return _ends_exact(line.partition(",")[0])


def looks_like_data(name: str) -> bool:
    """Return whether a name holds what is probably a value, such as ``12/18`` or ``AC 13``."""
    if not _ends_exact(name) and any(name.count(opened) != name.count(closed) for opened, closed in _PAIRS):
        return True
    is_doubtful = (
        (name.strip() and not any(map(str.isalpha, name)))
        or _NOT_A_NAME.search(name)
        or _NUMBER_WITHIN.search(name)
        or _LABEL_AT_END.search(name)
    )
    return not _ends_exact(name) and bool(is_doubtful)


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
    quoted = QUOTED.match(line)
    return f"{''.join(filter(None, quoted.groups()))}{line[quoted.end() :]}" if quoted else line


def _split_brackets(line: str, values: ValueForms) -> str:
    """Put a comma in place of the first brackets if they hold several values."""
    brackets = _SEVERAL_IN_BRACKETS.match(line)
    if not brackets or _TEXT_AT_END.search(brackets[1]):
        return line
    inner = brackets[2]
    if values.begin(inner.strip()) or values.know(inner) or _BONUS_AMONG_OTHERS.search(inner):
        rest = line[brackets.end() :]
        count = _COUNT_BEHIND_BRACKETS.match(rest)
        many, rest = (f" {count[0].strip()}", rest[count.end() :]) if count else ("", rest)
        return f"{brackets[1]}{many}, {inner.replace(';', ',')}{rest}"
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
    bonus = _BONUS_BEHIND.search(text)
    text = text[: bonus.start()] if bonus else text
    name, parts = values.split(text, has_name=True)
    parts += [f"init {bonus[1]}"] if bonus else []
    counts = [_first(match) for match in map(_COUNT.fullmatch, parts) if match]
    count = next(filter(None, (*counts, in_brackets, count)), "")
    parts = [part for part in parts if not _COUNT.fullmatch(part)]
    if parts or place or text != head:
        name = _strip_end(" ".join(name.split()))
    if behind := _COUNT_BEHIND.fullmatch(name):
        name, count = behind[1], behind[2] or behind[3]
    elif not count and (within := _COUNT_WITHIN.fullmatch(name)):
        name = f"{within[2] or within[3]} {within[1]} {within[4]}"
    name, numbers = _split_numbers(name, values.words, is_placed=bool(place))
    return [f"{name} x{count}" if count else name, *place, *numbers, *parts]


def _split_numbers(name: str, words: NumberWords, *, is_placed: bool) -> tuple[str, list[str]]:
    """Split a name from the numbers at its end: the one of the order, or several without a word."""
    two, score = _TWO_NUMBERS.search(name), words.score
    if two and not words.is_typed and any(map(str.isalpha, "".join(name[: two.start()].split()[-1:]))):
        return name[: two.start()], [two[1], two[2]]
    letters = _TO_LAST_LETTER.match(name) if score and not is_placed else None
    last = _PLACE_BEHIND.search(name, letters.end()) if letters else None
    if not last or _ENDS_WITH_WORD_OF_VALUE.search(name[: last.start()]):
        return name, []
    called = name[: last.start()]
    is_plural = singular(called) != called  # hardly a label
    may_be_label = not is_plural and _MAY_BE_LABEL.search(called) and last[0].lstrip()[0] not in "–—-"
    if not words.is_typed and (not _SIGN.match(last[0]) or may_be_label):
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
    return rest, [f"{values.words.order} {number}"]


def _open_value_brackets(text: str, values: ValueForms) -> tuple[str, str]:
    """Open brackets around a value. Return also the count that stands in brackets, empty for none."""
    count = ""
    for brackets in [*_BRACKETS.finditer(text)]:
        inner = _first(brackets).strip() if any(brackets.groups()) else ""
        before = text.partition(brackets[0])[0]
        many = _COUNT.fullmatch(inner)
        if many or (inner.isdecimal() and not values.are_in(before) and not _DICE_SIGN.search(before)):
            count, text = (_first(many) if many else inner), text.replace(brackets[0], "", 1)
        elif inner.isdecimal() and _HEALTH_AT_END.search(before):
            text = text.replace(brackets[0], f"/{inner}", 1)
        elif values.fill(inner) and not (inner[0].isdigit() and _ARMOUR_AT_END.search(before)):
            text = text.replace(brackets[0], f" {inner}", 1)
    return text, count


def _rewrite_parts(parts: Iterable[str], values: ValueForms) -> Iterator[str]:
    """Rewrite the parts that consist of values."""
    for part in filter(str.strip, parts):
        if _TEXT.match(part):
            yield f" {part.lstrip()}"
            continue
        for piece in _split_more(part, values):
            text, _ = _open_value_brackets(_ROLLED.sub("", piece), values)
            bare = _strip_brackets(text)
            is_text = bare.casefold().startswith(values.words.texts)
            is_known = bare and (values.begin(bare) or (values.know(bare) and not is_text))
            is_other = is_known and not values.words.texts and _may_be_other(bare) and not values.begin(bare)
            is_known = is_known and not is_other
            yield from (f" {each}" for each in (values.split(bare, has_name=False)[1] if is_known else (piece,)))


def _may_be_other(part: str) -> bool:
    """Return whether a part may be another combatant with a health: ``wolf 11hp``, but not ``still 11hp``."""
    other = OTHER_WITH_HEALTH.fullmatch(_BONUS_AT_END.sub("", part))
    meanings = [meaning_of(word) for word in other[1].split()] if other else []
    is_known = any(meaning not in (None, Meaning.KIND) for meaning in meanings)
    return None in meanings and not is_known and not (other and LINKS & {*other[1].casefold().split()})


def _split_more(part: str, values: ValueForms) -> list[str]:
    """Split a part between commas at other signs, if one of its pieces is a value."""
    pieces = [piece.strip() for piece in _SEPARATOR.split(part) if piece.strip()]
    is_list = len(pieces) > 1 and any(map(values.begin, pieces)) and not _BRACKET.search(part)
    return pieces if is_list else [part.strip()]


def _strip_brackets(text: str) -> str:
    """Return the text without brackets around all of it."""
    text = text.strip()
    while any(text.startswith(opened) and text.find(closed) in (-1, len(text) - 1) for opened, closed in _PAIRS):
        text = text[1:].rstrip(")]}> ").strip()
    return text


_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))
_NOW = rf"(?:current|curr?|remaining)\s(?:{HP})|(?:hp|health)\s(?:current|now)"
_FULL = rf"max(?:imum|\.)?\s(?:{HP})|(?:hp|health)\smax(?:imum|\.)?"
_WORDS = (
    ("max hp", _FULL), ("hp", f"{_NOW}|{HP}"), ("temporary", TEMPORARY), ("ac", ARMOUR),
    ("init bonus", INITIATIVE_BONUS), ("init", INITIATIVE),
)  # fmt: skip
"""The words of quick lines, each with its other forms."""
_FORMS = tuple((known, re.compile(forms, re.IGNORECASE)) for known, forms in _WORDS)
_OTHER = forms_of(Meaning.OTHER)
_DICE = r"\d*[dw]\d++(?:\s*+[+\-−]\s*+\d++(?![\w/]))?"
_VALUE = rf"(?:{_DICE}|[+\-−]?\d++(?:[DW](?:\+\d)?)?(?!\s*+/\s*+\d)|[\-−]?\d++\s*+/\s*+\d++)"

_WORN = re.compile(r"armou?r|rüstung|panzer", re.IGNORECASE)
_KIND_OF_ARMOUR = re.compile(
    r"(?:(?:natural|cloth|combat|battle|body|mesh|leather|studded|padded|hide|chain|scale|plate|light|medium|heavy|powered"
    r"|flak|ablative|ballistic|subdermal)(?:\s|\Z)){1,2}",
    re.IGNORECASE,
)
"""What armour is called: ``cloth armour 8``."""
NOTHING = re.compile(r"[+%@\s()\[\]{}<>/|.:;=…–—-]*")
"""Signs between values that have no meaning."""


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
            rf"(?:{HP})\s*+(?:[:=]\s*+)?(?P<left>\d++)\s*+(?:of|von|out\sof|max\.?)\s*+(?P<full>\d++)",
            rf"(?:{HP})\s*+(?:[:=]\s*+)?(?P<left3>\d++)\s*+[(\[]\s*+(?:of|max(?:imum|\.)?)\s*+(?P<full3>\d++)\s*+[)\]]",
            rf"(?P<left4>\d++)\s*+(?:{HP})\s*+[(\[]\s*+(?:of|max(?:imum|\.)?)\s*+(?P<full4>\d++)\s*+[)\]]",
            rf"(?P<left2>\d++)\s*+(?:of|von|out\sof)\s*+(?P<full2>\d++)\s*+(?:{HP})",
            rf"(?:{ARMOUR})\s*+(?:[:=]\s*+)?(?P<armour>\d++(?:\s*+/\s*+\d++)*+(?:\s*+[(\[][^()\[\]]*+[)\]])?)",
        )
        word_first = rf"(?P<word>{'|'.join(known)})\.?\s*+(?:[:=]\s*+)?(?P<value>{_VALUE})"
        own_first = "|".join(map(re.escape, sorted(words.numbers, key=len, reverse=True))) or "(?!)"
        number_first = rf"(?P<first>{_VALUE})\s*+(?P<behind>{HP}|{ARMOUR}|{TEMPORARY}|{own_first})"
        # A number behind it would be its own: “12 hp 15” is a health of 15. A modifier behind *52hp* is not.
        number_alone = rf"{number_first}(?:(?<=\dhp)(?=\s\+\d)|(?!\s*+(?:[:=]\s*+)?[+\-−]?\d))"
        others = (
            rf"(?P<other>(?:{_OTHER})(?:\s(?:{_OTHER})(?!\w))?\s*+(?:[:=]\s*+)?(?:d\d++(?:[+\-−]\d++)?|[+\-−]?\d++(?:[/\-]\d++|\s?\(\d++\))?|[¼½¾⅛])(?:\s*+(?:ft\.?|feet|m|'|’)(?!\w))?|\d++(?:/\d++)?\s(?:wounds?|fatigue|benn(?:y|ies)))",
            rf"(?P<wounded>\d++\s*+/\s*+\d++)(?!\s*+(?:{_OTHER})\b)",
            rf"(?P<skill>(?-i:[a-zß-ÿ])[^\W\d]++\s*+(?:[:=]\s*+)?(?:\d*+d\d++(?:[+\-−]\d++)?|\d++[dw](?:[+\-−]\d)?))(?!\s++(?:{own_first})(?!\w|\s*+[:=]?\s*+[+\-−]?\d))",
        )
        self._both = [
            re.compile(rf"(?<![\w+\-−/])(?:{'|'.join((*rare, *forms, *others))})(?![\w/]|[+−]\d)", re.IGNORECASE)
            for forms in ((word_first, number_alone), (number_first, word_first))
        ]
        """Word before number, or number before word, where both are possible: ``12 hp 15 ac``."""

    def begin(self, text: str) -> bool:
        """Return whether a text begins with a value."""
        return any(pattern.match(text) for pattern in self._both)

    def are_in(self, text: str) -> bool:
        """Return whether a text has a value."""
        return any(pattern.search(text) for pattern in self._both)

    def know(self, text: str) -> bool:
        """Return whether a text has a value with a known word."""
        matches = (match for pattern in self._both for match in pattern.finditer(text))
        return any(match["word"] or match["behind"] or match["other"] or match["armour"] for match in matches)

    def fill(self, text: str) -> bool:
        """Return whether a text consists of values."""
        return not self._count_others(self.split(text, has_name=False)[1])

    def split(self, text: str, has_name: bool) -> tuple[str, list[str]]:
        """Return the name at the beginning, and the parts behind it, of which as few as possible are no values.

        ``12 hp 15 ac`` reads both ways: the one with fewer pieces left over is meant, also in the name.
        """
        word_first, number_first = self._both
        way = _split_by(word_first, text, has_name, self.words)
        left_over = self._count_left_over(way)
        other = _split_by(number_first, text, has_name, self.words) if left_over else way
        return other if left_over and self._count_left_over(other) < left_over else way

    def _count_left_over(self, way: tuple[str, list[str]]) -> int:
        return self._count_others(way[1]) + self.are_in(way[0])

    def _count_others(self, parts: list[str]) -> int:
        return sum(
            not (
                part.startswith("note ")
                or _COUNT_ALONE.fullmatch(part)
                or any(pattern.fullmatch(part) for pattern in self._both)
            )
            for part in parts
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
        between = text[at : match.start()].strip(" ;()[]{}<>")
        if match["other"] and _WORN.match(match["other"]) and _KIND_OF_ARMOUR.fullmatch(between):
            parts.append(f"note {between} {' '.join(match['other'].split())}")
        else:
            parts += [between, _write_value(match, words)]
        at = match.end()
    pieces = (_close(without_links(part).strip()) for part in (*parts, text[at:].strip(" ;()[]{}<>")))
    return name, [piece for piece in pieces if not NOTHING.fullmatch(piece)]


def _close(piece: str) -> str:
    """Return the piece with the bracket at its end that was taken off with those around it."""
    return next((piece + end for begin, end in _PAIRS if piece.count(begin) == piece.count(end) + 1), piece)


def _is_behind_name(before: str) -> bool:
    """Return whether a text has a name, and no bracket that is still open."""
    is_open = any(before.count(begin) > before.count(end) for begin, end in _PAIRS)
    return not is_open and any(map(str.isalpha, before))


def _write_value(match: re.Match[str], words: NumberWords) -> str:
    """Return a value in the form of quick lines."""
    if match["other"]:
        return f"note {' '.join(match['other'].split())}"
    if match["skill"]:
        return " ".join(match["skill"].split())
    if match["code"]:
        return f"{match['code']} {match['digits']}"
    if match["armour"]:
        return f"ac {' '.join(match['armour'].split())}"
    if match["own"]:
        return f"{match['own']} {'' if match['bonus'][0] in '+-−' else '+'}{match['bonus']}"
    if match["rolled"]:
        return f"hp {match['rolled']}"
    if full := match["full"] or match["full2"] or match["full3"] or match["full4"]:
        return f"hp {match['left'] or match['left2'] or match['left3'] or match['left4']}/{full}"
    if match["wounded"] and int.__gt__(*map(int, match["wounded"].split("/"))):
        return "".join(match["wounded"].split())  # more than all is no health: it is asked what it is
    word = match["word"] or match["behind"] or "health"
    value = "".join((match["value"] or match["first"] or match["wounded"]).split())
    if word.casefold() in words.numbers:  # a field of the rules comes before a form of another word
        return f"{word} {value}"
    for known, forms in _FORMS:
        if forms.fullmatch(word) and word.casefold() != "health":
            named = words.order if known == "init" and value.isdecimal() else known
            return f"{named} {value}"
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
    if not written or (name.strip() and not any(map(str.isalpha, name))):
        raise BadValue(f"“counter {text[:40]}”: such as “counter arrows 12” or “counter luck 2 on a rest”.")
    value, most, fills = written.groups()
    refill = FILLS[fills.casefold()] if fills else RefillTime.NEVER
    return Counter(name, int(value), int(most or value), refill)


def write_counter(counter: Counter) -> str:
    """Write a counter as ``read_counter`` reads it."""
    fills = next((f" {words}" for words, fills in FILLS.items() if fills is counter.fills), "")
    most = f"/{counter.most}" if counter.most != counter.value else ""
    return f"{counter.name} {counter.value}{most}{fills}"
