"""Members of a group who are numbered or lettered behind the group, or below it: ``drones: 1) 12 hp 2) 5/12``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from turntrack.core.fields import Field
from turntrack.core.vocabulary import Meaning, forms_of
from turntrack.lines.groups import keys_told, merge_parts
from turntrack.lines.plurals import singular
from turntrack.lines.quick_line import LONGEST_LINE, split_count, split_line
from turntrack.lines.tokens import NUMBERS

_MARK = (
    r"(?:(?:\#|no\.\s?|nr\.\s?)(?P<number>\d{1,2})\b[.):]?|\(?(?P<item>\d{1,2})\)|(?P<dotted>\d{1,2})[.:](?=\s)"
    r"|\(?(?P<letter>(?-i:[A-H]))\)?:?(?=\s))"
)
_ITEM = re.compile(
    rf"\s*+(?:[-*•]\s++)?(?:{_MARK}|(?P<bare>\d{{1,2}})(?=\s++\d))\s*+(?:[:=–—-]\s*+)?(?P<rest>\S.*)", re.IGNORECASE
)
"""A member on a line of its own: ``#1 36``, ``2) 5 of 12, sparking``, ``- B 22/40``."""
_WITHIN = re.compile(rf"(?:(?<=[\s,;(:])|\A){_MARK}\s*+(?:[=–—-]\s++)?(?=\S)", re.IGNORECASE)
_HEALTH_WORDS = forms_of(Meaning.HEALTH)
_HEALTH = re.compile(
    rf"(?:(?:is|now|ist)\s)?(?:(?:at|on|bei|auf)\s)?(?:(?:{_HEALTH_WORDS})\s?)?(?P<now>\d{{1,4}})(?:(?:\s?/\s?|\s(?:of|von|out\sof)\s)(?P<full>\d{{1,4}}))?"
    rf"(?:\s?(?:{_HEALTH_WORDS})\b)?(?![\w/+])(?P<more>(?:[\s,;:.–—-].*)?)",
    re.IGNORECASE,
)
"""The health of a member, and what else is said: ``12/36 prone``."""
_GONE = re.compile(
    r"(?:is\s)?(?:already\s)?(?:dead|gone|slain|killed|tot|erledigt)(?!\w).*|(?:skip|left\sout)\W*+", re.IGNORECASE
)
"""Who takes no part: ``dead - skip``."""
_DOWN = re.compile(r"(?:is\s)?(?:down|out|ko|k\.o\.|unten)\W*+", re.IGNORECASE)
_WELL = re.compile(
    r"(?:(?:is|still)\s)?(?:ok(?:ay)?|fine|full(?:\s(?:hp|health))?|unhurt|unharmed|unscathed|untouched|fresh|unverletzt)\W*+",
    re.IGNORECASE,
)
"""A member of whom there is nothing to say."""
_LINKED = re.compile(r"\A[\s,;:.–—-]+|[\s,;:.–—-]+\Z")
_ALL = re.compile(
    r"(?:they\s)?(?:all|each|alle|jeweils|every\sone)\s++(?:(?:are|have|has|with|go(?:es)?|acts?|sind|haben|mit)\s++)?",
    re.IGNORECASE,
)
_FOR_ALL = re.compile(rf"[.,;)]\s*+(?={_ALL.pattern})", re.IGNORECASE)
_ON = re.compile(r"(?:on|at|auf|bei)\s(?P<number>\d{1,2})", re.IGNORECASE)
_MOST = re.compile(
    rf"(?:(?:{_HEALTH_WORDS})\s)?(?:(?P<before>\d{{1,4}})\s?(?:(?:{_HEALTH_WORDS})\s)?max|max\.?\s(?:(?:{_HEALTH_WORDS})\s)?(?P<behind>\d{{1,4}}))(?:\seach)?",
    re.IGNORECASE,
)
_FULL = re.compile(r"(?:hp|health) (?P<number>\d++)")
_NAME = re.compile(r"[^\W\d][^\d,;:()]*[^\s\d,;:()]")


_SIBLING = re.compile(
    r"(?P<name>\s*+(?:[-*•]\s++)?[^\W\d][^\d,;:()]*?)\s(?P<mark>\#?\d{1,2}|[A-H])(?:(?:\s|\s[–—-]\s|:\s)(?P<more>[^\W\d]\D*)?|[\s,;:(].*|\Z)"
)
"""One of several alike on a line of its own, and the words behind: ``ghoul 3 ok``."""


class Members(NamedTuple):
    """A group whose members are told apart."""

    others: str
    """The line of those who are not listed; empty where all are."""
    lines: tuple[str, ...]
    """The line of each who is listed; empty for who is gone."""


def split_members(line: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return the lines of the members listed behind their group; empty for any other line.

    >>> split_members("drones: 1) 12 hp 2) 5 of 12", ())
    ('drone 1, hp 12', 'drone 2, hp 5/12')
    >>> split_members("3 orcs, hp 12", ())
    ()
    """
    every_mark = [*_WITHIN.finditer(line)]
    forms = ([mark for mark in every_mark if mark[form]] for form in ("number", "item", "dotted", "letter"))
    marks = next((marks for marks in forms if _count_up([_mark_of(mark) for mark in marks])), [])
    if not marks or not line[: marks[0].start()].strip():
        return ()
    ends = [*(mark.start() for mark in marks[1:]), len(line)]
    items = [line[mark.end() : end].strip(" ,;") for mark, end in zip(marks, ends, strict=True)]
    name = line[: marks[0].start()].strip()
    items = [item[: -len(name)].rstrip(" ,;") if item.casefold().endswith(name.casefold()) else item for item in items]
    last, *shared = _FOR_ALL.split(items[-1], maxsplit=1)
    head = ", ".join((line[: marks[0].start()].strip(" ,;:(–—-"), *(each.strip(" .)") for each in shared)))
    members = _write([_mark_of(mark) for mark in marks], head, [*items[:-1], last.strip(" .)")], fields)
    return tuple(filter(None, (members.others, *members.lines))) if members else ()


def read_members(lines: Sequence[str], fields: tuple[Field, ...]) -> Members | None:
    """Read the line of a group, and the members on the lines below, as many as there are; None for other lines.

    >>> read_members(["ghasts, all on 11", "#1 36", "#2 29/36 prone", "Bo"], ()).lines
    ('ghast 1, init 11, hp 36', 'ghast 2, init 11, hp 29/36, prone')
    """
    if not (lines[1:] and _ITEM.fullmatch(lines[1][:LONGEST_LINE])):
        return None
    group, marks, rests = lines[0].strip().rstrip(":"), list[str](), list[str]()
    many, is_numbered = _count_of(group, fields), True
    for line in lines[1:]:
        item = _ITEM.fullmatch(line[:LONGEST_LINE])
        is_next = item and _count_up([*marks, _mark_of(item)], fewest=1)
        if not item or not (is_next or (item["number"] and _are_some([*marks, _mark_of(item)], many))):
            break
        marks.append(_mark_of(item))
        rests.append(item["rest"])
        is_numbered &= bool(item["number"])
    if not (_count_up(marks) or _are_some(marks, many)):
        return None
    return _write(marks, group, rests, fields, is_numbered=is_numbered)


def part_siblings(lines: Sequence[str]) -> list[str]:
    """Return the lines of a list, in which words behind the number of one of several alike are no part of the name.

    >>> part_siblings(["ghoul 1 hidden", "ghoul 2 ok", "Bo 7 prone"])
    ['ghoul 1, hidden', 'ghoul 2', 'Bo 7 prone']
    """
    siblings = [_SIBLING.fullmatch(line[:LONGEST_LINE]) for line in lines]
    kinds = dict[str, set[str]]()
    for each in filter(None, siblings):
        kinds.setdefault(_stem(each), set()).add(each["mark"].upper())
    alike = {stem for stem, marks in kinds.items() if _count_up(sorted(marks, key=lambda mark: (len(mark), mark)))}
    parted, seen = list[str](), set[tuple[str, str]]()
    for line, sibling in zip(lines, siblings, strict=True):
        who = (_stem(sibling), sibling["mark"].upper()) if sibling else ("", "")
        is_another = sibling and sibling["more"] and who[0] in alike and who not in seen
        parted.append(_with_comma(sibling) if sibling and is_another else line)
        seen.add(who)
    return parted


def _with_comma(sibling: re.Match[str]) -> str:
    """Return a line with a sign behind the number of the name."""
    rest = _WELL.sub("", sibling["more"]).strip()
    return f"{sibling['name'].lstrip(' -*•')} {sibling['mark']}" + f", {rest}" * bool(rest)


def _stem(sibling: re.Match[str]) -> str:
    return sibling["name"].strip(" -*•").casefold()


def _mark_of(match: re.Match[str]) -> str:
    told = match.groupdict()
    return next(told[form] for form in ("number", "item", "dotted", "letter", "bare") if told.get(form))


def _count_up(marks: Sequence[str], fewest: int = 2) -> bool:
    """Return whether marks are 1, 2, 3 or A, B, C."""
    places = [int(mark) if mark.isdecimal() else ord(mark.upper()) - ord("A") + 1 for mark in marks]
    is_alike = len({mark.isdecimal() for mark in marks}) == 1
    return len(marks) >= fewest and is_alike and places[0] == 1 and all(b == a + 1 for a, b in pairwise(places))


def _are_some(marks: Sequence[str], many: int) -> bool:
    """Return whether marks are those of some of so many: ``#2`` and ``#3`` of three."""
    numbers = [int(mark) if mark.isdecimal() else 0 for mark in marks]
    return bool(numbers) and numbers[0] > 0 and numbers[-1] <= many and all(a < b for a, b in pairwise(numbers))


def _count_of(group: str, fields: tuple[Field, ...]) -> int:
    """Return how many a line counts; 0 if it does not say."""
    _, many = split_count(split_line(group, fields)[0].strip(" -*•"))
    return NUMBERS.get(many.casefold(), 0) or (int(many) if many.isdecimal() else 0)


def _write(
    marks: Sequence[str], group: str, rests: Sequence[str], fields: tuple[Field, ...], *, is_numbered: bool = False
) -> Members | None:
    """Write the lines of members; None where the group is none, or somebody of another name is listed."""
    head, *parts = split_line(group, fields)
    name, _ = split_count(head.strip(" -*•"))
    number = _count_of(group, fields)
    is_group = singular(name) != name or number == len(marks) or (not number and marks[0].isdecimal())
    if not (_NAME.fullmatch(name) and is_group) or 0 < number < len(marks):
        return None
    parts = [f" {_as_value(_ALL.sub('', part.strip(), count=1))}" for part in parts]
    most = next((most for part in parts if (most := _MOST.fullmatch(part.strip()))), None)
    shared = [part for part in parts if not _MOST.fullmatch(part.strip())]
    told = next((full for part in shared if (full := _FULL.fullmatch(part.strip()))), None)
    whole = int(most["before"] or most["behind"]) if most else int(told["number"]) if told else 0
    lines = list[str]()
    for mark, rest in zip(marks, rests, strict=True):
        own = _read(rest, whole, fields, is_numbered=is_numbered)
        if own is None:
            return None
        health = [f" hp {whole}"] if whole else []
        others = [part for part in shared if not (own and _FULL.fullmatch(part.strip()))]
        called = f"{singular(name)} {mark}" + " x1" * (len(marks) == 1)
        if own == [_OUT]:
            lines.append("")
        elif own:
            is_healthy = own[0].startswith("hp ")
            said = merge_parts(", ".join(own), others if is_healthy else [*health, *others], fields)
            lines.append(",".join((called, *said)))
        else:
            lines.append(",".join((called, *health, *(part for part in shared if not _FULL.fullmatch(part.strip())))))
    left = number - len(marks)
    health = [f" hp {whole}"] if most else []
    other = next((place for place in range(1, number + 1) if str(place) not in marks), 0)
    called = f"{singular(name)} {other}" if left == 1 and len(marks) > 1 else f"{name} x{left}"
    return Members(",".join((called, *health, *shared)) if left > 0 else "", tuple(lines))


_OUT = "left out"


def _as_value(part: str) -> str:
    """Return a part of the line of a group with a word for its number: ``on 11``."""
    on = _ON.fullmatch(part)
    return f"init {on['number']}" if on else part


def _read(rest: str, full: int, fields: tuple[Field, ...], *, is_numbered: bool) -> list[str] | None:
    """Return the parts of a member, the health first; None for what may be somebody else.

    Behind a number with its sign, ``#3 grabbed Edda``, nobody else stands.
    """
    if _GONE.fullmatch(rest):
        return [_OUT]
    health = _HEALTH.fullmatch(rest)
    more = _LINKED.sub("", health["more"] if health else rest)
    if _GONE.fullmatch(more):
        return [_OUT]
    own = list[str]()
    if health:
        now, most = int(health["now"]), int(health["full"] or full or 0)
        own = [f"hp {now}/{most}" if now < most else f"hp {now}"]
    if not more or _WELL.fullmatch(more):
        return own
    if _DOWN.fullmatch(more):
        return [f"hp 0/{full}" if full else "down"]
    begun = split_line(f"X, {more}", fields)[1:2]
    tells = bool(begun and keys_told(begun[0], fields))
    is_remark = not any(map(str.isdigit, more)) and more[:1].islower()
    if not health and not ((tells and (is_numbered or more[:1].islower())) or (is_numbered and is_remark)):
        return None
    return [*own, more]
