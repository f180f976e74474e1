"""The drag of a row in Zebra Island: a ruling on the counter and on the place among equal counters."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.commands import Move
from turntrack.core.draft import Draft
from turntrack.core.drag import move_in_list
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Placed, StatusSet
from turntrack.core.model import Status
from turntrack.core.ordering import drop_row, same_place
from turntrack.core.score import Term
from turntrack.systems.zebra import memory
from turntrack.systems.zebra.initiative import plays, points_left
from turntrack.systems.zebra.turns import track


def move(draft: Draft, command: Move) -> None:
    """Rule that the dragged combatant has the counter of the row below and stands before that row.

    Dropped at the end, the counter is one point less than that of the row above, but at least 1 (Z12).
    """
    encounter, combatant_id = draft.encounter, command.id
    if not encounter.is_open:
        following = f"sequence {encounter.round + 1} makes them anew"
        move_in_list(draft, command, track, f"The order is that of the counters: {following}.")
        return
    standing = encounter.standings[combatant_id]
    if not standing.able or standing.score is None:
        raise Refused("no_counter", f"{encounter.name_of(combatant_id)} has no counter to move.", "Z2")
    drop = drop_row(track(encounter), combatant_id, command.before)
    beside = drop.beside(lambda row: plays(encounter.standings[row]))
    if plays(standing) and not drop.moves:
        raise same_place()
    left = points_left(encounter.standings[beside])
    change = (max(left - 1, 1) if beside in drop.above else left) - points_left(standing)
    if change:
        draft.add_to_number(combatant_id, Term("ruling", change, RULING), RULING)
    if standing.status is Status.DONE:
        draft.record(StatusSet(combatant_id, Status.READY, "is back in this sequence", RULING))
    if beside in drop.below:
        draft.record(Placed(combatant_id, beside, f"is placed before {encounter.name_of(beside)}", RULING))
    elif left == 1:
        draft.record(Placed(combatant_id, "", f"is placed behind {encounter.name_of(beside)}", RULING))
    for other in encounter.acting():
        if combatant_id == other or other not in drop.above:
            draft.record(StatusSet(other, Status.READY))
            # The ruling refers to the order on the screen, in which the earlier actor had already waited (ZA4).
            draft.remember("", replace(memory.recall_fight(encounter), just_acted=other))
