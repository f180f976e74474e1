"""A list of combatants from elsewhere, with the columns of its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from turntrack.core.commands import AddCombatant

LONGEST = 2_000_000


type Subjects = Mapping[int, str]
"""What the columns of a table hold by hand, by their places from 0; empty for what is left out."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    """Its title; empty if the table has no titles."""
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
    """The columns of a table."""
    is_untitled: bool = False
    """Whether the table has no titles, so that its columns are asked for."""
    enemies: tuple[AddCombatant, ...] = ()
    """In an export of several lists: enemies for later fights; ``members`` are the party."""
    fights: tuple[Roster, ...] = ()
    """In an export of several lists: prepared fights."""

    @property
    def is_sorted(self) -> bool:
        """Return whether the list says who is of the party, who is an enemy, and which fights are prepared."""
        return bool(self.enemies or self.fights)
