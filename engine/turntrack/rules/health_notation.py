"""The reading of a health as it is written: ``15``, ``11/18``, ``3d8 + 4 (17)``."""

from __future__ import annotations

import re
from typing import NamedTuple

from turntrack.core.dice import DiceCode
from turntrack.core.input_fields import read, read_plain_dice
from turntrack.rules.health_arithmetic import HEALTH

_DICE = re.compile(r"\d{0,4}\s*[dw]\s*\d{1,4}(?:\s*[+\-−]\s*\d{1,4})?", re.IGNORECASE)
_POINTS = re.compile(
    r"([+\-−]?\d+)(?:\.0+)?(?:\s*(?:/|of|out of)\s*(\d+)|\s*\(\s*(\d+)\s*\))?"
    r"(?:\s*(?:hp|each|points|\(\s*\d+[dw]\d+[^()]*\)))*",
    re.IGNORECASE,
)
_ROLLED = re.compile(r"\d{0,4}\s*[dw]\s*\d{1,4}[^()]*\(\s*(\d{1,4})\s*\)", re.IGNORECASE)
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
    if _DICE.fullmatch(text.strip()):
        return WrittenHealth(dice=str(read_health_dice(plain_dice(text))))
    points = _POINTS.fullmatch(text.strip())
    if not points:
        return WrittenHealth(int(read(HEALTH, text)))
    return WrittenHealth(int(read(HEALTH, points[1])), int(read(HEALTH, points[2] or points[3] or 0)))


def plain_dice(text: str) -> str:
    """Return dice as people write them (``d6``, ``2W6 + 1``) in the form of dice codes: ``1d6``, ``2d6+1``."""
    return re.sub(r"^d", "1d", re.sub("[wW]", "d", text.strip().lower()).replace(" ", ""))


def read_health_dice(text: str) -> DiceCode:
    """Read the dice of a health, which can give no health out of range. Raises BadValue."""
    code = read_plain_dice(HEALTH.label, text, HEALTH.high)
    for total in (code.count + code.plus, code.count * code.sides + code.plus):
        read(HEALTH, total)
    return code
