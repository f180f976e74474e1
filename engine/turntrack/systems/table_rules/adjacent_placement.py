"""The placement of a combatant who waits for good or is dragged: directly before or behind another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from turntrack.core.draft import Draft
from turntrack.core.events import Placed
from turntrack.core.model import Encounter, Id
from turntrack.core.score import Term
from turntrack.systems.table_rules import initiative, memory
from turntrack.systems.table_rules.memory import recall, rules_of
from turntrack.systems.table_rules.rule_texts import ASIDE


def take_number_of(draft: Draft, combatant_id: Id, other: Id) -> None:
    """Set the number to that of ``other`` (G11); by count only if it is later."""
    rules, standing = rules_of(draft.encounter), draft.standing(combatant_id)
    if not rules.has_numbers or not recall(standing).has_number:
        return
    change = initiative.left(draft.standing(other), rules) - initiative.left(standing, rules)
    is_later = change < 0 if rules.first.is_high else change > 0
    if change and (is_later or not rules.sequence.by_count):
        draft.add_to_number(combatant_id, Term("waiting", change, ASIDE), ASIDE)
    memory.reach(draft, combatant_id)


def move_beside(draft: Draft, combatant_id: Id, other: Id, behind: bool) -> None:
    """Take the number of ``other`` and a place directly before or behind it from now on."""
    was = draft.encounter
    take_number_of(draft, combatant_id, other)
    place_beside(draft, was, combatant_id, other, behind)


def place_beside(draft: Draft, was: Encounter, combatant_id: Id, other: Id, behind: bool) -> None:
    """Place a combatant directly before or behind ``other`` from now on: among equal numbers, or in the list.

    ``was`` is the fight before the combatant took the number of ``other``: the rows that it leaves and enters keep
    their order.
    """
    if not rules_of(was).has_numbers:
        row = [who for who in was.order if who != combatant_id]
        draft.record(Placed(combatant_id, "".join(row[row.index(other) + behind :][:1])))
        return
    leave_row(draft, was, combatant_id)
    row = [who for who in _level_with(was, other) if who != combatant_id]
    row.insert(row.index(other) + behind, combatant_id)
    _place_in_row(draft, row)


def leave_row(draft: Draft, was: Encounter, combatant_id: Id) -> None:
    """Keep the order of those with the number that the combatant had, if somebody was placed before it."""
    if any(standing.before == combatant_id for standing in was.standings.values()):
        _place_in_row(draft, [who for who in _level_with(was, combatant_id) if who != combatant_id])


def _level_with(encounter: Encounter, combatant_id: Id) -> list[Id]:
    """List everybody with the number of the combatant, the first to act first."""
    rules = rules_of(encounter)
    number = initiative.left(encounter.standings[combatant_id], rules)
    numbered = (who for who, standing in encounter.standings.items() if recall(standing).has_number)
    level = [who for who in numbered if initiative.left(encounter.standings[who], rules) == number]
    return [*initiative.ranking(encounter, level)]


def _place_in_row(draft: Draft, row: Sequence[Id]) -> None:
    """Place each combatant directly before the next, so that no tie is left to decide."""
    for upper, lower in reversed([*zip_longest(row, row[1:], fillvalue="")]):
        if lower or draft.standing(upper).before:
            draft.record(Placed(upper, lower))
