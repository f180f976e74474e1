"""Numbers beside names that are those of the order, by a heading above them or as items of a list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.importers.rows import NO_NAMES
from turntrack.core.fields import Field
from turntrack.core.vocabulary import meaning_of
from turntrack.lines.headings import Heading, tells_totals
from turntrack.lines.plurals import singular

_MOST_COUNTED = 12
"""So many of a kind are in a fight, and hardly more: below a word for the order, a higher number is a place in it."""
_ITEM = re.compile(r"\s*+(\d{1,3})([.)]?)\s++(?=[^\W\d])")
_NAME_AND_TOTAL = re.compile(
    r"\s*+([^\W\d](?:[^\d,;:()+\-−]|[+\-−](?!\d)|\(\d{1,2}\)(?=\s))*+(?<=\s))\+?([-−]?\d{1,3})\s*+"
)


def put_words_to_totals(
    lines: Sequence[str], headings: Sequence[Heading | None], fields: tuple[Field, ...]
) -> list[str]:
    """Return the lines with a word or a sign for each number of the order: ``Aria, init 17``, ``17: Aria``.

    ``headings`` are what the lines say as headings.
    """
    told, is_below = list[bool](), False
    for line, heading in zip(lines, headings, strict=True):
        if heading:
            is_below = tells_totals(line) or (is_below and heading == Heading())
        told.append(is_below and not heading)
    return _put_signs(_put_words(lines, told, fields), is_order=any(map(tells_totals, lines[:2])))


def _put_words(lines: Sequence[str], told: Sequence[bool], fields: tuple[Field, ...]) -> list[str]:
    """Return the lines with a word for each number behind a name that is ``told`` to be that of the order.

    Numbers that only count those of the same name are none.
    """
    score = next((field.key.replace("_", " ") for field in fields if field.is_score), "")
    rows, numbers = dict[int, tuple[str, str]](), dict[str, set[str]]()
    for at, (line, is_told) in enumerate(zip(lines, told, strict=True)):
        row = _NAME_AND_TOTAL.fullmatch(line) if is_told and score else None
        if row and meaning_of(row[1].split()[-1]) not in NO_NAMES:
            rows[at] = row[1].rstrip(" –—-"), row[2]
            numbers.setdefault(rows[at][0].casefold(), set()).add(row[2])
    counted = {
        name for name, each in numbers.items() if each == {str(place) for place in range(1, len(each) + 1)} != {"1"}
    }
    if len(counted) == len(numbers) or all(each == {"1"} for each in numbers.values()):
        return [*lines]
    worded = {at: f"{name}, {score} {number}" for at, (name, number) in rows.items() if name.casefold() not in counted}
    return [worded.get(at, line) for at, line in enumerate(lines)]


def _put_signs(lines: list[str], *, is_order: bool) -> list[str]:
    """Return the lines with a colon behind numbers that are places in the order.

    They stand below a heading that says so, or are items that do not count up.
    """
    items = [_ITEM.match(line) for line in lines]
    numbers = [int(item[1]) for item in items if item and item[2]]
    counts_up = numbers == [*range(numbers[0], numbers[0] + len(numbers))] if numbers else True
    counts_up &= len(numbers) > 1 or numbers in ([], [1])
    # Numbers that count up are those of a list, even of one by the order.
    if (counts_up and numbers) or (not is_order and len(numbers) < max(len(lines), 1)):
        return lines
    return [
        f"{item[1]}: {line[item.end() :]}"
        if item and (item[2] or int(item[1]) > _MOST_COUNTED or not _is_counted(line[item.end() :]))
        else line
        for line, item in zip(lines, items, strict=True)
    ]


def _is_counted(text: str) -> bool:
    """Return whether words behind a number are a plural in small letters, which the number counts: ``2 rats``."""
    name = text.partition(",")[0].strip()
    return name[:1].islower() and singular(name) != name
