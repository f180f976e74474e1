"""Amounts as other programs and books write them, in the form that is read here."""

from __future__ import annotations

import re

_DICE_AND_HEALTH = re.compile(r"([^()]*+)\(\s*+(\d{1,4})\s*+(?:hp|hit points?)\s*+\)", re.IGNORECASE)
"""``5d8 (22 hp)``."""
_DICE_FOR_HEALTH = re.compile(
    r"\(\s*+(\d*[dw]\d++(?:\s*+[+\-−]\s*+\d++)?|\d++)\s*+(?:hp|hit points?)\s*+\)", re.IGNORECASE
)
"""``½* (1d4 hit points)``."""
_HIT_DICE = re.compile(
    r"(\d{1,3})\s*+\**+\s*+([+\-−]\s*+\d{1,3})?+\s*+\**+(?:\s*+\(\s*+(?:AB\s*+)?[+\-−]\d{1,2}\s*+\))?", re.IGNORECASE
)
"""Hit dice by their number alone, which are eight-sided: ``4``, ``4+2``, ``9** (+8)``."""


def text_of_health(value: int | float | str) -> str:
    """Return a health as people write it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = str(value)
    both = _DICE_AND_HEALTH.fullmatch(text.strip())
    return both[2] if both else text


def dice_of_hit_dice(text: str) -> str:
    """Return the dice, or the number, that hit dice give as health; other texts unchanged.

    >>> dice_of_hit_dice("4+1*"), dice_of_hit_dice("½ (1d4 hit points)"), dice_of_hit_dice("5d8")
    ('4d8+1', '1d4', '5d8')
    """
    text = text.strip()
    if among := _DICE_FOR_HEALTH.search(text):
        return among[1]
    dice = _HIT_DICE.fullmatch(text)
    return f"{dice[1]}d8{(dice[2] or '').replace(' ', '')}" if dice else text
