"""Placing between neighbours, and orders that never depend on chance or on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import Refused
from engine.model import Id, Standing


def same_place() -> Refused:
    """The refusal of a move that would leave everybody in place."""
    return Refused("same_place", "That is where it stands.")


def placed(order: Sequence[Id], one: Id, before: Id) -> tuple[Id, ...]:
    """Return ``order`` with ``one`` directly before another, or last where ``before`` is empty or not there.

    >>> placed(("a", "b", "c"), "c", "b")
    ('a', 'c', 'b')
    >>> placed(("a", "b", "c"), "a", "")
    ('b', 'c', 'a')
    """
    rest = [other for other in order if other != one]
    at = rest.index(before) if before in rest else len(rest)
    return (*rest[:at], one, *rest[at:])


def with_rulings(ranked: Sequence[Id], standings: Mapping[Id, Standing], numbers: Mapping[Id, int]) -> tuple[Id, ...]:
    """Return ``ranked`` with each whom a ruling put directly before another of the same number moved there."""
    order = tuple(ranked)
    waiting = {one: standings[one].before for one in ranked if numbers.get(standings[one].before) == numbers[one]}
    while waiting:
        # Targets are placed before those placed relative to them, so that each stays directly before its target.
        # A circle, which no ruling makes, has no first target and is left as it is.
        ready = [one for one in ranked if one in waiting and waiting[one] not in waiting]
        if not ready:
            break
        for one in ready:
            order = placed(order, one, waiting.pop(one))
    return order
