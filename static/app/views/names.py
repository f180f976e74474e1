"""Who is who, in colour and in letters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.cards import SIGNS
from engine.model import Encounter
from engine.systems.protocol import TurnSystem

MOST_SIDES = 6
"""So many sides have a colour and a shape of their own; those after them begin again."""


def side_places(encounter: Encounter) -> Mapping[str, int]:
    """Number the sides in the order in which they came in: which colour and shape each has."""
    names = dict.fromkeys(combatant.side for combatant in encounter.combatants.values())
    return {name: place % MOST_SIDES for place, name in enumerate(names)}


AS_TEXT = "\ufe0e"
"""After a suit: some devices would draw a coloured picture."""


def number_words(system: TurnSystem, number: int) -> str:
    """Write a number as it stands in beads: ``29``, or a card."""
    shown = system.show_number(number)
    return f"{shown}{AS_TEXT}" if shown[-1] in SIGNS else shown


@lru_cache(maxsize=1024)
def initials(name: str) -> str:
    """Take two letters that tell names apart: ``Guard B`` is GB, ``Mara`` is Ma."""
    words = name.split()
    return (words[0][:1] + words[-1][:1] if len(words) > 1 else name[:2]).strip()
