"""Reader of tables: CSV, cells pasted from a spreadsheet, and Markdown. The first line names the columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from app.storage.roster import Column, Roster, bounded, is_name, shorten
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave, BadValue
from turntrack.core.fields import (
    HOW_MANY,
    LONGEST_NAME,
    LONGEST_TEXT,
    Field,
    Kind,
    Value,
    clean_text,
    modifier_of,
    read,
)
from turntrack.core.text_cleaning import without_invisible
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.rules.health import TEMPORARY, WrittenHealth, read_health
from turntrack.rules.quick_line import guess_values
from turntrack.systems.protocol import TurnSystem

MOST_COLUMNS = 100
MOST_LINES = 20 * MOST_COMBATANTS
"""With empty lines, of which spreadsheets leave many."""
NO_CONTENT = " \t\r\n,;|"

COUNT = replace(HOW_MANY, label="count")
FLAGS = MappingProxyType(
    {"yes": True, "true": True, "1": True, "x": True, "✓": True, "no": False, "false": False, "0": False, "": False}
)
WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "name": ("character", "creature", "monster", "combatant", "handle", "npc", "who"),
        "count": ("qty", "quantity", "number", "amount", "how many", "#", "no", "no."),
        "side": ("team", "faction"),
        "group": (),
        "health": (
            "hp",
            "hit points",
            "max hp",
            "maxhp",
            "hp max",
            "maximum hp",
            "max hit points",
            "lep",
            "lp",
            "hits",
        ),
        "left": ("current hp", "currenthp", "hp current", "current", "current hit points", "hp left"),
        "temporary": ("temp hp", "temphp", "temporary hp", "thp"),
        "ac": ("armor class", "armour class"),
        "note": ("notes",),
        "hidden": (),
        "table": ("real dice",),
    }
)
"""The columns that every system has, with other names that people give them."""

TITLES = MappingProxyType({"left": "current health", "ac": "AC", "table": "real dice", "temporary": "temporary health"})

_RULE = re.compile(r"[\s|:\-]+")
"""The line under the head of a table in Markdown."""


def is_table(text: str, system: TurnSystem) -> bool:
    """Return whether the first line with text names columns: the name, or two others."""
    line = text.lstrip(NO_CONTENT).partition("\n")[0]
    known = {_column(title.strip('"'), system) for title in line.split(_delimiter(line))} - {""}
    return "name" in known or len(known) > 1


def has_unnamed_columns(text: str) -> bool:
    """Return whether all lines have as many cells, a name and at least one number, as in a table without a head."""
    lines = [line for line in text.splitlines() if line.strip(NO_CONTENT)][: MOST_COMBATANTS + 1]
    delimiter = _delimiter(lines[0]) if lines else ","
    rows = [[cell.strip() for cell in line.split(delimiter)] for line in lines]
    is_even = len({len(row) for row in rows}) == 1 and all(len(row) > 1 for row in rows)
    return is_even and all(any(map(is_name, row)) and any(map(str.isdecimal, row)) for row in rows)


def read_unnamed_columns(text: str, system: TurnSystem, subjects: Sequence[str] = ()) -> Roster:
    """Read a table without a head by the subjects of its columns, at first the names alone. Raises BadSave."""
    rows = _rows(text.rstrip(NO_CONTENT))
    width = max(len(row) for _, row in rows)
    cells = [[row[at].strip() for _, row in rows if at < len(row)] for at in range(width)]
    if not subjects:
        name = next((at for at, column in enumerate(cells) if all(map(is_name, column))), 0)
        subjects = ["name" if at == name else "" for at in range(width)]
    if "name" not in subjects:
        raise BadSave("Choose the column that has the names.")
    titles = [*subjects, *("",) * (width - len(subjects))]
    roster = _roster(titles, titles, rows, system)
    columns = tuple(Column(tuple(column[:3]), titles[at]) for at, column in enumerate(cells))
    return replace(roster, columns=columns)


def subjects_of(system: TurnSystem) -> tuple[tuple[str, str], ...]:
    """Return what a column can be, each with its title."""
    shared = tuple((subject, TITLES.get(subject, subject)) for subject in WORDS)
    return (*shared, *((f"sheet.{field.key}", field.label) for field in system.fields))


def read_table(text: str, system: TurnSystem) -> Roster:
    """Read a table. A cell that cannot be read is reported, and the rest of its line is taken. Raises BadSave."""
    (_, titles), *rest = _rows(text.rstrip(NO_CONTENT))
    columns = _columns(titles, system)
    if "name" not in columns:
        raise BadSave("The first line of this table names its columns, and none of them is called “name”.")
    return _roster(titles, columns, rest, system)


def _roster(
    titles: Sequence[str], columns: Sequence[str], rest: Sequence[tuple[int, list[str]]], system: TurnSystem
) -> Roster:
    notes = [
        f"The column “{shorten(title.strip())}” goes into the note: {system.title} has no such field."
        for title, column in zip(titles, columns, strict=True)
        if column.startswith("note of ")
    ]
    members = []
    for number, row in rest:
        if len(row) > len(titles):
            notes.append(f"Line {number}: {len(row) - len(titles)} cells more than the first line has columns.")
        seen = ((column, without_invisible(cell).strip()) for column, cell in zip(columns, row, strict=False))
        cells = {column: cell for column, cell in seen if column and cell}
        if "name" not in cells:
            notes.append(f"Line {number} has no name.")
            continue
        try:
            member, wrong = _member(cells, system)
        except BadValue as error:
            notes.append(f"Line {number}: {error}")
            continue
        members.append(member)
        notes += [f"Line {number}: {words}" for words in wrong]
    if not members:
        raise BadSave(" ".join(("No line of the table has a name.", *notes[-1:])))
    return Roster("A table of combatants", tuple(members), bounded(notes), "From a table")


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


def _columns(titles: Sequence[str], system: TurnSystem) -> list[str]:
    """Return the subject of each column; of two for the same subject, the second goes into the note."""
    columns = list[str]()
    for title in titles:
        column = _column(title, system)
        named = " ".join(title.split())
        is_free = column and column not in columns
        columns.append(column if is_free else f"note of {shorten(named)}" if named else "")
    return columns


def _column(title: str, system: TurnSystem) -> str:
    """Return the subject of a column: a shared one, or ``sheet.`` with a field's key; empty if unknown."""
    folded = " ".join(without_invisible(title).split()).strip("*_` ").casefold()
    for field in system.fields:
        if folded in (field.key.casefold(), field.key.replace("_", " ").casefold(), field.label.casefold()):
            return f"sheet.{field.key}"
    return next((column for column, others in WORDS.items() if folded == column or folded in others), "")


def _member(cells: Mapping[str, str], system: TurnSystem) -> tuple[AddCombatant, list[str]]:
    """Return the combatant of a row, and what is wrong with its cells. Raises BadValue for the name."""
    name = clean_text("name", cells["name"].strip("*_`"), LONGEST_NAME)
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
        if modifier is not None:
            wrong.append(f"{field.label} {cell} is a score; its modifier is taken: {modifier:+d}.")
            sheet[field.key] = modifier
        elif cell:
            sheet[field.key] = take(f"sheet.{field.key}", partial(_cell, field), field.default)
    health = take("health", read_health, WrittenHealth())
    now = take("left", read_health, health)
    full = max(now.full, health.full, health.left)
    others = [
        f"{column.removeprefix('note of ')} {cell}" for column, cell in cells.items() if column.startswith("note of ")
    ]
    note = "; ".join(filter(None, (f"AC {cells['ac']}" if "ac" in cells else "", cells.get("note", ""), *others)))
    command = AddCombatant(
        name=name,
        count=take("count", lambda text: int(read(COUNT, text.strip("x×"))), 1),
        side=take("side", lambda text: clean_text("side", text, LONGEST_NAME), ""),
        group=take("group", lambda text: clean_text("group", text, LONGEST_NAME), ""),
        sheet=sheet | guess_values(sheet, system.fields),
        at_table=take("table", lambda text: _flag("table", text), False),
        health=now.left,
        full_health=full if full > now.left else 0,
        health_dice=now.dice,
        fallen=full > 0 >= now.left,
        temporary=take("temporary", lambda text: int(read(TEMPORARY, text)), 0),
        hidden=take("hidden", lambda text: _flag("hidden", text), False),
        note=clean_text("note", note[:LONGEST_TEXT], LONGEST_TEXT),
    )
    return command, wrong


def _flag(label: str, text: str) -> bool:
    flag = FLAGS.get(text.casefold())
    if flag is None:
        raise BadValue(f"{label}: yes or no, not “{shorten(text)}”.")
    return flag


def _cell(field: Field, cell: str) -> Value:
    if field.kind is Kind.FLAG:
        return _flag(field.label, cell)
    if field.kind is Kind.PICK:
        for pick in field.picks:
            if cell.casefold() in (pick.key.casefold(), pick.label.casefold()):
                return pick.key
    return read(field, cell)
