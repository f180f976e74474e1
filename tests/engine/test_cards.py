"""Tests of playing cards: their names, and how they are typed."""

from __future__ import annotations

import re

import pytest

from turntrack.core.cards import name_card, read_card, show_card
from turntrack.core.dice import DiceCode, DiceNeeded, DiceRequest, TableDice, roll_of, seeded_dice
from turntrack.core.errors import Malformed


@pytest.mark.parametrize("deck", [10, 54])
def test_every_card_is_read_as_it_is_shown_and_as_it_is_named(deck: int) -> None:
    """The two jokers are alike: it is the higher one, as long as that is not out."""
    plain = range(1, min(deck, 52) + 1)
    for card in plain:
        assert read_card(show_card(card, deck), deck) == read_card(name_card(card, deck), deck) == card
    assert len({show_card(card, deck) for card in plain}) == len(plain)


@pytest.mark.parametrize(
    ("text", "card"),
    [("qs", 44), ("T D", 34), ("Q♠\ufe0e", 44), ("10h", 35), ("Queen of Hearts", 43), ("a clubs", 49), ("Joker", 54)],
)
def test_a_card_is_typed_as_one_likes(text: str, card: int) -> None:
    assert read_card(text, 54) == card


@pytest.mark.parametrize("text", ["", "52", "11S", "1H", "Q", "queen", "of", "spades of queen", "jokers", "١♠"])
def test_what_is_no_card_is_said(text: str) -> None:
    with pytest.raises(Malformed, match=f"A card was expected, such as Q♠, 10H or joker, not “{re.escape(text)}”"):
        read_card(text, 54)


@pytest.mark.parametrize("text", ["0", "11", "7♠", "", "٣", "9" * 5000])
def test_ten_cards_are_their_numbers(text: str) -> None:
    assert read_card(" 7 ", 10) == 7
    with pytest.raises(Malformed, match="A card from 1 to 10 was expected"):
        read_card(text, 10)


def test_a_card_that_is_out_is_refused_by_its_name() -> None:
    request = DiceRequest("deal:A:1", "A", "a card", DiceCode(1, 54), at_table=True, out=(44, 54), is_card=True)
    dice = TableDice(seeded_dice(1))
    with pytest.raises(Malformed, match="Q♠ has already been dealt"):
        dice.answer(request, "QS")
    dice.answer(request, "joker")
    assert dice.answers[request.key].total == 53


def test_a_card_from_before_an_undo_is_offered_as_a_card() -> None:
    request = DiceRequest("deal:A:1", "A", "a card", DiceCode(1, 54), at_table=True, is_card=True)
    before = roll_of(request.code, [(52,)], typed=True)
    dice = TableDice(seeded_dice(1), undone=(("A", "a card", before),))
    with pytest.raises(DiceNeeded):
        dice.roll([request])
    assert request.write(dice.offered[request.key]) == "A♠"
    dice.answer(request, "A♠")
    assert dice.answers[request.key] is before
    assert request.words == "of 54"
