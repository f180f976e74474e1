"""The counting of turns: their stages, and the counters and conditions that count them.

A turn begins when its combatant is called to act. It continues while it is held, interrupted or put back by a ruling.
A turn ends on DONE, on ``TurnEffect.OVER``, when the round closes, or when the combatant falls or leaves. A turn that
was only put off then counts as never begun.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from turntrack.core.events import StatusSet
from turntrack.core.model import (
    Combatant,
    Condition,
    Counter,
    Encounter,
    Id,
    RefillTime,
    Stage,
    Standing,
    Status,
    TurnEffect,
    Until,
)


def stage_after(before: Standing, event: StatusSet) -> Stage:
    """Return the stage of the combatant’s turn after the event."""
    stage = before.stage
    if event.turn is TurnEffect.OVER or event.status is Status.DONE:
        return Stage.NONE
    if event.status is Status.ACTING:
        is_called = stage in (Stage.NONE, Stage.PUT_OFF) and event.turn is not TurnEffect.ASIDE
        return Stage.CALLED if is_called else stage
    return Stage.PUT_OFF if stage is Stage.CALLED else stage


def count_status_change(encounter: Encounter, before: Stage, event: StatusSet) -> Encounter:
    """Count the turn that a change of status begins or ends. ``before`` is the turn's stage before the event."""
    if not encounter.conditions and not encounter.combatants[event.id].counters:
        return encounter
    passed, after = event.turn is TurnEffect.OVER, encounter.standings[event.id].stage
    begun = before is Stage.NONE and (passed or after is not Stage.NONE)
    ended = after is Stage.NONE and (passed or before is not Stage.NONE)
    again = before is Stage.PUT_OFF and after is Stage.CALLED
    return (
        count_turn(encounter, event.id, begun=begun, ended=ended, again=again) if begun or ended or again else encounter
    )


def count_turn(
    encounter: Encounter, combatant_id: Id, *, begun: bool = False, ended: bool = False, again: bool = False
) -> Encounter:
    """Count a turn of this combatant that has begun, has ended, or (``again``) is taken after it was put off."""
    if begun and encounter.combatants[combatant_id].counters:
        encounter = encounter._replace(
            combatants={**encounter.combatants, combatant_id: _fill(encounter, combatant_id, RefillTime.TURN)}
        )
    if encounter.conditions:
        conditions = tuple(
            replace(condition, turns=condition.turns - 1, put_off=False)
            if condition.whose == combatant_id and _counts(condition, begun, ended, again)
            else condition
            for condition in encounter.conditions
        )
        encounter = encounter._replace(conditions=conditions)
    return encounter


def _counts(condition: Condition, begun: bool, ended: bool, again: bool) -> bool:
    match condition.until:
        case Until.TURN_BEGINS:
            return begun or (condition.put_off and (again or ended))
        case Until.TURN_ENDS:
            return ended
        case Until.REMOVED | Until.ROUND_ENDS | Until.COUNT | Until.REST:
            return False
        case _:
            assert_never(condition.until)


def fill_for_round(encounter: Encounter) -> Encounter:
    """Refill the counters whose time is the start of a round."""
    filled = {
        combatant_id: _fill(encounter, combatant_id, RefillTime.ROUND)
        for combatant_id, combatant in encounter.combatants.items()
        if combatant.counters
    }
    return encounter._replace(combatants={**encounter.combatants, **filled}) if filled else encounter


def _fill(encounter: Encounter, combatant_id: Id, when: RefillTime) -> Combatant:
    combatant = encounter.combatants[combatant_id]
    counters = (
        replace(counter, value=counter.most) if counter.fills is when and counter.most else counter
        for counter in combatant.counters
    )
    return replace(combatant, counters=tuple(counters))


def with_counter(combatant: Combatant, counter: Counter) -> Combatant:
    """Return the combatant with this counter, which replaces the counter of its name or comes last."""
    kept = {counter.name: counter for counter in combatant.counters}
    return replace(combatant, counters=tuple({**kept, counter.name: counter}.values()))
