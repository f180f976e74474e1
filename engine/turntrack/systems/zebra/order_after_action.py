"""The order after an action of Zebra Island: who is next, where the actor stands, and whether the sequence ends."""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.draft import Draft
from turntrack.core.events import Spent, StatusSet
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.score import Term
from turntrack.systems.arrivals import coming_in_words, due_at
from turntrack.systems.toolkit.turn_order import next_below
from turntrack.systems.zebra import initiative, reserved_actions, turns
from turntrack.systems.zebra.actions import end_if_spent


@dataclass(frozen=True, slots=True)
class OrderAfterAction:
    """The state after an action: the next actor, and the row above which the actor stands; empty for nobody."""

    next: Id = ""
    lands: Id = ""
    ends: str = ""
    """The words for the end of the sequence, or for arrivals that come first."""


def preview_action(encounter: Encounter, actor: Id, cost: int, reserves: bool) -> OrderAfterAction:
    """Return the state after the actor has spent ``cost`` points, and reserved an action if ``reserves``."""
    draft = Draft(encounter)
    draft.record(Spent(actor, Term("", cost)))
    if reserves:
        reserved_actions.set_reserve(draft, actor, True, "Z19")
    turns.give_way(draft, actor)
    end_if_spent(draft, actor)
    upcoming = initiative.next_up(draft.encounter)
    if not upcoming:
        return OrderAfterAction(ends=_end_words(draft.encounter))
    if due := due_at(draft.encounter, initiative.points_left(draft.standing(upcoming)), counts_up=False):
        return OrderAfterAction(ends=coming_in_words(encounter, due, stays=True))
    draft.record(StatusSet(upcoming, Status.ACTING))
    return OrderAfterAction(upcoming, next_below(initiative.ranking(draft.encounter), actor))


def preview_reserved_action(encounter: Encounter, actor: Id) -> OrderAfterAction:
    """Return the state after the use of a reserved action; an empty one while somebody acts."""
    if encounter.acting():
        return OrderAfterAction()
    draft = Draft(encounter)
    reserved_actions.set_reserve(draft, actor, False, "Z19")
    return OrderAfterAction(ends=_end_words(draft.encounter))


def _end_words(encounter: Encounter) -> str:
    if turns.waits_for_reserves(encounter):
        return "only what is reserved is left"
    due = due_at(encounter, None, counts_up=False)
    return coming_in_words(encounter, due, stays=False) if due else "the sequence ends"
