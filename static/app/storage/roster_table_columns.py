"""The subjects of a table's columns: what each holds, by its title, its cells, or by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from app.storage.import_message_limits import shorten
from app.values.lists import Subjects
from turntrack.core.fields import modifier_of, without_invisible
from turntrack.systems.protocol import TurnSystem

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
        "count": ("qty", "quantity", "number", "amount", "how many", "#", "no", "num", "x", "anzahl", "nombre"),
        "side": ("team", "faction"),
        "group": (),
        "health": (
            "hp", "hit points", "hitpoints", "life", "lep", "lp", "hits", "stamina", "hp current max",
            "health points", "hp each", "tp", "pv", "points de vie", "cur/max hp", "cur / max hp", "hp cur/max",
            "hp cur max", "hp current/max", "hp/max", "hp/max hp", "hp / max", "current/max hp",
        ),
        "full": (
            "max hp", "maxhp", "hpmax", "hp max", "maximum hp", "max hit points", "maximum hit points",
            "hit points max", "max hits", "max", "full health", "max health", "hp total", "total hp", "hp maximum",
        ),
        "left": (
            "current hp", "currenthp", "hp current", "current", "current hit points", "hit points current", "hp left",
            "cur", "cur hp", "current health", "hp now", "curhp",
        ),
        "temporary": ("temp hp", "temphp", "temporary hp", "thp", "temp", "temporary health"),
        "ac": ("armor class", "armour class", "rk", "ca", "rüstungsklasse"),
        "kind": ("type", "role", "pc", "is pc", "player character"),
        "status": ("state",),
        "note": ("notes", "comment", "comments", "remarks"),
        "hidden": ("invisible",),
        "table": ("real dice",),
    }
)  # fmt: skip
"""The columns that every system has, with other names that people give them."""
SPARE_NAMES = ("player", "hero", "pc", "title", "label", "unit", "foe", "token")
"""The columns that have the names if no other has."""
SCORES = ("initiative", "init", "ini", "initiative count", "initiative roll", "roll")

TITLES = MappingProxyType(
    {
        "full": "full health", "left": "current health", "ac": "AC", "table": "real dice", "kind": "player or not",
        "temporary": "temporary health",
    }
)  # fmt: skip
_SIGNS = re.compile(r"[()\[\].:?_*`\"\s-]+")
_MODIFIER = re.compile(r"(.+?) (?:mod|modifier|bonus|dm)")


def subjects_of(system: TurnSystem) -> tuple[tuple[str, str], ...]:
    """Return what a column can be, each with its title."""
    shared = tuple((subject, TITLES.get(subject, subject)) for subject in WORDS)
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
        spare = (at for word in SPARE_NAMES for at, title in enumerate(titles) if fold_title(title) == word)
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
        called = (fold_title(field.key), fold_title(field.label))
        if folded in called or (field.is_score and folded in SCORES):
            return f"sheet.{field.key}"
        if modified and field.is_modifier and modified[1] in called:
            return f"sheet.{field.key}"
        if folded and folded == field.code[0]:
            return f"{CODE}{folded}"
    return next((column for column, others in WORDS.items() if folded == column or folded in others), "")


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
