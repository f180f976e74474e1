"""Lists below a line of labels, such as ``Init / HP / AC`` above ``Aria 20 / 38 / 16``: each row as a line has it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.importers.block_labels import Labels, labels_of
from app.importers.rows import NO_NAMES, is_short_number
from app.importers.tables import FLAGS, MOST_COLUMNS, MOST_LINES, NO_VALUE, WORDS, fold_title, subject_of
from turntrack.core.fields import TOLD, Kind
from turntrack.core.vocabulary import Meaning, meaning_of
from turntrack.systems.protocol import TurnSystem

LONGEST_HEAD = 120
LONGEST_ROW = 400
FEWEST_VALUES = 2
MOST_BELOW = 8
"""So many lines below labels are looked at for a row."""
_VALUE = r"[+\-−]?\d{1,5}(?:/\d{1,5})?|\d{0,3}[dDwW]\d{1,3}(?:[+\-−]\d{1,3})?"
_CELL = re.compile(rf"(?:{_VALUE})(?:\s?[(\[]\+?\d{{1,3}}[)\]])?|[-–—?]?")
_PIPE, _TAB, _SLASH, _CLOSE_SLASH = (
    re.compile(r"\|"), re.compile(r"\t"), re.compile(r"(?<=\s)/(?=\s|\Z)"), re.compile("/")
)  # fmt: skip
_GAP, _SEMICOLON, _COMMA, _BLANK = re.compile(r"\s\s"), re.compile(";"), re.compile(","), re.compile(r"\s")
_SIGNS = (_PIPE, _TAB, _SLASH, _CLOSE_SLASH, _GAP, _SEMICOLON, _COMMA, _BLANK)
"""What may stand between columns; a slash within a cell has no blanks around it."""
_WEAK_SIGNS = (_COMMA, _BLANK)
"""Signs that stand between other words too, so that all titles must be known."""
_AROUND = " \t|:()[]*_"
_WRITTEN = {"health": "hp", "left": "hp", "full": "max hp", "temporary": "temp hp", "ac": "ac", "modifier": "init mod"}
"""The words of lines for the subjects of columns."""


@dataclass(frozen=True, slots=True)
class _Head:
    """The columns below a line of labels."""

    sign: re.Pattern[str]
    titles: Sequence[str]
    subjects: Sequence[str]
    place: int
    """The column of the name; -1 if it has no title, and stands before the first value."""

    @property
    def others(self) -> list[str]:
        """Return the subjects of the columns but for that of the name."""
        return [subject for at, subject in enumerate(self.subjects) if at != self.place]


def put_words_to_columns(text: str, system: TurnSystem) -> tuple[str, dict[int, str]]:
    """Return a text whose rows below a line of labels have these as words: ``Aria, init 20, hp 38``.

    Return also the lines of labels by their numbers, which are empty in the text. Lines of another form stay.
    """
    lines = text.splitlines()
    heads = dict[int, str]()
    if len(lines) > MOST_LINES:
        return text, heads
    labels = labels_of(system.fields)
    tables = list[tuple[_Head, dict[int, list[str]]]]()
    numbered = [bool(line) and any(map(str.isdigit, line)) for line in lines]
    for at, line in enumerate(lines):
        if not line or line.isspace():
            continue
        near = range(at + 1, min(at + 1 + MOST_BELOW, len(lines)))
        below = [lines[each] for each in near if numbered[each]]
        begun = _read_head(line, below, system, labels) if below else None
        # A row that a tap has mended has words of its own already.
        if begun and any(_read_row(each, begun) for each in below):
            heads[at + 1] = line.strip()
            tables.append((begun, {}))
        elif tables and (row := _read_row(line, tables[-1][0])):
            tables[-1][1][at] = row
    for head, rows in tables:
        counts = _counts(head, [*rows.values()])
        for (at, row), count in zip(rows.items(), counts, strict=True):
            lines[at] = _write_row(row, count, head, system)
    for number in heads:
        lines[number - 1] = ""
    return ("\n".join(lines), heads) if heads else (text, heads)


def _read_head(line: str, below: Sequence[str], system: TurnSystem, labels: Labels) -> _Head | None:
    """Return the columns that a line names; None for any other line.

    A first title that is no value is that of the names where a row below has as many cells: ``Foe / Parry / Pace``.
    """
    plain = line.strip(_AROUND)
    if not plain or len(plain) > LONGEST_HEAD or ":" in plain or any(map(str.isdigit, plain)):
        return None  # such as “name: Tough”, of a note
    for sign in _SIGNS:
        titles = _split(plain, sign)
        if not FEWEST_VALUES <= len({*titles}) == len(titles) <= MOST_COLUMNS:
            continue
        subjects = [_subject(title, system, labels) for title in titles]
        is_known = all(subjects) or (sign not in _WEAK_SIGNS and all(titles))
        if is_known and sum(map(_is_value, subjects)) + ("name" in subjects) >= FEWEST_VALUES:
            if "name" in subjects:
                return _Head(sign, titles, subjects, subjects.index("name"))
            are_alike = any(len(_split(row.strip(" \t|"), sign)) == len(titles) for row in below)
            return _Head(sign, titles, subjects, 0 if are_alike and not _is_value(subjects[0]) else -1)
    return None


def _subject(title: str, system: TurnSystem, labels: Labels) -> str:
    """Return the subject of a column; for a value that only the note has, its meaning; empty if it is unknown."""
    if fold_title(title) in ("name", *WORDS["name"]):
        return "name"
    meaning = meaning_of(title)
    if meaning is Meaning.ORDER:
        return subject_of(title, system) or meaning.value
    return subject_of(title, system) or (
        Meaning.OTHER.value if labels.is_label(title) or meaning is Meaning.OTHER else ""
    )


def _is_value(subject: str) -> bool:
    return subject not in ("", "name", "side", "group", "kind", "status", "note", "hidden", "table")


def _read_row(line: str, head: _Head) -> list[str]:
    """Return the name of a row and its other cells; empty for a line of another form."""
    line = line.strip(" \t|")
    cells = _cells(line, head) if len(line) <= LONGEST_ROW and any(map(str.isdigit, line)) else []
    if len(cells) < max(FEWEST_VALUES, head.place + 1):
        return []
    name, values = cells[max(head.place, 0)], [*cells[: max(head.place, 0)], *cells[max(head.place, 0) + 1 :]]
    subjects = head.others
    is_full = len(values) >= len(subjects) and _CELL.fullmatch(values[len(subjects) - 1])
    before, _, last = name.rpartition(" ")
    if head.place < 1 and not is_full and _CELL.fullmatch(last):
        name, values = before, [last, *values]
    are_values = all(
        _CELL.fullmatch(cell) for cell, subject in zip(values, subjects, strict=False) if _is_value(subject)
    )
    is_name = any(map(str.isalpha, name)) and meaning_of(name.split()[-1]) not in NO_NAMES
    return [name.rstrip(" :–—-"), *values] if are_values and is_name else []


def _counts(head: _Head, rows: Sequence[Sequence[str]]) -> list[str]:
    """Return how many of its name each row tells; empty for those that do not, and for numbers of the rows."""
    at = head.others.index("count") + 1 if "count" in head.others else len(head.others) + 1
    counts = [row[at] if len(row) > at and is_short_number(row[at]) and "count" in head.others else "" for row in rows]
    is_index = len(counts) > 1 and counts == [str(number) for number in range(1, len(counts) + 1)]
    return [""] * len(counts) if is_index else counts


def _write_row(row: Sequence[str], count: str, head: _Head, system: TurnSystem) -> str:
    """Return a row as a line has it."""
    name, *values = row
    titles = [title for at, title in enumerate(head.titles) if at != head.place]
    parts = (
        _write_cell(title, subject, cell, system)
        for title, subject, cell in zip(titles, head.others, values, strict=False)
    )
    more = values[len(titles) :]
    return ", ".join(filter(None, (f"{name} x{count}" if count else name, *parts, *more)))


def _split(line: str, sign: re.Pattern[str]) -> list[str]:
    """Return the cells of a line; between wide blanks there is none."""
    cells = [cell.strip(" \t*_") for cell in sign.split(line)]
    return [*filter(None, cells)] if sign in (_GAP, _BLANK) else cells


def _cells(line: str, head: _Head) -> list[str]:
    """Return the cells of a row; of columns that only single blanks part, those of the values are the last."""
    if head.sign is not _BLANK:
        return _split(line, head.sign)
    cells = line.split()
    many = len(head.titles) - (head.place >= 0)
    if head.place > 0 or len(cells) <= many or not all(map(_CELL.fullmatch, cells[-many:])):
        return []
    return [" ".join(cells[:-many]), *cells[-many:]]


def _write_cell(title: str, subject: str, cell: str, system: TurnSystem) -> str:
    """Return a cell as a part of a line; an empty text for a cell without a value."""
    if cell in NO_VALUE or subject == "count":
        return ""
    if subject == "hidden":
        return subject if FLAGS.get(cell.casefold(), True) else ""
    if subject in ("kind", "status", "note"):
        return cell
    field = next((field for field in system.fields if subject == f"sheet.{field.key}"), None)
    if subject == Meaning.ORDER.value or (field and (field.is_score or field == TOLD)):
        return f"init {cell}"
    if field:
        return cell if field.kind is Kind.PICK else f"{field.key.replace('_', ' ')} {cell}"
    return f"{_WRITTEN.get(subject, subject if subject in ('side', 'group') else title)} {cell}"
