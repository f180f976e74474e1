"""The decision on a roll from a stat card: dice that its text names."""

from __future__ import annotations

from turntrack.core.commands import RollFromCard
from turntrack.core.dice import MOST_DICE, DiceRequest
from turntrack.core.draft import Draft
from turntrack.core.fields import clean_text, read_plain_dice
from turntrack.rules.stat_cards import LONGEST_CARD


def roll_from_card(draft: Draft, command: RollFromCard) -> None:
    """Roll dice that a card names; nothing else changes. Raises Refused, BadValue and DiceNeeded."""
    combatant = draft.combatant(command.id)
    code = read_plain_dice("The roll", command.dice, MOST_DICE)
    purpose = clean_text("The roll", command.purpose, LONGEST_CARD) or "its card"
    request = DiceRequest(f"card:{combatant.id}", combatant.name, purpose, code, combatant.at_table)
    draft.roll([request])
