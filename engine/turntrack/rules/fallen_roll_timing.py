"""Rolls against conditions of the fallen, which come where the turn of the fallen combatant would have come.

A fallen combatant takes no turn. The roll is due once a round: when the next able combatant in the track begins a turn,
or at the end of the round where nobody follows. An endless count has no rounds; there the track is a circle.
"""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.events import Event, RoundClosed, StatusSet
from turntrack.core.model import Condition, Due, Encounter, Id, Stage, Status, TurnEffect
from turntrack.systems.protocol import TurnSystem


def follower_of(encounter: Encounter, combatant_id: Id, system: TurnSystem) -> Id:
    """Return the able combatant who follows in the track; empty if the round ends before anybody does."""
    track = system.track(encounter)
    place = track.index(combatant_id)
    following = (*track[place + 1 :], *(track[:place] if system.counts_up else ()))
    return next((each for each in following if encounter.standings[each].able), "")


def follow_fallen(
    before: Encounter, event: Event, after: Encounter, condition: Condition, gone: Id, system: TurnSystem
) -> Condition:
    """Return the condition with its roll due if the turn of the fallen bearer would have come.

    ``gone`` is the combatant who takes no more turns after the event.
    """
    standing = after.standings.get(condition.bearer)
    if standing is None:  # in the wings
        return condition
    if standing.able:
        return replace(condition, rolls_at="", rolled_in=0)
    if gone == condition.bearer:
        is_late = not before.is_open or _has_begun_turn(before, gone)
        follower = follower_of(before, gone, system)
        return replace(condition, rolls_at=follower, rolled_in=before.round if is_late else before.round - 1)
    if gone and gone == condition.rolls_at:
        return replace(condition, rolls_at=follower_of(before, gone, system))
    if system.counts_up:
        return replace(condition, due=Due.ROLL) if _begins_turn(event, condition.rolls_at) else condition
    is_closed = isinstance(event, RoundClosed)
    if condition.rolled_in < before.round and (is_closed or _begins_turn(event, condition.rolls_at)):
        return replace(condition, due=Due.ROLL, rolled_in=before.round)
    return condition


def _has_begun_turn(encounter: Encounter, combatant_id: Id) -> bool:
    standing = encounter.standings[combatant_id]
    return standing.stage is not Stage.NONE or standing.status is Status.DONE


def _begins_turn(event: Event, combatant_id: Id) -> bool:
    """Return whether the combatant is called to act, or passes the turn."""
    match event:
        case StatusSet(called, status, turn=turn):
            return called == combatant_id and (status is Status.ACTING or turn is TurnEffect.OVER)
        case _:
            return False
