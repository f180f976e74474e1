"""A list of combatants from elsewhere, and the bounds of reading it."""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.commands import AddCombatant

LONGEST = 2_000_000
MOST_NOTES = 40


@dataclass(frozen=True, slots=True)
class Roster:
    """Combatants to import, and notes about what was not understood."""

    title: str
    members: tuple[AddCombatant, ...]
    notes: tuple[str, ...]
    name: str = ""
    """The name of a fight made of the list."""


def bounded(notes: list[str]) -> tuple[str, ...]:
    """Return the notes, at most ``MOST_NOTES`` and one that says how many more there are."""
    if len(notes) <= MOST_NOTES:
        return tuple(notes)
    return (*notes[:MOST_NOTES], f"… and {len(notes) - MOST_NOTES} more.")


def shorten(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
