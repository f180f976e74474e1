"""The check against END before each Extra Action (T10–T16), and its exact chances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from types import MappingProxyType

from turntrack.core.draft import Draft
from turntrack.core.events import StatusSet
from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.systems.traveller import memory
from turntrack.systems.traveller.rule_options import reading_of

_RULES = MappingProxyType({1: "T12", 2: "T14", 3: "T15", 4: "T15"})


def end_for_checks(encounter: Encounter, combatant_id: Id) -> int:
    """Return the END for checks: current or full, by the table's reading (TA7)."""
    full = reading_of(encounter, "end") == "full"
    return memory.full_end(encounter, combatant_id) if full else memory.end_now(encounter, combatant_id)


def needs_check(standing: Standing) -> bool:
    """Return whether a check is due before the next action (T10)."""
    return (
        memory.recall(standing).actions > 0 and not memory.may_act_again(standing) and not memory.is_triggered(standing)
    )


def dice_of_next_check(standing: Standing) -> int:
    """Return the number of dice of the next check, or of the check that is due now."""
    if memory.may_act_again(standing):
        return memory.recall(standing).checked_for
    return max(1, memory.recall(standing).actions)


def cannot_go_on(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether a check is due that cannot be passed, because it has more dice than END (TA8)."""
    standing = encounter.standings[combatant_id]
    return needs_check(standing) and memory.recall(standing).actions > end_for_checks(encounter, combatant_id)


def has_to_throw(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether a check is due that can fail."""
    return needs_check(encounter.standings[combatant_id]) and not _cannot_fail(encounter, combatant_id)


def _cannot_fail(encounter: Encounter, combatant_id: Id) -> bool:
    return 6 * memory.recall(encounter.standings[combatant_id]).actions <= end_for_checks(encounter, combatant_id)


def check_words(dice: int, end: int) -> str:
    return f"{dice}D ≤ {end}"


def check_rule(dice: int) -> str:
    """Return the id of the rule for a check with so many dice."""
    return _RULES.get(dice, "T16")


def action_words(number: int) -> str:
    """Return the words for an action by its number in the round: ``a second action``, ``action 5``."""
    known = {1: "the First Action", 2: "a second action", 3: "a third action", 4: "a fourth action"}
    return known.get(number, f"action {number}")


def waive(draft: Draft, combatant_id: Id) -> None:
    """Pass a check without dice if it is due and cannot fail (for T12: END 6 or more)."""
    standing = draft.standing(combatant_id)
    dice = memory.recall(standing).actions
    if needs_check(standing) and _cannot_fail(draft.encounter, combatant_id):
        draft.remember(combatant_id, replace(memory.recall(standing), checked_for=dice + 1), check_rule(dice))


def stop(draft: Draft, combatant_id: Id) -> None:
    """End the round for a combatant whose check cannot be passed (TA8)."""
    words = check_words(
        memory.recall(draft.standing(combatant_id)).actions, end_for_checks(draft.encounter, combatant_id)
    )
    draft.record(StatusSet(combatant_id, Status.DONE, f"can take no further action: {words} cannot be rolled", "TA8"))


# Exact chances


def chance_of_check(dice: int, end: int) -> Fraction:
    """Return the chance to throw END or less with so many dice (T12–T16).

    >>> chance_of_check(2, 7), chance_of_check(3, 9)
    (Fraction(7, 12), Fraction(3, 8))
    """
    return Fraction(next(islice(_ways_die_by_die(end), dice - 1, None)), 6**dice)


def _ways_die_by_die(end: int) -> Iterator[int]:
    """Yield the number of throws with a total of ``end`` or less, for one die, two dice, …"""
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
