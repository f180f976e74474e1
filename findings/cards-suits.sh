#!/bin/sh
# The order of cards in four libraries, none of which deals initiative: in one two kings beat each other, in one the joker is last.
# Guess: cards compare by rank, then by suit as in bridge and Savage Worlds (clubs, diamonds, hearts, spades), and a joker beats all.
# Seen, with four kings, a two and a joker: pydealer 1.4.0 has clubs above diamonds, as in Big Two, and the joker below the two (its
#   documentation only warns that jokers may raise errors). In pyplayingcards 1.2.4 the king of spades is greater than that of hearts,
#   and that of hearts greater too: < looks at the rank alone, == at the suit as well. playing-card-utils 3.3.2 and cardspy 2.5 sort
#   by rank, as they document, and leave a tie in the order of dealing.
# Why it matters: with ten fighters two have the same rank in 97 of 100 rounds, and the suit is the rule that decides. The list looks
#   sorted, the wrong one of the two goes first, and the hero with the joker goes last. Give the sort a key of your own.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check \
    pydealer==1.4.0 pyplayingcards==1.2.4 playing-card-utils==3.3.2 cardspy==2.5
cat >sort.py <<'END'
import cardspy.card
import playing_card_utils
import pydealer
from pyplayingcards.playingcards import PlayingCard

dealt = ["2S", "KC", "KS", "KD", "KH"]
suits = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
ranks = {"2": "2", "K": "King"}

stack = pydealer.Stack(cards=[pydealer.Card(ranks[rank], suits[suit]) for rank, suit in dealt])
stack.add(pydealer.Card("Joker", None))
stack.sort()
print("pydealer:", ", ".join(card.name for card in reversed(list(stack))))

cards = [PlayingCard(suits[suit].lower(), ranks[rank].lower()) for rank, suit in dealt]
print("pyplayingcards:", ", ".join(f"{card.value} of {card.suit}" for card in sorted(cards, reverse=True)))
spades, hearts = cards[2], cards[4]
print("pyplayingcards: spades > hearts is", spades > hearts, "and hearts > spades is", hearts > spades)

cards = [playing_card_utils.Card.from_card_code(code) for code in dealt]
print("playing-card-utils:", " ".join(card.card_type.code + card.suite.code for card in sorted(cards, reverse=True)))
by_code = {card.code: card for card in cardspy.card.ALL_CARDS}
print("cardspy:", " ".join(card.code for card in cardspy.card.sort_cards([by_code[code] for code in dealt])), "(ascending)")
END
seen=$(venv/bin/python sort.py)
expected='pydealer: King of Spades, King of Hearts, King of Clubs, King of Diamonds, 2 of Spades, Joker
pyplayingcards: king of clubs, king of spades, king of diamonds, king of hearts, 2 of spades
pyplayingcards: spades > hearts is True and hearts > spades is True
playing-card-utils: KC KS KD KH 2S
cardspy: 2S KC KS KD KH (ascending)'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { printf 'The behaviour changed. Expected was:\n%s\n' "$expected" >&2; exit 1; }
