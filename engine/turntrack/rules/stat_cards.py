"""Decisions on stat cards: text about what a combatant can do, and rolls of the dice in it."""

from __future__ import annotations

from collections.abc import Iterable

from turntrack.core.commands import RollFromCard, WriteStatCard
from turntrack.core.dice import DiceRequest
from turntrack.core.draft import Draft
from turntrack.core.errors import BadValue, Refused
from turntrack.core.events import StatCardWritten
from turntrack.core.input_fields import clean_text, read_plain_dice
from turntrack.core.model import StatCard

LONGEST_CARD = 4000
"""The greatest number of characters on a card."""

MOST_DICE = 100


def read_card(lines: Iterable[str]) -> StatCard:
    """Return the lines of a card, with at most one empty line between two others. Raises BadValue."""
    card = list[str]()
    for line in lines:
        text = clean_text("The card", line, LONGEST_CARD)
        if text or (card and card[-1]):
            card.append(text)
    while card and not card[-1]:
        card.pop()
    length = sum(map(len, card)) + len(card)
    if length > LONGEST_CARD:
        raise BadValue(f"The card: at most {LONGEST_CARD} characters, not {length}.")
    return tuple(card)


def write_card(draft: Draft, command: WriteStatCard) -> None:
    """Write a combatant's card; without lines, remove it. Raises Refused and BadValue."""
    if command.id not in draft.encounter.everybody():
        raise Refused("nobody", "That combatant is not in this fight.")
    card = read_card(command.lines)
    if card == draft.encounter.stat_cards.get(command.id, ()):
        raise Refused("no_change", "Nothing was changed.")
    draft.record(StatCardWritten((command.id,), card))


def roll_from_card(draft: Draft, command: RollFromCard) -> None:
    """Roll dice that a card names; nothing else changes. Raises Refused, BadValue and DiceNeeded."""
    combatant = draft.combatant(command.id)
    code = read_plain_dice("The roll", command.dice, MOST_DICE)
    purpose = clean_text("The roll", command.purpose, LONGEST_CARD) or "its card"
    request = DiceRequest(f"card:{combatant.id}", combatant.name, purpose, code, combatant.at_table)
    draft.roll([request])
