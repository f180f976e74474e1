"""The name of a fight, and the words for its rounds and its sides."""

from __future__ import annotations

from collections import Counter

from turntrack.core.fields import LONGEST_NAME
from turntrack.core.model import Combatant, Encounter
from turntrack.core.own_sides import allied_sides, family_name, own_sides
from turntrack.core.settings import OWN_SIDES, setting
from turntrack.systems.protocol import TurnSystem

UNNAMED = "New fight"
"""The name of an empty fight that was not named."""

_MORE = " and others"


def name_of(encounter: Encounter) -> str:
    """Return the name given to a fight; without one, name it after the party's opponents."""
    if encounter.name != UNNAMED or not encounter.combatants:
        return encounter.name
    there = Counter(map(family_name, _foes(encounter)))
    made = ""
    for who, many in there.items():
        longer = f"{made}, " * bool(made) + (f"{who} ×{many}" if many > 1 else who)
        if len(longer) > LONGEST_NAME - len(_MORE):
            return f"{made}{_MORE}" if made else longer[:LONGEST_NAME]
        made = longer
    return made


def _foes(encounter: Encounter) -> list[Combatant]:
    """List the opponents of the players; if there is one side only, everybody, groups of a kind first."""
    there = list(encounter.combatants.values())
    own = own_sides(encounter.combatants, setting(encounter, OWN_SIDES))
    friends = own and own | allied_sides(encounter.combatants)
    if foes := [combatant for combatant in there if combatant.side not in friends]:
        return foes
    many = Counter(map(family_name, there))
    return sorted(there, key=lambda combatant: many[family_name(combatant)] == 1)


def round_words(number: int, part: int, system: TurnSystem | None) -> str:
    """Name a round in the words of its rules, with its part if rounds have parts: ``round 2, pass 1``."""
    said = system.round_name(number) if system else f"round {number}"
    return f"{said}, {system.part_word} {part}" if system and system.part_word and part else said


def name_numbered_round(number: int, system: TurnSystem) -> str:
    """Name a round; empty before the first, and for the only round of rules whose rounds have no end."""
    return "" if not number or (system.is_endless and number == 1) else system.round_name(number)


def between_words(encounter: Encounter, system: TurnSystem) -> str:
    """Describe a fight in which no round is running."""
    return f"{system.round_name(encounter.round).capitalize()} is over" if encounter.round else "Ready to begin"
