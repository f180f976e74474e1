"""Limits of the messages on what an import could not read: their number, and the length of the text they quote."""

from __future__ import annotations

MOST_MESSAGES = 40


def bounded(messages: list[str]) -> tuple[str, ...]:
    """Return the messages, at most ``MOST_MESSAGES`` and one that says how many more there are."""
    if len(messages) <= MOST_MESSAGES:
        return tuple(messages)
    return (*messages[:MOST_MESSAGES], f"… and {len(messages) - MOST_MESSAGES} more.")


def shorten(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
