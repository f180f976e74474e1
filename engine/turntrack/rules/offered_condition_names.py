"""The names of conditions: the usual ones, and the table's own."""

from __future__ import annotations

from turntrack.core.model import Encounter

NAMES = ("stunned", "prone", "held", "blind", "afraid", "burning")
"""Condition names that every fight offers."""


def known_names(encounter: Encounter) -> tuple[str, ...]:
    """List the names that the form offers: the usual ones, then the table's own."""
    return (*NAMES, *own_names(encounter))


def own_names(encounter: Encounter) -> tuple[str, ...]:
    """List the names of conditions that were used in this fight, or in those before, and are not the usual ones."""
    return tuple(word for word in encounter.words if word not in NAMES)
