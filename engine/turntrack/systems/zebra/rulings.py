"""Rulings of Zebra Island: facts that the table sets, and rows that it drags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from turntrack.core.commands import Move
from turntrack.core.draft import Draft
from turntrack.core.drag import move_in_list
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, OrderSet, Placed, StatusSet
from turntrack.core.fields import Field, Kind, Pick, Value
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.ordering import drop_row, same_place
from turntrack.core.score import Term
from turntrack.systems.toolkit.guards import are_opposed
from turntrack.systems.zebra.costs import has_reserve, set_reserve
from turntrack.systems.zebra.initiative import next_up, plays, points_left, ranking
from turntrack.systems.zebra.melee import engage, engagers, is_engaged, part, set_reach
from turntrack.systems.zebra.memory import recall
from turntrack.systems.zebra.turns import track


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    if not combatant_id or not encounter.standings[combatant_id].able:
        return ()
    engaged = tuple(engagers(encounter, combatant_id))
    free = tuple(
        Pick(opponent, encounter.name_of(opponent))
        for opponent in encounter.order
        if opponent not in engaged
        and encounter.standings[opponent].able
        and are_opposed(encounter, combatant_id, opponent)
    )
    now = f"Engaged now with {encounter.names_of(engaged) or 'nobody'}."
    return (
        *((Field("engages", "Engage with", Kind.PICK, "", help=now, picks=free, people=True),) if free else ()),
        Field("shooting", "In shooting position", Kind.FLAG, not engaged, help="Engaged by nobody (Z4)."),
        Field("reserved", "Has an action in reserve", Kind.FLAG, has_reserve(encounter.standings[combatant_id])),
    )


def rule_fact(draft: Draft, combatant_id: Id, key: str, value: Value) -> None:
    if key == "engages":
        engage(draft, combatant_id, str(value), RULING)
        if not draft.encounter.round:
            for member in (combatant_id, str(value)):
                _mark_placed(draft, member)
    elif key == "shooting":
        _rule_position(draft, combatant_id, bool(value))
    elif value != has_reserve(draft.standing(combatant_id)):
        set_reserve(draft, combatant_id, RULING, reserves=bool(value))


def _rule_position(draft: Draft, combatant_id: Id, shooting: bool) -> None:
    """Rule that the combatant is in shooting position. Before the first sequence, keep the ruling until then (ZA11)."""
    if not shooting:
        raise Refused("with_whom", "Say who engages instead.", "Z4")
    if not draft.encounter.round and not recall(draft.standing(combatant_id)).placed:
        set_reach(draft, combatant_id, (), RULING)
        _mark_placed(draft, combatant_id)
    elif is_engaged(draft.encounter, combatant_id):
        part(draft, combatant_id, RULING)


def _mark_placed(draft: Draft, combatant_id: Id) -> None:
    """Keep the combatant's position for the first sequence (ZA11)."""
    draft.remember(combatant_id, replace(recall(draft.standing(combatant_id)), placed=True))


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
    if beside in drop.above and left < 1:
        name = encounter.name_of(combatant_id)
        raise Refused("lowest", f"Below 1 {name} is out: set the number by a ruling if that is meant.", "Z12")
    change = (max(left - 1, 1) if beside in drop.above else left) - points_left(standing)
    if change:
        draft.add_to_number(combatant_id, Term("ruling", change, RULING), RULING)
    if standing.status is Status.DONE:
        draft.record(StatusSet(combatant_id, Status.READY, "is back in this sequence", RULING))
    if beside in drop.below:
        draft.record(Placed(combatant_id, beside, f"is placed before {encounter.name_of(beside)}", RULING))
    elif left == 1:
        draft.record(Placed(combatant_id, "", f"is placed behind {encounter.name_of(beside)}", RULING))
    # A drag takes a turn away only if it puts somebody above whoever acts.
    was_above = track(encounter)[: drop.was]
    lost = [
        other
        for other in encounter.acting()
        if (drop.passed if other == combatant_id else other in drop.below and other in was_above)
    ]
    draft.record(*(StatusSet(other, Status.READY) for other in lost))
    _keep_list(draft, encounter.order)
    _pin_equals(draft, (*drop.above, combatant_id, *drop.below))
    _keep_list(draft, encounter.order)
    # The number of whoever acts by a ruling may be lower than those of others who can still act.
    if beside in lost and next_up(draft.encounter) != combatant_id:
        draft.record(StatusSet(combatant_id, Status.ACTING, "acts now", RULING))


def _keep_list(draft: Draft, order: tuple[Id, ...]) -> None:
    """Leave the list as it was: the place is for this sequence, and in later ones equals go by the list (ZA4)."""
    if draft.encounter.order != order:
        draft.record(OrderSet(order))


def _pin_equals(draft: Draft, row: Sequence[Id]) -> None:
    """Keep the order of the row among equal counters, whoever acts there (ZA4).

    The row is the one on the screen, in which whoever acts stands first and the actor before that has waited.
    """
    points = {other: points_left(draft.standing(other)) for other in row if plays(draft.standing(other))}
    now = ranking(draft.encounter)
    for level in set(points.values()):
        equals = [other for other in row if points.get(other) == level]
        if equals != [other for other in now if points.get(other) == level]:
            draft.record(*(Placed(other, before) for before, other in pairwise(reversed(equals))))
