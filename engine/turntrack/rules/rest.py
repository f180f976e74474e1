"""Decisions on a rest, shared by every system."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from turntrack.core.commands import Hit, Recovery, Rest, Wound
from turntrack.core.dice import DiceRequest
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import AbleSet, ConditionsEnded, CounterSet, Noted
from turntrack.core.fields import read
from turntrack.core.model import Combatant, Counter, Id, RefillTime, Share, Until
from turntrack.core.names import names_in_words
from turntrack.rules.damage import AMOUNT, wound
from turntrack.rules.health import read_health_dice, share_of
from turntrack.systems.protocol import TurnSystem

MOST_HEALED = AMOUNT.high or 1
"""The most points of one healing."""


def rest(draft: Draft, command: Rest, system: TurnSystem) -> None:
    """Restore health, refill counters and end conditions; who has health again gets up.

    A rest that restores all health also ends the system's facts that outlast a fight. Raises Refused, BadValue and
    DiceNeeded.
    """
    if not command.ids:
        raise Refused("nobody", "Choose someone first.")
    ids = tuple(dict.fromkeys(command.ids))
    members = [draft.combatant(combatant_id) for combatant_id in ids]
    points = _points(draft, command, members)
    names = names_in_words([member.name for member in members])
    draft.record(Noted(f"{names} rest{'s' * (len(ids) == 1)}.", about=ids[0] if len(ids) == 1 else ""))
    told = len(draft.events)
    for combatant_id in ids:
        combatant = draft.combatant(combatant_id)
        healed = max(0, min(points[combatant_id], combatant.full_health - combatant.health))
        if command.health is not Recovery.NONE and (combatant.health + healed > 0 or not combatant.is_counted):
            _get_up(draft, combatant_id, system)
        while healed:
            part = min(healed, MOST_HEALED)
            wound(draft, Wound(part, (Hit(combatant_id),), heals=True), system)
            healed -= part
        _refill(draft, combatant_id)
        if command.health is Recovery.ALL:
            system.recover(draft, combatant_id)
    _end_conditions(draft, ids)
    if len(draft.events) == told:
        raise Refused("no_change", "Nobody has anything to recover.")


def _points(draft: Draft, command: Rest, members: list[Combatant]) -> dict[Id, int]:
    """Return the points that each recovers at most. Raises BadValue and DiceNeeded."""
    match command.health:
        case Recovery.NONE:
            return dict.fromkeys([member.id for member in members], 0)
        case Recovery.ALL:
            return {member.id: member.full_health - member.health for member in members}
        case Recovery.HALF:
            return {member.id: share_of(draft.encounter, member.full_health, Share.HALF) for member in members}
        case Recovery.AMOUNT:
            return dict.fromkeys([member.id for member in members], int(read(AMOUNT, command.amount)))
        case Recovery.DICE:
            code = read_health_dice(command.dice)
            hurt = [member for member in members if member.health < member.full_health]
            requests = [
                DiceRequest(f"rest:{member.id}", member.name, "a rest", code, member.at_table) for member in hurt
            ]
            rolls = draft.roll(requests) if requests else ()
            return {member.id: 0 for member in members} | {
                member.id: roll.total for member, roll in zip(hurt, rolls, strict=True)
            }
        case _:
            assert_never(command.health)


def _get_up(draft: Draft, combatant_id: Id, system: TurnSystem) -> None:
    if draft.standing(combatant_id).able:
        return
    draft.record(AbleSet(combatant_id, True))
    if draft.encounter.is_open:
        system.join(draft, combatant_id)


def _refill(draft: Draft, combatant_id: Id) -> None:
    for counter in draft.combatant(combatant_id).counters:
        full = refill_by_rest(counter)
        if full != counter:
            draft.record(CounterSet(combatant_id, full))


def refill_by_rest(counter: Counter) -> Counter:
    """Refill a counter, unless it is refilled by hand only: a rest is longer than a turn or a round."""
    match counter.fills:
        case RefillTime.NEVER:
            return counter
        case RefillTime.TURN | RefillTime.ROUND | RefillTime.REST:
            return replace(counter, value=max(counter.value, counter.most))
        case _:
            assert_never(counter.fills)


def _end_conditions(draft: Draft, ids: tuple[Id, ...]) -> None:
    numbers = tuple(
        condition.number
        for condition in draft.encounter.conditions
        if condition.bearer in ids and condition.until is Until.REST
    )
    if numbers:
        draft.record(ConditionsEnded(numbers, "after a rest"))
