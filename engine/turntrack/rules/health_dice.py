"""The dice that give a health: ``2W6 + 3``, ``3d8``."""

from __future__ import annotations

import re

from turntrack.core.dice import DiceCode
from turntrack.core.fields import read, read_plain_dice
from turntrack.rules.health_arithmetic import HEALTH

DICE = re.compile(r"\d{0,4}\s*+[dw]\s*+\d{1,4}(?:\s*+[+\-−]\s*+\d{1,4})?", re.IGNORECASE)
"""Dice as people write them: ``2W6 + 3``."""


def plain_dice(text: str) -> str:
    """Return dice as people write them (``d6``, ``2W6 + 1``) in the form of dice codes: ``1d6``, ``2d6+1``."""
    dice = text.strip().lower().replace("w", "d").replace(" ", "")
    return f"1{dice}" if dice.startswith("d") else dice


def read_health_dice(text: str) -> DiceCode:
    """Read the dice of a health, which can give no health out of range. Raises BadValue."""
    code = read_plain_dice(HEALTH.label, text, HEALTH.high)
    for total in (code.count + code.plus, code.count * code.sides + code.plus):
        read(HEALTH, total)
    return code
