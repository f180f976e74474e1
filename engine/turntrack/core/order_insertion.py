"""Insertion of a combatant into an order."""

from __future__ import annotations

from collections.abc import Sequence

from turntrack.core.errors import Refused
from turntrack.core.model import Id


def same_place() -> Refused:
    """Return the refusal of a move that changes nothing."""
    return Refused("same_place", "That is where it stands.")


def insert_before(order: Sequence[Id], combatant_id: Id, before: Id) -> tuple[Id, ...]:
    """Move the combatant directly before ``before``, or to the end if that is empty or not in the order.

    >>> insert_before(("a", "b", "c"), "c", "b")
    ('a', 'c', 'b')
    >>> insert_before(("a", "b", "c"), "a", "")
    ('b', 'c', 'a')
    """
    rest = [row_id for row_id in order if row_id != combatant_id]
    at = rest.index(before) if before in rest else len(rest)
    return (*rest[:at], combatant_id, *rest[at:])
