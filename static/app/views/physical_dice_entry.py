"""View of a roll of physical dice, or a card drawn, whose result the game waits for."""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.dice import DiceCode


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
