"""The name of a fight: the one given, else one from the names and numbers of the party's opponents."""

from __future__ import annotations

from collections import Counter

from app.values.player_sides import family_name, own_sides
from turntrack.core.fields import LONGEST_NAME
from turntrack.core.model import Combatant, Encounter
from turntrack.core.settings import OWN_SIDES, setting

UNNAMED = "New fight"
"""The name of an empty fight that was not named."""

_MORE = " and others"


def name_of(encounter: Encounter) -> str:
    """Return the name given to a fight; without one, name it after the party's opponents."""
    there = Counter(map(family_name, _foes(encounter)))
    if encounter.name != UNNAMED or not there:
        return encounter.name
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
    many = Counter(map(family_name, there))
    own = own_sides(there, setting(encounter, OWN_SIDES))
    foes = [combatant for combatant in there if combatant.side not in own]
    return foes or sorted(there, key=lambda combatant: many[family_name(combatant)] == 1)
