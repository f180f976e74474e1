"""A score as short text: a number, or a playing card."""

from __future__ import annotations

from turntrack.core.playing_cards import SIGNS
from turntrack.systems.protocol import TurnSystem

AS_TEXT = "\ufe0e"
"""Variation selector after a suit, so that no device draws it as an emoji."""


def number_words(system: TurnSystem, number: int) -> str:
    """Format a number for a bead: ``29``, or a card."""
    shown = system.show_number(number)
    return f"{shown}{AS_TEXT}" if shown[-1] in SIGNS else shown
