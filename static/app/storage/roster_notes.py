"""Notes on what was not understood in a list of combatants, bounded in number and length."""

from __future__ import annotations

MOST_NOTES = 40


def bounded(notes: list[str]) -> tuple[str, ...]:
    """Return the notes, at most ``MOST_NOTES`` and one that says how many more there are."""
    if len(notes) <= MOST_NOTES:
        return tuple(notes)
    return (*notes[:MOST_NOTES], f"… and {len(notes) - MOST_NOTES} more.")


def shorten(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
