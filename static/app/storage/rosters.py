"""Readers of combatant lists from elsewhere: CSV, and the exports of Improved Initiative.

Everything that is not imported is reported, with its place.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from turntrack.codec.json_values import read_json
from turntrack.core.commands import AddCombatant
from turntrack.core.errors import BadSave, BadValue, Malformed
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
from turntrack.core.names import next_name, numbered_names
from turntrack.core.text_cleaning import without_invisible
from turntrack.rules.combatants import MOST_COMBATANTS
from turntrack.rules.health import HEALTH, TEMPORARY
from turntrack.rules.quick_line import guess_values
from turntrack.systems.protocol import TurnSystem

LONGEST = 2_000_000
MOST_COLUMNS = 100
MOST_LINES = 20 * MOST_COMBATANTS
"""With empty lines, of which spreadsheets leave many."""
NO_CONTENT = " \t\r\n,;"
MOST_NOTES = 40

COUNT = replace(HOW_MANY, label="count")
TABLE = {"yes": True, "true": True, "1": True, "x": True, "no": False, "false": False, "0": False, "": False}
CALLED = {"hp": "health", "hit points": "health", "team": "side", "faction": "side", "notes": "note", "number": "count"}
"""Synonyms of the columns that every system has."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Combatants to import, and notes about what was not understood."""

    title: str
    members: tuple[AddCombatant, ...]
    notes: tuple[str, ...]
    name: str = ""
    """The name of an encounter made of the list."""


def read_roster(text: str, system: TurnSystem) -> Roster:
    """Read a list of combatants. Raises BadSave for other text, with the line of a value that cannot be read."""
    if len(text) > LONGEST:
        raise BadSave(f"This is too long for a list of combatants: at most {LONGEST} characters are read.")
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] in ("{", "["):
        return _read_improved_initiative(text)
    return _read_csv(text, system)


# CSV


def _read_csv(text: str, system: TurnSystem) -> Roster:
    if "\0" in text:
        raise BadSave("This is neither a file of Turntrack nor a table: it has characters that no text has.")
    rows = _rows(text.rstrip(NO_CONTENT))
    if not rows:
        raise BadSave("There is nothing in it.")
    (_, titles), *rest = rows
    columns = [_column(title, system) for title in titles]
    if "name" not in columns:
        known = ", ".join(["name", "count", "side", *(field.label.lower() for field in system.fields)])
        raise BadSave(f"The first line of a table names its columns, one of them “name”. Known here: {known}.")
    doubled = next((column for column in columns if column and columns.count(column) > 1), None)
    if doubled:
        raise BadSave(f"Two columns of the table are called “{doubled}”.")
    unknown = [title.strip() for title, column in zip(titles, columns, strict=True) if not column]
    notes = [f"The column “{_short(title)}”: {system.title} has no such field." for title in unknown]
    members = []
    for number, row in rest:
        if len(row) > len(titles):
            notes.append(f"Line {number}: {len(row) - len(titles)} cells more than the first line has columns.")
        seen = ((column, without_invisible(cell).strip()) for column, cell in zip(columns, row, strict=False))
        cells = {column: cell for column, cell in seen if column and cell}
        if "name" not in cells:
            notes.append(f"Line {number} has no name.")
            continue
        for field in system.fields:
            cell = cells.get(f"sheet.{field.key}", "")
            modifier = modifier_of(field, cell)
            if modifier is not None:
                notes.append(f"Line {number}: {field.label} {cell} is a score; its modifier is taken: {modifier:+d}.")
                cells[f"sheet.{field.key}"] = f"{modifier:+d}"
        try:
            members.append(_member(cells, system))
        except BadValue as error:
            raise BadSave(f"Line {number}: {error}") from error
    if not members:
        raise BadSave("No line of the table has a name.")
    return Roster("A table of combatants", tuple(members), _bounded(notes), "From a table")


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, with their numbers. Raises BadSave as soon as there are too many."""
    delimiter = max(",;\t", key=text.lstrip().partition("\n")[0].count)
    rows: list[tuple[int, list[str]]] = []
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 1):
            if len(row) > MOST_COLUMNS or len(rows) > MOST_COMBATANTS or number > MOST_LINES:
                raise BadSave(f"A table has at most {MOST_COLUMNS} columns and {MOST_COMBATANTS} lines.")
            if any(cell.strip() for cell in row):
                rows.append((number, row))
    except csv.Error as error:
        raise BadSave(f"This cannot be read as a table: {error}.") from error
    return rows


def _column(title: str, system: TurnSystem) -> str:
    """Return the subject of a column: a shared one, or ``sheet.`` with a field's key; empty if unknown."""
    folded = " ".join(title.split()).casefold()
    for field in system.fields:
        if folded in (field.key.casefold(), field.key.replace("_", " ").casefold(), field.label.casefold()):
            return f"sheet.{field.key}"
    folded = CALLED.get(folded, folded)
    return folded if folded in ("name", "count", "side", "group", "health", "note", "table") else ""


def _member(cells: Mapping[str, str], system: TurnSystem) -> AddCombatant:
    sheet: dict[str, Value] = {}
    for field in system.fields:
        cell = cells.get(f"sheet.{field.key}")
        if cell is not None:
            sheet[field.key] = _cell(field, cell)
    table = TABLE.get(cells.get("table", "").casefold())
    if table is None:
        raise BadValue(f"table: yes or no, not “{_short(cells['table'])}”.")
    return AddCombatant(
        name=clean_text("name", cells["name"], LONGEST_NAME),
        count=int(read(COUNT, cells.get("count", "1"))),
        side=clean_text("side", cells.get("side", ""), LONGEST_NAME),
        group=clean_text("group", cells.get("group", ""), LONGEST_NAME),
        sheet=sheet | guess_values(sheet, system.fields),
        at_table=table,
        health=int(read(HEALTH, cells.get("health", "0"))),
        note=clean_text("note", cells.get("note", ""), LONGEST_TEXT),
    )


def _cell(field: Field, cell: str) -> Value:
    if field.kind is Kind.FLAG:
        flag = TABLE.get(cell.casefold())
        if flag is None:
            raise BadValue(f"{field.label}: yes or no, not “{_short(cell)}”.")
        return flag
    if field.kind is Kind.PICK:
        for pick in field.picks:
            if cell.casefold() in (pick.key.casefold(), pick.label.casefold()):
                return pick.key
    return read(field, cell)


# Improved Initiative

LISTS = ("Combatants", "PlayerCharacters", "PersistentCharacters", "Creatures", "SavedEncounters", "Encounters")
TAKEN = frozenset(
    {
        "Id", "Name", "Alias", "IndexLabel", "StatBlock", "HP", "CurrentHP", "TemporaryHP", "Hidden",
        "InitiativeGroup", "Player", "Notes", "CurrentNotes",
    }
)  # fmt: skip
EMPTY: tuple[object, ...] = (None, "", 0, False, [], {})


def _read_improved_initiative(text: str) -> Roster:
    raw = read_json(text, LONGEST)
    creatures: list[tuple[Mapping[str, object], str]] = []
    names: list[str] = []
    _collect(raw, "", creatures, names, 0)
    if not creatures:
        raise BadSave("This is JSON, but neither a file of Turntrack nor combatants of Improved Initiative.")
    if len(creatures) > MOST_COMBATANTS:
        raise BadSave(f"It holds {len(creatures)} combatants; at most {MOST_COMBATANTS} are read.")
    left: dict[str, int] = {}
    groups: dict[str, str] = {}
    notes: list[str] = []
    members = []
    for place, (creature, where) in enumerate(creatures, 1):
        try:
            members.append(_creature(creature, left, groups))
        except Malformed as error:
            notes.append(f"Number {place} of {where or 'the file'}: {error}")
    if not members:
        raise BadSave(f"None of its combatants can be read. {notes[0]}")
    notes += [f"{key}, of {many}: these rules have nothing that is the same." for key, many in sorted(left.items())]
    name = names[0] if len(names) == 1 else "From Improved Initiative"
    return Roster("From Improved Initiative", tuple(_counted(members)), _bounded(notes), name)


def _collect(
    raw: object, where: str, creatures: list[tuple[Mapping[str, object], str]], names: list[str], deep: int
) -> None:
    """Append all creatures to ``creatures``, and names of encounters to ``names``, from any layout of the exports."""
    if deep > 5:
        return
    if isinstance(raw, list):
        for item in raw:
            _collect(item, where, creatures, names, deep + 1)
    elif isinstance(raw, dict):
        if isinstance(raw.get("Combatants"), list):
            name = raw.get("Name")
            called = " ".join(name.split())[:LONGEST_NAME] if isinstance(name, str) else ""
            if called:
                names.append(called)
            _collect(raw["Combatants"], _short(called) or "Combatants", creatures, names, deep + 1)
        elif isinstance(raw.get("StatBlock"), dict) or ("HP" in raw and isinstance(raw.get("Name"), str)):
            creatures.append((raw, where))
        else:
            for key, item in raw.items():
                # Some exports contain JSON as text.
                if isinstance(item, str) and item[:1] in ("{", "[") and any(part in key for part in LISTS):
                    item = read_json(item, LONGEST)
                if isinstance(item, dict | list):
                    _collect(item, _short(key).rpartition(".")[2], creatures, names, deep + 1)


def _creature(raw: Mapping[str, object], left: dict[str, int], groups: dict[str, str]) -> AddCombatant:
    """Read one creature.

    ``left`` counts the keys that are not imported; ``groups`` maps the ids of groups to their names.
    """
    block = raw.get("StatBlock", raw)
    if not isinstance(block, dict):
        raise BadValue("its StatBlock is not an object.")
    for key, value in {**block, **raw}.items():
        if key not in TAKEN and value not in EMPTY:
            left[_short(key)] = left.get(_short(key), 0) + 1
    hit_points = block.get("HP")
    full = _number(HEALTH, hit_points.get("Value") if isinstance(hit_points, dict) else hit_points, 0)
    health = _number(HEALTH, raw.get("CurrentHP"), full)
    player = block.get("Player")
    name = _name(raw, block)
    return AddCombatant(
        name=name,
        side="Party" if isinstance(player, str) and player == "player" else "",
        group=_group(raw.get("InitiativeGroup"), name, groups),
        health=health,
        full_health=full,
        fallen=full > 0 >= health,
        temporary=_number(TEMPORARY, raw.get("TemporaryHP"), 0),
        hidden=raw.get("Hidden") is True,
        note=clean_text("note", raw.get("CurrentNotes") or raw.get("Notes") or "", LONGEST_TEXT),
    )


def _number(field: Field, raw: object, default: int) -> int:
    return default if raw is None else int(read(field, raw))


def _group(raw: object, name: str, groups: dict[str, str]) -> str:
    """Return the name of a group, which has only an id in the export: that of its first creature."""
    if not isinstance(raw, str) or not raw:
        return ""
    if raw not in groups:
        taken = set(groups.values())
        groups[raw] = next_name(name, taken) if name in taken else name
    return groups[raw]


def _name(raw: Mapping[str, object], block: Mapping[str, object]) -> str:
    name = clean_text("name", raw.get("Alias") or block.get("Name") or raw.get("Name") or "", LONGEST_NAME)
    if not name:
        raise BadValue("it has no name.")
    return name


def _counted(members: list[AddCombatant]) -> list[AddCombatant]:
    """Merge identical members into one with a count; number those that share only the name."""
    alike = [
        (member, sum(other == member for other in members))
        for place, member in enumerate(members)
        if member not in members[:place]
    ]
    several = Counter(member.name for member, _ in alike)
    names = {name: iter(numbered_names(name, [member.name for member in members].count(name), ())) for name in several}
    counted = []
    for member, many in alike:
        if several[member.name] > 1:
            counted += [replace(member, name=next(names[member.name])) for _ in range(many)]
        else:
            most = COUNT.high
            counted += [replace(member, count=min(many - first, most)) for first in range(0, many, most)]
    return counted


def _bounded(notes: list[str]) -> tuple[str, ...]:
    if len(notes) <= MOST_NOTES:
        return tuple(notes)
    return (*notes[:MOST_NOTES], f"… and {len(notes) - MOST_NOTES} more.")


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
