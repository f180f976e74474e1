"""Which sides are those of the players: by their dice, their name, having no look-alikes, or coming first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from turntrack.core.model import Combatant, Encounter, Id, derived
from turntrack.core.names import family_of
from turntrack.core.settings import OWN_SIDES, setting
from turntrack.core.vocabulary import Meaning, meaning_of


def own_sides(combatants: Mapping[Id, Combatant], rule: str) -> frozenset[str]:
    """Return the players' sides according to the table's option."""
    there = combatants.values()
    at_table = frozenset([combatant.side for combatant in there if combatant.at_table])
    match rule:
        case "auto":
            # Where every side rolls at the table, dice tell none apart.
            is_telling = bool(at_table) and not at_table.issuperset([combatant.side for combatant in there])
            return at_table if is_telling else _side_of_players(combatants)
        case "table":
            return at_table
        case _:
            return frozenset()


@derived
def _side_of_players(combatants: Mapping[Id, Combatant]) -> frozenset[str]:
    """Return the side called heroes; else the first of which most are the only ones of their kind; else the first.

    Player characters are the only ones of their kind, and the enemies of a prepared fight are often added before them.
    A side that is called foes is the players' only where there is no other.
    """
    there = combatants.values()
    sides = Counter([combatant.side for combatant in there])
    meanings = {side: meaning_of(side) for side in sides}
    if heroes := [side for side in sides if meanings[side] is Meaning.HEROES]:
        return frozenset(heroes[:1])
    likely = [side for side in sides if meanings[side] is not Meaning.FOES] or list(sides)
    many = Counter(map(family_name, there))
    alone = Counter([combatant.side for combatant in there if many[family_name(combatant)] == 1])
    return frozenset([side for side in likely if 2 * alone[side] >= sides[side]][:1] or likely[:1])


def family_name(combatant: Combatant) -> str:
    """Return the group of a combatant, or the name without its letter."""
    return combatant.group or family_of(combatant.name)


def is_foe(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether a combatant is on no side of the players, whatever the players' screen shows."""
    return encounter.combatants[combatant_id].side not in likely_sides_of_players(encounter)


def likely_sides_of_players(encounter: Encounter) -> frozenset[str]:
    """Return the players’ sides, whatever the players’ screen shows."""
    rule = setting(encounter, OWN_SIDES)
    return own_sides(encounter.combatants, "auto" if rule == "none" else rule)


@derived
def allied_sides(combatants: Mapping[Id, Combatant]) -> frozenset[str]:
    """Return the sides that are called allies."""
    return frozenset(side for side in {who.side for who in combatants.values()} if meaning_of(side) is Meaning.ALLIES)


def friendly_sides(encounter: Encounter) -> frozenset[str]:
    """Return the players’ sides and those that are called their allies."""
    return likely_sides_of_players(encounter) | allied_sides(encounter.combatants)
