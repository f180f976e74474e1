"""The possible results of a roll that have a button each."""

from __future__ import annotations

from turntrack.core.dice import DiceCode, Explodes

MOST_FACES = 20
"""Most results with a button each; with more, the result is typed."""


def faces_to_tap(code: DiceCode | None) -> tuple[int, ...]:
    """Return the possible totals of a roll; empty if they are too many for buttons, or not plain totals.

    >>> faces_to_tap(DiceCode.parse("2d6")), faces_to_tap(DiceCode.parse("3D+1")), faces_to_tap(DiceCode.parse("1d100"))
    ((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), (), ())
    """
    if code is None or code.explodes is not Explodes.NONE or code.plus:
        return ()
    faces = range(code.count, code.count * code.sides + 1)
    return tuple(faces) if len(faces) <= MOST_FACES else ()
