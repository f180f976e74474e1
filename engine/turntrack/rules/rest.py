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
from turntrack.rules.condition_expiry import CONCENTRATION, GRIPS, OF_THE_ABLE
from turntrack.rules.damage import AMOUNT, wound
from turntrack.rules.health import read_health_dice, share_of
from turntrack.systems.protocol import TurnSystem

_MOST_HEALED = AMOUNT.high or 1
"""The most points of one healing."""


_FLEETING = ("prone", "invisible", *GRIPS, *CONCENTRATION, *OF_THE_ABLE)
"""The conditions of a moment, which nobody has any more who has rested."""


def ends_with_rest(name: str, until: Until) -> bool:
    """Return whether a rest ends a condition: one that lasts until then, or one of a moment."""
    return until is Until.REST or name.casefold() in _FLEETING


def rest(draft: Draft, command: Rest, system: TurnSystem) -> None:
    """Restore health, refill counters and end conditions; who has health again gets up.

    A rest that restores all health also ends the system's facts that outlast a fight. Raises Refused, BadValue and
    DiceNeeded.
    """
    if not command.ids:
        raise Refused("nobody", "Choose someone first.")
    ids = tuple(dict.fromkeys(command.ids))
    members = [draft.combatant(combatant_id) for combatant_id in ids]
    points = _read_points(draft, command, members)
    names = names_in_words([member.name for member in members])
    draft.record(Noted(f"{names} rest{'s' * (len(ids) == 1)}.", about=ids[0] if len(ids) == 1 else ""))
    told = len(draft.events)
    for combatant_id in ids:
        combatant = draft.combatant(combatant_id)
        full, half = combatant.full_health, share_of(draft.encounter, combatant.full_health, Share.HALF)
        health = health_after_rest(command.health, combatant.health, full, points.get(combatant_id, 0), half)
        if command.health is not Recovery.NONE and (health > 0 or not combatant.full_health):
            _get_up(draft, combatant_id, system)
        healed = health - combatant.health
        while healed:
            part = min(healed, _MOST_HEALED)
            wound(draft, Wound(part, (Hit(combatant_id),), heals=True), system)
            healed -= part
        _refill(draft, combatant_id)
        if command.health is Recovery.ALL:
            system.recover(draft, combatant_id)
    _end_conditions(draft, ids)
    if len(draft.events) == told:
        raise Refused("no_change", "Nobody has anything to recover.")


def _read_points(draft: Draft, command: Rest, members: list[Combatant]) -> dict[Id, int]:
    """Return the healed points by combatant: the amount given, or each hurt one's roll; empty for other rests.

    Raises BadValue and DiceNeeded.
    """
    if command.health is Recovery.AMOUNT:
        return dict.fromkeys([member.id for member in members], int(read(AMOUNT, command.amount)))
    if command.health is not Recovery.DICE:
        return {}
    code = read_health_dice(command.dice)
    hurt = [member for member in members if member.health < member.full_health]
    requests = [DiceRequest(f"rest:{member.id}", member.name, "a rest", code, member.at_table) for member in hurt]
    rolls = draft.roll(requests) if requests else ()
    return {member.id: roll.total for member, roll in zip(hurt, rolls, strict=True)}


def health_after_rest(recovery: Recovery, health: int, full: int, points: int, half: int) -> int:
    """Return the health after a rest, at most ``full``, and never less than before.

    ``points`` are those of an amount or of dice; ``half`` is half of full health.
    """
    match recovery:
        case Recovery.NONE:
            return health
        case Recovery.ALL:
            return max(health, full)
        case Recovery.HALF:
            return max(health, min(full, health + half))
        case Recovery.AMOUNT | Recovery.DICE:
            return max(health, min(full, health + points))
        case _:
            assert_never(recovery)


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
        if condition.bearer in ids and ends_with_rest(condition.name, condition.until)
    )
    if numbers:
        draft.record(ConditionsEnded(numbers, "after a rest"))
