"""The exact chances to be surprised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

from turntrack.core.model import Encounter
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.protocol import Chance
from turntrack.systems.unbound import factions, surprise
from turntrack.systems.unbound.factions import faction_name
from turntrack.systems.unbound.surprise import THROW

MOST_COUNTED = 100
"""The most members of a faction for which the chances of 0, 1, 2, … surprised are counted."""


def chances(encounter: Encounter) -> Iterator[Chance]:
    """Yield the chances to be surprised, and of each number of surprised members of a faction."""
    for faction in factions.factions_in_play(encounter):
        number = surprise.hardest_number(encounter, faction)
        if number:
            ids = surprise.fresh_members(encounter, faction)
            perceptions = [surprise.perception(encounter, member) for member in ids]
            for member, perception in zip(ids, perceptions, strict=True):
                chance = chance_surprised(perception, number.total)
                yield Chance(member, "is surprised", chance, "U22")
            if len(ids) <= MOST_COUNTED:
                for many, chance in enumerate(chances_of_number_surprised(perceptions, number.total)):
                    label = f"{faction_name(faction)}: {many} of {len(ids)} surprised"
                    yield Chance("", label, chance, "U19")


def why_uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    many = [
        faction_name(faction)
        for faction in factions.members(encounter)
        if surprise.hardest_number(encounter, faction)
        and len(surprise.fresh_members(encounter, faction)) > MOST_COUNTED
    ]
    return f"How many are surprised is not worked out for so many: {', '.join(many)}." if many else ""


def count_failures(perception: int, number: int) -> int:
    """Count the throws of 2d10, out of 100, with which 2d10 + ``perception`` stays below ``number`` (UA5).

    >>> count_failures(3, 12)
    28
    """
    return sum(THROW.ways[: max(0, number - perception - THROW.low)])


def chance_surprised(perception: int, number: int) -> Fraction:
    return Fraction(count_failures(perception, number), THROW.scale)


def chance_any_surprised(rolls: Sequence[tuple[int, int]]) -> Fraction:
    """Return the chance that at least one roll fails. Each is a Perception and the number to reach.

    >>> chance_any_surprised([(2, 13), (4, 13)]), chance_any_surprised([])
    (Fraction(151, 250), Fraction(0, 1))
    """
    nobody = prod(THROW.scale - count_failures(perception, number) for perception, number in rolls)
    return 1 - Fraction(nobody, THROW.scale ** len(rolls))


def chances_of_number_surprised(perceptions: Sequence[int], number: int) -> tuple[Fraction, ...]:
    """Return the chances that 0, 1, 2, … of the combatants with these Perceptions are surprised.

    >>> [str(chance) for chance in chances_of_number_surprised([2, 4, 1], 13)]
    ['891/5000', '4329/10000', '799/2500', '693/10000']
    """
    ways = [1]
    for perception in perceptions:
        fails = count_failures(perception, number)
        more = [0, *(fails * many for many in ways)]
        fewer = [*((THROW.scale - fails) * many for many in ways), 0]
        ways = [failing + passing for failing, passing in zip(more, fewer, strict=True)]
    return tuple(Fraction(many, THROW.scale ** len(perceptions)) for many in ways)
