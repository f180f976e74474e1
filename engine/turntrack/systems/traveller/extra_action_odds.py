"""The exact chances of the checks before Extra Actions, and of the actions that they allow."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from turntrack.core.model import Encounter, Id
from turntrack.systems.protocol import Chance
from turntrack.systems.traveller import turns
from turntrack.systems.traveller.extra_action_checks import (
    action_words,
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


def chances_before_round(encounter: Encounter) -> dict[Id, list[Chance]]:
    """Return the chances of each able combatant to take a 2nd, 3rd and 4th action."""
    ends = {combatant_id: end_for_checks(encounter, combatant_id) for combatant_id in encounter.able()}
    averages = {end: f" (on average {float(expected_actions(end)):.2f} in the round)" for end in {*ends.values()}}
    chances: dict[Id, list[Chance]] = {combatant_id: [] for combatant_id in ends}
    for combatant_id, end in ends.items():
        for dice, chance in zip((1, 2, 3), chances_of_actions(end), strict=False):
            action = f"takes {action_words(dice + 1)}{averages[end] if dice == 1 else ''}"
            chances[combatant_id].append(Chance(combatant_id, action, chance, check_rule(dice)))
    return chances


def chance_of_check(dice: int, end: int) -> Fraction:
    """Return the chance to throw END or less with so many dice (T12–T16).

    >>> chance_of_check(2, 7), chance_of_check(3, 9)
    (Fraction(7, 12), Fraction(3, 8))
    """
    return Fraction(next(islice(_ways_die_by_die(end), dice - 1, None)), 6**dice)


def _ways_die_by_die(end: int) -> Iterator[int]:
    """Yield the number of throws with a total of ``end`` or less, for 1 die, 2 dice, …"""
    ways = [1] + [0] * end
    while True:
        ways = [sum(ways[max(0, total - 6) : total]) for total in range(end + 1)]
        yield sum(ways)


def chances_of_actions(end: int) -> Iterator[Fraction]:
    """Yield the chances to take at least 2, 3, … actions in a round, up to END + 1 actions (TA8)."""
    return (Fraction(ways, throws) for ways, throws in _runs_of_checks(end))


def _runs_of_checks(end: int) -> Iterator[tuple[int, int]]:
    """Yield (passed, all) counts of throws for passing the first check, the first two checks, …"""
    passed = thrown = 1
    for dice, ways in enumerate(islice(_ways_die_by_die(end), end), 1):
        passed, thrown = passed * ways, thrown * 6**dice
        yield passed, thrown


def expected_actions(end: int) -> Fraction:
    """Return the average number of actions in a round if the combatant declines none.

    >>> expected_actions(1)
    Fraction(7, 6)
    """
    total = whole = 1
    for passed, thrown in _runs_of_checks(end):
        total, whole = total * (thrown // whole) + passed, thrown
    return Fraction(total, whole)
