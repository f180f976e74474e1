"""Short signs for combatants: a side's index for colour and shape, and the letters or number in a bead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from turntrack.core.model import Encounter
from turntrack.core.playing_cards import SIGNS
from turntrack.systems.protocol import TurnSystem

MOST_SIDES = 6
"""Number of sides with a colour and a shape of their own; further sides repeat them."""


def side_places(encounter: Encounter) -> Mapping[str, int]:
    """Number the sides in the order of joining; the number gives a side its colour and shape."""
    names = dict.fromkeys(combatant.side for combatant in encounter.combatants.values())
    return {name: place % MOST_SIDES for place, name in enumerate(names)}


AS_TEXT = "\ufe0e"
"""Variation selector after a suit, so that no device draws it as an emoji."""


def number_words(system: TurnSystem, number: int) -> str:
    """Format a number for a bead: ``29``, or a card."""
    shown = system.show_number(number)
    return f"{shown}{AS_TEXT}" if shown[-1] in SIGNS else shown


@lru_cache(maxsize=16)
def letters_for(names: tuple[str, ...]) -> Mapping[str, str]:
    """Return two letters for each name, different from those of earlier names if possible.

    >>> [*letters_for(("Borin", "Boss", "Guard A", "Guard B")).values()]
    ['Bo', 'Bs', 'GA', 'GB']
    """
    letters: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        usual = initials(name)
        others = (usual[:1] + letter for letter in name.split()[-1][1:] if letter.isalnum()) if name.strip() else ()
        letters[name] = next((pair for pair in (usual, *others) if pair not in taken), usual)
        taken.add(letters[name])
    return letters


def letters_of(encounter: Encounter) -> Mapping[str, str]:
    """Return the letters of all combatants by their names."""
    return letters_for(tuple(combatant.name for combatant in encounter.combatants.values()))


@lru_cache(maxsize=1024)
def initials(name: str) -> str:
    """Return the two letters of a name by default: ``Guard B`` is GB, ``Mara`` is Ma."""
    words = name.split()
    return (words[0][:1] + words[-1][:1] if len(words) > 1 else name[:2]).strip()
