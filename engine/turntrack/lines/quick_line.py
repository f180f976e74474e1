"""Quick lines: the reading and writing of a line of text that adds a combatant, or several alike.

``Guard x3, nimbleness 5, sabre 4, side Harbour, group Guards, health 10, real dice``
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from types import MappingProxyType

from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadValue
from turntrack.core.fields import (
    DIGITS,
    HOW_MANY,
    LONGEST_NAME,
    TOLD,
    Field,
    Kind,
    Pick,
    Value,
    Values,
    clean_text,
    read,
    values_in_code,
)
from turntrack.core.model import Combatant, Counter, LastingCondition, Schedule
from turntrack.core.vocabulary import (
    EDGE_VALUES,
    FIELD_WORDS,
    TURN_VALUES,
    TURN_WORDS,
    Meaning,
    forms_of,
    meaning_of,
)
from turntrack.lines.free_form import is_exact, looks_like_data, read_counter, write_counter
from turntrack.lines.headings import side_named
from turntrack.lines.parser import put_in_parts, values_alone
from turntrack.lines.plurals import singular
from turntrack.lines.values import Terms
from turntrack.rules.combatants import read_count_dice
from turntrack.rules.health import HEALTH, TEMPORARY, WrittenHealth, plain_dice, read_health
from turntrack.rules.reinforcements import ROUND

LONGEST_LINE = 2000
LIKE_ENOUGH_TO_TAKE = 0.86
"""The least similarity of a mistyped word to a known one that is taken for it: ``initative 14``."""
LIKE_ENOUGH = 0.75
"""The least similarity (``difflib`` ratio, 0 to 1) of a mistyped word to a known one."""

_SHORTEST_MISTYPED = 3
"""A word of so many letters is too short to be taken for another one: *not* is no *note*."""

REAL_DICE = "real dice"
NO_NUMBER = "these rules take no number before the fight. With “real dice” it is asked for when it is rolled."
NO_SUM = "these rules add nothing to the number of the order: is it the number itself, or a note?"
NO_MODIFIER = "these rules have no such modifier, or several: name the one that is meant."
_NO_NAMES = (Meaning.ORDER, Meaning.ORDER_MODIFIER, Meaning.HEALTH, Meaning.ARMOUR)
"""The meanings of words before values that are no names."""
_NAMES_MODIFIER = re.compile(
    r"(?:modifiers?|bonus) (?:of|to|for) initiative|initiative (?:modifier|bonus)", re.IGNORECASE
)

_BEHIND = re.compile(r"(?<!\s)(?:\s++x|\s*+[×*])\s*+(\d{1,4}|\d*[dw]\d{1,3}(?:[+\-−]\d{1,3})?)\Z", re.IGNORECASE)
_BEFORE = re.compile(r"(?:[xX×]\s*+)?([1-9]\d{0,3})(?:\s*+[xX×*](?:(?=[A-ZÀ-Þ])|\s++)|\s++)([^\W\d].*)", re.DOTALL)
"""The number of combatants behind or before a name."""
_TIMES = re.compile(r"x(\d{1,4}|\d*[dw]\d{1,3}(?:[+\-−]\d{1,3})?)", re.IGNORECASE)
_FIRST_TO_LAST = re.compile(r"(.*[^\W\d])\s+#?1\s*[-–]\s*#?(\d{1,2})")
"""Like combatants by their numbers: ``Goblin 1-3``."""
_BY_LETTERS = re.compile(r"(.*\w)\s+A\s*[-–]\s*([B-Z])")
"""Like combatants by their letters: ``Goblin A-C``."""

NUMBER = re.compile(r"[+\-−]?\d+")
_OF_ORDER = re.compile(
    rf"(?:(?P<bonus>{forms_of(Meaning.ORDER_MODIFIER)})|(?P<order>{forms_of(Meaning.ORDER)}))\.?\s*+(?:[:=]\s*+)?"
    r"(?P<number>[+\-−]?\d{1,4})",
    re.IGNORECASE,
)
"""A number of the order, or its modifier, behind its word."""
_OF_ORDER_BEFORE = re.compile(rf"(?P<number>[+\-−]?\d{{1,4}})\s*+(?P<word>{forms_of(Meaning.ORDER)})", re.IGNORECASE)
NUMBERS_AT_END = re.compile(r"(?<![\s\d+\-−])[\s\d+\-−]++$")
_CONDITION = re.compile(
    rf"(?P<name>(?:{forms_of(Meaning.CONDITION)})(?:\s\d{{1,2}})?)\.?(?P<text>\s(?!on\s(?:an?\s|each\s)?(?:hit|crit|miss|fail|raise|touch))(?:on|by|from|until|till|for|to|auf|von|bis)\s.*)?",
    re.IGNORECASE,
)
"""A condition, perhaps with its value, and what is said of it: ``frightened 2``, ``concentrating on bless``."""
_IMPROVED = re.compile(
    r"(?:edges?\s?:\s?)?(?:(imp(?:roved|\.)?)\s)?([^()]+?)(?:\s\((imp)(?:roved|\.)?\))?", re.IGNORECASE
)
"""An edge, which may be improved: ``imp. level headed``, ``level headed (imp.)``."""
_NUMBER_FIRST = re.compile(r"([+\-−]?\d++)\s*+([^\W\d].*)")
_NUMBER_LAST = re.compile(r"(?:(.*\S)\s++)?([+\-−]?\d+)")
_ARMOUR = re.compile(r"(?:ac|armou?r class)\s*(\d[^,]*)|(\d{1,3})\s*(?:ac|armou?r class)", re.IGNORECASE)


class UnknownPart(BadValue):
    """A part of a quick line that names no value of the rules; others have a value that cannot be."""


class RepeatedValue(BadValue):
    """A second value for the same thing in a quick line."""


def read_quick_line(line: str, fields: tuple[Field, ...]) -> AddCombatant:
    """Parse a quick line for a system with these fields. Raises BadValue for an unreadable or repeated part.

    The first part is the name; ``x3`` behind it or ``3`` before it adds three, and ``x1d4`` is rolled. The other parts,
    in any order:

    - a field and its value: ``nimbleness 5``, ``5 nimbleness``, or a value of a list by itself (``shooting``);
    - ``side``, ``group``, ``note``, ``temporary`` or ``health`` (``hp``) with a value, such as ``hp 11/18`` or
      ``hp 2d6``, which is rolled; ``ac 15`` goes into the note;
    - ``condition`` with a name, which may be any; behind a name with ``x1``, the number of combatants: ``x3``;
    - ``counter arrows 12``, also ``9/12``, or with ``each turn``, ``each round`` or ``on a rest`` for its refill;
    - ``real dice`` (``table``) for dice rolled at the table, ``hidden``, ``round 2`` for a reinforcement of that round;
    - another word and a number for a field that takes names: ``sabre 4`` fills weapon and level. A word that looks like
      a mistyped known word is refused (``nimblnis 5``), unless the field stands before it (``weapon nimblnis 5``).
    """
    if len(line) > LONGEST_LINE:
        raise BadValue(f"A quick line has at most {LONGEST_LINE} characters, not {len(line)}.")
    head, *parts = split_line(line, fields)
    called, many = split_count(head)
    # Of several, the name is a plural: ``3 Goblins``, ``Goblins x3``.
    name = clean_text("The name", called if many in ("", "1") else singular(called), LONGEST_NAME)
    if not name:
        raise BadValue("A quick line begins with a name.")
    is_value = _is_value(head, fields) or (not is_exact(line) and meaning_of(name) in _NO_NAMES)
    if is_value or (parts and not is_exact(line) and holds_values_alone(line, fields)):
        text = shorten(head)
        raise BadValue(f"A line begins with a name, and “{text}” is read as something else: “{text} x1” is a name.")
    if looks_like_data(head):
        raise BadValue(f"“{shorten(head)}”: put values after a comma. If it is a name, write “{shorten(called)} x1”.")
    count, count_dice = read_count(name, many)
    sheet: dict[str, Value] = {}
    texts = {"side": "", "group": ""}
    lower = _lower_halves(parts, fields)
    notes, counters, conditions = [*lower], list[Counter](), list[LastingCondition]()
    armour, temporary = "", 0
    health = WrittenHealth()
    at_table = hidden = False
    comes: Schedule | None = None
    # A rule set may have a field called “counter” or “hidden”: its own fields come first.
    own = _terms_of(fields).labels
    said: dict[str, Value] = {}
    for part in parts:
        if wrong := wrong_number(part, parts, fields):
            raise BadValue(wrong)
        words = put_word_first(name_number_of_order(" ".join(part.split()), fields), fields).split()
        if not words or " ".join(words) in lower:
            continue
        key, rest = words[0].casefold(), " ".join(words[1:])
        fills = {key}
        if key in texts and rest:
            texts[key] = rest
        elif side_named(" ".join(words)) and not _is_own(" ".join(words), fields):
            texts["side"], fills = side_named(" ".join(words)), {"side"}
            sheet.update(pick_of_side(texts["side"], fields))
        elif key == "note" and rest:
            notes.append(rest)
            fills = set()
        elif key == "condition" and rest and key not in own:
            conditions.append(LastingCondition(clean_text("The condition", rest, LONGEST_NAME)))
            fills = {f"condition {rest.casefold()}"}
        elif many == "1" and (times := _TIMES.fullmatch(" ".join(words))):
            (count, count_dice), fills = read_count(name, times[1]), {"count"}
        elif key == "counter" and rest and key not in own:
            counters.append(read_counter(rest))
            fills = {f"counter {counters[-1].name.casefold()}"}
        elif key == "temporary" and rest and key not in own:
            temporary = int(read(TEMPORARY, rest))
        elif key == "health" and rest:
            health = read_health(rest)
            # The second number of Traveller’s animals is no full health: ``hits 24/10``.
            notes += [f"health {rest}"] if health.left > health.full > 0 else []
        elif " ".join(words).casefold() in (REAL_DICE, "table"):
            at_table, fills = True, {REAL_DICE}
        elif meaning_of(" ".join(words)) is Meaning.HIDDEN and key not in own:
            hidden = True
        elif meaning_of(" ".join(words)) is Meaning.WINGS and key not in own:
            comes, fills = comes or Schedule(), set()
        elif key == "round" and rest and key not in own:
            comes = Schedule(int(read(ROUND, rest)))
        elif edge := value_of_edge(" ".join(words), fields):
            sheet.update(edge)
            fills = set(edge)
        elif (condition := _CONDITION.fullmatch(" ".join(words))) and not _is_own(condition["name"], fields):
            lasting = LastingCondition(condition["name"], " ".join((condition["text"] or "").split()))
            conditions.append(lasting)
            fills = {f"condition {lasting.name.casefold()}"}
        elif (worn := _ARMOUR.fullmatch(" ".join(words))) and not own & {"ac", "armor class", "armour class"}:
            armour, fills = f"AC {worn[1] or worn[2]}", {"ac"}
        else:
            values = _read_part(" ".join(words), fields)
            fills = set(values)
            if key in {field.code[0] for field in fields}:
                notes.append(f"{key.upper()} {rest}")  # it has more digits than the rules ask for
                # What is told apart is what is left of it by now: ``upp 7A8965, end 4``.
                values = {code: value for code, value in values.items() if code not in said}
                fills = {f"code {key}"}
            sheet.update(values)
        # A second value for the same thing is a slip of typing; which of the two counts is not guessed.
        told = {fill: sheet.get(fill, " ".join(words).casefold()) for fill in fills}
        if any(said.get(fill, value) != value for fill, value in told.items()):
            raise RepeatedValue(f"“{shorten(part)}” repeats what the line already says.")
        said |= told
    if comes:  # only those who join at once are given conditions
        notes += [" ".join(filter(None, (condition.name, condition.text))) for condition in conditions]
        conditions.clear()
    note = "; ".join(filter(None, (armour, *notes)))
    return AddCombatant(
        name, count, texts["side"], texts["group"], sheet | guess_values(sheet, fields), at_table, health.left, note,
        hidden=hidden, comes=comes, full_health=health.full, health_dice=health.dice,
        fallen=health.full > 0 >= health.left, temporary=temporary, count_dice=count_dice, counters=tuple(counters),
        conditions=tuple(conditions),
    )  # fmt: skip


def value_of_edge(edge: str, fields: Sequence[Field]) -> dict[str, Value]:
    """Return the value of the rules that an edge gives; empty for other words, and in rules without such a field."""
    said = _IMPROVED.fullmatch(edge)
    improved, name = (said[1] or said[3], said[2]) if said else ("", edge)
    label, number = EDGE_VALUES.get(f"{'improved ' if improved else ''}{name.casefold()}", ("", 0))
    values = (field.key for field in fields if field.label.casefold() == label and field.low <= number <= field.high)
    return {key: number for key in values if label}


def pick_of_side(side: str, fields: tuple[Field, ...]) -> dict[str, Value]:
    """Return the value of the rules for those of a side: in some, the heroes are *player characters*."""
    return {
        field.key: pick.key for field in fields for pick in field.picks if side_named(pick.label) == side == "Heroes"
    }


def _is_own(word: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a word names a field of the rules, or a value of one."""
    picks = (pick for field in fields for pick in field.picks)
    return any(_fold(word) in calls_of(field) for field in fields) or any(
        _fold(word) in (pick.key, _fold(pick.label)) for pick in picks
    )


def guess_values(sheet: Values, fields: tuple[Field, ...]) -> dict[str, Value]:
    """Return values of missing fields that follow from words in other fields: a knife is a little weapon."""
    return {
        field.key: _guess(field, str(sheet[field.guessed_from]))
        for field in fields
        if field.guessed_from in sheet and field.key not in sheet
    }


def _guess(field: Field, text: str) -> Value:
    words = text.casefold().split()
    return next((key for word, key in field.guesses if word in words), field.default)


def split_line(line: str, fields: tuple[Field, ...]) -> list[str]:
    """Return the parts of a line, the name first."""
    return [*_split(line, fields)]


@lru_cache(maxsize=64)  # a line is split for its values, its slips and its questions
def _split(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    if len(line) > LONGEST_LINE or is_exact(line):
        return tuple(line.split(","))
    return tuple(put_in_parts(_spell_out(line, fields), _terms_of(fields)))


@lru_cache(maxsize=32)
def _terms_of(fields: tuple[Field, ...]) -> Terms:
    """Return what the rules of these fields ask for."""
    numbers = _numbers_of(fields)
    score = next((field.key.replace("_", " ") for field in numbers if field.is_score), "")
    labels = frozenset(called for field in fields for called in calls_of(field))
    picks = (_fold(called) for field in fields for pick in field.picks for called in (pick.key, pick.label))
    texts = tuple(called for field in fields if field.kind is Kind.TEXT for called in calls_of(field))
    return Terms(
        fields,
        score,
        score or ("init" if "initiative" in labels else "initiative"),
        any(field.is_score and field.default != "" for field in numbers),
        modifier_of_order(fields) is not None,
        any(field.kind is Kind.DICE and field.default for field in fields),
        labels,
        frozenset(picks),
        texts,
    )


def _numbers_of(fields: Sequence[Field]) -> list[Field]:
    return [field for field in fields if field.kind in (Kind.NUMBER, Kind.DICE)]


_BEFORE_VALUE = re.compile(r"(?<=[\s,;(/])([^\W\d_]{2,})\.?+(?=\s*+[:=]?\s*+[+\-−]?\d++([dDwW])?)")
"""A word before a number."""
_BEHIND_VALUE = re.compile(
    r"(?<=[\s,;(/])((?:[+\-−]\d{1,2}|\d{1,2}[dDwW](?:\+\d)?)\s++)([^\W\d_]{2,}+)(?!\s*+[:=]?\s*+[+\-−]?\d)(?!['’.-]\w)"
)
"""A word behind a modifier or dice: ``+5 perc``, ``4D per``."""
_CALLED = MappingProxyType({"S": "STR", "D": "DEX", "E": "END", "I": "INT", "Ed": "EDU", "So": "SOC"})
_LETTER = re.compile(r"(Ed|So|[SDEI])(\d{1,2})")
_LETTERED = re.compile(r"(?<=[\s,;(])(?:(?:Ed|So|[SDEI])\d{1,2}(?:[\s,/]++|(?=[;.)]|\Z))){2,}")
"""Attributes by their letters, in rules that have a code of them: ``D5 E6 I10``."""
_BEHIND_NUMBER = re.compile(r"(?<=[\s,;(/])(\d{1,2}\s?+)([^\W\d_]{2,}+)(?=\s*+(?:[,;.)/]|\Z|[+\-−]?\d|\d{1,2}[dDwW]))")
"""A word behind a number, and nothing of it: ``7 bod``, but not ``3 per turn``."""
_STEALTH_WORDS = ("stealth", "heimlichkeit")
_BEFORE_DIGIT = re.compile(r"(?<=[\s,;(/])([^\W\d_]{2,})(?:\s*+[:=])?\s++([A-HJ-NP-Z])(?![\w'’.-])")
"""A word before the digit of a code, above 9: ``DEX A``."""


def _spell_out(line: str, fields: tuple[Field, ...]) -> str:
    """Return the line with the names of fields in place of their beginnings and initials: ``perc 3D``, ``cs 4``."""
    numbers = _numbers_of(fields)
    order = modifier_of_order(fields)
    # Pathfinder’s creatures may roll Stealth for the order in place of Perception.
    goes_by_perception = order is not None and order.key == "perception"
    has_perception = _PERCEPTION.search(line) is not None
    line = _tell_one_sense(line) if goes_by_perception else line
    if any(field.code[0] for field in fields):
        line = _LETTERED.sub(lambda row: _LETTER.sub(lambda said: f"{_CALLED[said[1]]} {said[2]}", row[0]), line)
    goes_by_stealth = goes_by_perception and (not has_perception or "note Perception" in line)
    known = ["initiative", *(called for field in numbers for called in calls_of(field))]
    texts = tuple(call for field in fields if field.kind is Kind.TEXT for call in calls_of(field))
    endings = tuple(f" {called}" for called in known)

    def behind(match: re.Match[str]) -> str:
        before = match.string[: match.start()].casefold().rstrip(" :=")
        if before.endswith(endings):  # “perception 2D ranged weapons 3D”
            return match[0]
        is_stealth = match[2].casefold() in _STEALTH_WORDS and goes_by_stealth
        kind = Kind.NUMBER if match[1][0] in "+-−" else Kind.DICE
        word = "init" if is_stealth else field_of_word(match[2], [field for field in numbers if field.kind is kind])
        is_known = meaning_of(match[2]) not in (None, Meaning.OTHER, Meaning.STATE)
        return f"{match[1]}{word}" if word and not is_known else match[0]

    def of_number(match: re.Match[str]) -> str:
        word = match[2].casefold()
        named = [field for field in numbers if word in FIELD_WORDS.get(field.label.casefold(), ())]
        # “2 pistols” are things: the word must name a value that everybody has, or be a short form of its name.
        meant = [field for field in named if field.default not in ("", 0) or _may_be_short(word, field)]
        is_clear = len(meant) == 1 and meant[0].kind is Kind.NUMBER and meaning_of(word) in (None, Meaning.OTHER)
        return f"{match[1]}{meant[0].key.replace('_', ' ')}" if is_clear else match[0]

    def spelled(match: re.Match[str]) -> str:
        word = match[1].casefold()
        before = line[: match.start()].rstrip().casefold()
        if meaning_of(word) not in (None, Meaning.OTHER, Meaning.STATE) or any(
            word in calls_of(field) for field in fields
        ):
            return match[0]
        if before.endswith((*texts, "note", "side", "group", "counter")):  # any word may follow
            return match[0]
        if word in _STEALTH_WORDS and goes_by_stealth:
            return "init"
        meant = [field for field in numbers if word in FIELD_WORDS.get(field.label.casefold(), ())] or [
            field for field in numbers if _may_be_short(word, field) and (field.kind is Kind.DICE) == bool(match[2])
        ]
        if len(meant) == 1:
            return meant[0].key.replace("_", " ")
        like = get_close_matches(word, known, 1, LIKE_ENOUGH_TO_TAKE) if len(word) > 5 else []
        return like[0] if like and like[0][0] == word[0] else match[0]

    def spelled_apart(match: re.Match[str]) -> str:  # “CS3”
        text = spelled(match)
        return f"{text} " if " " in text and match.string[match.end()].isdigit() else text

    def digit(match: re.Match[str]) -> str:
        is_coded = any(field.code[0] and match[1].casefold() in calls_of(field) for field in numbers)
        return f"{match[1]} {DIGITS.index(match[2])}" if is_coded else match[0]

    line = _name_turns(line, numbers)
    return _speeds_in_quarters(
        _BEFORE_DIGIT.sub(
            digit, _BEHIND_VALUE.sub(behind, _BEHIND_NUMBER.sub(of_number, _BEFORE_VALUE.sub(spelled_apart, line)))
        ),
        numbers,
    )


_SMALL_NUMBERS = MappingProxyType({"two": "2", "three": "3", "four": "4"})
_TURNS_SAID = (
    rf"(?<=[\s,;(])(\d|{'|'.join(_SMALL_NUMBERS)})\s++(?:{'|'.join(TURN_WORDS)})"
    r"(?:\s++(?:a|per|each|every)\s++round)?(?!\w)"
)
_TURNS = MappingProxyType(
    {
        label: re.compile(rf"{_TURNS_SAID}|(?<=[\s,;(])(?:{'|'.join((*alone, '(?!)'))})(?!\w)", re.IGNORECASE)
        for label, alone in TURN_VALUES.items()
    }
)
"""How many turns somebody has, by the label of the field that counts them: with a number, or by a word alone."""


def _name_turns(line: str, numbers: Sequence[Field]) -> str:
    """Return the line with the field for turns before each number of them: ``2 actions`` and ``solo`` as ``turns 2``.

    With a capital a word alone is part of a name, unless a sign stands before it: Han Solo is one.
    """
    field = next((field for field in numbers if field.label.casefold() in TURN_VALUES), None)
    if field is None:
        return line
    label = field.label.casefold()
    alone, turns = TURN_VALUES[label], _TURNS[label]

    def named(said: re.Match[str]) -> str:
        if "note" in line[: said.start()].rpartition(",")[2].casefold():
            return said[0]
        many = said[1] and _SMALL_NUMBERS.get(said[1].casefold(), said[1])
        word = said[0].strip()
        return f"{field.key} {many or alone[word.casefold()]}" if many or _is_no_name(line, said) else said[0]

    return turns.sub(named, line)


def _is_no_name(line: str, word: re.Match[str]) -> bool:
    """Return whether a word is written small, or a sign stands before it."""
    return word[0].islower() or line[: word.start()].rstrip()[-1:] in (",", ";", "(")


_PERCEPTION = re.compile(
    r"(?:(?<=[\s,;])|(?<=\())(?:perc|per|perception|wahrn|wahrnehmung)\.?\s*+[:=]?\s*+([+\-−]\d{1,2})(?!\w)",
    re.IGNORECASE,
)
_STEALTH = re.compile(r"(?<=[\s,;(])(?:stealth|heimlichkeit)\s*+[:=]?\s*+([+\-−]\d{1,2})(?!\w)", re.IGNORECASE)
_SNEAKS = re.compile(rf"(?<!\w)(?:{forms_of(Meaning.HIDDEN)}|avoid\w*\snotice|sneaks?|hides?)(?!\w)", re.IGNORECASE)


def _tell_one_sense(line: str) -> str:
    """Return a line that tells Perception and Stealth with one of them as a note: Stealth, unless somebody sneaks."""
    perception, stealth = _PERCEPTION.search(line), _STEALTH.search(line)
    if not perception or not stealth:
        return line
    is_sneaking = _SNEAKS.search(line)
    note, label = (perception, "Perception") if is_sneaking else (stealth, "Stealth")
    before, after = line[: note.start()], line[note.end() :]
    if before.count("(") > before.count(")"):
        return f"{before}{after}, note {label} {note[1]}"
    return f"{before.rstrip(' ,;')}, note {label} {note[1]},{after}"


HIGHEST_SPEED = 15
"""A higher number for a speed is in quarters."""
_SPEED_SAID = re.compile(
    r"(?<=[\s,;(])((?:basic\s)?[^\W\d_]{2,}+)\s*+[:=]?\s*+(\d{1,2}(?:\.\d{1,2})?)(?![\w.])", re.IGNORECASE
)
_SPEED = re.compile(r"[+\-−]?\d{1,9}(?:\.\d{1,6})?")


def in_quarters(raw: int | str) -> int | str:
    """Return a speed such as 6.25 in quarters, if it is not given so.

    >>> in_quarters("5.75"), in_quarters(6), in_quarters("23"), in_quarters("5.8")
    (23, 24, '23', '5.8')
    """
    text = str(raw).strip()
    if not _SPEED.fullmatch(text) or (text.isdecimal() and int(text) > HIGHEST_SPEED):
        return raw
    quarters = float(text.replace("−", "-")) * 4
    return int(quarters) if quarters.is_integer() else raw


def _speeds_in_quarters(line: str, numbers: Sequence[Field]) -> str:
    """Return the line with each speed in quarters, unless it is called so: ``basic speed 5.75`` as ``speed 23``."""
    field = next((field for field in numbers if field.is_in_quarters), None)
    if field is None:
        return line
    words = (*FIELD_WORDS.get(field.label.casefold(), ()), field.key)

    def written(said: re.Match[str]) -> str:
        return f"{field.key} {in_quarters(said[2])}" if said[1].casefold() in words else said[0]

    return _SPEED_SAID.sub(written, line)


def _may_be_short(word: str, field: Field) -> bool:
    """Return whether a word is the beginning of a field's name, or its initials."""
    for called in calls_of(field):
        initials = "".join(part[0] for part in called.split())
        if (len(word) > 2 and called.startswith(word)) or (
            len(initials) > 1 and word == initials and not meaning_of(word)
        ):
            return True
    return False


def field_of_word(word: str, fields: Sequence[Field]) -> str:
    """Return the word of quick lines for the field that a word, or its beginning, names; empty for other words."""
    word = _fold(word)
    named = (field for field in _numbers_of(fields) if word in FIELD_WORDS.get(field.label.casefold(), ()))
    field = next(named, None) or next((field for field in _numbers_of(fields) if word in calls_of(field)), None)
    short = [field for field in _numbers_of(fields) if _may_be_short(word, field)] if not field else [field]
    return short[0].key.replace("_", " ") if len(short) == 1 else ""


_NAME_BEHIND_VALUES = re.compile(r"[^\W\d][^\d,;:.()=+]*+(?=[,;.(]|\Z)")
_VALUE_WORDS = frozenset(
    (Meaning.HEALTH, Meaning.ARMOUR, Meaning.ORDER, Meaning.OTHER, Meaning.STATE, Meaning.CONDITION)
)
_BEGINS_WORD = re.compile(r"(?<=[\s:=])(?=[^\W\d])")
_MOST_VALUES_BEFORE = 12


def put_name_first(line: str, fields: tuple[Field, ...]) -> str:
    """Return a line whose values stand before the name with the name first; empty for any other line.

    >>> put_name_first("34hp AC16 Thalia, prone", ())
    'Thalia, hp 34, ac 16, prone'
    """
    starts = [match.start() for match in islice(_BEGINS_WORD.finditer(line), _MOST_VALUES_BEFORE)]
    for start in reversed(starts):
        name = _NAME_BEHIND_VALUES.match(line, start)
        before = line[:start].rstrip(" :=,;")
        if name and not _VALUE_WORDS & {meaning_of(word) for word in name[0].split()}:
            values = values_alone(_spell_out(f" {before}", fields), _terms_of(fields))
            if values:
                return ",".join((name[0].strip(), *values)) + line[name.end() :]
    return ""


@lru_cache(maxsize=256)  # on each key one line of the list is new
def holds_values_alone(line: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a line is two or more values with their words, and has no name: ``Pace 6, Parry 6, 3 wounds``."""
    if line.split()[:1] == ["Will"]:  # a name, beside that of a value
        return False
    return len(values_alone(_spell_out(f" {line}", fields), _terms_of(fields))) > 1


def wrong_number(part: str, parts: Sequence[str], fields: tuple[Field, ...]) -> str:
    """Return the error message for a number without a word, if it could be several values."""
    number = part.strip()
    if not NUMBER.fullmatch(number):
        return ""
    is_alone = sum(bool(NUMBER.fullmatch(other.strip())) for other in parts) == 1
    if is_alone and (_field_of_number(number, fields) or any(field.names for field in fields)):
        return ""
    return f"“{number}”: say what it is, such as “hp {number}”."


def _field_of_number(number: str, fields: tuple[Field, ...]) -> Field | None:
    """Return the field for a bare number: the score field; for a signed number, the only other number field."""
    numbers = [field for field in fields if field.kind is Kind.NUMBER]
    # Scores of the order are written without a sign, bonuses with one.
    if number.isdecimal():
        return next((field for field in numbers if field.is_score), None)
    others = [field for field in numbers if not field.is_score and field.default != ""]
    return others[0] if len(others) == 1 else None


def modifier_of_order(fields: tuple[Field, ...]) -> Field | None:
    """Return the field that is added to the roll for the order; None if several may be."""
    numbers = [field for field in fields if field.kind is Kind.NUMBER and not field.is_score and field.default != ""]
    named = [field for field in numbers if _NAMES_MODIFIER.fullmatch(field.label)]
    bonuses = [field for field in numbers if field.is_modifier] or numbers
    return next(iter(named), bonuses[0] if len(bonuses) == 1 else None)


def own_score(fields: Sequence[Field]) -> Field | None:
    """Return the field for the number of the order that the rules themselves ask for; None if they roll it."""
    return next((field for field in fields if field.is_score and field != TOLD), None)


def is_bonus_of_order(part: str) -> bool:
    """Return whether a part is called the modifier of the number of the order: ``init DM +2``."""
    said = _OF_ORDER.fullmatch(part)
    return bool(said and said["bonus"])


def is_number_of_order(part: str) -> bool:
    """Return whether a part is a number of the order or its modifier, and a word names the number."""
    return bool(_OF_ORDER.fullmatch(part) or _OF_ORDER_BEFORE.fullmatch(part))


def is_told_number(part: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a part is the number of the order of the fight."""
    score = next((field.key.replace("_", " ") for field in fields if field.is_score), "")
    try:
        return bool(score) and name_number_of_order(part.strip(), fields).startswith(f"{score} ")
    except BadValue:  # a modifier that the rules do not have
        return False


def name_number_of_order(part: str, fields: tuple[Field, ...]) -> str:
    """Return the part with the name of its field in place of a word for the number of the order or its modifier.

    Other parts stay as they are, and those in which the rules name a field by that word. Raises BadValue if the rules
    in use have no such value.

    >>> name_number_of_order("init +3", (Field("dex", "Dexterity", Kind.NUMBER, 0, is_modifier=True),))
    'dex +3'
    """
    said = _OF_ORDER.fullmatch(part) or _OF_ORDER_BEFORE.fullmatch(part)
    if not said:
        return part
    number = said["number"]
    word = _fold(part.replace(number, "").strip(" .:="))
    # The rules’ own name comes first; a plus, which no such number has, still tells the modifier.
    if any(word in calls_of(field) and not (field.is_score and "+" in number) for field in fields):
        return part
    if (said.re is _OF_ORDER and said["bonus"]) or not number.isdecimal():
        field = modifier_of_order(fields)
        number = f"+{number}" if field and field.is_modifier and number.isdecimal() else number
    else:
        field = next((field for field in fields if field.is_score), None)
    if field is None:
        no_modifier = NO_SUM if own_score(fields) else NO_MODIFIER
        raise BadValue(f"“{shorten(part)}”: {NO_NUMBER if said['number'].isdecimal() else no_modifier}")
    return f"{field.key.replace('_', ' ')} {number}"


def quick_words(fields: tuple[Field, ...]) -> tuple[tuple[str, str], ...]:
    """List the possible parts of a quick line: the label of each, and the text to insert, up to the value.

    >>> quick_words((Field("nerve", "Got a Nerve!", Kind.NUMBER, 5), Field("slow", "Slow", Kind.FLAG, False)))[:3]
    (('nerve', ', nerve '), ('slow', ', slow'), ('side', ', side '))
    """
    named = {field.names for field in fields}
    entries: list[tuple[str, str]] = []
    for field in fields:
        word = field.key.replace("_", " ")
        if field.kind is Kind.PICK:
            entries += [_pick_word(field, pick, fields) for pick in field.picks]
        elif field.is_modifier:
            entries.append((f"{word} +2", f", {word} +"))
        elif field.key not in named:
            entries.append((word, f", {word}" if field.kind is Kind.FLAG else f", {word} "))
    entries += [(word, f", {word} ") for word in ("side", "group", "health", "note")]
    return (*entries, ("hidden", ", hidden"), (REAL_DICE, f", {REAL_DICE}"))


def _pick_word(field: Field, pick: Pick, fields: tuple[Field, ...]) -> tuple[str, str]:
    """Return the label of a pick with its noun, and the shortest text that inserts the pick."""
    label = pick.label if " " in pick.label else f"{field.label}: {pick.label}"
    # Each is tried by reading it: two fields may have a pick of the same name.
    parts = (pick.label, pick.key, f"{field.key.replace('_', ' ')} {pick.key}")
    return label, f", {next((part for part in parts if _reads_as(part, {field.key: pick.key}, fields)), parts[-1])}"


def write_quick_line(combatant: Combatant, fields: tuple[Field, ...]) -> str:
    """Write the quick line that adds this combatant: ``Guard A, nimbleness 5, sabre 4, side Harbour``.

    A comma in a value is written as a semicolon, and a back-tick, which could end a block of Markdown, as an
    apostrophe.
    """
    name = _clean(combatant.name)
    # With a count, a name that looks like data is read as it is written.
    parts = [name if _is_plain_name(name, fields) else f"{name} x1"]
    for field in fields:
        wanted = _values_to_say(combatant, field, fields)
        if wanted:
            parts.append(next((part for part in _parts(field, wanted) if _reads_as(part, wanted, fields)), ""))
    for label, text in (("side", combatant.side), ("group", combatant.group), ("note", combatant.note)):
        if text:
            parts.append(f"{label} {_clean(text)}")
    is_wounded = combatant.full_health > max(combatant.health, 0)
    if combatant.health or is_wounded:
        parts.append(f"health {combatant.health}" + f"/{combatant.full_health}" * is_wounded)
    parts += [f"counter {_clean(write_counter(counter))}" for counter in combatant.counters if counter.most]
    if combatant.at_table:
        parts.append(REAL_DICE)
    return ", ".join(filter(None, parts))


def _clean(text: str) -> str:
    return text.replace(",", ";").replace("`", "'")


def _values_to_say(combatant: Combatant, field: Field, fields: tuple[Field, ...]) -> dict[str, Value]:
    """Return the values for the part of a field, by key, the name of a number first; empty if all are defaults."""
    if field.names:  # written together with the number that it names
        return {}
    told = (*(text_field for text_field in fields if text_field.names == field.key), field)
    said = {each.key: _value(combatant, each) for each in told}
    usual = _guess(field, str(combatant.sheet.get(field.guessed_from, ""))) if field.guessed_from else field.default
    return said if any(said[each.key] != (usual if each == field else each.default) for each in told) else {}


def _value(combatant: Combatant, field: Field) -> Value:
    value = combatant.sheet.get(field.key, field.default)
    return (_clean(value) or field.default) if isinstance(value, str) else value


def _parts(field: Field, wanted: dict[str, Value]) -> tuple[str, ...]:
    """Return the possible texts of a part, the shortest first."""
    key = next(iter(wanted)).replace("_", " ")
    if field.kind is Kind.FLAG:
        return (key,)
    words = " ".join(str(value) for value in wanted.values())
    with_key = f"{key} {words}"  # needed if the name alone would be read as another part
    return (words, with_key) if len(wanted) > 1 else (with_key, f"{field.label} {words}")


def _reads_as(part: str, wanted: dict[str, Value], fields: tuple[Field, ...]) -> bool:
    try:
        return wanted.items() <= read_quick_line(f"name, {part}", fields).sheet.items()
    except BadValue:
        return False


def split_count(head: str) -> tuple[str, str]:
    """Split the first part into the name and the number of combatants, which is empty if missing.

    >>> split_count("Guard x3"), split_count("3 Guard"), split_count("Guard 3"), split_count("Guard A-C")
    (('Guard', '3'), ('Guard', '3'), ('Guard 3', ''), ('Guard', '3'))
    """
    name = head.strip()
    if behind := _BEHIND.search(name):
        return name[: behind.start()], behind[1]
    if before := _BEFORE.fullmatch(name):
        return before[2], before[1]
    if numbered := _FIRST_TO_LAST.fullmatch(name):
        return numbered[1], numbered[2]
    if lettered := _BY_LETTERS.fullmatch(name):
        return lettered[1], str(ord(lettered[2]) - ord("A") + 1)
    return name, ""


def read_count(name: str, many: str) -> tuple[int, str]:
    """Read how many combatants of this name there are: a number, or dice to roll. Raises BadValue.

    >>> read_count("Guard", "3"), read_count("Guard", "d4"), read_count("Guard", "")
    ((3, ''), (1, '1d4'), (1, ''))
    """
    if many and not many.isdecimal():
        return 1, read_count_dice(plain_dice(many))
    count = int(many or 1)
    if not HOW_MANY.low <= count <= HOW_MANY.high:
        raise BadValue(f"{name}: from {HOW_MANY.low} to {HOW_MANY.high} of them, not {count}.")
    return count, ""


def put_word_first(part: str, fields: tuple[Field, ...]) -> str:
    """Write ``30 hp`` and ``hp 30`` as ``health 30``, and ``5 nerve`` as ``nerve 5``; leave other parts unchanged."""
    own = (field for field in fields if field.kind is Kind.NUMBER and not field.names)
    words = {"health": "health", "hp": "health"} | {called: called for field in own for called in calls_of(field)}
    turned = _NUMBER_FIRST.fullmatch(part)
    if turned and _fold(turned[2]) in words:
        return f"{words[_fold(turned[2])]} {turned[1]}"
    word, _, rest = part.partition(" ")
    return f"health {rest}" if _fold(word) == "hp" and words["hp"] == "health" and rest else part


def _lower_halves(parts: Sequence[str], fields: tuple[Field, ...]) -> list[str]:
    """Return the lower of two parts for a field that is two skills: ``Brawling 3`` beside ``Melee 5``."""
    lower = list[str]()
    for halves in (_fold(field.label).split("/") for field in fields if "/" in field.label):
        named = dict[str, str]()
        for text in (put_word_first(" ".join(part.split()), fields) for part in parts):
            skill = NUMBERS_AT_END.sub("", _fold(text))
            if skill in halves and text[len(skill) :].strip(" +").isdecimal():
                named.setdefault(skill, text)
        by_number = sorted(named.values(), key=lambda text: int(text.split()[-1]), reverse=True)
        lower += by_number[1:]
    return lower


def _read_part(part: str, fields: tuple[Field, ...]) -> dict[str, Value]:
    folded = _fold(part)
    word, _, rest = part.partition(" ")
    if values := values_in_code(fields, word.rstrip(":"), rest):
        return values
    for field in fields:
        for called in calls_of(field):
            if folded == called and field.kind is Kind.FLAG:
                return {field.key: True}
            if folded.startswith(f"{called} ") and not field.names:
                if field != modifier_of_order(fields) and is_score_with_plus(field, part[len(called) :].strip()):
                    raise BadValue(f"{field.label}: a number from {field.low} to {field.high}, not a modifier.")
                return {field.key: read(field, _pick(field, part[len(called) :].strip()))}
    for field in fields:
        if field.kind is Kind.PICK and any(pick.key == _pick(field, part) for pick in field.picks):
            return {field.key: _pick(field, part)}
    named = _NUMBER_LAST.fullmatch(part)
    if named and not named[1] and (field_of_number := _field_of_number(named[2], fields)):
        return {field_of_number.key: read(field_of_number, named[2])}
    meant = likely_word(part, fields)
    for field in fields:
        if field.names and named:
            number = next(number_field for number_field in fields if number_field.key == field.names)
            # With the field before it, even a word that looks mistyped is meant: ``weapon nimblnis 5``.
            name = f"{named[1] or ''} ".removeprefix(f"{field.key} ").strip()
            if meant and name == named[1]:
                way = f"{field.key} {part}"
                raise UnknownPart(f"“{shorten(part)}” cannot be read: {meant}? As a {field.key}: “{shorten(way)}”.")
            return {field.key: read(field, name or field.default), number.key: read(number, named[2])}
    if meant:
        raise UnknownPart(f"“{shorten(part)}” cannot be read: {meant}?")
    raise UnknownPart(f"“{shorten(part)}” cannot be read.")


def is_score_with_plus(field: Field, text: str) -> bool:
    """Return whether a modifier stands in place of a score, which has no sign: ``DEX +1`` in Traveller."""
    is_added = field.is_modifier or field.default == 0  # such as a bonus that most have not
    return field.kind is Kind.NUMBER and not is_added and field.low >= 0 and text.startswith("+")


def likely_word(part: str, fields: tuple[Field, ...]) -> str:
    """Return the known word that the part, or its first word, is probably meant to be; empty for none."""
    if meaning_of(part.partition(" ")[0]) is Meaning.OTHER:
        return ""
    alone = ("hidden", REAL_DICE, *(call for field in fields if field.kind is Kind.FLAG for call in calls_of(field)))
    called = (call for field in fields if field.kind is not Kind.FLAG for call in calls_of(field))
    before_value = ("init", "side", "group", "health", "note", "temporary", *called)
    has_number = any(map(str.isdigit, part))
    words = NUMBERS_AT_END.sub("", part).casefold()
    for typed in (word for word in (words, *words.split()[:1]) if len(word) > _SHORTEST_MISTYPED):
        # A word before a value is hardly meant where there is none: *boosted reflexes*.
        likeness = LIKE_ENOUGH if has_number else LIKE_ENOUGH_TO_TAKE
        for meant in (
            *get_close_matches(typed, () if has_number else alone, 1, LIKE_ENOUGH),
            *get_close_matches(typed, before_value, 1, likeness),
        ):
            if typed != meant and typed[:1] == meant[:1]:
                return meant
    return ""


def _is_plain_name(name: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a line that begins with the name is read as that name."""
    is_taken = split_line(name, fields) == [name] == split_line(f"{name}, name", fields)[:1]
    return is_taken and not (split_count(name)[1] or _is_value(name, fields) or looks_like_data(name))


def _is_value(head: str, fields: tuple[Field, ...]) -> bool:
    """Return whether the first part would be read as a value, such as ``nerve 4``, if it came later in the line."""
    said = put_word_first(" ".join(head.split()), fields)
    for field in (*fields, HEALTH):
        for called in calls_of(field):
            if field.kind in (Kind.NUMBER, Kind.DICE) and _fold(said).startswith(f"{called} "):
                try:
                    read(field, said[len(called) :].strip())
                except BadValue:
                    continue
                return True
    return False


def calls_of(field: Field) -> tuple[str, ...]:
    """Return the folded names of a field in a line; for *Brawling/Melee* also each half."""
    label = _fold(field.label)
    parts = label.split("/") if "/" in label else ()
    return label, field.key.replace("_", " "), *parts


def _fold(text: str) -> str:
    """Fold case and the two forms of the apostrophe, for comparison."""
    return text.casefold().replace("'", "’")


def shorten(part: str) -> str:
    return " ".join(part.split())[:40]


def _pick(field: Field, text: str) -> str:
    """Return the key of the pick whose key or label is ``text``; else ``text``."""
    for pick in field.picks:
        if _fold(text) in (pick.key, _fold(pick.label)):
            return pick.key
    return text
