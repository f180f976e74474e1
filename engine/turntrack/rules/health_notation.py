"""The reading of a health as it is written: ``15``, ``11/18``, ``3d8 + 4 (17)``."""

from __future__ import annotations

import re
from typing import NamedTuple

from turntrack.core.fields import read
from turntrack.rules.health_arithmetic import HEALTH
from turntrack.rules.health_dice import DICE, plain_dice, read_health_dice

_POINTS = re.compile(
    r"([+\-−]?\d+)(?:\.0+)?(?:\s*+(?:/|of|out of)\s*+(\d+)|\s*+\(\s*+(\d+)\s*+\))?"
    r"(?:\s*+(?:hp|each|points|\(\s*+\d++[dw]\d[^()]*+\)))*",
    re.IGNORECASE,
)
_ROLLED = re.compile(r"\d{0,4}\s*+[dw]\s*+\d[^()]*+\(\s*+(\d{1,4})\s*+\)", re.IGNORECASE)
"""Dice with their total: ``2d4 (5)``."""
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")


class WrittenHealth(NamedTuple):
    """A health as people write it."""

    left: int = 0
    full: int = 0
    """The health without wounds, if it is given, too."""
    dice: str = ""
    """The dice that give the health; empty if the health is known."""


def read_health(text: str) -> WrittenHealth:
    """Read a health: points (``7``, ``7 (2d6)``, ``2d6 (7)``), wounds (``11/18``), or dice (``2W6``). Raises BadValue.

    >>> read_health("11/18"), read_health("2W6 + 3").dice, read_health("2d6 (7)").left
    (WrittenHealth(left=11, full=18, dice=''), '2d6+3', 7)
    """
    text = _THOUSANDS.sub("", text.strip())
    if rolled := _ROLLED.fullmatch(text):
        return WrittenHealth(int(read(HEALTH, rolled[1])))
    if DICE.fullmatch(text.strip()):
        return WrittenHealth(dice=str(read_health_dice(plain_dice(text))))
    points = _POINTS.fullmatch(text.strip())
    if not points:
        return WrittenHealth(int(read(HEALTH, text)))
    return WrittenHealth(int(read(HEALTH, points[1])), int(read(HEALTH, points[2] or points[3] or 0)))
