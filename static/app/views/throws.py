"""Throws that the table makes or puts right: what can fall, and what putting one right would change."""

from __future__ import annotations

from dataclasses import dataclass

from app.views.log import ThrowView
from turntrack.core.dice import DiceCode, Explodes

MOST_FACES = 20
"""So many have a button each; of more, what fell is typed."""


@dataclass(frozen=True, slots=True)
class ThrowBox:
    """A throw that can be put right, in the open sheet."""

    throw: ThrowView
    now: str
    """What it would be, as it is typed: what it was, as long as nobody says otherwise."""
    is_asked: bool
    """Whether what can fall is in sight."""
    changes: str = ""
    """The numbers that would change, once something else is picked."""
    then: str = ""
    """What would follow from that."""
    wrong: str = ""
    """Why what is typed cannot be."""

    @property
    def is_changed(self) -> bool:
        """Whether something else is picked, be it possible or not."""
        return self.throw.correct is not None and self.now != self.throw.correct.faces


@dataclass(frozen=True, slots=True)
class OwedThrow:
    """A throw that somebody owes."""

    key: str
    """The name of its field."""
    place: str
    """The same, for an id."""
    box: str
    """The id of its field: another one where dice are offered, so that nothing typed stays in it."""
    who: str
    purpose: str
    code: DiceCode
    dice: str
    """The same in words."""
    is_card: bool
    letters: str
    side: int | None
    """None for those of no side, or of several."""
    now: str
    """What is typed by now, or offered."""
    wrong: str
    is_asked: bool
    """Whether a tap on a face is its throw."""


def faces_to_tap(code: DiceCode | None) -> tuple[int, ...]:
    """Return all that can fall, where a tap can say it: a die's faces, or what several come to.

    >>> faces_to_tap(DiceCode.parse("2d6")), faces_to_tap(DiceCode.parse("3D+1")), faces_to_tap(DiceCode.parse("1d100"))
    ((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), (), ())
    """
    if code is None or code.explodes is not Explodes.NONE or code.plus:
        return ()
    faces = range(code.count, code.count * code.sides + 1)
    return tuple(faces) if len(faces) <= MOST_FACES else ()
