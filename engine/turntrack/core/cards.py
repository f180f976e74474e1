"""Playing cards: their signs, their names, and the reading of typed cards.

A card is a number from 1: the 2 of clubs is 1, the ace of spades 52, and 53 and 54 are jokers. A deck of 10 has no
suits.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from types import MappingProxyType

from turntrack.core.errors import Malformed

RANKS_ALONE = 10
JOKER = 53
SUITS = ("clubs", "diamonds", "hearts", "spades")
SIGNS = "♣♦♥♠"
RED_SIGNS = "♦♥"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")

_TYPED = re.compile(
    r"(?P<rank>\d{1,2}|t|j|q|k|a|jack|queen|king|ace)[^\w♣♦♥♠]*+(?:of[^\w♣♦♥♠]*+)?(?P<suit>[cdhs♣♦♥♠])[a-z\ufe0e\ufe0f]*"
)
_RANK_TYPED = MappingProxyType(
    {typed: at for at, name in enumerate(RANKS) for typed in (name, name if name.isdigit() else name[0])}
    | {"t": RANKS.index("10")}
)


_GERMAN = re.compile(r"(?P<suit>kreuz|treff|karo|herz|pik)\s++(?P<rank>ass?|könig|dame|bube|\d{1,2})")
_IN_GERMAN = MappingProxyType(
    {
        "kreuz": "♣", "treff": "♣", "karo": "♦", "herz": "♥", "pik": "♠", "as": "a", "ass": "a", "könig": "k",
        "dame": "q", "bube": "j",
    }
)  # fmt: skip


def _in_english(card: re.Match[str]) -> str:
    return f"{_IN_GERMAN.get(card['rank'], card['rank'])}{_IN_GERMAN[card['suit']]}"


def show_card(card: int, deck: int) -> str:
    """Write a card in signs.

    >>> [show_card(card, 54) for card in (52, 1, 37, 54)], show_card(7, 10)
    (['A♠', '2♣', 'J♣', 'Jkr'], '7')
    """
    faces = _faces(card, deck)
    if isinstance(faces, str):
        return "Jkr" if faces == "joker" else faces
    rank, suit = faces
    return f"{rank if rank.isdigit() else rank[0].upper()}{SIGNS[suit]}"


def name_card(card: int, deck: int) -> str:
    """Name a card in words.

    >>> [name_card(card, 54) for card in (52, 1, 54)], name_card(7, 10)
    (['ace of spades', '2 of clubs', 'joker'], '7')
    """
    faces = _faces(card, deck)
    return faces if isinstance(faces, str) else f"{faces[0]} of {SUITS[faces[1]]}"


def rank_of(card: int, deck: int) -> int:
    """Return the rank as on the card, the jack as 11 and the ace as 14; a joker stands above all.

    >>> [rank_of(card, 54) for card in (1, 16, 52, 53)], rank_of(7, 10)
    ([2, 5, 14, 15], 7)
    """
    if deck == RANKS_ALONE:
        return card
    return len(RANKS) + 2 if card >= JOKER else (card - 1) // len(SUITS) + 2


def _faces(card: int, deck: int) -> tuple[str, int] | str:
    """Return the rank and the index of the suit, or the name of a card without a suit."""
    if deck == RANKS_ALONE:
        return str(card)
    if card >= JOKER:
        return "joker"
    rank, suit = divmod(card - 1, len(SUITS))
    return RANKS[rank], suit


def read_card(text: str, deck: int, out: Collection[int] = ()) -> int:
    """Read a typed card. ``joker`` is the joker that is not yet ``out``. Raises Malformed.

    >>> [read_card(text, 54) for text in ("QS", "q♠", "10 of hearts", "Ace of Spades", "joker")], read_card("7", 10)
    ([44, 44, 35, 52, 54], 7)
    """
    word = _GERMAN.sub(_in_english, text.strip().casefold().removeprefix("red ").removeprefix("black "))
    if deck == RANKS_ALONE:
        if word.isdecimal() and word.isascii() and 1 <= int(word[:3]) <= deck:
            return int(word)
        raise Malformed(f"A card from 1 to {deck} was expected, not “{text[:40]}”.")
    if word in ("joker", "jkr"):
        return JOKER if deck in out and JOKER not in out else deck
    match = _TYPED.fullmatch(word)
    if not match or match["rank"] not in _RANK_TYPED:
        raise Malformed(f"A card was expected, such as Q♠, 10H or joker, not “{text[:40]}”.")
    suits = SIGNS if match["suit"] in SIGNS else "cdhs"
    return _RANK_TYPED[match["rank"]] * len(SUITS) + suits.index(match["suit"]) + 1
