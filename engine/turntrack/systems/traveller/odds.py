"""The chances of Traveller: to go first, to pass one check, and to take each number of actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import prod

from turntrack.core.model import Encounter, Id
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.protocol import Chance
from turntrack.systems.toolkit.odds_of_first import MOST_ROLLS, TOO_MANY
from turntrack.systems.toolkit.rolls import roll_units
from turntrack.systems.traveller import initiative, turns
from turntrack.systems.traveller.extra_actions import (
    action_words,
    check_rule,
    check_words,
    dice_of_next_check,
    end_for_checks,
)
from turntrack.systems.traveller.rules import reading_of


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances: between rounds to go first and to take further actions, in a round of the next check."""
    if encounter.is_open:
        return tuple(_chances_of_next_checks(encounter))
    return () if why_uncounted(encounter) else tuple(_chances_before_round(with_arrivals(encounter)))


def _chances_before_round(encounter: Encounter) -> Iterator[Chance]:
    """Yield the chances of each combatant, in the order listed."""
    firsts = _chances_by_id(encounter)
    for combatant_id, further in chances_before_round(encounter).items():
        if combatant_id in firsts:
            yield firsts[combatant_id]
        yield from further


def _chances_by_id(encounter: Encounter) -> dict[Id, Chance]:
    """Return the chance of each combatant to go first; empty if the table has not entered all numbers."""
    able = encounter.able()
    missing = initiative.combatants_without_number(encounter)
    firsts = {} if missing else chances_of_first(_list_entrants(encounter, able))
    label = "goes first" if reading_of(encounter, "tie") == "dex" else "goes first, alone or with others"
    return {
        combatant_id: Chance(combatant_id, label, chance, "T4", goes_first=True)
        for combatant_id, chance in firsts.items()
    }


def why_uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    return TOO_MANY if not encounter.is_open and len(roll_units(encounter, encounter.able())) > MOST_ROLLS else ""


def may_go_by_list(encounter: Encounter) -> bool:
    encounter = with_arrivals(encounter)
    scores = [encounter.combatants[combatant_id].sheet["dex"] for combatant_id in encounter.able()]
    return reading_of(encounter, "tie") == "dex" and len({*scores}) < len(scores)


@dataclass(frozen=True, slots=True)
class TravellerEntrant:
    """A combatant who rolls for initiative: the number for each total of 2D, and the rank among equals.

    Where Morale counts, a total above it makes the number jump. So a number is not always a roll with an addition,
    which is all that ``toolkit/odds_of_first.py`` counts.
    """

    id: Id
    numbers: tuple[int, ...]
    rank: int = 0
    """The lowest rank among equals goes first."""

    def key(self, total: int) -> tuple[int, int]:
        return (self.numbers[total], self.rank)


def _list_entrants(encounter: Encounter, ids: Sequence[Id]) -> list[list[TravellerEntrant]]:
    """List the combatants who roll, by the units that roll together. Ranks differ only if DEX breaks ties."""
    ranks: dict[Id, int] = {}
    if reading_of(encounter, "tie") == "dex":
        by_dex = sorted(ids, key=lambda combatant_id: -int(encounter.combatants[combatant_id].sheet["dex"]))
        ranks = {combatant_id: place for place, combatant_id in enumerate(by_dex)}
    units = roll_units(encounter, ids)
    return [
        [
            TravellerEntrant(member, initiative.possible_numbers(encounter, member), ranks.get(member, 0))
            for member in members
        ]
        for _, members in units
    ]


def chances_of_first(units: Sequence[Sequence[TravellerEntrant]]) -> dict[Id, Fraction]:
    """Return for each combatant the chance that nobody acts before. Each unit rolls 2D once for all its members.

    With different ranks the chances sum to 1. With equal ranks all who tie for first count as first.
    """
    ways = {entrant.id: 0 for unit in units for entrant in unit}
    left = [sum(initiative.WAYS)] * len(units)
    nobody_yet = prod(left)
    for _, meeting in sorted(_group_by_place(units).items()):
        if not nobody_yet:  # in all rolls somebody has an earlier place
            break
        for unit, many, first in meeting:
            for combatant_id in first:
                ways[combatant_id] += many * (nobody_yet // left[unit])
        for unit, many, _ in meeting:
            nobody_yet = nobody_yet // left[unit] * (left[unit] - many)
            left[unit] -= many
    return {combatant_id: Fraction(many, sum(initiative.WAYS) ** len(units)) for combatant_id, many in ways.items()}


def _group_by_place(
    units: Sequence[Sequence[TravellerEntrant]],
) -> dict[tuple[int, int], list[tuple[int, int, list[Id]]]]:
    """Group the rolls of each unit by the best place they give: the unit, the number of rolls, the members there."""
    places: dict[tuple[int, int], list[tuple[int, int, list[Id]]]] = {}
    for place, unit in enumerate(units):
        for total, many in enumerate(initiative.WAYS):
            keys = [entrant.key(total) for entrant in unit]
            first = [entrant.id for entrant, key in zip(unit, keys, strict=True) if key == min(keys)]
            places.setdefault(min(keys), []).append((place, many, first))
    return places


def _chances_of_next_checks(encounter: Encounter) -> Iterator[Chance]:
    """Yield the chance of each combatant to pass the next check, in the order of the track."""
    for combatant_id in turns.track(encounter):
        if encounter.standings[combatant_id].plays:
            dice = dice_of_next_check(encounter.standings[combatant_id])
            end = end_for_checks(encounter, combatant_id)
            yield Chance(
                combatant_id, f"next check, {check_words(dice, end)}", chance_of_check(dice, end), check_rule(dice)
            )


def chance_of_check(dice: int, end: int) -> Fraction:
    """Return the chance to roll END or less with so many dice (T12–T16).

    >>> chance_of_check(2, 7), chance_of_check(3, 9)
    (Fraction(7, 12), Fraction(3, 8))
    """
    return Fraction(next(islice(_ways_die_by_die(end), dice - 1, None)), 6**dice)


def _ways_die_by_die(end: int) -> Iterator[int]:
    """Yield the number of rolls with a total of ``end`` or less, for 1 die, 2 dice, …"""
    ways = [1] + [0] * end
    while True:
        ways = [sum(ways[max(0, total - 6) : total]) for total in range(end + 1)]
        yield sum(ways)


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
    return (Fraction(ways, rolls) for ways, rolls in _runs_of_checks(end))


def _runs_of_checks(end: int) -> Iterator[tuple[int, int]]:
    """Yield (passed, all) counts of rolls for passing the first check, the first two checks, …"""
    passed = rolled = 1
    for dice, ways in enumerate(islice(_ways_die_by_die(end), end), 1):
        passed, rolled = passed * ways, rolled * 6**dice
        yield passed, rolled


def expected_actions(end: int) -> Fraction:
    """Return the average number of actions in a round if the combatant declines none.

    >>> expected_actions(1)
    Fraction(7, 6)
    """
    total = whole = 1
    for passed, rolled in _runs_of_checks(end):
        total, whole = total * (rolled // whole) + passed, rolled
    return Fraction(total, whole)
