"""A list of combatants from elsewhere, and the bounds of reading it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from turntrack.core.commands import AddCombatant
from turntrack.core.fields import HOW_MANY, read
from turntrack.core.names import numbered_names
from turntrack.rules.health import HEALTH

LONGEST = 2_000_000
MOST_NOTES = 40

_HEALTH = re.compile(r"([\-−]?\d+)(?:\s*/\s*(\d+))?(?:\s*(?:hp|\(\s*\d+[dDwW]\d+[^()]*\)))*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Column:
    """A column whose meaning is asked for."""

    cells: tuple[str, ...]
    """Its first cells."""
    subject: str = ""
    """What is read from it; empty for nothing."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Combatants to import, and notes about what was not understood."""

    title: str
    members: tuple[AddCombatant, ...]
    notes: tuple[str, ...]
    name: str = ""
    """The name of a fight made of the list."""
    columns: tuple[Column, ...] = ()
    """The columns of a table whose first line does not name them."""


def bounded(notes: list[str]) -> tuple[str, ...]:
    """Return the notes, at most ``MOST_NOTES`` and one that says how many more there are."""
    if len(notes) <= MOST_NOTES:
        return tuple(notes)
    return (*notes[:MOST_NOTES], f"… and {len(notes) - MOST_NOTES} more.")


def shorten(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


def read_health(text: str) -> tuple[int, int]:
    """Read a health, and the full health if there are two: ``11/18``, ``7 (2d6)``, ``18 hp``. Raises BadValue."""
    match = _HEALTH.fullmatch(text.strip())
    left = int(read(HEALTH, match[1] if match else text))
    return left, int(read(HEALTH, match[2])) if match and match[2] else 0


def merge_alike(members: list[AddCombatant]) -> list[AddCombatant]:
    """Merge identical members into one with a count; number those that share only the name."""
    single = [replace(member, count=1) for member in members]
    alike = [
        (member, sum(each.count for each, other in zip(members, single, strict=True) if other == member))
        for place, member in enumerate(single)
        if member not in single[:place]
    ]
    several = Counter(member.name for member, _ in alike)
    total = Counter({name: sum(many for member, many in alike if member.name == name) for name in several})
    names = {name: iter(numbered_names(name, total[name], ())) for name in several}
    counted = []
    for member, many in alike:
        if several[member.name] > 1:
            counted += [replace(member, name=next(names[member.name])) for _ in range(many)]
        else:
            most = HOW_MANY.high
            counted += [replace(member, count=min(many - first, most)) for first in range(0, many, most)]
    return counted
