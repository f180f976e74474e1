"""The drag of a row in table rules: a ruling on the number and on the place among equals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile, takewhile

from turntrack.core.commands import Move
from turntrack.core.draft import Draft
from turntrack.core.drag import move_in_list
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Placed, StatusSet
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.ordering import drop_row, same_place
from turntrack.core.score import Term
from turntrack.systems.table_rules import initiative, memory
from turntrack.systems.table_rules.adjacent_placement import leave_row, place_beside
from turntrack.systems.table_rules.memory import rules_of
from turntrack.systems.table_rules.rule_texts import NEXT
from turntrack.systems.table_rules.turns import to_act, track


def move(draft: Draft, command: Move) -> None:
    """Move a combatant on the track by ruling; with numbers it takes that of the row below and stands before it."""
    encounter, combatant_id = draft.encounter, command.id
    rules = rules_of(encounter)
    if not encounter.is_open:
        move_in_list(draft, command, track, "The order is that of the numbers.")
        return
    standing = encounter.standings[combatant_id]
    row = (*initiative.ranking(encounter, encounter.acting()), *to_act(encounter))
    if combatant_id not in row:
        raise Refused("no_turn", f"{encounter.name_of(combatant_id)} has no turn to come in this lap.", NEXT)
    drop = drop_row(row, combatant_id, _first_of_place(encounter, row, combatant_id, command.before))
    if not drop.moves:
        raise same_place()
    beside = drop.beside(lambda _: True)
    sign = 1 if rules.first.is_high else -1
    is_least = rules.end.at_zero and beside in drop.above and initiative.left(encounter.standings[beside], rules) == 1
    is_last = beside in drop.above
    if rules.ranks_by_number:
        step = sign if is_last and not is_least else 0  # one less would be out
        change = initiative.left(encounter.standings[beside], rules) - step - initiative.left(standing, rules)
        if change:
            draft.add_to_number(combatant_id, Term("ruling", change, RULING), RULING)
            memory.reach(draft, combatant_id)
    if is_last:
        draft.record(Placed(combatant_id, "", "is placed last", RULING))
    else:
        draft.record(Placed(combatant_id, beside, f"is placed before {encounter.name_of(beside)}", RULING))
    # by count, and where equals act together, the others have no order to keep
    keeps_order = rules.has_numbers and rules.sequence.by_number and not rules.goes_together
    if is_least or (keeps_order and not is_last):
        place_beside(draft, encounter, combatant_id, beside, behind=is_last)
    elif keeps_order:
        leave_row(draft, encounter, combatant_id)
    for other in encounter.acting():
        if combatant_id == other or other not in drop.above:
            memory.change(draft, other, has_begun=False)
            draft.record(StatusSet(other, Status.READY))


def _first_of_place(encounter: Encounter, row: Sequence[Id], combatant_id: Id, before: Id) -> Id:
    """Return the id before which a dropped row stands: nobody stands between those who share a place."""
    own = initiative.speakers(encounter)
    above = {own[row_id] for row_id in takewhile(before.__ne__, row) if row_id != combatant_id} - {own[combatant_id]}
    below = dropwhile(before.__ne__, row)
    return next((row_id for row_id in below if own[row_id] not in above and row_id != combatant_id), "")
