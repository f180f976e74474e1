"""The end of a name: a number of the order, a modifier or dice behind it, or a part of the name."""

from __future__ import annotations

import re
from difflib import get_close_matches
from itertools import takewhile

from turntrack.core.vocabulary import TRAITS, Meaning, meaning_of
from turntrack.lines.phrases import compile_kinds
from turntrack.lines.plurals import singular
from turntrack.lines.tokens import TokenKind, TokenLine
from turntrack.lines.values import Terms

_PLACE_BEHIND = re.compile(r"(?<!\s)(?:\s*+(?:[:=…→]|->|=>)|\s++[–—-](?=\s)|\s*+(?<!\.)\.{2,}+|\s)\s*+([-−]?\d{1,3})\Z")
_SIGN = re.compile(r"\s*+(?:[:=…→.–—]|->|=>|-\s)")
"""What stands between a name and the number of the order, if more than a space does."""
_TO_LAST_LETTER = re.compile(r".*[^\W\d]", re.DOTALL)
_TWO_NUMBERS = re.compile(r"(?<!\s)\s++(\d++)\s++(\d++)\Z")
_MAY_BE_LABEL = re.compile(r"(?<!\sthe)(?<!\sof)\s[^\W\d_A-ZÀ-Þ][^\W\d_]*+\Z")
_ENDS_WITH_VALUE = re.compile(
    r"(?:^|[\s(])(?:str|dex|con|int|wis|cha|end|edu|soc|hits?|armou?r|ap|sp|level|lvl)\s*+$", re.IGNORECASE
)
_ROLLED_BEHIND = re.compile(r"(?<!\s)\s++rolled$")
_ATTACKS = (
    "beak", "fist", "glaive", "gore", "grapple", "halberd", "hoof", "horn", "javelin", "jaw", "jaws", "lance", "maul",
    "pike", "quarterstaff", "ranged", "rapier", "scimitar", "scythe", "sling", "spell", "staff", "stinger", "talon",
    "talons", "tentacle", "trident", "warhammer", "whip",
)  # fmt: skip
"""Further words for what a number with a sign may belong to."""
LIKE_ENOUGH = 0.8
"""How much a word is like that of a value, if it is probably meant."""
_MODIFIER_BEHIND = compile_kinds("[FIELD BONUS ORDER][:=]*SIGNED")


def is_modifier(line: TokenLine, begin: int, at: int, terms: Terms) -> bool:
    """Return whether a number with a sign behind a name is the modifier of the order, not of a value."""
    *words, last = (token.text.casefold() for token in line.tokens[begin:at])
    is_counted = line.kinds[begin] == TokenKind.NUMBER
    words = words[is_counted:]
    is_told = _MODIFIER_BEHIND.search(line.kinds, at + 1) or line.kind(at + 1) == TokenKind.TIMES
    if is_told or last in terms.labels or last in TRAITS or meaning_of(last) not in (None, Meaning.KIND):
        return False
    if terms.is_typed and line.tokens[at].text[0] != "+":  # a number of the order below 0
        return False
    if not words or line.tokens[at - 1].text[0].isupper():
        return True
    has_plus = line.tokens[at].text[0] == "+"
    is_plural = singular(last) != last and not last.endswith("ics") and all(singular(word) == word for word in words)
    is_role = any(meaning_of(word) is Meaning.KIND for word in words)
    known = (*terms.labels, *TRAITS, *_ATTACKS)
    is_small = last.isalpha() and not get_close_matches(last, known, 1, LIKE_ENOUGH)
    return (is_plural or is_role or (has_plus and is_small)) and (is_counted or has_plus)


def is_skill(line: TokenLine, begin: int, at: int, terms: Terms) -> bool:
    """Return whether the last word of a name says what the dice behind it are: ``guard sneak 4D``."""
    outside = takewhile(lambda token: token.kind != "(", line.tokens[begin:at])
    *before, last = [token.text for token in outside if token.kind != ":"]
    may_be_skill = bool(before) and last.islower() and singular(last) == last
    is_skill = may_be_skill and (last.endswith("ing") or singular(before[-1]) != before[-1])
    return is_skill or bool(meaning_of(last)) or last.casefold() in TRAITS or last.casefold() in terms.labels


def split_numbers(name: str, terms: Terms, *, is_placed: bool) -> tuple[str, list[str]]:
    """Split a name from the numbers at its end: the one of the order, or several without a word."""
    two = _TWO_NUMBERS.search(name)
    if two and not terms.is_typed and any(map(str.isalpha, "".join(name[: two.start()].split()[-1:]))):
        return name[: two.start()], [two[1], two[2]]
    letters = _TO_LAST_LETTER.match(name) if terms.score and not is_placed else None
    last = _PLACE_BEHIND.search(name, letters.end()) if letters else None
    called = name[: last.start()] if last else ""
    if (
        not last
        or _ENDS_WITH_VALUE.search(called)
        or meaning_of(called.split()[-1]) in (Meaning.HEALTH, Meaning.ARMOUR)
    ):
        return name, []
    may_be_label = singular(called) == called and _MAY_BE_LABEL.search(called) and last[0].lstrip()[0] not in "–—-"
    if not terms.is_typed and (not _SIGN.match(last[0]) or may_be_label):
        return name, []
    return _ROLLED_BEHIND.sub("", called.rstrip(" :–—-")), [f"{terms.score} {last[1]}"]
