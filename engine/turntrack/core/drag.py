"""The drag of a row between rounds, which moves the combatant in the stored list."""

from __future__ import annotations

from collections.abc import Callable

from turntrack.core.commands import Move
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Placed
from turntrack.core.model import Encounter, Id
from turntrack.core.ordering import insert_before, same_place

type Track = Callable[[Encounter], tuple[Id, ...]]


def move_in_list(draft: Draft, command: Move, track: Track, because: str) -> None:
    """Move the dragged combatant in the list so that the row stands where it was dropped.

    Raises Refused with the reason ``because`` if the track does not show the row there.
    """
    combatant_id = command.id
    before, wanted = _drop(draft.encounter, command, track)
    draft.record(Placed(combatant_id, before, "moved in the list"))
    if _alike(draft.encounter, combatant_id, track) != wanted:
        raise Refused("by_number", because)


def find_drop_place(encounter: Encounter, command: Move, track: Track) -> Id:
    """Return the id before which the list must hold the dragged combatant; empty for the end. Raises Refused."""
    return _drop(encounter, command, track)[0]


def _drop(encounter: Encounter, command: Move, track: Track) -> tuple[Id, tuple[Id, ...]]:
    """Return the id to insert before, and the rows that result among the able, or among the fallen. Raises Refused."""
    combatant_id = command.id
    alike = _alike(encounter, combatant_id, track)
    rows = [row_id for row_id in track(encounter) if row_id != combatant_id]
    below = rows[rows.index(command.before) :] if command.before else []
    before = next((row_id for row_id in below if row_id in alike), "")
    wanted = insert_before(alike, combatant_id, before)
    if wanted == alike:
        raise same_place()
    if not before:
        rest = [listed_id for listed_id in encounter.order if listed_id != combatant_id]
        before = next(iter(rest[rest.index(wanted[-2]) + 1 :]), "")
    return before, wanted


def _alike(encounter: Encounter, combatant_id: Id, track: Track) -> tuple[Id, ...]:
    able = encounter.standings[combatant_id].able
    return tuple(row_id for row_id in track(encounter) if encounter.standings[row_id].able is able)
