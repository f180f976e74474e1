"""The chances of Unbound to go first, joined by those to be surprised."""

from __future__ import annotations

from fractions import Fraction
from math import perm

from turntrack.core.model import Encounter
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.protocol import Chance
from turntrack.systems.unbound import factions, surprise_odds
from turntrack.systems.unbound.factions import faction_name
from turntrack.systems.unbound.initiative import D12


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances to go first, and those to be surprised."""
    encounter = with_arrivals(encounter)
    return (*_chances_before_round(encounter), *surprise_odds.chances(encounter))


def _chances_before_round(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances before the first round: of each faction to go first, and that one roll settles the order."""
    playing = factions.factions_in_play(encounter)
    if encounter.round or len(playing) < 2:
        return ()
    first = chance_first(len(playing))
    return (
        *(Chance("", f"{faction_name(faction)}: first", first, "U5", goes_first=True) for faction in playing),
        Chance("", "the first roll settles the order", chance_no_tie(len(playing)), "U6"),
    )


def chance_first(factions: int) -> Fraction:
    """Return the chance to go first among so many factions, which is the same for all: ties are thrown again (U6)."""
    return Fraction(1, factions)


def chance_no_tie(factions: int) -> Fraction:
    """Return the chance that the first throw decides the whole order.

    >>> [str(chance_no_tie(many)) for many in (2, 3, 4)]
    ['11/12', '55/72', '55/96']
    """
    return Fraction(perm(D12.sides, factions), D12.sides**factions)
