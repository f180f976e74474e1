"""The parts of a quick line that cannot be read, and the ways to mend each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from string import ascii_uppercase
from typing import NamedTuple

from turntrack.core.errors import BadValue
from turntrack.core.fields import LONGEST_NAME, Field, Kind, modifier_of
from turntrack.core.vocabulary import LINKS, PEOPLE, TRAITS, Meaning, meaning_of
from turntrack.lines.free_form import (
    ARMOUR,
    HP,
    INITIATIVE,
    INITIATIVE_BONUS,
    OTHER_WITH_HEALTH,
    TEMPORARY,
    is_exact,
    looks_like_data,
)
from turntrack.lines.groups import GroupRead, split_group
from turntrack.lines.plurals import singular
from turntrack.lines.quick_line import (
    NUMBER,
    NUMBERS_AT_END,
    REAL_DICE,
    RepeatedValue,
    UnknownPart,
    calls_of,
    is_bonus_of_order,
    is_number_of_order,
    is_told_number,
    likely_word,
    modifier_of_order,
    own_score,
    put_name_first,
    put_word_first,
    quick_words,
    read_quick_line,
    shorten,
    split_count,
    split_line,
    wrong_number,
)
from turntrack.lines.several import pieces_of, split_at_others, split_combatants, split_with_sentence
from turntrack.lines.tokens import NUMBERS, TokenKind, begins_with_deed, kinds_of_words

MOST_WAYS = 4
_STATES = (Meaning.STATE, Meaning.CONDITION)
HEALTH_PART = re.compile(rf"(?:{HP})\s++\d{{1,5}}(?:/\d{{1,5}}){{0,19}}", re.IGNORECASE)
_HEALTH_WITHIN = re.compile(rf"\s(?:{HP})\s?[:=]?\s?\d|\d\s?(?:{HP})\b", re.IGNORECASE)
LEAVE_OUT = "-"
"""Stands for a part that is left out."""
_NAMES = re.compile(r"(?:\d{1,3}(?:\s*+[x×])?\s++)?[^\W\d][^\d]*(?:\([^()]*\))?")
"""A name, perhaps with a number of combatants before it."""


_WORD = re.compile(rf"\W*+(?:{HP}|{ARMOUR}|{INITIATIVE}|{TEMPORARY}|str|dex|con|int|wis|cha)\W*+\d", re.IGNORECASE)
"""The word of a value, which is no name."""


_COUNTS = re.compile(r"(?!\d)\w[^\d]*\s\d{1,3}(?:\s*/\s*\d{1,3})?")
"""A word and a number, perhaps with the most that it can be."""

_VALUE_AT_END = re.compile(
    r"(?<!\s)\s++((?:[^\s\d]*+\d|\S++\s++(?:[:=]\s*+)?[+\-−]?\d)\S*+(?:\s++(?:of|von)\s*+\d++)?)$"
)
"""A word with a number in it, or a word and a number, perhaps with the most that it can be."""


_BEGINS_WITH_ORDER = re.compile(rf"(?:{INITIATIVE}|{INITIATIVE_BONUS})\b", re.IGNORECASE)
_COUNTED_NAME = re.compile(r"\d{1,3}(?:\s*+[x×])?\s++([^\W\d][^\d/]*)|[^\W\d][^\d]*\s[x×]\s*+\d{1,3}")
"""A number of combatants: ``2 orcs``, ``orc x2``."""

_COUNTED_BEHIND_TITLE = re.compile(r"([^\W\d][^\d,;:()]*):\s++(\d{1,2}\s++[^\W\d][^\d:]*)")
"""Several who are counted behind a title: ``Boarders: 4 corsairs``."""
_WORD_BEFORE_NUMBER = re.compile(r"(?<![^\W\d])([^\W\d]++)\s?[:=]?\s?[+\-−]?\d")
_LINKED = re.compile(r"\s*+(?:and|und|plus|then|dann|sowie)\s++", re.IGNORECASE)
_COUNTED_FIRST = re.compile(r"\s*+(?:\d{1,2}\s|an?\s|dozen\s)", re.IGNORECASE)
_OWNING = (
    "a", "an", "and", "another", "ein", "eine", "her", "his", "ihr", "ihre", "its", "plus", "sein", "seine", "their",
    "und",
)  # fmt: skip
"""Words before somebody who belongs to another."""
_SUIT = re.compile(r"clubs|diamonds|hearts|spades|[♣♦♥♠]|joker|wild\scard", re.IGNORECASE)
_PEOPLE = re.compile(
    rf"(\d{{1,2}})\s(?:{'|'.join(PEOPLE)}|guys|strong|(extras?|wild\s?cards?|minions?|mooks?))", re.IGNORECASE
)
"""How many there are, or how many belong to somebody: ``Patrol, 4 men``."""

_TOTAL_AT_END = re.compile(r"[^\d+\-−]++([+\-−]?\d{1,3})")
"""Words without a number, and a single number behind them, which is no dice: ``initiative total 8``."""
_MISTYPED_BEHIND = re.compile(r"([^\d]*[^\s\d:])\s++([^\W\d]{4,}\s++[+\-−]?\d\S*)")
"""A name with a word and a number behind it: ``Owlbear percption +13``."""
_NUMBER_BEHIND_DASH = re.compile(r"([^\W\d][^\d–—-]*[^\W\d])\s[–—-]\s(\d{1,2})")
"""A name with a number behind a dash: ``Zombies - 4``."""
_BONUS_AT_END = re.compile(r"([^\d+\-−]*[^\s\d+\-−])\s*+([+\-−]\d{1,2})")
"""A name with a modifier behind it: ``Aria +3``."""
_CODE_AT_END = re.compile(r"([^\d:]*[^\s\d:])(?:\s*+:)?\s++(\d{1,2}[dDwW](?:\+\d)?)")
"""A name with a dice code behind it: ``Kessa 4D+2``."""
_CODE = re.compile(rf"(?:(?:{INITIATIVE})\s)?\d{{1,2}}[dDwW](?:\+\d)?", re.IGNORECASE)
_IN_ALL = re.compile(rf"\A(?:{INITIATIVE})\s|\s(?:in\s|for\s)?(?:all|every)\w*+(?:\s[^\W\d]++)?\Z", re.IGNORECASE)
"""Words that leave open which dice are meant: ``2D in everything``, ``init 3D``."""
NUMBER_WITHIN = re.compile(
    r"([^\W\d](?:[^\d:;(]*[^\W\d])?)(?:\s*+:|\s++[–-])?\s++(\d{1,3})[.!]?\s++(\([^()]*\)|[^\d\s][^\d]*)"
)
"""A name, a number, and more words: ``Odd 4 lol``."""
_PAIR = re.compile(r"\d{1,4}/\d{1,4}")
_BEGINNING = re.compile(r"[^\W\d][^.:;(?!–—]{0,39}(?<=[^\s])(?![^\W_])")
"""The first words of a text, as a name."""
_DASH = re.compile(r"\A[–—-]+\s+")
_LEFT_AT_END = re.compile(r"([^\d]*[^\s\d])\s(\d{1,4})\s(?:of|von)\s(\d{1,4})")
"""A name with what is left of a health: ``Ogre 12 of 30``."""
_SIGNED_AT_END = re.compile(r"([^\d:]*[^\s\d:])\s*+:\s*+(\d{1,3})")
"""A name with a number behind a colon."""
_CAPITALS = re.compile(r"[A-ZÀ-Þ][^\W\d]*\.?(?:[\s’'-](?:[A-ZÀ-Þ]|of\s|the\s|von\s|de\s)[^\W\d]*)*")
"""A name whose words have capitals."""
_REMARK_BEHIND = re.compile(r"(?<!\s)\s?\([^()\d]*+\)\Z")
_BEFORE_NAME = re.compile(
    r"(?:[,;]|(?<=[\w)])\.\s)\s*+(?:(?:plus|and|with|und|mit|\+|&)\s++)?(?=(?:\d{1,2}\s++)?[^\W\d])", re.IGNORECASE
)
"""A comma or a full stop, and perhaps a linking word, before what may be a name."""
_OTHER_WITH_VALUES = re.compile(rf"[^\W\d][^\d]*\s(?:\d{{1,4}}\s?(?:{HP})|(?:{HP}|{ARMOUR})\s?\d)", re.IGNORECASE)
"""What may be another combatant, with a value: ``cult fanatic 44hp +2``."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to mend a line."""

    label: str
    line: str
    """The mended line; several lines if a part becomes a line of its own."""
    is_correction: bool = False
    """True if only a mistyped word is replaced."""
    is_total: bool = False
    """True if the number beside a name is taken as that of the order, and is hardly a count: ``Aria 17``."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A part of a line that cannot be read."""

    text: str
    wrong: str
    ways: tuple[Way, ...] = ()
    is_name: bool = False
    """True if the part is the name, which holds what is probably a value."""
    part: str = ""
    """The whole part."""
    taken: str = ""
    """What is read in its place unless a way is taken; empty if one must be."""
    is_doubt: bool = False
    """True if the part is read, and may mean something else, or is read nowhere: it is told even where it is taken."""


def take_slips(line: str, fields: tuple[Field, ...]) -> tuple[str, tuple[Slip, ...]]:
    """Split a line into the line without its unreadable parts, and those parts.

    >>> take_slips("Rat, nreve 5, nerve 4", (Field("nerve", "Got a Nerve!", Kind.NUMBER, 5),))[0]
    'Rat, nerve 4'
    """
    head, *parts = split_line(line, fields)
    if several := _several_healths(head, parts):
        rest, slips_of_rest = take_slips(",".join((head, *several.others)), fields)
        return rest, (*slips_of_rest, several.slip)
    faults = [_fault_within(part, parts, fields) for part in parts]
    slips, name = list[Slip](), head
    if len(name) > LONGEST_NAME and (begun := _BEGINNING.match(name)):
        rest = name[begun.end() :].strip(" .:;–—-").replace(",", ";")
        way = Way(f"{begun[0].strip()}, and the rest a note", ",".join((f"{begun[0]} x1", f" note {rest}", *parts)))
        slips.append(Slip(shorten(head), "This is too long for a name.", (way,), is_name=True, part=head.strip()))
        name = f"{begun[0]} x1"
    elif looks_like_data(head):
        wrong = f"“{shorten(head)}”: is that the whole name?"
        turned = put_name_first(line, fields)
        first = (Way(shorten(turned), turned),) if turned else ()
        ways_of_name = (*first, *_ways_of_name(head, parts, fields))
        slips.append(Slip(shorten(head), wrong, ways_of_name, is_name=True, part=head.strip()))
        name = f"{head} x1"
    taken = [
        _take(" ".join(part.split()), fault, [head, *parts], fields) if fault else part
        for part, fault in zip(parts, faults, strict=True)
    ]
    rest = ",".join((name, *(part if part[0].isspace() else f" {part}" for part in taken if part)))
    for place, (part, fault) in enumerate(zip(parts, faults, strict=True)):
        if fault:
            before, after = [head, *parts[:place]], parts[place + 1 :]
            ways = (
                Way(label, _put(mended, part, before, after), is_correction)
                for label, mended, is_correction in _ways(part, [head, *parts], fields)
            )
            text = " ".join(part.split())
            if not taken[place] and _lacks_value(text, fields):
                slips.append(Slip(text, f"“{text}” has no value yet.", part=text))
                continue
            chosen = taken[place]
            slip = Slip(shorten(part), str(fault), tuple(ways)[:MOST_WAYS], part=text, taken=chosen)
            slips.append(replace(slip, ways=_other_ways(slip, chosen)) if chosen else slip)
    return rest, tuple(slips)


def _fault_within(part: str, parts: list[str], fields: tuple[Field, ...]) -> BadValue | None:
    """Return the error of a part of a line; None if the part can be read."""
    wrong = wrong_number(part, parts, fields)
    return BadValue(wrong) if wrong else _fault(part, fields)


def _take(text: str, fault: BadValue, parts: list[str], fields: tuple[Field, ...]) -> str:
    """Return what is read in place of an unreadable part; empty if the game master must say it.

    What the rules have no field for goes into the note. Asked is where it may be a mistyped word, the number of the
    order, a value without a word, or another combatant.
    """
    if modifier := _modifier_in(text, fields):
        return modifier
    # By the first of these dice the order goes: *init 3D*, and *3D* behind a name.
    codes = _values_of_code(text, fields) if _CODE.fullmatch(text) else iter(())
    if (code := next(codes, "")) and not any(part.strip().startswith(code.rpartition(" ")[0]) for part in parts):
        return code
    note = f"note {text}"
    order = modifier_of_order(fields)
    if not order and own_score(fields) and is_bonus_of_order(text):
        return note
    if order and text.casefold() in calls_of(order) and any(is_told_number(part, fields) for part in parts):
        return note  # ``init 22 (Perception)`` says what was rolled
    if not isinstance(fault, UnknownPart) or _BEGINS_WITH_ORDER.match(text) or _fault(note, fields):
        return ""
    if _is_twice(text) or any(_values_of_code(text, fields)) or _OTHER_WITH_VALUES.match(text):
        return ""
    if meaning_of(text) is Meaning.KIND or any(meaning_of(said) in _STATES for said in (text, *text.split())):
        return note
    if NUMBER.fullmatch(text) or _PAIR.fullmatch(text) or _lacks_value(text, fields) or likely_word(text, fields):
        return ""
    if any(map(str.isdigit, text)):
        counted = _COUNTED_NAME.fullmatch(text)
        is_counted = counted and meaning_of(counted[1] or "") is not Meaning.OTHER
        return "" if is_counted else note
    # Words alone may be further combatants: beside values they are none.
    return note if any(map(str.isdigit, "".join(parts))) and not text.istitle() else ""


def _is_twice(text: str) -> bool:
    """Return whether two dice are rolled for the number of the order: ``adv``, ``so disadv on init``."""
    said = {meaning_of(word) for word in text.split()}
    return meaning_of(text) is Meaning.TWICE or {Meaning.TWICE, Meaning.ORDER} <= said


def _other_ways(slip: Slip, chosen: str) -> tuple[Way, ...]:
    """Return the ways that differ from what is read already."""
    return tuple(way for way in slip.ways if way.label not in (chosen, f"note {slip.part}"))


class _Healths(NamedTuple):
    others: list[str]
    """The parts of the line that are no healths."""
    slip: Slip


def _several_healths(head: str, parts: list[str]) -> _Healths | None:
    """Return the question about a health for each of several: ``3 Orcs, hp 4, 5, 3``; None for other lines."""
    name, many = split_count(head)
    at = next((at for at, part in enumerate(parts) if HEALTH_PART.fullmatch(part.strip())), len(parts))
    healths = [health for part in parts[at : at + 1] for health in part.strip().split("/")]
    for part in parts[at + 1 :]:
        if not part.strip().isdecimal():
            break
        healths.append(part.strip())
    is_listed = any("/" in part for part in parts[at : at + 1])
    # Two with a slash are what is left, and the full health.
    if not many.isdecimal() or len(healths) < 2 + is_listed or len(healths) != int(many):
        return None
    others = [*parts[:at], *parts[at + (1 if is_listed else len(healths)) :]]
    numbers = [healths[0].rpartition(" ")[2], *healths[1:]]
    single = singular(name)
    lines = [
        ",".join((f"{single} {ascii_uppercase[place % 26]} x1", f" hp {number}", *others))
        for place, number in enumerate(numbers)
    ]
    text = ", ".join(healths)
    ways = (
        Way(f"{many} of them, with health {', '.join(numbers)}", "\n".join(lines)),
        Way(f"hp {numbers[0]} for each", ",".join((head, f" hp {numbers[0]}", *others))),
    )
    return _Healths(others, Slip(shorten(text), f"“{shorten(text)}”: a health for each?", ways, part=text))


def ask_for_title(line: str) -> Slip:
    """Return the question whether a line is the title of those below it, or somebody."""
    title = f"{line.strip()}:" if line.rstrip().endswith(")") else f"[{line.strip()}]"
    ways = (Way("A title", title), Way("A combatant", f"{line.strip()} x1"))
    return Slip(shorten(line), f"“{shorten(line)}”: a title, or a combatant?", ways, part=line.strip())


def ask_for_several(line: str, fields: tuple[Field, ...]) -> Slip | None:
    """Return the question whether a line holds several combatants; None where it does not."""
    if is_exact(line) and not _fault_of(line, fields):
        return None
    if (group := split_group(line, fields)).lines:
        return _ask_of_some(line, group)
    lines = split_with_sentence(line, fields, _split) or _split(line, fields)
    way = Way(f"{len(lines)} combatants", "\n".join(lines))
    return (
        Slip(shorten(line), f"“{shorten(line)}”: {len(lines)} combatants?", (way,), part=line.strip())
        if lines
        else None
    )


def _split(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return those of a line that may hold several."""
    lines = split_combatants(line, fields) or _each_with_values(line, fields) or _names_alone(line, fields)
    others = () if lines or is_exact(line) else split_at_others(line, fields)
    return lines or tuple(each for other in others for each in split_combatants(other, fields) or (other,))


def _ask_of_some(line: str, group: GroupRead) -> Slip:
    """Return the question what is meant by what a line says of some of a group."""
    ways = tuple(
        Way(lines[-1].partition(",")[2].strip(), "\n".join(lines)) for lines in (group.lines, group.others) if lines
    )
    return Slip(shorten(line), f"“{shorten(line)}”: {len(group.lines)} kinds?", ways, part=line.strip())


def _each_with_values(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return those of a list who have values each: ``ogre hp59 ac11, 3 goblins hp10 & worg hp26``.

    The first may have only a count. A piece that is no name belongs to the one before it.
    """
    called = frozenset(call for field in fields if field.kind in (Kind.NUMBER, Kind.DICE) for call in calls_of(field))
    lines, has_values = list[str](), 0
    for piece in pieces_of(line):
        linked = _LINKED.match(piece)
        text = piece[linked.end() :] if linked else piece
        is_another = not lines or bool(linked or _COUNTED_FIRST.match(text))
        if _begins(text, called, fields, is_another=is_another):
            lines.append(text)
            has_values += 1
        elif not lines and _COUNTED_FIRST.match(text) and not _fault_of(text, fields):
            lines.append(text)
        elif lines and (not _fault(piece, fields) or meaning_of(piece.split()[0]) or has_values > 1):
            lines[-1] += f", {piece}"
        else:
            return ()
    return tuple(lines) if len(lines) > 1 else ()


def _begins(piece: str, called: Collection[str], fields: tuple[Field, ...], *, is_another: bool) -> bool:
    """Return whether a piece of a line is somebody with values, and not itself a value of another."""
    # “already hit: END 4” tells more of those before.
    if piece.partition(" ")[0].casefold() in LINKS or begins_with_deed(piece):
        return False
    words = {word.casefold() for word in _WORD_BEFORE_NUMBER.findall(piece)}
    has_own = any(call in words or (" " in call and f" {call} " in piece.casefold()) for call in called)
    has_word = has_own or _HEALTH_WITHIN.search(piece) is not None
    is_another |= bool(_SUIT.search(piece))
    may_have_values = has_word or is_another or any(map(str.isdigit, piece))
    if not may_have_values or not _has_name_and_values(piece, fields):
        return False
    command = read_quick_line(take_slips(piece, fields)[0], fields)
    return has_word or (bool(command.sheet) and (is_another or command.count > 1))


def _names_alone(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return three names or more in capitals, perhaps with a remark: ``Nadja, Colt, Old Wim (quick)``."""
    pieces = pieces_of(line)
    names = [_REMARK_BEHIND.sub("", piece) for piece in pieces]
    are_names = all(_CAPITALS.fullmatch(name) and not meaning_of(name) and _fault(name, fields) for name in names)
    return tuple(pieces) if len(names) > 2 and are_names else ()


def ask_where_values_repeat(line: str, fields: tuple[Field, ...]) -> Slip | None:
    """Return the question whether another combatant begins at a name before values that repeat; None if none does."""
    for match in islice(_BEFORE_NAME.finditer(line), MOST_WAYS):
        lines = line[: match.start()].strip(), line[match.end() :].strip()
        if lines[0].count("(") == lines[0].count(")") and all(_has_name_and_values(each, fields) for each in lines):
            way = Way("2 combatants", "\n".join(lines))
            return Slip(shorten(line), f"“{shorten(line)}”: 2 combatants?", (way,), part=line.strip())
    return None


def ask_which_counts(line: str, fields: tuple[Field, ...]) -> Slip | None:
    """Return the question which of two values for the same thing counts; None for a line that has no two.

    >>> [way.line for way in ask_which_counts("Mara, hp 7, hp 9", ()).ways], ask_which_counts("Mara, hp 7", ())
    (['Mara, hp 7', 'Mara, hp 9'], None)
    """
    head, *parts = split_line(line, fields)
    for last, part in enumerate(parts):
        for first, other in enumerate(parts[:last]):
            if isinstance(_fault_of(",".join((head, other, part)), fields), RepeatedValue):
                without = (",".join((head, *parts[:at], *parts[at + 1 :])) for at in (last, first))
                ways = tuple(Way(said.strip(), mended) for said, mended in zip((other, part), without, strict=True))
                wrong = f"“{shorten(part)}” repeats what the line already says."
                return Slip(shorten(part), wrong, ways, part=part.strip())
    return None


def _has_name_and_values(line: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a line is somebody with values, as far as it can be read."""
    rest, slips = take_slips(line, fields)
    name, *parts = split_line(line, fields)
    is_trait = name.casefold().rpartition(" ")[2] in TRAITS
    is_name = not (is_trait or any(slip.is_name for slip in slips) or meaning_of(name)) and bool(_fault(name, fields))
    return is_name and bool(parts) and not _fault_of(rest, fields)


def _lacks_value(text: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a part is a word that a value follows, and nothing else."""
    word = text.rstrip(" +")
    words = {text.strip(", +") for _, text in quick_words(fields) if text.endswith((" ", "+"))}
    return word.casefold() in words or meaning_of(word) in (Meaning.HEALTH, Meaning.ARMOUR, Meaning.ORDER)


def _put(mended: str, part: str, before: list[str], after: list[str]) -> str:
    """Return the line with the mended text in place of the part; if it is empty, with the part as a line of its own."""
    if mended == LEAVE_OUT:
        return ",".join((*before, *after))
    if mended:
        return ",".join((*before, f" {mended}", *after))
    return "\n".join((",".join((*before, *after)), part.strip()))


def _ways_of_name(head: str, parts: list[str], fields: tuple[Field, ...]) -> Iterator[Way]:
    name, many = split_count(head)
    if titled := _COUNTED_BEHIND_TITLE.fullmatch(head.strip()):
        yield Way(f"{titled[2]}, note {titled[1]}", ",".join((titled[2], f" note {titled[1]}", *parts)))
    if mended := _correct_behind_name(name, fields):
        yield Way(mended[1], ",".join((f"{many} {mended[0]}" if many else mended[0], f" {mended[1]}", *parts)), True)
    dashed = _NUMBER_BEHIND_DASH.fullmatch(name)
    if dashed and singular(dashed[1]) != dashed[1] and not many:
        yield Way(f"{dashed[2]} {dashed[1]}", ",".join((f"{dashed[2]} {dashed[1]}", *parts)))
    if not many:
        yield Way(f"The name is “{shorten(head)}”", ",".join((f"{head.strip()} x1", *parts)))
    counted = f" x{many}" if many else ""
    if bonus := _BONUS_AT_END.fullmatch(name):
        yield Way(f"initiative {bonus[2]}", ",".join((f"{bonus[1]}{counted}", f" init {bonus[2]}", *parts)))
    within = NUMBER_WITHIN.fullmatch(name)
    if within and singular(within[1]) != within[1] and not many:
        several = f"{within[2]} {within[1]}"
        yield Way(several, ",".join((several, f" note {within[3]}", *parts)))
    if within and any(field.is_score for field in fields):
        told = (f"{within[1]}{counted}", f" init {within[2]}", f" note {within[3].strip('()')}", *parts)
        yield Way(f"initiative {within[2]}", ",".join(told))
    if (placed := _SIGNED_AT_END.fullmatch(name)) and any(field.is_score for field in fields):
        yield Way(f"initiative {placed[2]}", ",".join((placed[1], f" init {placed[2]}", *parts)))
    if code := _CODE_AT_END.fullmatch(name):
        for way in _values_of_code(code[2], fields):
            yield Way(way, ",".join((code[1], f" {way}", *parts)))
    if left := _LEFT_AT_END.fullmatch(name):
        yield Way(f"hp {left[2]}/{left[3]}", ",".join((f"{left[1]}{counted}", f" hp {left[2]}/{left[3]}", *parts)))
    value = _VALUE_AT_END.search(name.strip("()[] "))
    if value and name[: value.start()].strip() and not _WORD.match(name):
        said = _DASH.sub("", value[1].strip("()[] :=….")).rstrip(" –—-")
        yield Way(
            f"note {said}", ",".join((f"{name[: value.start()].strip(' :–—-')}{counted}", f" note {said}", *parts))
        )


def _ways(part: str, parts: list[str], fields: tuple[Field, ...]) -> Iterator[tuple[str, str, bool]]:
    """Yield the label of each way, the text in place of the part, and whether it corrects a word.

    An empty text stands for a line of its own.
    """
    text = " ".join(part.split())
    is_of_order = _BEGINS_WITH_ORDER.match(text) and any(map(str.isdigit, text))
    if is_of_order or is_number_of_order(text):  # the rules’ own number is never hidden in a counter or a note
        yield from ((way, way, False) for way in _values_of_code(text, fields))
        if own_score(fields) and not modifier_of_order(fields) and (told := _TOTAL_AT_END.fullmatch(text)):
            way = f"initiative {int(told[1].replace('−', '-'))}"
            yield from ((way, way, False), (f"note {text}", f"note {text}", False))
        if not text.replace("−", "-").count("-") and "+" not in text:
            yield f"{REAL_DICE}: typed when it is rolled", REAL_DICE, False
        yield "without it", LEAVE_OUT, False
        return
    if NUMBER.fullmatch(text):
        yield from ((words, words, False) for words in _values_of(text, parts, fields))
        return
    yield from ((way, way, False) for way in _values_of_code(text, fields))
    if modifier := _modifier_in(text, fields):
        yield modifier, modifier, False
    elif mended := _correct(text, fields):
        yield mended, mended, True
    elif not likely_word(text, fields) and _COUNTS.fullmatch(text) and not OTHER_WITH_HEALTH.fullmatch(text):
        yield f"counter {text}", f"counter {text}", False
    if people := _PEOPLE.fullmatch(text):
        yield f"{people[1]} of them", f"x{people[1]}" + (f", {people[2]}" if people[2] else ""), False
    elif _is_twice(text):
        yield f"{REAL_DICE}: typed when it is rolled", REAL_DICE, False
    elif (own := OTHER_WITH_HEALTH.fullmatch(text)) and not _fault(text[own.end(1) :].strip(), fields):
        yield f"{text}: a line of its own", "", False
        yield f"{text[own.end(1) :].strip()}, note {own[1]}", f"{text[own.end(1) :].strip()}, note {own[1]}", False
    elif _OTHER_WITH_VALUES.match(text) or (_may_be_somebody(text, parts) and not wrong_name(text)):
        yield f"{text}: a line of its own", "", False
    yield f"note {text}", f"note {text}", False


def _may_be_somebody(text: str, parts: Sequence[str]) -> bool:
    """Return whether words alone may be another combatant.

    Beside values only words with a count, a capital or an owner may be: *two hounds*, *his wolf*, but not *unarmed*.
    """
    words = text.split()
    if kinds_of_words(()).get(words[0]) in (TokenKind.ON, TokenKind.IN, TokenKind.PLACE, TokenKind.FOR):
        return False  # “on Wall of Water”
    speaks = (
        words[0].casefold() in (*_OWNING, *NUMBERS) or words[0].isdecimal() or any(word[0].isupper() for word in words)
    )
    is_told = speaks or not any(map(str.isdigit, "".join(parts)))
    return bool(_NAMES.fullmatch(text)) and is_told and meaning_of(text) not in (*_STATES, Meaning.KIND)


def _correct_behind_name(name: str, fields: tuple[Field, ...]) -> tuple[str, str] | None:
    """Return the name, and the part behind it with a mistyped word replaced; None if no known word looks like it."""
    mistyped = _MISTYPED_BEHIND.fullmatch(name)
    part = _correct(mistyped[2], fields) if mistyped else ""
    return (mistyped[1], part) if mistyped and part else None


def wrong_name(text: str) -> bool:
    """Return whether a text cannot be the name at the start of a line."""
    return looks_like_data(text) or len(text.split()) > 5


def _values_of(number: str, parts: list[str], fields: tuple[Field, ...]) -> Iterator[str]:
    """Yield the parts that a bare number may stand for."""
    said = " ".join(parts).casefold()
    if not number.startswith(("+", "-", "−")):
        if "hp " not in said and "health " not in said:
            yield f"hp {number}"
        yield f"ac {number}"
    # What is added to something else is seldom called like the number of the order itself.
    for field in sorted(fields, key=lambda field: not number.isdecimal() and meaning_of(field.label) is Meaning.ORDER):
        is_signed_order = field.is_score and not number.isdecimal()
        if field.kind is Kind.NUMBER and not field.names and not is_signed_order:
            modifier = modifier_of(field, number)
            has_own = any(other.key == "initiative" and not other.is_score for other in fields)
            of_order = "init" if has_own else "initiative"
            word = of_order if field.is_score else field.key.replace("_", " ")
            value = number if modifier is None else f"{modifier:+d}"
            way = f"{word} {int(value):+d}" if field.is_modifier else f"{word} {value}"
            if not _fault(way, fields) and not any(each.names == field.key for each in fields):
                yield way


def _values_of_code(text: str, fields: tuple[Field, ...]) -> Iterator[str]:
    """Yield the parts that dice without a word of the rules may stand for: those that everybody has."""
    code = _IN_ALL.sub("", text)
    for field in fields:
        if field.kind is Kind.DICE and field.default and not _fault(f"{field.key} {code}", fields):
            yield f"{field.key.replace('_', ' ')} {code}"


def _correct(text: str, fields: tuple[Field, ...]) -> str:
    """Return the part with the mistyped word replaced; empty if no known word looks like it."""
    meant = likely_word(text, fields)
    _, _, rest = text.partition(" ")
    numbers = NUMBERS_AT_END.search(text)
    number = numbers[0] if numbers else ""
    ways = (f"{meant}{number}", f"{meant} {rest}".rstrip())
    return next((way for way in ways if not _fault(way, fields)), "") if meant else ""


def _modifier_in(part: str, fields: tuple[Field, ...]) -> str:
    """Return the part with the modifier in place of an attribute score; empty without a score.

    >>> _modifier_in("14 dex", (Field("dex", "Dexterity", Kind.NUMBER, 0, is_modifier=True),))
    'dex +2'
    """
    word, _, number = put_word_first(part, fields).rpartition(" ")
    for field in fields:
        modifier = modifier_of(field, number)
        if modifier is not None and word.casefold() in calls_of(field):
            return f"{word} {modifier:+d}"
    return ""


def _fault(part: str, fields: tuple[Field, ...]) -> BadValue | None:
    """Return the error of a part by itself; None if the part can be read."""
    return _fault_of(f"name, {part}", fields)


def _fault_of(line: str, fields: tuple[Field, ...]) -> BadValue | None:
    """Return the error of a line; None if it can be read."""
    try:
        read_quick_line(line, fields)
    except BadValue as error:
        return error
    return None
