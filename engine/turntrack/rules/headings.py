"""Lines that name the side or the group of the lines below them: ``Foes:``, ``# Foes``, ``[Goblins]``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

from turntrack.core.fields import LONGEST_NAME
from turntrack.core.vocabulary import Meaning, meaning_of

_HEADING = re.compile(
    r"\s*+(?:#{1,6}\s*+([^\W\d][^,;]*)|[-=*_~–—]{2,}+\s*+([^\W\d][^\d,;]*+)(?<=[-=*_~–—:]{2})|\[([^\W\d][^\[\],;]*)\]|([^\W\d][^\d,;:]*):)\s*+"
)
_ROUND = re.compile(r"\W*+(?:round|runde)\s*+\d{1,3}\W*+", re.IGNORECASE)
SIDES = MappingProxyType({Meaning.HEROES: "Heroes", Meaning.FOES: "Foes", Meaning.ALLIES: "Allies"})
"""The sides that lines can name by a word, and their names where the fight has no such side."""
_NO_GROUPS = (Meaning.ORDER, Meaning.HEALTH, Meaning.ARMOUR, Meaning.NOTE)


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says about the lines below: their side or their group; neither for any other heading."""

    side: str = ""
    group: str = ""


def side_named(text: str) -> str:
    """Return the side that a word names, such as ``enemy``; empty for other words.

    >>> side_named("enemy"), side_named("PC"), side_named("Goblin")
    ('Foes', 'Heroes', '')
    """
    meaning = meaning_of(text)
    return SIDES.get(meaning, "") if meaning else ""


def read_heading(line: str) -> Heading | None:
    """Read a line that is a heading; None for any other line.

    >>> read_heading("Foes:"), read_heading("# Goblins"), read_heading("Goblin: 7")
    (Heading(side='Foes', group=''), Heading(side='', group='Goblins'), None)
    """
    match = _HEADING.fullmatch(line)
    if not match:
        return Heading() if _ROUND.fullmatch(line) or meaning_of(line.strip()) is Meaning.ORDER else None
    name = next(filter(None, match.groups()), "").strip(" :#*_=~–—-")
    if side := side_named(name.removeprefix("the ").removeprefix("The ")):
        return Heading(side=side)
    if meaning_of(name) in _NO_GROUPS or len(name) > LONGEST_NAME:
        return Heading()
    return Heading(group=name)
