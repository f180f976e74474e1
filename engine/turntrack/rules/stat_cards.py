"""Decisions on stat cards: the text about what a combatant can do."""

from __future__ import annotations

from collections.abc import Iterable

from turntrack.core.commands import WriteStatCard
from turntrack.core.draft import Draft
from turntrack.core.errors import BadValue, Refused
from turntrack.core.events import StatCardWritten
from turntrack.core.fields import clean_text
from turntrack.core.model import StatCard

LONGEST_CARD = 4000
"""The greatest number of characters on a card."""


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
