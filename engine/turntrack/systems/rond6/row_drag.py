"""The drag of a row: a ruling on the place of a turn to come."""

from __future__ import annotations

from turntrack.core.commands import Move
from turntrack.core.draft import Draft
from turntrack.core.drag import move_in_list
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Placed, StatusSet
from turntrack.core.model import Status
from turntrack.core.ordering import drop_row, same_place
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.turns import ready_ids
from turntrack.systems.rond6.waits_and_interruptions import forget_paused, pause


def move(draft: Draft, command: Move) -> None:
    """Between rounds, list the combatant elsewhere; in a round, rule where a turn to come is placed. Raises Refused."""
    encounter, combatant_id = draft.encounter, command.id
    if not encounter.is_open:
        move_in_list(draft, command, lambda encounter: encounter.order, "")
        return
    standing, name = encounter.standings[combatant_id], encounter.name_of(combatant_id)
    if not standing.able or standing.status not in (Status.READY, Status.ACTING):
        raise Refused("no_turn", f"{name} has no turn to come: bring {name} in by a ruling.", "R11")
    if memory.recall(standing).window:
        raise Refused("result_first", f"Resolve {name}’s action first.", "R21")
    drop = drop_row([*encounter.acting(), *ready_ids(encounter)], combatant_id, command.before)
    before = next(iter(drop.below), "")
    if not drop.moves:
        raise same_place()
    forget_paused(draft, combatant_id, before)
    if before:
        draft.record(Placed(combatant_id, before, f"is placed before {encounter.name_of(before)}", RULING))
    else:
        draft.record(Placed(combatant_id, "", "is placed last", RULING))
    if before in encounter.acting():
        pause(draft)
        draft.record(StatusSet(combatant_id, Status.ACTING))
    elif combatant_id in encounter.acting():
        draft.record(StatusSet(combatant_id, Status.READY))
