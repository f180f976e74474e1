"""Rulings of RonD6: facts that the table sets, and rows that it drags."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.commands import Move
from turntrack.core.draft import Draft
from turntrack.core.drag import move_in_list
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Noted, Placed, StatusSet
from turntrack.core.fields import Field, Kind, Value
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.ordering import drop_row, same_place
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.memory import actions_used, declare, has_begun, recall, recall_fight
from turntrack.systems.rond6.turns import ready_ids
from turntrack.systems.rond6.waits import forget_paused, pause
from turntrack.systems.toolkit.rolls import group_mates
from turntrack.systems.toolkit.turn_order import lose_turn


def rulable_facts(encounter: Encounter, combatant_id: Id) -> tuple[Field, ...]:
    """List what a ruling can set: tackled and, while a round is open, the number of actions declared."""
    if not combatant_id:
        strict = recall_fight(encounter).is_strict
        return (Field("strict", "All movement is an action in this round", Kind.FLAG, strict, help="R42"),)
    standing = encounter.standings[combatant_id]
    tackled = Field("tackled", "Tackled", Kind.FLAG, recall(standing).is_tackled, help="R52")
    if not encounter.is_open:
        return (tackled,)
    least, now = actions_used(standing) + 1, recall(standing).declared
    number = Field(
        "declared", "Actions declared", Kind.NUMBER, now, help="R16; 0 before their turn.", low=least, high=99
    )
    return (number, tackled)


def rule_fact(draft: Draft, combatant_id: Id, key: str, value: Value) -> None:
    """Set a fact by ruling. A combatant who was done and has actions left again has a turn to come."""
    if key == "strict":
        fight = replace(recall_fight(draft.encounter), is_strict=bool(value))
        draft.remember("", fight, RULING)
        words = "All movement is an action in this round." if value else "Half of Move is free again."
        draft.record(Noted(words, RULING))
        return
    if key == "tackled":
        fight = recall_fight(draft.encounter)
        draft.remember("", replace(fight, tackled=""))
        now = replace(recall(draft.standing(combatant_id)), is_tackled=bool(value))
        draft.remember(combatant_id, now, RULING, or_say=memory.tackled_words(bool(value)) if fight.tackled else "")
        return
    begun = has_begun(draft.encounter, combatant_id)
    declare(draft, combatant_id, int(value), RULING)
    standing = draft.standing(combatant_id)
    if not begun:
        draft.remember(combatant_id, replace(recall(standing), is_ruled=True))
    if standing.able and standing.status is Status.DONE:
        draft.record(StatusSet(combatant_id, Status.READY))


def _list_again(draft: Draft, combatant_id: Id, was: Encounter) -> None:
    """List a group as its rows now stand, if a drag has changed them: the first lends the group its dice (RA12)."""
    fight = recall_fight(draft.encounter)
    mates = {combatant_id, *group_mates(was, combatant_id)}
    before, now = ([member for member in each.order if member in mates] for each in (was, draft.encounter))
    if before == now or not mates <= {*fight.listed}:
        return
    rows = iter(now)
    listed = tuple(next(rows) if member in mates else member for member in fight.listed)
    draft.remember("", replace(fight, listed=listed))


def move(draft: Draft, command: Move) -> None:
    """Between rounds, list the combatant elsewhere; in a round, rule where a turn to come is placed. Raises Refused."""
    encounter, combatant_id = draft.encounter, command.id
    if not encounter.is_open:
        move_in_list(draft, command, lambda encounter: encounter.order, "")
        _list_again(draft, combatant_id, encounter)
        return
    standing, name = encounter.standings[combatant_id], encounter.name_of(combatant_id)
    if not standing.able:
        raise Refused("no_turn", f"{name} is unable to act: get {name} back up first.", "R11")
    if standing.status in (Status.HOLDING, Status.DONE) and command.before in encounter.acting():
        # Above whoever acts there is a place without a turn to come, too: to act now.
        pause(draft)
        draft.record(StatusSet(combatant_id, Status.ACTING, "acts now", RULING))
        return
    if standing.status is Status.HOLDING:
        raise Refused("no_turn", f"{name} waits, and acts last: let {name} act now instead.", "R11")
    if standing.status is Status.DONE:
        raise Refused("no_turn", f"{name} has no turn to come: bring {name} in by a ruling.", "R11")
    if memory.recall(standing).window:
        raise Refused("result_first", f"Resolve {name}’s action first.", "R21")
    drop = drop_row([*encounter.acting(), *ready_ids(encounter)], combatant_id, command.before)
    before = next(iter(drop.below), "")
    if not drop.moves:
        raise same_place()
    forget_paused(draft, combatant_id, before)
    draft.remember(combatant_id, replace(recall(standing), interrupts=False))
    draft.record(Placed(combatant_id, before, f"is placed {drop.name_place(encounter)}", RULING))
    if before in encounter.acting():
        pause(draft)
        draft.record(StatusSet(combatant_id, Status.ACTING))
    elif combatant_id in encounter.acting():
        draft.record(lose_turn(combatant_id, has_begun(encounter, combatant_id)))
