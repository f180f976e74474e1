"""Exact chances, as fractions: counted, never simulated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.model import Id


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who throws a fair die of ``sides`` and adds ``base``; of equal totals the lowest ``rank`` wins."""

    id: Id
    base: int
    rank: int


def chances_of_highest(units: Sequence[Sequence[Entrant]], sides: int, above: int | None = None) -> dict[Id, Fraction]:
    """For each entrant, the chance to have the highest total. Ranks must all differ, so the chances sum to 1.

    Each unit throws one die for all its members, so only its best member can be the highest of all.
    Where a total counts only ``above`` a number, nobody may have the highest, and the chances sum to less.

    >>> chances_of_highest([[Entrant("a", 14, 0)], [Entrant("b", 14, 1)]], 20)["a"]
    Fraction(21, 40)
    """
    chances = {entrant.id: Fraction(0) for unit in units for entrant in unit}
    bests = [min(unit, key=lambda entrant: (-entrant.base, entrant.rank)) for unit in units if unit]
    for best in bests:
        ways = 0
        for face in range(1, sides + 1):
            if above is not None and best.base + face <= above:
                continue
            below = 1
            for other in bests:
                if other is not best:
                    beats_ties = 0 if best.rank < other.rank else 1
                    below *= min(max(best.base + face - other.base - beats_ties, 0), sides)
            ways += below
        chances[best.id] = Fraction(ways, sides ** len(bests))
    return chances
