"""Views of dice that the table rolls or corrects: possible results, and what a correction would change."""

from __future__ import annotations

from dataclasses import dataclass

from app.views.log import ThrowView
from turntrack.core.dice import DiceCode, Explodes

MOST_FACES = 20
"""Most results with a button each; with more, the result is typed."""


@dataclass(frozen=True, slots=True)
class ThrowBox:
    """A roll that can be corrected in the open sheet."""

    throw: ThrowView
    now: str
    """The corrected result as typed; the old result until something is typed."""
    is_asked: bool
    """Whether the possible results are visible."""
    changes: str = ""
    """The scores that the correction would change."""
    then: str = ""
    """What would follow from the changed scores."""
    wrong: str = ""
    """Why the typed result is not valid."""

    @property
    def is_changed(self) -> bool:
        """Return whether the typed result differs from the old one, valid or not."""
        return self.throw.correct is not None and self.now != self.throw.correct.faces


@dataclass(frozen=True, slots=True)
class OwedThrow:
    """A roll that the game waits for."""

    key: str
    """The name of the form field."""
    place: str
    """The same, usable in an element's id."""
    box: str
    """The id of the form field. It differs when dice are offered, so that the browser keeps no typed text."""
    who: str
    purpose: str
    code: DiceCode
    dice: str
    """The same in words."""
    is_card: bool
    letters: str
    side: int | None
    """None for no side, or for several."""
    now: str
    """The typed or offered result."""
    wrong: str
    is_asked: bool
    """Whether a tap on a face enters this roll."""


def faces_to_tap(code: DiceCode | None) -> tuple[int, ...]:
    """Return the possible totals of a roll; empty if they are too many for buttons, or not plain totals.

    >>> faces_to_tap(DiceCode.parse("2d6")), faces_to_tap(DiceCode.parse("3D+1")), faces_to_tap(DiceCode.parse("1d100"))
    ((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), (), ())
    """
    if code is None or code.explodes is not Explodes.NONE or code.plus:
        return ()
    faces = range(code.count, code.count * code.sides + 1)
    return tuple(faces) if len(faces) <= MOST_FACES else ()
