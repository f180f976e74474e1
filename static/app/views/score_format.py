"""A score as short text: a number, or a playing card."""

from __future__ import annotations

from turntrack.core.cards import SIGNS, read_card
from turntrack.core.errors import Malformed
from turntrack.core.fields import Value, read
from turntrack.rules.rulings import SCORE
from turntrack.systems.protocol import TurnSystem

AS_TEXT = "\ufe0e"
"""Variation selector after a suit, so that no device draws it as an emoji."""


def read_number(system: TurnSystem, raw: Value) -> int:
    """Read a typed number, or a playing card where the numbers are cards. Raises Malformed.

    A number that is no card, such as one that stays, is read as it is.
    """
    if not system.deck:
        return int(read(SCORE, raw))
    try:
        return read_card(str(raw).replace(AS_TEXT, ""), system.deck)
    except Malformed:
        text = str(raw).strip().replace("−", "-")
        if text.lstrip("-").isdecimal() and not 0 < int(text) <= system.deck:
            return int(read(SCORE, raw))
        raise


def number_words(system: TurnSystem, number: int) -> str:
    """Format a number for a bead: ``29``, or a card."""
    shown = system.show_number(number)
    return f"{shown}{AS_TEXT}" if shown[-1] in SIGNS else shown
