"""The exact chances to pass one check before an Extra Action."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from turntrack.core.model import Encounter
from turntrack.systems.protocol import Chance
from turntrack.systems.traveller import turns
from turntrack.systems.traveller.extra_action_checks import (
    check_rule,
    check_words,
    dice_of_next_check,
    end_for_checks,
)


def chances_of_next_checks(encounter: Encounter) -> Iterator[Chance]:
    """Yield the chance of each combatant to pass the next check, in the order of the track."""
    for combatant_id in turns.track(encounter):
        if encounter.standings[combatant_id].plays:
            dice = dice_of_next_check(encounter.standings[combatant_id])
            end = end_for_checks(encounter, combatant_id)
            yield Chance(
                combatant_id, f"next check, {check_words(dice, end)}", chance_of_check(dice, end), check_rule(dice)
            )


def chance_of_check(dice: int, end: int) -> Fraction:
    """Return the chance to throw END or less with so many dice (T12–T16).

    >>> chance_of_check(2, 7), chance_of_check(3, 9)
    (Fraction(7, 12), Fraction(3, 8))
    """
    return Fraction(next(islice(ways_die_by_die(end), dice - 1, None)), 6**dice)


def ways_die_by_die(end: int) -> Iterator[int]:
    """Yield the number of throws with a total of ``end`` or less, for 1 die, 2 dice, …"""
    ways = [1] + [0] * end
    while True:
        ways = [sum(ways[max(0, total - 6) : total]) for total in range(end + 1)]
        yield sum(ways)
