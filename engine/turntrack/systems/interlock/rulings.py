"""Rulings of Interlock: facts that the table sets, and rows that it drags."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from turntrack.core.commands import Move
from turntrack.core.draft import Draft
from turntrack.core.drag import find_drop_place
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Noted, Placed, StatusSet
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.ordering import insert_before, same_place
from turntrack.core.score import write_count
from turntrack.systems.interlock.action_allowance import row_of
from turntrack.systems.interlock.memory import feet, has_begun, is_fixed, recall
from turntrack.systems.interlock.turns import (
    come_before,
    forget_put_off,
    keep_waits,
    next_actors,
    note_new_order,
    playing_order,
    put_off,
    put_off_turn,
    set_holding,
    step_in,
    waiters_for,
)
from turntrack.systems.toolkit.turn_order import fallen_last


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    if not combatant_id:
        return ()
    row = row_of(encounter, combatant_id)
    declared: tuple[Field, ...] = ()
    if is_fixed(encounter, combatant_id) and row.entries:
        least, now = max(1, len(row.taken)), len(row.entries)
        declared = (Field("declared", "Actions declared", Kind.NUMBER, now, help="I22", low=least, high=99),)
    return (
        *declared,
        Field(
            "defended", "Has used the free defence", Kind.FLAG, recall(encounter.standings[combatant_id]).has_defended
        ),
        Field("moved", "Feet moved in this round", Kind.NUMBER, feet(encounter, combatant_id), high=9999, unit="ft"),
    )


def rule_fact(draft: Draft, combatant_id: Id, key: str, value: Value) -> None:
    now = recall(draft.standing(combatant_id))
    if key == "declared":
        _rule_declared(draft, combatant_id, int(value))
    elif key == "defended":
        draft.remember(combatant_id, replace(now, has_defended=bool(value)), RULING)
    else:
        moved = int(value)
        ruled = moved if not has_begun(draft.encounter, combatant_id) else now.ruled_feet
        draft.remember(combatant_id, replace(now, feet=moved, ruled_feet=ruled), RULING)


def _rule_declared(draft: Draft, combatant_id: Id, number: int) -> None:
    """Set how many actions are declared: the last ones are let go, or the last one is repeated (I22)."""
    row, standing = row_of(draft.encounter, combatant_id), draft.standing(combatant_id)
    while len(row.entries) > number:
        row = row.remove(row.undone_places()[-1])
    more = replace(row.entries[-1], called=False)
    row = replace(row, entries=(*row.entries, *(more for _ in range(number - len(row.entries)))))
    words = f"has {write_count(number, 'action')} declared"
    draft.remember(combatant_id, replace(recall(standing), row=row))
    draft.record(Noted(f"{draft.encounter.name_of(combatant_id)} {words}.", RULING, combatant_id))
    if row.pending_places() and standing.able and standing.status is Status.DONE:
        draft.record(StatusSet(combatant_id, Status.READY))
    elif not row.pending_places() and standing.status is Status.ACTING:
        draft.record(StatusSet(combatant_id, Status.DONE))


def move(draft: Draft, command: Move) -> None:
    if draft.encounter.is_open:
        _drag(draft, command.id, command.before)
    else:
        as_listed = partial(fallen_last, first=())
        _place_by_ruling(draft, command.id, find_drop_place(draft.encounter, command, as_listed))
    note_new_order(draft)


def _drag(draft: Draft, combatant_id: Id, before: Id) -> None:
    """Drag a row in an open round: a wait if the combatant acts or waits, else a ruling. Raises Refused."""
    encounter = draft.encounter
    standing = encounter.standings[combatant_id]
    acting = [actor for actor in encounter.acting() if actor != combatant_id]
    if not standing.able or standing.status is Status.DONE:
        _place_by_ruling(draft, combatant_id, before)
        return
    place = _find_place(encounter, combatant_id, before)
    coming = next_actors(encounter, combatant_id)
    rest, place = _pass_waiters(encounter, combatant_id, place)
    forget_put_off(draft, combatant_id)
    row = insert_before(rest, combatant_id, place)
    above = [member for member in row[: row.index(combatant_id)] if member in acting or member in coming]
    if standing.status is Status.HOLDING and acting and place == acting[0]:
        step_in(draft, combatant_id)
    elif standing.status is Status.HOLDING or (
        above and standing.status is Status.ACTING and not has_begun(encounter, combatant_id)
    ):
        words = f"waits until {encounter.name_of(above[-1])} has acted" if above else "no longer waits"
        draft.record(Placed(combatant_id, place, words, "I10"))
        set_holding(draft, combatant_id, above[-1] if above else combatant_id)
        keep_waits(draft, [combatant_id], encounter.order)
    else:
        is_first = bool(acting) and place == acting[0]
        begun = is_first and has_begun(encounter, acting[0])
        if begun:  # before all who come, and in the next round before the actor, too
            place = min([*acting[:1], *coming[:1]], key=encounter.order.index)
        _place_by_ruling(draft, combatant_id, place)
        if place in put_off(draft.encounter):
            come_before(draft, combatant_id, place)
        keep_waits(draft, [combatant_id], encounter.order)
        if is_first and not begun:
            put_off_turn(draft, acting[0], combatant_id)
            draft.record(StatusSet(combatant_id, Status.ACTING, rule="I4"))


def _pass_waiters(encounter: Encounter, combatant_id: Id, place: Id) -> tuple[tuple[Id, ...], Id]:
    """Return the track without those who wait for the combatant, and the place in it.

    Raises Refused if the dragged row passes nobody else.
    """
    behind, row = waiters_for(encounter, combatant_id), playing_order(encounter)
    rest = tuple(member for member in row if member not in behind)
    if place in behind:
        place = next((member for member in row[row.index(place) :] if member in rest), "")
    if behind and insert_before(rest, combatant_id, place) == rest:
        names, name = encounter.names_of(behind), encounter.name_of(combatant_id)
        words = f"{names} {'waits' if len(behind) == 1 else 'wait'} for {name}, and {name} acts before that."
        raise Refused("waits", words, "I9")
    return rest, place


def _find_place(encounter: Encounter, combatant_id: Id, before: Id) -> Id:
    """Return the combatant before whom the dragged row lands; never one who is done."""
    others = [member for member in encounter.playing() if member != combatant_id]
    if before in others or not others:
        return before
    after = [member for member in encounter.order[encounter.order.index(others[-1]) + 1 :] if member != combatant_id]
    return after[0] if after else ""


def _place_by_ruling(draft: Draft, combatant_id: Id, place: Id) -> None:
    """Place a combatant by a ruling. Raises Refused if that changes nothing."""
    if insert_before(draft.encounter.order, combatant_id, place) == draft.encounter.order:
        raise same_place()
    draft.record(Placed(combatant_id, place, f"is placed {_where(draft.encounter, combatant_id, place)}", RULING))


def _where(encounter: Encounter, combatant_id: Id, place: Id) -> str:
    """Say where a ruling places a combatant: now, or in the next round if the turn of this round is over."""
    where = f"before {encounter.name_of(place)}" if place else "last"
    if not encounter.is_open:
        return where
    if not encounter.standings[combatant_id].plays:
        return f"{where} in the next round"
    if place in encounter.acting() and has_begun(encounter, place):
        return f"{where}, whose turn goes on"
    return where if not place or encounter.standings[place].plays else "last in this round"
