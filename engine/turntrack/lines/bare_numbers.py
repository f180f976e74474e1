"""The question what a number beside a name is: that of the order, a count, or part of the name.

In a list in which several names have such a number, the list answers it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from turntrack.core.fields import DEALT, Field, Kind
from turntrack.lines.free_form import QUOTED
from turntrack.lines.plurals import singular
from turntrack.lines.quick_line import (
    LONGEST_LINE,
    NO_NUMBER,
    REAL_DICE,
    calls_of,
    is_told_number,
    modifier_of_order,
    shorten,
    split_count,
    split_line,
)
from turntrack.lines.repairs import HEALTH_PART, NUMBER_WITHIN, Slip, Way
from turntrack.lines.tokens import CARD_OR_COUNT, NUMBERS

_NUMBER_IN_BRACKETS = re.compile(
    r"\s*+(?:\d{1,3}[.)]\s++|[-*•]\s++)?([^\W\d][^,()\[\]]*)[(\[]\s*+(\d{1,3})\s*+[)\]](?!\s*+\d)"
)
"""A name, and a number in brackets behind it: ``Aria (17)``."""
_DICE_AND_BRACKETS = re.compile(r"(?<![\w+/])(\d{1,2}[dDwW](?:\+\d)?)\s?[(\[]\s?(\d{1,3})\s?[)\]]")
"""Dice and a number in brackets behind them: ``5D (24)``."""
_NUMBER_BEFORE = re.compile(r"(\d{1,2})\s++([A-ZÀ-Þ][^\d]*)")
"""A number before a name, which may be a count or that of the order: ``17 Aria``."""
_EACH_OF = re.compile(
    r"\s*+([^\W\d][^\d,;:()]*[^\s\d,;:()])\s*+[:=–-]\s*+(\d{1,2})\s*+[,;](?=.*\b(?:each|apiece|per\s++head|jeweils)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""A number behind a name in the plural, in a line that says what each has: ``Skeletons: 4, 13 hp each``."""
_OF_PLURAL = re.compile(
    r"\s*+(?:\d{1,3}[.)]\s++|[-*•o]\s++)?"
    r"((?:(?:pack|group|band|squad|gang|mob)\sof\s)?([^\W\d](?:[^\d,;:()]*[^\s\d,;:()])?)),\s*+(\d{1,2})\s*+(?=[,;]|\Z)",
    re.IGNORECASE,
)
"""A number behind a comma, behind a name in the plural: ``wolves, 3, hp 11``."""
_EACH = re.compile(r"\b(?:each|apiece|per\s++head|jeweils|je)\b", re.IGNORECASE)
_BEGINS_IN_WORDS = re.compile(rf"\s*+(?:{'|'.join(NUMBERS)})\s", re.IGNORECASE)
_IN_WORDS = re.compile(r"\s*+([A-Z][a-z]++)\s++([A-ZÀ-Þ][^\d]*)")
"""Words that may be a number and those whom it counts, or a name: ``Five Fingers``."""
_NUMBER_AT_END = re.compile(r"([\"“„«]?[^\W\d](?:[^\d]|(?<=[\w-])\d)*(?<=\w))\s++([+\-−]?\d{1,3})")
"""A name that ends with a number, and may have others within a word: ``Aria 17``, ``R4-T2 6``."""
_CODE = re.compile(r"\s*+\d{1,2}[dDwW](?:\+\d)?\s*+")
_DIGITS = re.compile(r"\d++")
_BULLETS = " -–—*•·"
_MOST_WORDS = 8
"""So many words at the beginning of a line may be those of a name."""
_HIGHEST_TOTAL = 40
"""A higher number is seldom one of the order: *Agent 47*, a health."""
_FEW, _MANY = 6, 12
"""So many of a kind are often in a fight, and hardly more."""


def ask_for_number(
    line: str, fields: tuple[Field, ...], numbers: Mapping[str, set[str]] = MappingProxyType({})
) -> Slip | None:
    """Return the question what a number behind the name is: that of the order, a count, or part of the name.

    None where that is clear. ``numbers`` are those behind names in the fight and in all lines: *Goblin 2* beside
    *Goblin 1* is a name.

    >>> total = Field("total", "Total", Kind.NUMBER, "", is_score=True)
    >>> [way.line for way in ask_for_number("Aria 17, hp 20", (total,)).ways]
    ['Aria, init 17, hp 20', 'Aria 17 x1, hp 20']
    """
    takes_total = any(field.is_score for field in fields)
    head, *parts = split_line(line, fields)
    if any(field.key == DEALT.key for field in fields) and (dealt := CARD_OR_COUNT.fullmatch(head)):
        return _ask_of_card(dealt, head, parts)
    if takes_total and (rolled := _DICE_AND_BRACKETS.search(line)) and f" hp {rolled[2]}" in parts:
        return _ask_behind_dice(rolled, head, parts)
    if takes_total and (bracketed := _NUMBER_IN_BRACKETS.match(line)) and split_count(head)[1] == bracketed[2]:
        return _ask_in_brackets(bracketed, head, parts, fields)
    if takes_total and (several := _EACH_OF.match(line)) and singular(several[1]) != several[1]:
        others = [part for part in parts if not is_told_number(part, fields)]
        many = Way(f"{several[2]} of them", ",".join((f"{several[2]} {several[1]}", *others)))
        return _ask(f"{several[1]} {several[2]}", (_tell(several[1], several[2], others), many))
    if takes_total and (plural := _OF_PLURAL.match(line)) and singular(plural[2]) != plural[2]:
        return _ask_behind_plural(plural, line, parts)
    if takes_total and (counted := _NUMBER_BEFORE.fullmatch(head.strip())) and int(counted[1]) > 1:
        # A number in words is a count.
        return _ask_before_name(counted, parts, fields) if counted[1] in _DIGITS.findall(line) else None
    worded = _IN_WORDS.fullmatch(head)
    if worded and (said := NUMBERS.get(worded[1].casefold())) and singular(worded[2]) != worded[2]:
        return _ask(head, (Way(f"{said} of them", ",".join((f"{said} {worded[2]}", *parts))), _as_name(head, parts)))
    called, count = split_count(head)
    numbered = None if count == "1" else _NUMBER_AT_END.fullmatch(called.strip())
    if takes_total and not count and (within := NUMBER_WITHIN.fullmatch(called)):
        return _ask_before_words(within, head, parts, fields)
    # In quotation marks it is a name.
    if not numbered or QUOTED.match(line):
        return None
    if count:
        return _ask_of_several(numbered, count, parts, fields)
    name, number = numbered.groups()
    is_numbered = (number.startswith("0") and number != "0") or numbers.get(name.casefold(), {number}) != {number}
    if is_numbered or (number == "1" and modifier_of_order(fields)):
        return None
    if number.isdecimal():
        return _ask_behind_name(name, number, head.strip(), parts, fields)
    # Where no modifier is added to the roll, a number with a sign is the total.
    is_total = takes_total and not modifier_of_order(fields)
    return _ask(head, (_tell(name, number, parts), _as_name(head, parts))) if is_total else None


def _ask_of_card(dealt: re.Match[str], head: str, parts: list[str]) -> Slip:
    """Return the question whether a number and a suit before a name are a card, or a count: ``3 diamonds dealers``."""
    number, suit, name = dealt["number"], dealt["suit"], dealt["name"].strip()
    card = f"{number} of {suit.casefold()}"
    ways = (
        Way(f"card {card}", ",".join((name, f" {DEALT.key} {card}", *parts))),
        Way(f"{number} of them", ",".join((f"{suit} {name} x{number}", *parts))),
    )
    return _ask(head, ways)


def _ask_behind_dice(rolled: re.Match[str], head: str, parts: list[str]) -> Slip:
    """Return the question whether a number in brackets behind dice is a health, or what they have shown."""
    number, health = rolled[2], f" hp {rolled[2]}"
    others = [part for part in parts if part != health]
    return _ask(rolled[0], (Way(f"hp {number}", ",".join((head, *parts))), _tell(head, number, others)))


def _ask_in_brackets(bracketed: re.Match[str], head: str, parts: list[str], fields: tuple[Field, ...]) -> Slip | None:
    """Return the question what a number in brackets is: ``Aria (17)``, but not ``cops (4), ref 7``."""
    name, number = split_count(head)[0].strip(), bracketed[2]
    if singular(name) != name or (int(number) <= _MANY and (_tells_modifier(parts, fields) or _come_later(parts))):
        return None
    many = Way(f"{number} of them", ",".join((head, *parts)))
    is_told = any(is_told_number(part, fields) for part in parts)
    ways = (many, _as_name(f"{name} {number}", parts)) if is_told else (_tell(name, number, parts), many)
    return _ask(f"{name} ({number})", ways)


def _ask_behind_plural(plural: re.Match[str], line: str, parts: list[str]) -> Slip | None:
    """Return the question what a number behind several is: how many they are, if *each* has something."""
    name, number = plural[1].strip(), plural[3]
    others = [part for part in parts if part.strip() != number]
    if int(number) > _MANY or len(others) == len(parts):
        return None
    many = Way(f"{number} of them", ",".join((f"{name} x{number}", *others)))
    slip = _ask(f"{name} {number}", (many, _tell(name, number, others)))
    return replace(slip, taken=many.label) if _EACH.search(line) else slip


def _ask_before_name(counted: re.Match[str], parts: list[str], fields: tuple[Field, ...]) -> Slip | None:
    """Return the question what a number before a name is: ``17 Aria``, but not ``3 Wachen, dex +2``."""
    number, name = counted.groups()
    is_count = singular(name) != name or name.islower() or (int(number) <= _MANY and _tells_modifier(parts, fields))
    if is_count or _come_later(parts) or any(is_told_number(part, fields) for part in parts):
        return None
    many = Way(f"{number} of them", ",".join((f"{name} x{number}", *parts)))
    return _ask(counted[0], (_tell(name, number, parts), many))


def _ask_before_words(within: re.Match[str], head: str, parts: list[str], fields: tuple[Field, ...]) -> Slip | None:
    """Return the question what a number between a name and more words is: ``Oona 16 full``."""
    name, number, more = within[1], within[2], within[3].strip("() ")
    if singular(name) != name or any(is_told_number(part, fields) for part in parts):
        return None
    told = _tell(name, number, [f" note {more.replace(',', ';')}", *parts])
    return _ask(head, (told, _as_name(head, parts)))


def _ask_behind_name(name: str, number: str, head: str, parts: list[str], fields: tuple[Field, ...]) -> Slip | None:
    """Return the question what a number behind a name is: ``Aria 17``, ``guards 4``."""
    many, as_name = Way(f"{number} {name}", ",".join((f"{number} {name}", *parts))), _as_name(head, parts)
    is_plural = singular(name) != name
    may_be_several = (is_plural or name.islower()) and (int(number) <= _MANY or (is_plural and name.islower()))
    if is_plural and int(number) <= _MANY and _tells_modifier(parts, fields):
        return replace(_ask(head, (many, as_name)), taken=many.label)
    if not any(field.is_score for field in fields):
        if word := _word_of_value(int(number), fields):
            valued = Way(f"{word} {number}", ",".join((name, f" {word} {number}", *parts)), is_total=True)
            return _ask(head, (valued, as_name))
    elif not any(is_told_number(part, fields) for part in parts):
        told = _tell(name, number, parts)
        told = replace(told, is_total=told.is_total and not may_be_several)
        return _ask(head, (told, *((many,) if may_be_several else ()), as_name))
    return _ask(head, (many, as_name)) if may_be_several else None


def _as_name(name: str, parts: list[str]) -> Way:
    """Return the way by which a number is part of the name."""
    return Way(f"The name is “{shorten(name)}”", ",".join((f"{name.strip()} x1", *parts)))


def _tells_modifier(parts: Sequence[str], fields: tuple[Field, ...]) -> bool:
    """Return whether one of the parts is a value from which the rules make the number of the order."""
    kinds = (Kind.NUMBER, Kind.DICE)
    asked = [field for field in fields if field.kind in kinds and not field.is_score and field.default != ""]
    words = ("init +", "init -", *(f"{called} " for field in asked for called in calls_of(field)))
    return any(part.strip().casefold().startswith(words) or _CODE.fullmatch(part) for part in parts)


def _come_later(parts: Sequence[str]) -> bool:
    """Return whether those of a line come later, and have rolled nothing yet."""
    return any(part.strip() == "wings" or part.startswith(" round ") for part in parts)


def _word_of_value(number: int, fields: tuple[Field, ...]) -> str:
    """Return the word for a large number that the rules ask of everybody: *Aria 65* has 65 of Dexterity."""
    asked = (field for field in fields if field.kind is Kind.NUMBER and field.default != "" and not field.is_modifier)
    first = next(asked, None)
    return first.key.replace("_", " ") if first and _MANY < number <= first.high else ""


def ask_in_list(lines: Sequence[str], fields: tuple[Field, ...], others: Collection[str] = ()) -> dict[str, Slip]:
    """Return the questions what the numbers beside the names of a list are, by their lines.

    Two numbers or more that can hardly be anything but those of the order, or are told so, answer it for all that may
    be so: these slips say what is taken.

    >>> total = Field("total", "Total", Kind.NUMBER, "", is_score=True)
    >>> {line: slip.taken for line, slip in ask_in_list(["Aria 17", "Borin 9", "Guards 2"], (total,)).items()}
    {'Aria 17': 'initiative 17', 'Borin 9': 'initiative 9', 'Guards 2': ''}
    """
    asking = ask_each(lines, fields, others)
    while True:
        try:
            next(asking)
        except StopIteration as done:
            asked: dict[str, Slip] = done.value
            return asked


def ask_each(
    lines: Sequence[str], fields: tuple[Field, ...], others: Collection[str] = ()
) -> Generator[float, None, dict[str, Slip]]:
    """Return what ``ask_in_list`` does; yield before each line the share that is done."""
    short = [line for line in lines if len(line) <= LONGEST_LINE]
    numbered = [line for line in short if any(map(str.isdigit, line)) or _BEGINS_IN_WORDS.match(line)]
    numbers = numbers_by_name((*others, *lines))
    asked, named = dict[str, Slip](), dict[str, Slip]()
    has_score = any(field.is_score for field in fields)
    for at, line in enumerate(numbered):
        yield at / len(numbered)
        if slip := ask_for_number(line, fields, numbers):
            asked[line] = slip
        if not has_score and (slip := _ask_for_name(line, fields, numbers)):
            named[line] = slip
    if len({slip.text.rpartition(" ")[0].casefold() for slip in named.values()}) > 1:
        asked = named | asked
    clear = {line.casefold() for line, slip in asked.items() if slip.ways[0].is_total}
    before = [_NUMBER_BEFORE.fullmatch(slip.text) for line, slip in asked.items() if line.casefold() in clear]
    if all(counted and int(counted[1]) <= _MANY for counted in before):
        return asked  # they may all be counts: ``2 Wachen``, ``3 Hunde``
    is_list = len(clear) > 1 or (len(clear) == 1 and any(_tells_number(line, fields) for line in numbered))
    if not is_list:
        return asked
    return {line: replace(slip, taken=slip.taken or _take_total(slip)) for line, slip in asked.items()}


def _tells_number(line: str, fields: tuple[Field, ...]) -> bool:
    """Return whether a line says the number of the order by a word or a sign: ``Biscuit: 15``."""
    return any(is_told_number(part, fields) for part in split_line(line, fields)[1:])


def _ask_for_name(line: str, fields: tuple[Field, ...], numbers: Mapping[str, set[str]]) -> Slip | None:
    """Return the question about a number beside a name, under rules that take none before the fight."""
    head, *parts = split_line(line, fields)
    name = _NUMBER_AT_END.fullmatch(head.strip())
    is_alone = name and numbers.get(name[1].casefold(), {name[2]}) == {name[2]}
    if not name or not is_alone or QUOTED.match(line):
        return None
    has_health = any(part.startswith((" hp ", " health ")) for part in parts)
    ways = (
        *(() if has_health else (Way(f"hp {name[2]}", ",".join((name[1], f" hp {name[2]}", *parts))),)),
        Way(f"{REAL_DICE}: typed when it is rolled", ",".join((name[1], f" {REAL_DICE}", *parts))),
        Way("without it", ",".join((name[1], *parts))),
        _as_name(head, parts),
    )
    return Slip(head.strip(), f"“{shorten(head)}”: {NO_NUMBER}", ways, part=head.strip())


def _take_total(slip: Slip) -> str:
    """Return the label of the way by which a number is that of the order; empty where it is as likely a count."""
    name = _NUMBER_AT_END.fullmatch(slip.text)
    is_one = name and singular(name[1]) == name[1] and _FEW < int(name[2].replace("−", "-")) <= _HIGHEST_TOTAL
    is_told = slip.ways[0].is_total or (is_one and slip.ways[0].label.startswith("initiative"))
    return slip.ways[0].label if is_told else ""


def _ask_of_several(numbered: re.Match[str], count: str, parts: list[str], fields: tuple[Field, ...]) -> Slip | None:
    """Return the question what a second number is, beside that of how many there are: ``3 Thugs 8``."""
    name, number = numbered.groups()
    several = f"{name} x{count}"
    called = f"{singular(name)} {number}"
    as_name = Way(f"The name is “{called}”", ",".join((f"{count} “{called}”", *parts)))
    if any(field.is_score for field in fields) and not any(is_told_number(part, fields) for part in parts):
        return _ask(numbered[0], (_tell(several, number, parts), as_name))
    if any(HEALTH_PART.match(part.strip()) for part in parts):
        return None
    return _ask(numbered[0], (Way(f"hp {number}", ",".join((several, f" hp {number}", *parts))), as_name))


def numbers_by_name(lines: Iterable[str]) -> dict[str, set[str]]:
    """Return for the words before each number or single capital, folded, what stands behind them in all lines.

    >>> numbers_by_name(["Goblin 1, hp 7", "Goblin B"])["goblin"] == {"1", "B"}
    True
    """
    numbers = dict[str, set[str]]()
    for line in lines:
        words = line.lstrip(_BULLETS).replace(",", " ").replace(":", " ").split()
        for at, word in enumerate(words[:_MOST_WORDS]):
            if at and (word.isdecimal() or (len(word) == 1 and word.isupper())):
                numbers.setdefault(" ".join(words[:at]).casefold(), set()).add(word)
    return numbers


def _tell(name: str, number: str, parts: list[str]) -> Way:
    """Return the way by which a number is that of the order."""
    number = number.removeprefix("+")
    word = "init" if number.isdecimal() else "initiative"  # *init -2* would be a modifier
    is_total = abs(int(number.replace("−", "-"))) <= _HIGHEST_TOTAL
    return Way(f"initiative {number}", ",".join((name, f" {word} {number}", *parts)), is_total=is_total)


def _ask(head: str, ways: tuple[Way, ...]) -> Slip:
    """Return the question what a number behind a name is."""
    *others, last = (way.label for way in ways)
    said = last if not last.startswith("The name") else "a name"
    return Slip(head.strip(), f"“{shorten(head)}”: {', '.join(others)}, or {said}?", ways, part=head.strip())
