"""The fields of sheets, options and actions, and the reading of their values and names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import assert_never

from turntrack.core.cards import read_card
from turntrack.core.dice import DiceCode, Explodes
from turntrack.core.errors import BadDiceCode, BadValue, Malformed

type Value = int | str | bool
"""The value of a field: bool for a FLAG, int for a NUMBER, text for every other kind."""

type Values = Mapping[str, Value]

NOTHING: Values = MappingProxyType({})

LONGEST_NAME = 60
LONGEST_TEXT = 500
MOST_VALUES = 100
"""The greatest number of values in one command."""

LONGEST_RAW = 2000
"""The greatest length of a text before white space is folded, in characters."""


class Kind(StrEnum):
    """The kind of a field, which decides its input and its type."""

    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"
    PICK = "pick"  # one of ``picks``
    DICE = "dice"  # a dice code


@dataclass(frozen=True, slots=True)
class Pick:
    """A value that a field of kind PICK can take."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Field:
    """An input field. ``low`` and ``high`` are the inclusive bounds of a NUMBER."""

    key: str
    label: str
    kind: Kind
    default: Value
    """The default value; empty text for a NUMBER that may be left empty."""
    help: str = ""
    low: int = 0
    high: int = 99
    unit: str = ""
    picks: tuple[Pick, ...] = ()
    names: str = ""
    """For a TEXT field: the key of the NUMBER field that it names, so that ``sabre 4`` fills both."""
    wild: bool = False
    """For a DICE field: True for D6 codes such as ``3D+2``; empty text is allowed if the default is empty."""
    people: bool = False
    """For a PICK field: True if the keys of the picks are ids of combatants, or empty for nobody."""
    rare: bool = False
    """True for a seldom used field, which is shown only in the complete section."""
    is_modifier: bool = False
    """For a NUMBER field: True for the modifier of an attribute, so that a typed attribute score is refused."""
    is_score: bool = False
    """For a NUMBER field: True for the number that decides the order, so that ``17: Ana`` fills it."""
    code: tuple[str, int] = ("", 0)
    """For a NUMBER field: the code whose digit it is, and its place from 1, such as the second of a ``UPP 7A8C62``."""
    deck: int = 0
    """For a NUMBER field: the number of cards in the deck of which it is a card, which can be typed as one: ``K♠``."""
    guessed_from: str = ""
    """For a PICK field: the key of the TEXT field whose words decide the pick if a quick line does not."""
    guesses: tuple[tuple[str, str], ...] = ()
    """The words for ``guessed_from``, each with the key of its pick."""

    @property
    def is_in_quarters(self) -> bool:
        """Return whether the number counts quarters, as its label says: *Basic Speed in quarters*."""
        return self.label.casefold().endswith(" in quarters")


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of the rules that a table can choose. The first value is the default."""

    key: str
    label: str
    values: tuple[Pick, ...]
    reading: str = ""
    """The id of the ambiguity that the option settles, such as ``ZA1``."""
    why: str = ""
    """The reason for the default, as a clause."""

    @property
    def default(self) -> str:
        """Return the key of the default value."""
        return self.values[0].key


HOW_MANY = Field("count", "How many", Kind.NUMBER, 1, low=1, high=100)
"""The number of like combatants that one command adds."""

COUNT = Field("count", "The count", Kind.NUMBER, 0, low=-999, high=999)
"""A count of the turn order at which something comes or ends."""

TOLD = Field(
    "rolled_total",
    "Initiative total",
    Kind.NUMBER,
    "",
    low=-999,
    high=999,
    help="Rolled at the table for this fight: counts instead of a roll.",
    rare=True,
    is_score=True,
)
"""The total that a combatant has rolled at the table for the first number of a fight; no other fight takes it over."""

DEALT = Field(
    "card",
    "First card",
    Kind.NUMBER,
    "",
    low=1,
    high=54,
    help="Dealt at the table before the fight: K♠, KS, 10h or joker.",
    rare=True,
    deck=54,
)
"""The first card of a combatant if it was dealt at the table; no other fight takes it over."""
OF_ONE_FIGHT = (TOLD.key, DEALT.key)
"""The keys of values that no other fight takes over."""

_ANY_NUMBER = Field("amount", "A value", Kind.NUMBER, 0, low=-999_999_999, high=999_999_999)
"""The bounds of a number that no field describes."""


def read(field: Field, raw: object) -> Value:
    """Read the value of a field from typed text or a stored value. Raises BadValue.

    >>> metres = Field("metres", "Metres", Kind.NUMBER, 1, low=1, high=200)
    >>> read(metres, " 6 ")
    6
    >>> read(metres, "-3")
    Traceback (most recent call last):
    turntrack.core.errors.BadValue: Metres: a whole number from 1 to 200, not “-3”.
    """
    match field.kind:
        case Kind.NUMBER:
            if field.default == "" and isinstance(raw, str) and not raw.strip():
                return ""
            if field.deck and isinstance(raw, str) and not raw.strip().isdecimal():
                raw = _read_card(field, raw)
            modifier = modifier_of(field, raw.strip()) if isinstance(raw, str) else None
            if modifier is not None:
                raise BadValue(f"{field.label}: {raw} is a score, its modifier is {modifier:+d}. Type {modifier:+d}.")
            if field.is_score and isinstance(raw, str) and raw.strip().startswith("+"):
                raise BadValue(f"{field.label}: the number itself, and {raw.strip()} looks like a bonus to a roll.")
            return _read_number(field, raw)
        case Kind.TEXT:
            return clean_text(field.label, raw, LONGEST_NAME)
        case Kind.FLAG:
            if isinstance(raw, bool):
                return raw
            raise BadValue(f"{field.label}: yes or no, not {_quoted(raw)}.")
        case Kind.PICK:
            for pick in field.picks:
                if raw == pick.key:
                    return pick.key
            known = ", ".join(pick.label for pick in field.picks)
            raise BadValue(f"{field.label}: one of {known}; not {_quoted(raw)}.")
        case Kind.DICE:
            return _read_code(field, str(raw)[:LONGEST_NAME])
        case _:
            assert_never(field.kind)


LOWEST_SCORE, HIGHEST_SCORE = 8, 30
"""The inclusive bounds of numbers that are more likely the score of an attribute than its modifier."""


def modifier_of(field: Field, typed: str) -> int | None:
    """Return the modifier of a typed text that looks like the score of an attribute, else None.

    >>> dex = Field("dex", "Dexterity", Kind.NUMBER, 0, low=-5, high=15, is_modifier=True)
    >>> modifier_of(dex, "14"), modifier_of(dex, "+14"), modifier_of(dex, "3")
    (2, None, None)
    """
    is_number = field.is_modifier and typed.isascii() and typed.isdigit() and len(typed) < 3
    if not is_number or not LOWEST_SCORE <= int(typed) <= HIGHEST_SCORE:
        return None
    return modifier_of_score(int(typed))


def modifier_of_score(score: int) -> int:
    """Return the modifier of the score of an attribute, as in D20 rules.

    >>> [modifier_of_score(score) for score in (3, 10, 15)]
    [-4, 0, 2]
    """
    return (score - 10) // 2


DIGITS = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The digits of codes, which leave out I and O."""


def values_in_code(fields: tuple[Field, ...], called: str, text: str) -> dict[str, Value]:
    """Return the values in a code of this name, by the keys of their fields; empty if none has it.

    Raises BadValue for missing or invalid digits.

    >>> end = Field("end", "END", Kind.NUMBER, 7, code=("upp", 3))
    >>> values_in_code((end,), "UPP", "7A8C62-9")
    {'end': 8}
    """
    values: dict[str, Value] = {}
    for field in fields:
        name, place = field.code
        if name and name == called.casefold():
            digit = text.strip().upper()[place - 1 : place]
            if not digit or digit not in DIGITS:
                raise BadValue(f"{called}: {field.label} is its digit {place}, which is missing in “{text[:20]}”.")
            values[field.key] = read(field, DIGITS.index(digit))
    return values


def value_in(values: Values, field: Field) -> Value:
    """Return the given value of a field, or its default. Raises BadValue."""
    return read(field, values[field.key]) if field.key in values else field.default


def read_all(fields: tuple[Field, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """Return the values of all fields, with defaults for missing keys.

    Raises BadValue for an unreadable value and for an unknown key.
    """
    known = {field.key for field in fields}
    for key in given:
        if key not in known:
            raise BadValue(f"There is no field called {_quoted(key)} here.")
    return {field.key: read(field, given[field.key]) if field.key in given else field.default for field in fields}


def check_values(values: Values) -> None:
    """Check the bounds of all values of an action, read by the system or not, because commands are saved.

    Raises BadValue.
    """
    if len(values) > MOST_VALUES:
        raise BadValue(f"At most {MOST_VALUES} values, not {len(values)}.")
    for key, value in values.items():
        clean_text("The name of a value", key, LONGEST_NAME)
        if isinstance(value, str):
            clean_text(key, value, LONGEST_TEXT)
        else:
            read(_ANY_NUMBER, int(value))


def clean_text(label: str, raw: object, longest: int) -> str:
    """Return typed text as one line with single spaces, without invisible characters.

    Raises BadValue for long text, control characters and marks of the writing direction: with those a name could look
    like another.
    """
    if not isinstance(raw, str):
        raise BadValue(f"{label}: text, not {_quoted(raw)}.")
    text = " ".join(without_invisible(raw).split())
    if len(text) > longest or len(raw) > LONGEST_RAW:
        raise BadValue(f"{label}: at most {longest} characters, not {len(raw)}.")
    hidden = find_hidden_character(text)
    if hidden:
        raise BadValue(f"{label}: an invisible character (U+{ord(hidden):04X}) cannot be used.")
    return text


def required_text(label: str, raw: object, longest: int = LONGEST_NAME) -> str:
    """Return one line of text, as ``clean_text`` does. Raises BadValue for empty text too."""
    text = clean_text(label, raw, longest)
    if not text:
        raise BadValue(f"{label} is empty.")
    return text


def find_hidden_character(text: str) -> str:
    """Return the first control character or mark of the writing direction; empty if there is none."""
    if text.isprintable():  # the common case, which is quick
        return ""
    return next((character for character in text if _is_hidden(ord(character))), "")


def _is_hidden(point: int) -> bool:
    return (
        point < 0x20
        or 0x7F <= point <= 0x9F
        or point in (0x061C, 0x200E, 0x200F, 0xFEFF)
        or 0x202A <= point <= 0x202E
        or 0x2066 <= point <= 0x2069
        or 0xD800 <= point <= 0xDFFF
    )


def _read_card(field: Field, raw: str) -> int:
    try:
        return read_card(raw, field.deck)
    except Malformed as error:
        raise BadValue(f"{field.label}: {error}") from error


def _read_number(field: Field, raw: object) -> int:
    number: int | None = None
    if isinstance(raw, int) and not isinstance(raw, bool):
        number = raw
    elif isinstance(raw, str) and len(raw) <= LONGEST_NAME:
        # The screen writes numbers with the typographic minus sign, so it is read as well.
        digits = raw.strip().replace("−", "-")
        # ASCII alone, because ``isdigit`` is also true for signs that ``int`` refuses, such as ²; and few of them,
        # because ``int`` refuses thousands of digits.
        if len(digits) <= 9 and digits.lstrip("+-").isascii() and digits.lstrip("+-").isdigit():
            try:
                number = int(digits)
            except ValueError:  # "+-3"
                number = None
    if number is None or not field.low <= number <= field.high:
        raise BadValue(f"{field.label}: a whole number from {field.low} to {field.high}, not {_quoted(raw)}.")
    return number


def read_plain_dice(label: str, raw: str, most: int) -> DiceCode:
    """Read dice that do not explode, at most ``most`` of them. Raises BadValue."""
    try:
        code = DiceCode.parse(raw)
    except BadDiceCode as error:
        raise BadValue(f"{label}: {error}") from error
    if code.explodes is not Explodes.NONE or code.count > most:
        raise BadValue(f"{label}: at most {most} dice, and only plain dice such as 2d6; not {code}.")
    return code


def _read_code(field: Field, raw: str) -> str:
    if field.wild and not raw.strip() and not field.default:
        return ""
    try:
        code = DiceCode.parse(raw)
    except BadDiceCode as error:
        raise BadValue(f"{field.label}: {error}") from error
    if field.wild and (code.sides != 6 or code.plus < 0):
        raise BadValue(f"{field.label}: a code of six-sided dice such as 3D+2, not {_quoted(raw)}.")
    return str(replace(code, explodes=Explodes.LAST) if field.wild else code)


def _quoted(raw: object) -> str:
    text = str(raw)
    return f"“{text[:40]}…”" if len(text) > 40 else f"“{text}”"


# Soft hyphen, grapheme joiner, fillers of Hangul, Khmer and Mongolian, zero-width space, word joiner and invisible
# operators, annotation marks, shorthand and musical controls; and the empty cell of Braille, which is no white space.
_NEVER_SEEN = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u2800\u3164\uffa0\ufff0-"
_NEVER_SEEN += "\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
_NEVER_SEEN += "\U000e0000-\U000e001f\U000e0080-\U000e00ff\U000e01f0-\U000e0fff"
# Joiner and non-joiner, selectors of a variant, the tags of a flag.
_SEEN_BEHIND = "\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef"

# Latin, Greek, Cyrillic and Armenian letters, digits and signs neither join nor have variants, except keycaps and signs
# that are also emoji.
_ALONE = "\u0000-\u0020!-\u00a8\u00aa-\u00ad\u00af-\u058f\u1c80-\u1c8f\u1d00-\u200b\u2c60-\u2c7f\u2de0-\u2dff"
_ALONE += "\u200e-\u203b\u203d-\u2048\u204a-\u205f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f\ufb00-\ufb17\uff00-\uff5e"

_INVISIBLE = re.compile(
    f"[{_NEVER_SEEN}]"
    rf"|(?<=[{_ALONE}])(?!(?<=[0-9#*])\ufe0f\u20e3)[{_SEEN_BEHIND}]+"
    rf"|^[{_SEEN_BEHIND}]+"
    rf"|[\u200c\u200d]+(?=[\u200c\u200d\s]|[{_ALONE}]|$)"
)


def without_invisible(text: str) -> str:
    """Return the text without invisible characters that have no effect.

    >>> without_invisible("Ma\\u00adra\\u200b"), without_invisible("\\u3164\\u2060")
    ('Mara', '')
    >>> without_invisible("\\U0001f3f4\\u200d\\u2620\\ufe0f") == "\\U0001f3f4\\u200d\\u2620\\ufe0f"
    True
    """
    if text.isascii():
        return text
    before = ""
    while text != before:  # a removal can put a character after another one, where it has no effect
        before, text = text, _INVISIBLE.sub("", text)
    return text
