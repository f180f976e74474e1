"""The chances of Unbound: to go first, and to be surprised."""

from __future__ import annotations

from fractions import Fraction
from math import perm

from turntrack.core.model import Encounter
from turntrack.systems.due_reinforcements import with_arrivals
from turntrack.systems.protocol import Chance
from turntrack.systems.unbound import memory, surprise
from turntrack.systems.unbound.memory import faction_name
from turntrack.systems.unbound.turns import D12

MOST_COUNTED = 100
"""The most members of a faction for which the chances of 0, 1, 2, … surprised are counted."""


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances to go first, to be surprised, and of each number of surprised members of a faction."""
    encounter = with_arrivals(encounter)
    playing = memory.factions_in_play(encounter)
    result = []
    if not encounter.round and len(playing) > 1:
        first = chance_first(len(playing))
        result = [Chance("", f"{faction_name(faction)}: first", first, "U5", goes_first=True) for faction in playing]
        result.append(Chance("", "the first roll settles the order", chance_no_tie(len(playing)), "U6"))
    for faction in playing:
        number = surprise.hardest_number(encounter, faction)
        if number:
            ids = surprise.fresh_members(encounter, faction)
            perceptions = [surprise.perception(encounter, member) for member in ids]
            for member, perception in zip(ids, perceptions, strict=True):
                chance = surprise.chance_surprised(perception, number.total)
                result.append(Chance(member, "is surprised", chance, "U22"))
            if len(ids) <= MOST_COUNTED:
                for many, chance in enumerate(surprise.chances_of_number_surprised(perceptions, number.total)):
                    label = f"{faction_name(faction)}: {many} of {len(ids)} surprised"
                    result.append(Chance("", label, chance, "U19"))
    return tuple(result)


def why_uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    many = [
        faction_name(faction)
        for faction in memory.members(encounter)
        if surprise.hardest_number(encounter, faction)
        and len(surprise.fresh_members(encounter, faction)) > MOST_COUNTED
    ]
    return f"How many are surprised is not worked out for so many: {', '.join(many)}." if many else ""


def chance_first(factions: int) -> Fraction:
    """Return the chance to go first among so many factions, which is the same for all: ties are thrown again (U6)."""
    return Fraction(1, factions)


def chance_no_tie(factions: int) -> Fraction:
    """Return the chance that the first throw decides the whole order.

    >>> [str(chance_no_tie(many)) for many in (2, 3, 4)]
    ['11/12', '55/72', '55/96']
    """
    return Fraction(perm(D12.sides, factions), D12.sides**factions)
