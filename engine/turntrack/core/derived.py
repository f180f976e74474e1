"""What follows from a part of the encounter: computed once for the part, because parts never change."""

from __future__ import annotations

from collections.abc import Callable


def derived[P, R](derive: Callable[[P], R]) -> Callable[[P], R]:
    """Keep the last answer of a function of one part, such as ``Encounter.combatants``, while it is asked for the same.

    A change makes a new part, so an answer is never out of date. Parts are compared by identity, which costs nothing.
    """
    last: tuple[P, R] | None = None

    def derived_once(part: P) -> R:
        nonlocal last
        if last is None or last[0] is not part:
            last = (part, derive(part))
        return last[1]

    return derived_once
