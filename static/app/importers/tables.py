"""Reader of tables: CSV, cells of a spreadsheet, Markdown and HTML; and what each column holds."""

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
from typing import NamedTuple

from app.importers.amounts import dice_of_hit_dice, text_of_health
from app.importers.initiative import field_of_modifier, is_signed, read_modifier
from app.importers.labels import fold_key, without_control
from app.importers.meanings import known_fields, parts_of_sum
from app.importers.portions import Portions
from app.importers.rows import (
    bounded,
    is_said,
    is_short_number,
    modifier_beside_score,
    read_name,
    read_written_count,
    shorten,
    with_said,
)
from app.values.lists import Column, Roster, Subjects
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave, BadValue
from turntrack.core.fields import (
    LONGEST_NAME,
    LONGEST_TEXT,
    TOLD,
    Field,
    Kind,
    Value,
    clean_text,
    find_hidden_character,
    modifier_of,
    modifier_of_score,
    read,
    values_in_code,
    without_invisible,
)
from turntrack.core.score import write_count
from turntrack.core.vocabulary import FIELD_WORDS, Meaning, meaning_of
from turntrack.lines.free_form import looks_like_data, strip_markdown
from turntrack.lines.headings import Heading, read_heading, read_headings, side_named, side_of
from turntrack.lines.quick_line import guess_values, in_quarters
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.rules.health import TEMPORARY, WrittenHealth, read_health
from turntrack.systems.protocol import TurnSystem

MOST_COLUMNS = 100
MOST_LINES = 20 * MOST_COMBATANTS
"""With empty lines, of which spreadsheets leave many."""
MOST_BEFORE = 6
"""The greatest number of lines before the one that names the columns."""
_SOMEBODY = "Somebody"
"""Stands for a name below a heading."""
LONGEST_ATTRIBUTE = 4
"""The most letters of the short name of an attribute."""
NO_CONTENT = " \t\r\n,;|"
NO_VALUE = ("", "-", "–", "—")
"""The texts of cells without a value."""
FEWEST_NUMBERED = 2
"""The fewest lines from which numbers behind the names make a column."""
FEWEST_TOTALS, LOWEST_TOTAL = 3, 6
"""Of so many totals of the order, one is at least so high."""
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
_LABEL = re.compile(r"[^\W\d][^:\d\t|]{0,30}:\s*+\S")
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
    # Empty lines stand for those that are left out, so that messages name the lines of the pasted text.
    begin, before = 0, 0
    for line in islice(text.splitlines(keepends=True), MOST_LINES):
        if line.strip(NO_CONTENT):
            if _is_head(line, system):
                return "\n" * text.count("\n", 0, begin) + text[begin:]
            rows = text[begin:].splitlines()
            if _is_head(head := _part_titles(rows, system), system):
                return "\n" * text.count("\n", 0, begin) + "\n".join((head, *map(_with_tabs, rows[1:])))
            before += 1
        if before > MOST_BEFORE:
            break
        begin += len(line)
    return ""


def begins_with_head(text: str, system: TurnSystem) -> bool:
    """Return whether a text is a table below a line of titles: the first is known, and one is the name's.

    Where tabs or bars part each line, the first may be an unknown word for the names: ``Animal``, ``Hits``, ``Armour``.
    """
    lines = [line for line in text.splitlines() if line.strip(NO_CONTENT)]
    for head in (lines[0], _part_titles(lines, system)) if len(lines) > 1 else ():
        titles = [title for title in head.split(_delimiter(head)) if title.strip(NO_CONTENT)]
        if any(fold_title(title) in ("name", *WORDS["name"]) for title in titles[:MOST_COLUMNS]):
            known = columns_of(titles, system) if len(titles) <= MOST_COLUMNS else []
            is_head = len({*known}) > 1 and bool(known[0]) and not known[0].startswith(NOTE)
            return is_head and bool(find_table(text, system))
    return len(lines) > 1 and _are_rows(lines, system)


def _are_rows(lines: Sequence[str], system: TurnSystem) -> bool:
    """Return whether lines are rows below titles of which only the first is unknown, or is a kind of creature."""
    delimiter = _delimiter(lines[0])
    titles = [title.strip() for title in lines[0].strip("| ").split(delimiter)]
    unknown = [title for title in titles if not _is_known(title, system)]
    is_first = unknown == titles[:1] or meaning_of(titles[0]) is Meaning.KIND or side_named(titles[0]) != ""
    are_parted = delimiter in "\t|" and all(delimiter in line and not _RULE.fullmatch(line) for line in lines)
    below = (line for line in lines[1:] if not any(map(str.isdigit, line)))
    return is_first and are_parted and _is_head(lines[0], system) and not any(_is_head(line, system) for line in below)


class Table(NamedTuple):
    """A table between other lines."""

    first: int
    """The number of its first line."""
    text: str
    """Its lines, below as many empty ones as were before them, so that messages name the lines of the pasted text."""
    side: str
    """The side that a heading above it names; empty for none."""


def split_tables(text: str, system: TurnSystem) -> tuple[list[Table], str]:
    """Return the tables between the lines of a text, and the text with empty lines in their place.

    A table is of Markdown, with a line under its head, or has tabs and a head that names columns that are known.
    """
    if "|" not in text and "\t" not in text:
        return [], text
    lines = text.splitlines()
    tables, side, at, above = list[Table](), "", 0, -1
    while at < len(lines):
        end = _end_of_table(lines, at, system)
        if end > at:
            # A word for a side alone is a heading by its colon, where no name is left below it.
            if above >= 0 and not read_heading(lines[above]) and read_headings([lines[above], _SOMEBODY])[0]:
                lines[above] += ":"
            heading = read_heading(lines[above]) if above >= 0 else None
            side = heading.side if heading and heading.side else side
            tables.append(Table(at + 1, "\n" * at + "\n".join(lines[at:end]), side))
            lines[at:end] = [""] * (end - at)
        elif lines[at] and not lines[at].isspace():
            above = at
            heading = read_heading(lines[at])
            side = heading.side if heading and heading.side else side
        at = max(end, at + 1)
    return tables, "\n".join(lines) if tables else text


def _end_of_table(lines: Sequence[str], begin: int, system: TurnSystem) -> int:
    """Return the index behind the last line of the table that begins here; the same index if none does."""
    head, *below = lines[begin : begin + 2]
    is_markdown = "|" in head and bool(below) and "-" in below[0] and _RULE.fullmatch(below[0]) is not None
    if not is_markdown and not ("\t" in head and _is_head(head, system)):
        return begin
    end = begin + 1
    while end < len(lines) and ("|" if is_markdown else "\t") in lines[end]:
        end += 1
    is_of_block = end < len(lines) and _LABEL.match(lines[end])  # an animal of Traveller, with values below
    if not is_markdown and (is_of_block or not begins_with_head("\n".join(lines[begin:end]), system)):
        return begin
    is_within_block = is_markdown and _is_of_attributes(lines[begin:end])
    return end if end > begin + 1 + is_markdown and not is_within_block else begin


def _is_of_attributes(rows: Sequence[str]) -> bool:
    """Return whether the titles of a table are short, as those of attributes, or its first cells are attributes."""
    cells = [[strip_markdown(cell).strip() for cell in row.strip("| ").split("|", MOST_COLUMNS)] for row in rows]
    firsts = [row[0] for row in cells[2:]]
    names = ("name", *WORDS["name"])
    are_short = all(len(title) <= LONGEST_ATTRIBUTE and fold_title(title) not in names for title in cells[0])
    return are_short or (bool(firsts) and all(meaning_of(cell) is Meaning.OTHER for cell in firsts))


def is_of_creatures(table: str, system: TurnSystem) -> bool:
    """Return whether the head of a table names what creatures have: their names, or two of their values."""
    return _is_head(table.lstrip("\n").partition("\n")[0], system)


def names_names(table: str, system: TurnSystem) -> bool:
    """Return whether the first line of a table names the column of the names."""
    head, _, _ = table.lstrip().partition("\n")
    titles = head.split(_delimiter(head))
    return len(titles) > MOST_COLUMNS or "name" in columns_of(titles, system)


def _is_head(line: str, system: TurnSystem) -> bool:
    titles = line.split(_delimiter(line))
    # A table that is too wide is still one: ``_rows`` refuses it in a sentence.
    if len(titles) > MOST_COLUMNS:
        return "name" in map(fold_title, titles)
    known = {*columns_of(titles, system)} - {""}
    values = sum(not column.startswith(NOTE) for column in known)
    if _delimiter(line) in "\t|" and not any(map(str.isdigit, line)):
        others = {column.removeprefix(NOTE) for column in known if column.startswith(NOTE)}
        values += bool(values) and sum(meaning_of(title) is Meaning.OTHER for title in others)
    return "name" in known or values > 1


def _with_tabs(line: str) -> str:
    return _GAP.sub("\t", line.strip())


def _part_titles(lines: Sequence[str], system: TurnSystem) -> str:
    """Return the titles above rows with tabs in place of wide gaps: ``Name   AC``.

    Narrow gaps between known titles are such too where the rows have more cells: ``Name   STR DEX``.
    """
    titles = _with_tabs(lines[0]).split("\t")
    many = max((len(_with_tabs(line).split("\t")) for line in lines[1:FEWEST_TOTALS]), default=0)
    if many <= len(titles):
        return "\t".join(titles)
    parted = list[str]()
    for title in titles:
        words = title.split()
        parted += words if len(words) > 1 and all(_is_known(word, system) for word in words) else [title]
    return "\t".join(parted if len(parted) <= many else titles)


def _is_known(title: str, system: TurnSystem) -> bool:
    return bool(subject_of(title, system) or meaning_of(title))


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
        if not line.strip(NO_CONTENT) or read_heading(line) == Heading():
            continue
        name, _, number = _MARK_OF_ITEM.sub("", line.strip(), count=1).rpartition(" ")
        name = name.rstrip(" :–—-")
        is_pair = len(name) <= LONGEST_NAME and _NUMBER.fullmatch(number) and any(map(str.isalpha, name))
        is_pair = is_pair and name[-1] not in "=>→…."
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
    columns = _with_names(with_subjects_by_hand(columns_of(titles, system), titles, subjects), rest)
    if "name" not in columns:
        raise BadSave("The first line of this table names its columns, and none of them is called “name”.")
    roster = yield from _roster(titles, columns, rest, system)
    side = side_named(fold_title(titles[columns.index("name")]))  # the names may stand below a side: ``Foes``
    return replace(roster, members=tuple(replace(each, side=each.side or side) for each in roster.members))


def _with_names(columns: list[str], rest: Rows) -> list[str]:
    """Return the columns with one for the names, if no title says so: the first, if it has words alone."""
    columns = [*columns]
    first = next((at for at, column in enumerate(columns) if column), 0)
    cells = [row[first].strip() for _, row in rest if first < len(row) and row[first].strip()]
    has_values = any(column and not column.startswith(NOTE) for column in columns)
    is_untitled = "name" not in columns and has_values and columns[first].startswith(NOTE)
    if is_untitled and cells and all(map(_is_plain_name, cells)):
        columns[first] = "name"
    return columns


def _roster(titles: Sequence[str], columns: Sequence[str], rest: Rows, system: TurnSystem) -> Portions[Roster]:
    fields = {f"sheet.{field.key}" for field in system.fields}
    columns = ["" if column.startswith("sheet.") and column not in fields else column for column in columns]
    if "name" not in columns:
        raise BadSave("Choose the column that has the names.")
    told, columns = columns, _with_modifiers(columns, rest, system)
    notes = [
        f"“{shorten(title.strip())}” is read as the modifier of the initiative: no number is above {LOWEST_TOTAL - 1}."
        for at, title in enumerate(titles)
        if columns[at] != told[at] and _are_too_low(_cells_of(at, rest))
    ]
    notes += [
        f"The column “{shorten(title.strip())}” goes into the note: {_why_note(title, system)}."
        for at, (title, column) in enumerate(zip(titles, columns, strict=True))
        if column.startswith(NOTE) and not _are_said(column, _cells_of(at, rest), system.fields)
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
        plain = (strip_markdown(without_invisible(without_control(cell))).strip() for cell in row)
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
    labels = {f"sheet.{field.key}": field.label for field in system.fields} | {"health": "HP", "full": "HP"}
    wrong, unread = list[str](), list[str]()

    def take[T](column: str, convert: Callable[[str], T], default: T) -> T:
        try:
            return convert(cells[column]) if column in cells else default
        except BadValue as error:
            wrong.append(str(error))
            if not find_hidden_character(cells[column]):
                unread.append(f"{labels.get(column, TITLES.get(column, column))} {cells[column]}")
            return default

    sheet: dict[str, Value] = {}
    by_modifier = field_of_modifier(system) if "modifier" in cells else None
    stated = take("modifier", read_modifier, None) if by_modifier else None
    takes_modifier = False
    for field in system.fields:
        cell = cells.get(f"sheet.{field.key}", "")
        if field == by_modifier and stated is not None and (field.is_modifier or not cell):
            takes_modifier = True
            sheet[field.key] = take("modifier", partial(_bounded, field, stated), field.default)
            wrong += [f"initiative {stated:+d} is stated and taken, rather than {field.label} {cell}."] if cell else []
            continue
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
    health = take("health", _health, in_name)
    full = take("full", _health, health)
    now = take("left", _health, health if "health" in cells else full)
    if "dice" in cells and now == full == WrittenHealth():
        now = take("dice", lambda text: read_health(dice_of_hit_dice(text)), now)
        wrong += [f"no health is given; it is rolled by the hit dice, {now.dice}."] if now.dice else []
    most = max(now.full, full.full, full.left)
    counted = take("count", partial(read_written_count, name), (named.count, named.count_dice))
    kind, status = cells.get("kind", "").casefold(), cells.get("status", "")
    armour = f"AC {cells['ac']}" if "ac" in cells else ""
    # Rules that go by Perception take that first.
    spare = f"initiative {cells['modifier']}" if "modifier" in cells and not takes_modifier else ""
    note = "; ".join(filter(None, (armour, spare, named.note, *unread)))
    command = AddCombatant(
        name=name,
        count=counted[0],
        count_dice=counted[1],
        side=take(
            "side",
            lambda text: side_of(clean_text("side", text, LONGEST_NAME)),
            "Party" if kind in PLAYERS else side_named(kind) or named.side,
        ),
        group=take("group", lambda text: clean_text("group", text, LONGEST_NAME), ""),
        sheet={**named.sheet, **sheet, **guess_values(sheet, system.fields)},
        at_table=take("table", lambda text: _flag("table", text), False),
        health=now.left,
        full_health=most if most > now.left else 0,
        health_dice=now.dice,
        fallen=most > 0 >= now.left or status.casefold() in DOWN,
        temporary=take("temporary", lambda text: int(read(TEMPORARY, text)), 0),
        hidden=take("hidden", lambda text: _flag("hidden", text), False) or named.hidden,
        comes=named.comes,
        conditions=named.conditions,
        note=note[:LONGEST_TEXT],
    )
    told = "; ".join(filter(None, (cells.get("note", ""), *_others(cells, system.fields))))
    is_long = len(note) + len(told) > LONGEST_TEXT
    wrong += [f"a note takes {LONGEST_TEXT} characters, the rest is left out."] if is_long else []
    return with_said(command, told, system.fields), wrong


def _health(text: str) -> WrittenHealth:
    return read_health(text_of_health(text))


def _bounded(field: Field, number: int, text: str) -> Value:
    """Return a modifier within the bounds of its field. Raises BadValue."""
    return read(field, f"{number:+d}")


def _no_creature(row: Sequence[str], columns: Sequence[str], precedes_head: bool) -> str:
    """Say why a row is no creature: a total, or a heading; empty for others."""
    cells = [strip_markdown(cell).strip() for cell in row]
    name = dict(zip(columns, cells, strict=False)).get("name", "").casefold().strip(" :")
    if name in TOTALS:
        return "it is a total"
    alone = [cell for cell in cells if cell]
    is_heading = len(columns) > 1 and len(alone) == 1 and (precedes_head or _HEADING.fullmatch(alone[0]))
    return "it is a heading" if is_heading else ""


def _others(cells: Mapping[str, str], fields: tuple[Field, ...]) -> Iterator[str]:
    """Yield what is said beside the values; what goes into the note, with the title of its column."""
    known = {"kind": (*PLAYERS, *OTHERS), "status": DOWN}
    if "dice" in cells and not {"health", "full", "left"}.isdisjoint(cells):
        yield f"hit dice {cells['dice']}"
    for column, cell in cells.items():
        is_taken = cell.casefold() in known.get(column, ()) or (column == "kind" and side_named(cell))
        if column in known and not is_taken and is_said(cell, fields):
            yield cell
        elif column.startswith(NOTE) or (column in known and not is_taken):
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
    if field.is_in_quarters:
        return read(field, in_quarters(cell))
    if field.kind is Kind.PICK:
        for pick in field.picks:
            if cell.casefold() in (pick.key.casefold(), pick.label.casefold()):
                return pick.key
    return read(field, cell)


type Rows = Sequence[tuple[int, list[str]]]
"""Rows with their numbers."""

CODE = "code."
"""Begins the subject of a column with codes, such as ``UPP``, whose digits are values."""
NOTE = "note of "
"""Begins the subject of a column that goes into the note with its title."""
WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "name": (
            "character", "creature", "monster", "combatant", "handle", "npc", "who", "enemy", "adversary",
            "creature name", "monster name", "character name", "combatant name", "kreatur", "gegner", "nom",
        ),
        "count": ("amount", "#", "no", "num", "x", "anz", "stk", "stück", "nombre"),
        "side": (),
        "group": (),
        "health": (
            "hitpoints", "life", "body", "körper", "hp current max", "health points", "hp each", "cur/max hp",
            "cur / max hp", "hp cur/max", "hp cur max", "hp current/max", "hp/max", "hp/max hp", "hp / max",
            "current/max hp",
        ),
        "full": ("maxhp", "hpmax", "hit points max", "max hits", "max", "hp total", "total hp", "hp maximum"),
        "left": (
            "current hp", "currenthp", "hp current", "current", "current hit points", "hit points current", "hp left",
            "cur", "cur hp", "current health", "hp now", "curhp",
        ),
        "temporary": ("temphp", "temporary health"),
        "ac": (),
        "kind": ("type", "typ", "art", "role", "pc", "is pc", "player character"),
        "status": ("state", "states", "condition", "conditions", "zustand", "zustände"),
        "note": ("comments", "anm", "anmerkungen", "bem", "bemerkung", "bemerkungen"),
        "hidden": (),
        "table": ("real dice",),
        "modifier": (),
        "dice": ("hit dice", "hd", "hit die"),
    }
)  # fmt: skip
"""The columns that every system has, with titles that only columns have; others are in the shared vocabulary."""
SPARE_NAMES = ("player", "char", "hero", "pc", "title", "label", "unit", "foe", "token")
"""The columns that have the names if no other has."""
SCORES = ("initiative", "init", "ini", "initiative count", "initiative roll", "roll")

TITLES = MappingProxyType(
    {
        "full": "full health", "left": "current health", "ac": "AC", "table": "real dice", "kind": "player or not",
        "temporary": "temporary health", "modifier": "initiative modifier", "dice": "hit dice",
    }
)  # fmt: skip
_SIGNS = re.compile(r"[()\[\].:?_*`\"\s-]+")
_MODIFIER = re.compile(r"(.+?) (?:mod|modifier|bonus|dm)")


def subjects_of(system: TurnSystem) -> tuple[tuple[str, str], ...]:
    """Return what a column can be, each with its title."""
    has_modifier = field_of_modifier(system) is not None
    words = (subject for subject in WORDS if subject != "modifier" or has_modifier)
    shared = tuple((subject, TITLES.get(subject, subject)) for subject in words)
    codes = dict.fromkeys(field.code[0] for field in system.fields if field.code[0])
    own = ((f"sheet.{field.key}", field.label) for field in system.fields)
    return (*shared, *((f"{CODE}{code}", code.upper()) for code in codes), *own)


def with_subjects_by_hand(columns: Sequence[str], titles: Sequence[str], subjects: Subjects) -> list[str]:
    """Return the subjects of the columns with those that were chosen by hand, each of which no other column has."""
    chosen = {*subjects.values()} - {"", NOTE}
    others = ["" if column in chosen else column for column in columns]
    return [
        f"{NOTE}{shorten(' '.join(titles[at].split()))}" if subjects.get(at) == NOTE else subjects.get(at, other)
        for at, other in enumerate(others)
    ]


def columns_of(titles: Sequence[str], system: TurnSystem) -> list[str]:
    """Return the subject of each column; of two for the same subject, the second goes into the note."""
    columns = list[str]()
    for title in titles:
        column = subject_of(title, system)
        named = " ".join(title.split())
        is_free = column and column not in columns
        columns.append(column if is_free else f"{NOTE}{shorten(named)}" if named else "")
    if "name" not in columns:
        words = (*SPARE_NAMES, *WORDS["name"])  # the rules may have a value of this name: ``Who``
        spare = (at for word in words for at, title in enumerate(titles) if fold_title(title) == word)
        place = next(spare, None)
        columns = ["name" if at == place else column for at, column in enumerate(columns)]
    if "full" in columns:  # the other column of health is what is left
        columns = ["left" if column == "health" else column for column in columns]
    return columns


def fold_title(title: str) -> str:
    return _SIGNS.sub(" ", without_invisible(title)).strip().casefold()


def subject_of(title: str, system: TurnSystem) -> str:
    """Return the subject of a column: a shared one, or ``sheet.`` with a field's key; empty if unknown."""
    folded = fold_title(title)
    modified = _MODIFIER.fullmatch(folded)
    for field in system.fields:
        called = (fold_title(field.label), "" if parts_of_sum(field) else fold_title(field.key))
        if (folded and folded in called) or (field.is_score and folded in SCORES):
            return f"sheet.{field.key}"
        if modified and field.is_modifier and modified[1] in called:
            return f"sheet.{field.key}"
        if folded and folded == field.code[0]:
            return f"{CODE}{folded}"
    shared = next((column for column, others in WORDS.items() if folded == column or folded in others), "")
    if shared and (shared != "modifier" or field_of_modifier(system)):
        return shared
    known = known_fields(system).get(fold_key(folded))
    if known or (subject := _subject_by_meaning(title, system)):
        return f"sheet.{known.key}" if known else subject
    words = ((field, FIELD_WORDS.get(field.label.casefold(), ())) for field in system.fields)
    return next((f"sheet.{field.key}" for field, others in words if folded in others), "")


def _subject_by_meaning(title: str, system: TurnSystem) -> str:
    """Return the subject of a column by the words of game masters; empty if unknown."""
    meaning = meaning_of(title) or meaning_of(fold_title(title))
    if meaning is Meaning.ORDER:
        return next((f"sheet.{field.key}" for field in system.fields if field.is_score), "")
    if meaning is Meaning.ORDER_MODIFIER and not field_of_modifier(system):
        return ""
    return _SUBJECTS.get(meaning, "") if meaning else ""


_SUBJECTS = MappingProxyType(
    {
        Meaning.HEALTH: "health", Meaning.FULL_HEALTH: "full", Meaning.TEMPORARY: "temporary", Meaning.ARMOUR: "ac",
        Meaning.ORDER_MODIFIER: "modifier", Meaning.COUNT: "count", Meaning.SIDE: "side", Meaning.HIDDEN: "hidden",
        Meaning.NOTE: "note",
    }
)  # fmt: skip


def _with_modifiers(columns: Sequence[str], rest: Rows, system: TurnSystem) -> list[str]:
    """Return the columns with that of the initiative as its modifier, if its numbers have signs or can be no totals."""
    field = field_of_modifier(system)
    if field is None or "modifier" in columns:
        return [*columns]
    for at, column in enumerate(columns):
        cells = _cells_of(at, rest)
        is_noted = column.startswith(NOTE) and meaning_of(column.removeprefix(NOTE)) is Meaning.ORDER
        is_order = is_noted or column == f"sheet.{TOLD.key}"
        if is_order and cells and (all(map(is_signed, cells)) or _are_too_low(cells)):
            return [*columns[:at], "modifier", *columns[at + 1 :]]
    return [*columns]


def _are_said(column: str, cells: Sequence[str], fields: tuple[Field, ...]) -> bool:
    """Return whether each cell says with its title what the same words in a line say: ``Round 2``."""
    return bool(cells) and all(is_said(f"{column.removeprefix(NOTE)} {cell}", fields) for cell in cells)


def _cells_of(at: int, rest: Rows) -> list[str]:
    """Return the cells of a column that have a value."""
    return [row[at].strip() for _, row in rest if at < len(row) and row[at].strip() not in NO_VALUE]


def _are_too_low(cells: Sequence[str]) -> bool:
    """Return whether numbers without a sign are modifiers: of several totals, one would be higher."""
    return len(cells) >= FEWEST_TOTALS and all(is_short_number(cell) and int(cell) < LOWEST_TOTAL for cell in cells)


def without_index(columns: Sequence[str], rest: Rows) -> list[str]:
    """Return the columns without a count that only numbers the rows."""
    for at, column in enumerate(columns):
        cells = [row[at].strip() for _, row in rest if at < len(row)]
        if column == "count" and len(cells) > 1 and cells == [str(number) for number in range(1, len(cells) + 1)]:
            return ["" if other == at else known for other, known in enumerate(columns)]
    return [*columns]


def columns_of_scores(columns: Sequence[str], rest: Rows, system: TurnSystem) -> frozenset[str]:
    """Return the columns of modifiers in which a number can only be the score of an attribute, and none has a sign."""
    fields = {f"sheet.{field.key}": field for field in system.fields if field.is_modifier}
    scores = set()
    for at, column in enumerate(columns):
        cells = [row[at].strip() for _, row in rest if at < len(row) and row[at].strip()]
        if column in fields and all(map(str.isdecimal, cells)):
            scores.update([column] if any(modifier_of(fields[column], cell) is not None for cell in cells) else [])
    return frozenset(scores)


def columns_again(row: Sequence[str], system: TurnSystem) -> list[str]:
    """Return the columns that a row names again, as between two tables; empty for other rows."""
    if not any(fold_title(cell) in ("name", *WORDS["name"]) for cell in row):
        return []
    columns = columns_of(row, system)
    known = [column for column in columns if column and not column.startswith(NOTE)]
    return columns if "name" in known and len(known) == sum(bool(cell.strip()) for cell in row) > 1 else []
