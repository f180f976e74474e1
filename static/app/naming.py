"""What a fight is called, as it was named or by who is in it; and what its rounds are called."""

from __future__ import annotations

from collections import Counter

from engine.fields import LONGEST_NAME
from engine.model import Combatant, Encounter
from engine.names import family_of
from engine.systems.protocol import TurnSystem

UNNAMED = "New fight"
"""What a fight is called that nobody has named, while nobody is in it."""

_MORE = " and others"


def name_of(encounter: Encounter) -> str:
    """Return the name that a fight was given; without a name, who is in it, with the number of those alike."""
    there = Counter(map(_family, encounter.combatants.values()))
    if encounter.name != UNNAMED or not there:
        return encounter.name
    made = ""
    for who, many in there.items():
        longer = f"{made}, " * bool(made) + (f"{who} ×{many}" if many > 1 else who)
        if len(longer) > LONGEST_NAME - len(_MORE):
            return f"{made}{_MORE}" if made else longer[:LONGEST_NAME]
        made = longer
    return made


def round_words(number: int, part: int, system: TurnSystem | None) -> str:
    """Name a round as its rules do, with the part of it where rounds have parts: ``round 2, pass 1``."""
    said = system.round_name(number) if system else f"round {number}"
    return f"{said}, {system.part_word} {part}" if system and system.part_word and part else said


def between_words(encounter: Encounter, system: TurnSystem) -> str:
    """Say how a fight stands of which no round is running."""
    return f"{system.round_name(encounter.round).capitalize()} is over" if encounter.round else "Ready to begin"


def _family(combatant: Combatant) -> str:
    return combatant.group or family_of(combatant.name)
