"""Reader of tables: CSV, cells pasted from a spreadsheet, Markdown and HTML. The first line names the columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from html import unescape
from itertools import islice
from types import MappingProxyType

from app.storage.import_message_limits import bounded, shorten
from app.storage.portions import Portions
from app.storage.roster_name_and_count import is_short_number, modifier_beside_score, read_name, read_written_count
from app.storage.roster_table_columns import (
    CODE,
    NOTE,
    Rows,
    columns_again,
    columns_of,
    columns_of_scores,
    fold_title,
    subject_of,
    with_subjects_by_hand,
    without_index,
)
from app.values.fight_names import write_count
from app.values.lists import Column, Roster, Subjects
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave, BadValue
from turntrack.core.fields import (
    LONGEST_NAME,
    LONGEST_TEXT,
    Field,
    Kind,
    Value,
    clean_text,
    modifier_of,
    modifier_of_score,
    read,
    values_in_code,
    without_invisible,
)
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.rules.free_form import looks_like_data, strip_markdown
from turntrack.rules.health import TEMPORARY, WrittenHealth, read_health
from turntrack.rules.quick_line import guess_values
from turntrack.systems.protocol import TurnSystem

MOST_COLUMNS = 100
MOST_LINES = 20 * MOST_COMBATANTS
"""With empty lines, of which spreadsheets leave many."""
MOST_BEFORE = 6
"""The greatest number of lines before the one that names the columns."""
NO_CONTENT = " \t\r\n,;|"
NO_VALUE = ("", "-", "–", "—")
"""What stands in the cell of somebody who has no such value."""
FEWEST_NUMBERED = 2
"""The fewest lines of which a number behind each name is a column."""
FLAGS = MappingProxyType(
    {"yes": True, "true": True, "1": True, "x": True, "✓": True, "no": False, "false": False, "0": False, "": False}
)
PLAYERS = ("pc", "player", "character", "party", "hero", "yes", "true", "x", "✓", "1")
OTHERS = ("npc", "monster", "enemy", "creature", "no", "false", "0", "-")
TOTALS = ("total", "totals", "sum", "summe", "gesamt", "average")
DOWN = ("dead", "down", "unconscious", "dying", "defeated", "out", "ko")

_VALUE = re.compile(r"[+\-−]?\d+(?:\s*/\s*\d+)?|\d*[dDwW]\d+(?:\s*[+\-−]\s*\d+)?|\d+\s*\(.*\)")
"""A number, wounds such as ``11/18``, or dice."""
_RULE = re.compile(r"[\s|:\-]+")
"""The line under the head of a table in Markdown."""
_HEADING = re.compile(r"[=#-]{2,}.*|.*:")
_GAP = re.compile(" {2,}")
_ROW = re.compile(r"<tr\b", re.IGNORECASE)
_CELL = re.compile(r"<t[dh]\b[^<>]*>", re.IGNORECASE)
_FOOTNOTE = re.compile(r"<sup\b(?:[^<]++|<(?!/?sup\b))*+</sup>", re.IGNORECASE)
_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


def find_table(text: str, system: TurnSystem) -> str:
    """Return the text from the line that names the columns, behind as many empty lines as were before it.

    That line names the name, or two other columns, and is near the beginning. Empty if there is none. Columns that only
    spaces tell apart get tabs.
    """
    begin, before = 0, 0
    for line in islice(text.splitlines(keepends=True), MOST_LINES):
        if line.strip(NO_CONTENT):
            if _is_head(line, system):
                return "\n" * text.count("\n", 0, begin) + text[begin:]
            if _is_head(_with_tabs(line), system):
                return "\n" * text.count("\n", 0, begin) + "\n".join(map(_with_tabs, text[begin:].splitlines()))
            before += 1
        if before > MOST_BEFORE:
            break
        begin += len(line)
    return ""


def _is_head(line: str, system: TurnSystem) -> bool:
    titles = line.split(_delimiter(line))
    if len(titles) > MOST_COLUMNS:
        return "name" in map(fold_title, titles)
    known = {*columns_of(titles, system)} - {""}
    return "name" in known or sum(not each.startswith(NOTE) for each in known) > 1


def _with_tabs(line: str) -> str:
    return _GAP.sub("\t", line.strip())


def table_of_html(text: str) -> str:
    """Return the cells of tables in HTML as lines with tabs; empty if there are none."""
    rows = []
    for row in _ROW.split(text)[1:]:
        cells = _CELL.split(row.partition("</tr")[0])[1:]
        texts = (_BREAK.sub(" ", _FOOTNOTE.sub("", cell)) for cell in cells)
        rows.append("\t".join(" ".join(unescape(_TAG.sub("", cell)).split()) for cell in texts))
    return "\n".join(rows)


def has_unnamed_columns(text: str) -> bool:
    """Return whether each line has a name and a value in cells of their own, as in a table without a head."""
    lines = [line for line in text.splitlines() if line.strip(NO_CONTENT)][: MOST_COMBATANTS + 1]
    rows = [[cell.strip() for cell in line.split(_delimiter(line))] for line in lines]
    return bool(rows) and all(
        len(row) <= MOST_COLUMNS
        and any(map(_is_plain_name, row))
        and any(map(_VALUE.fullmatch, row))
        and all(not cell or _is_plain_name(cell) or _VALUE.fullmatch(cell) for cell in row)
        for row in rows
    )


_MARK_OF_ITEM = re.compile(r"^(?:[-–—•·*]|\d{1,3}[.)])\s+")
_NUMBER = re.compile(r"[-−]?\d{1,3}")


def split_numbers_behind_names(text: str) -> str:
    """Return a list whose lines all end with a number as two columns with a tab: ``Mara 18``.

    Empty for other texts, and if the numbers only count those of the same name: ``Goblin 1``, ``Goblin 2``.

    >>> split_numbers_behind_names("Mara 18\\n- Otter: 9"), split_numbers_behind_names("Otter 1\\nOtter 2\\nImp 1")
    ('Mara\\t18\\nOtter\\t9', '')
    """
    rows: list[tuple[str, str]] = []
    for line in text.splitlines():
        if not line.strip(NO_CONTENT):
            continue
        name, _, number = _MARK_OF_ITEM.sub("", line.strip(), count=1).rpartition(" ")
        name = name.rstrip(" :–—-")
        is_pair = len(name) <= LONGEST_NAME and _NUMBER.fullmatch(number) and any(map(str.isalpha, name))
        if len(rows) > MOST_COMBATANTS or not is_pair or looks_like_data(f"{name} {number.lstrip('-−')}"):
            return ""
        rows.append((name, number))
    numbers: dict[str, set[str]] = {}
    for name, number in rows:
        numbers.setdefault(name.casefold(), set()).add(number)
    is_count = all(each == {str(place) for place in range(1, len(each) + 1)} for each in numbers.values())
    return "" if is_count or len(rows) < FEWEST_NUMBERED else "\n".join(map("\t".join, rows))


def _is_plain_name(cell: str) -> bool:
    """Return whether a cell has letters and no value."""
    return (
        any(map(str.isalpha, cell))
        and not _VALUE.fullmatch(cell)
        and not looks_like_data(cell)
        and len(cell) <= LONGEST_NAME
    )


def read_unnamed_columns(text: str, system: TurnSystem, subjects: Subjects = MappingProxyType({})) -> Portions[Roster]:
    """Read a table without a head by the subjects of its columns, at first the names alone. Raises BadSave."""
    rows = _rows(text.rstrip(NO_CONTENT))
    width = max(len(row) for _, row in rows)
    cells = [[row[at].strip() for _, row in rows if at < len(row)] for at in range(width)]
    name = next(
        (at for at, column in enumerate(cells) if any(column) and all(map(_is_plain_name, filter(None, column)))), 0
    )
    columns = with_subjects_by_hand(["name" if at == name else "" for at in range(width)], [""] * width, subjects)
    return replace((yield from _roster([""] * width, columns, rows, system)), is_untitled=True)


def read_table(text: str, system: TurnSystem, subjects: Subjects = MappingProxyType({})) -> Portions[Roster]:
    """Read a table. A cell that cannot be read is reported, and the rest of its line is taken. Raises BadSave."""
    (_, titles), *rest = _rows(text.rstrip(NO_CONTENT))
    columns = with_subjects_by_hand(columns_of(titles, system), titles, subjects)
    if "name" not in columns:
        raise BadSave("The first line of this table names its columns, and none of them is called “name”.")
    return (yield from _roster(titles, columns, rest, system))


def _roster(titles: Sequence[str], columns: Sequence[str], rest: Rows, system: TurnSystem) -> Portions[Roster]:
    fields = {f"sheet.{field.key}" for field in system.fields}
    columns = ["" if column.startswith("sheet.") and column not in fields else column for column in columns]
    if "name" not in columns:
        raise BadSave("Choose the column that has the names.")
    notes = [
        f"The column “{shorten(title.strip())}” goes into the note: {_why_note(title, system)}."
        for title, column in zip(titles, columns, strict=True)
        if column.startswith(NOTE)
    ]
    members = []
    columns = first = without_index(columns, rest)
    scores = columns_of_scores(columns, rest, system)
    for place, (number, row) in enumerate(rest):
        yield place / len(rest)
        if again := columns_again(row, system):
            columns = again[: len(titles)] + [""] * (len(titles) - len(again))
            continue
        follows = rest[place + 1][1] if place + 1 < len(rest) else ()
        if wrong_row := _no_creature(row, columns, bool(columns_again(follows, system))):
            notes.append(f"Line {number} is left out: {wrong_row}.")
            continue
        if len(row) > len(titles):
            notes.append(
                f"Line {number}: {write_count(len(row) - len(titles), 'cell')} more than the first line has columns."
            )
        plain = (strip_markdown(without_invisible(cell)).strip() for cell in row)
        seen = zip(columns, plain, strict=False)
        cells = {column: cell for column, cell in seen if column and cell not in NO_VALUE}
        if "name" not in cells:
            notes.append(f"Line {number} has no name.")
            continue
        try:
            member, wrong = _member(cells, system, scores)
        except BadValue as error:
            notes.append(f"Line {number}: {error}")
            continue
        members.append(member)
        notes += [f"Line {number}: {words}" for words in wrong]
    if not members:
        raise BadSave(" ".join(("No line of the table has a name.", *notes[-1:])))
    shown = tuple(
        Column(shorten(title.strip()), tuple(row[at].strip() for _, row in rest[:3] if at < len(row)), first[at])
        for at, title in enumerate(titles)
    )
    return Roster("A table of combatants", tuple(members), bounded(notes), "From a table", shown)


def _why_note(title: str, system: TurnSystem) -> str:
    return "another column is that" if subject_of(title, system) else f"{system.title} has no such field"


def _delimiter(line: str) -> str:
    return max(",;\t|", key=line.count)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, with their numbers. Raises BadSave as soon as there are too many."""
    delimiter = _delimiter(text.lstrip().partition("\n")[0])
    rows: list[tuple[int, list[str]]] = []
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 1):
            if len(row) > MOST_COLUMNS or len(rows) > MOST_COMBATANTS or number > MOST_LINES:
                raise BadSave(f"A table has at most {MOST_COLUMNS} columns and {MOST_COMBATANTS} lines.")
            if any(cell.strip() for cell in row) and not (delimiter == "|" and _RULE.fullmatch("".join(row))):
                rows.append((number, row))
    except csv.Error as error:
        raise BadSave(f"This cannot be read as a table: {error}.") from error
    return rows


def _member(cells: Mapping[str, str], system: TurnSystem, scores: Collection[str]) -> tuple[AddCombatant, list[str]]:
    """Return the combatant of a row, and what is wrong with its cells. Raises BadValue for the name.

    ``scores`` are the columns with the scores of attributes, not their modifiers.
    """
    named = read_name(cells["name"], system.fields)
    name = clean_text("name", cells["name"], LONGEST_NAME) if "count" in cells and named.count > 1 else named.name
    wrong = list[str]()

    def take[T](column: str, convert: Callable[[str], T], default: T) -> T:
        try:
            return convert(cells[column]) if column in cells else default
        except BadValue as error:
            wrong.append(str(error))
            return default

    sheet: dict[str, Value] = {}
    for field in system.fields:
        cell = cells.get(f"sheet.{field.key}", "")
        modifier = modifier_of(field, cell)
        if modifier is None and is_short_number(cell) and f"sheet.{field.key}" in scores:
            modifier = modifier_of_score(int(cell))
        if modifier is not None:
            wrong.append(f"{field.label} {cell} is a score; its modifier is taken: {modifier:+d}.")
            sheet[field.key] = modifier
        elif cell:
            sheet[field.key] = take(f"sheet.{field.key}", partial(_cell, field), field.default)
    for column in cells:
        if column.startswith(CODE):
            name_of_code = column.removeprefix(CODE).upper()
            none: dict[str, Value] = {}
            sheet = take(column, partial(values_in_code, system.fields, name_of_code), none) | sheet
    in_name = WrittenHealth(named.health, named.full_health, named.health_dice)
    health = take("health", read_health, in_name)
    full = take("full", read_health, health)
    now = take("left", read_health, health if "health" in cells else full)
    most = max(now.full, full.full, full.left)
    counted = take("count", partial(read_written_count, name), (named.count, named.count_dice))
    kind, status = cells.get("kind", ""), cells.get("status", "")
    armour = f"AC {cells['ac']}" if "ac" in cells else ""
    note = "; ".join(filter(None, (armour, named.note, cells.get("note", ""), *_others(cells))))
    command = AddCombatant(
        name=name,
        count=counted[0],
        count_dice=counted[1],
        side=take(
            "side", lambda text: clean_text("side", text, LONGEST_NAME), "Party" if kind.casefold() in PLAYERS else ""
        ),
        group=take("group", lambda text: clean_text("group", text, LONGEST_NAME), ""),
        sheet={**named.sheet, **sheet, **guess_values(sheet, system.fields)},
        at_table=take("table", lambda text: _flag("table", text), False),
        health=now.left,
        full_health=most if most > now.left else 0,
        health_dice=now.dice,
        fallen=most > 0 >= now.left or status.casefold() in DOWN,
        temporary=take("temporary", lambda text: int(read(TEMPORARY, text)), 0),
        hidden=take("hidden", lambda text: _flag("hidden", text), False),
        note=clean_text("note", note[:LONGEST_TEXT], LONGEST_TEXT),
    )
    return command, wrong


def _no_creature(row: Sequence[str], columns: Sequence[str], precedes_head: bool) -> str:
    """Say why a row is no creature: a total, or a heading; empty for others."""
    cells = [strip_markdown(cell).strip() for cell in row]
    name = dict(zip(columns, cells, strict=False)).get("name", "").casefold().strip(" :")
    if name in TOTALS:
        return "it is a total"
    alone = [cell for cell in cells if cell]
    is_heading = len(columns) > 1 and len(alone) == 1 and (precedes_head or _HEADING.fullmatch(alone[0]))
    return "it is a heading" if is_heading else ""


def _others(cells: Mapping[str, str]) -> Iterator[str]:
    """Yield what goes into the note with the title of its column."""
    known = {"kind": (*PLAYERS, *OTHERS), "status": DOWN}
    for column, cell in cells.items():
        if column.startswith(NOTE) or (column in known and cell.casefold() not in known[column]):
            yield f"{column.removeprefix(NOTE)} {cell}".strip()


def _flag(label: str, text: str) -> bool:
    flag = FLAGS.get(text.casefold())
    if flag is None:
        raise BadValue(f"{label}: yes or no, not “{shorten(text)}”.")
    return flag


def _cell(field: Field, cell: str) -> Value:
    if field.kind is Kind.FLAG:
        return _flag(field.label, cell)
    if field.is_modifier and (modifier := modifier_beside_score(cell)):
        return read(field, modifier)
    if field.kind is Kind.PICK:
        for pick in field.picks:
            if cell.casefold() in (pick.key.casefold(), pick.label.casefold()):
                return pick.key
    return read(field, cell)
