"""The exact chances of each number of actions in a round, and their average."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from turntrack.core.model import Encounter, Id
from turntrack.systems.protocol import Chance
from turntrack.systems.traveller.extra_action_check_odds import ways_die_by_die
from turntrack.systems.traveller.extra_action_checks import (
    action_words,
    check_rule,
    end_for_checks,
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


def chances_of_actions(end: int) -> Iterator[Fraction]:
    """Yield the chances to take at least 2, 3, … actions in a round, up to END + 1 actions (TA8)."""
    return (Fraction(ways, throws) for ways, throws in _runs_of_checks(end))


def _runs_of_checks(end: int) -> Iterator[tuple[int, int]]:
    """Yield (passed, all) counts of throws for passing the first check, the first two checks, …"""
    passed = thrown = 1
    for dice, ways in enumerate(islice(ways_die_by_die(end), end), 1):
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
