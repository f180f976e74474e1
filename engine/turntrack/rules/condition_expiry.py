"""Expiry of conditions: the events that end them or make a reminder due.

The expiry counts the turns that a combatant takes (``turntrack.core.evolve``), never rounds or places.
When that combatant falls or leaves, the turns of another combatant count instead: the one who would have acted next
after that turn. The condition then ends when the turn would have come.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TypeGuard, assert_never

from turntrack.core.dice import DiceCode
from turntrack.core.events import (
    AbleSet,
    CombatantRemoved,
    ConditionChanged,
    ConditionsEnded,
    ConditionsGiven,
    Event,
    HealthChanged,
    RoundClosed,
    StatusSet,
    Waited,
)
from turntrack.core.model import (
    Attempt,
    Combatant,
    Condition,
    Due,
    Encounter,
    Id,
    Reinforcement,
    Stage,
    Standing,
    Status,
    TurnEffect,
    Until,
)
from turntrack.rules.health import is_counted, points_dealt
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.toolkit.distributions import ways_of

# What follows from an event


def follow(before: Encounter, event: Event, after: Encounter, system: TurnSystem) -> Iterator[Event]:
    """Yield the events that give conditions again, that end them, and that change them, because of one event."""
    yield from _restore(before, event, after)
    ended: dict[str, list[int]] = {}
    gone = _gone(before, event)
    changed: list[tuple[Condition, bool]] = []
    for condition in after.conditions:
        why = _why_over(before, event, after, condition, system)
        if why:
            ended.setdefault(why, []).append(condition.number)
        elif (now := _update(before, event, after, condition, system)) is not condition:
            changed.append((now, bool(gone) and condition.whose == gone))
    for condition in _let_go(before, after, {number for numbers in ended.values() for number in numbers}):
        ended.setdefault(f"{after.name_of(condition.by)} concentrates no more", []).append(condition.number)
    for why, numbers in ended.items():
        yield ConditionsEnded(tuple(numbers), why)
    # Several conditions of one hold are one question to the table.
    asked = set[tuple[Id, str]]()
    for condition, is_handed_on in changed:
        hold = (condition.by, condition.name)
        if condition.due is not Due.HURT or hold not in asked:
            asked.add(hold)
            yield ConditionChanged(condition, f"{before.name_of(gone)} has no turn" if is_handed_on else "")


def _let_go(before: Encounter, after: Encounter, over: Collection[int]) -> Iterator[Condition]:
    """Yield the conditions that end with the concentration of their holder.

    ``over`` are the numbers of the conditions that end by themselves, with the concentration among them.
    """
    held = [condition for condition in after.conditions if condition.held and condition.number not in over]
    for condition in held:
        goes_on = any(
            each.bearer == condition.by and each.number not in over and _is_concentration(each)
            for each in after.conditions
        )
        if not goes_on and is_concentrated_on(before, condition):
            yield condition


def _restore(before: Encounter, event: Event, after: Encounter) -> Iterator[Event]:
    """Yield the events that give the conditions again that ended when a turn began that is taken back."""
    if not _takes_back(event) or event.id not in before.calls:
        return
    there, number = after.everybody(), after.given
    for condition in before.calls[event.id].counted:
        is_lost = condition.held and not (condition.by in after.standings and after.standings[condition.by].able)
        if condition.turns > 1 or condition.bearer not in there or is_lost:
            continue
        number += 1
        by = condition.by if condition.by in after.combatants else ""
        rolls_at = condition.rolls_at if condition.rolls_at in after.combatants else ""
        yield ConditionsGiven((replace(condition, number=number, by=by, rolls_at=rolls_at),))


def _takes_back(event: Event) -> TypeGuard[StatusSet]:
    return isinstance(event, StatusSet) and event.turn is TurnEffect.BACK


def _why_over(before: Encounter, event: Event, after: Encounter, condition: Condition, system: TurnSystem) -> str:
    """Return the reason why the condition is over, as a clause for the log; empty while it lasts."""
    gone = _gone(before, event)
    if condition.held and condition.by == gone and gone:
        return f"{before.name_of(gone)} holds nobody any more"
    is_of_the_able = condition.name.casefold() in (*CONCENTRATION, *OF_THE_ABLE)
    if is_of_the_able and isinstance(event, AbleSet) and gone == condition.bearer:
        return f"{before.name_of(gone)} is down"
    match condition.until:
        case Until.REMOVED | Until.REST:
            return ""
        case Until.TURN_BEGINS:
            return f"{before.name_of(condition.whose)}’s turn has begun" if condition.turns <= 0 else ""
        case Until.TURN_ENDS:
            return f"{before.name_of(condition.whose)}’s turn is over" if condition.turns <= 0 else ""
        case Until.ROUND_ENDS:
            return f"{system.round_word} {event.round} is over" if isinstance(event, RoundClosed) else ""
        case Until.COUNT:
            if not system.counts_points:
                return "nobody acts by count any more"
            is_reached = _is_count_reached(event, after, condition, system)
            return f"{system.count_word} {condition.count} has come" if is_reached else ""
        case _:
            assert_never(condition.until)


def _is_count_reached(event: Event, after: Encounter, condition: Condition, system: TurnSystem) -> bool:
    """Return whether a combatant starts to act at or past the count. A count down also ends with the round."""
    if isinstance(event, RoundClosed):
        return system.counts_down
    if not isinstance(event, StatusSet) or event.status is not Status.ACTING:
        return False
    number = system.number(after, event.id)
    return number is not None and system.has_come(condition.count, number.total)


def _update(before: Encounter, event: Event, after: Encounter, condition: Condition, system: TurnSystem) -> Condition:
    """Return the condition with new turns to count and a new reminder; the same object if nothing changes."""
    gone, now = _gone(before, event), condition
    if gone and condition.whose == gone:
        now = _hand_on(before, condition, gone, system)
    if condition.attempt is not None:
        # A last stand is rolled for when turns would come, not for the turn that the fall has ended.
        is_begun_by_fall = bool(condition.roll_name) and gone == condition.bearer
        if _has_ended_turn(before, event, after, condition.bearer) and not is_begun_by_fall:
            now = replace(now, due=Due.ROLL)
        followed = _follow_fallen(before, event, after, now, gone, system)
        # ``follow`` tells by identity whether anything has changed.
        now = now if followed == now else followed
    is_asked = condition.held and not is_concentrated_on(after, condition)  # else the concentration is asked about
    if is_asked and isinstance(event, HealthChanged) and _is_hurt(before, after, condition.by):
        asked = any(is_same_hold(condition, hold) and hold.due is Due.HURT for hold in after.conditions)
        now = now if asked else replace(now, due=Due.HURT)
    if isinstance(event, HealthChanged) and _is_concentration(condition):
        lost = _points_lost(before, event, after, condition.bearer)
        bearer = after.combatants.get(condition.bearer)
        falls = bearer is not None and bearer.is_counted and bearer.health <= 0  # which ends it, or is asked about
        now = replace(now, due=Due.TEST, lost=min(lost, _MOST_LOST)) if lost > 0 and not falls else now
    return now


CONCENTRATION = ("concentrating", "concentration")
"""The conditions that a roll may end when their bearer is hurt, and that end when the bearer falls."""
OF_THE_ABLE = ("dodging", "ready")
"""Further conditions that end when their bearer falls."""
GRIPS = ("grappled", "grabbed")
"""The conditions that are held by hand, whatever the holder concentrates on."""
_MOST_LOST = 9999


def _is_concentration(condition: Condition) -> bool:
    return condition.name.casefold() in CONCENTRATION


def is_concentrated_on(encounter: Encounter, condition: Condition) -> bool:
    """Return whether the condition is held by somebody who concentrates, and who would lose it without that."""
    is_held = condition.held and condition.name.casefold() not in GRIPS
    return is_held and any(each.bearer == condition.by and _is_concentration(each) for each in encounter.conditions)


def _gone(before: Encounter, event: Event) -> Id:
    """Return the combatant who takes no more turns after the event; empty for nobody."""
    match event:
        case AbleSet(combatant_id, able=False):
            return combatant_id
        case CombatantRemoved(combatant_id) | Waited(Reinforcement(Combatant(combatant_id))) if (
            combatant_id in before.combatants
        ):
            return combatant_id
        case _:
            return ""


def _has_ended_turn(before: Encounter, event: Event, after: Encounter, combatant_id: Id) -> bool:
    if combatant_id not in before.standings or combatant_id not in after.standings:  # reinforcements take no turns
        return False
    if _takes_back(event):
        return False
    was, now = before.standings[combatant_id], after.standings[combatant_id]
    passed = isinstance(event, StatusSet) and event.id == combatant_id and event.turn is TurnEffect.OVER
    # A turn that was put off and then lost by a fall has not ended: nothing was done in it.
    lost = was.stage is Stage.PUT_OFF and isinstance(event, AbleSet)
    return passed or (was.stage is not Stage.NONE and now.stage is Stage.NONE and not lost)


def _is_hurt(before: Encounter, after: Encounter, combatant_id: Id) -> bool:
    if combatant_id not in after.combatants:
        return False
    was, now = before.combatants[combatant_id], after.combatants[combatant_id]
    return now.health < was.health or now.temporary < was.temporary


def _points_lost(before: Encounter, event: HealthChanged, after: Encounter, combatant_id: Id) -> int:
    """Return the health and temporary points that the combatant has lost; 0 in the wings.

    Without counted health it is the share of the damage.
    """
    if combatant_id not in after.combatants:
        return 0
    was, now = before.combatants[combatant_id], after.combatants[combatant_id]
    if not is_counted(before, was):
        parts = (change for change in event.changes if change.id == combatant_id and not event.heals)
        return sum(points_dealt(before, event.amount, part) for part in parts)
    return was.health + was.temporary - now.health - now.temporary


def is_same_hold(hold: Condition, condition: Condition) -> bool:
    """Return whether the condition is part of the hold: held by the same combatant, under the same name."""
    return condition.held and (hold.by, hold.name) == (condition.by, condition.name)


# The combatant whose turns count next


def _hand_on(before: Encounter, condition: Condition, gone: Id, system: TurnSystem) -> Condition:
    """Count the turns of the next combatant instead, who begins a turn when the turn of ``gone`` would be over."""
    standing = before.standings[gone]
    is_put_off = standing.stage is Stage.PUT_OFF
    is_to_come = condition.put_off or (is_put_off and condition.until is Until.TURN_ENDS)
    heir, more = _heir(before, gone, is_to_come, system)
    if not heir:
        # Nobody else is left whose turns could be counted.
        return replace(condition, until=Until.ROUND_ENDS, whose="", turns=0, put_off=False)
    put_off = before.standings[heir].stage is Stage.PUT_OFF
    return replace(condition, until=Until.TURN_BEGINS, whose=heir, turns=condition.turns + more, put_off=put_off)


def _heir(encounter: Encounter, combatant_id: Id, is_to_come: bool, system: TurnSystem) -> tuple[Id, int]:
    """Return who acts directly after this combatant's next turn, and how many turns the heir has before that.

    With ``is_to_come`` a turn that this combatant has put off counts as the next one.
    """
    standings = encounter.standings
    row = [row_id for row_id in system.track(encounter) if row_id == combatant_id or standings[row_id].able]
    if encounter.is_open:
        late = standings[combatant_id].stage is not Stage.NONE and not is_to_come
        row.sort(key=lambda row_id: 2 if row_id == combatant_id and late else _when(standings[row_id]))
    place = row.index(combatant_id)
    following = (*row[place + 1 :], *row[:place])
    return (following[0], int(place + 1 == len(row))) if following else ("", 0)


def _when(standing: Standing) -> int:
    """Return a sort key for the next turn: 0 in this round, 1 in the next round, 2 after the running turn."""
    if standing.is_in_turn:
        return 2
    return int(standing.status in (Status.DONE, Status.ACTING))


# Turns that are left


def turns_left(encounter: Encounter, condition: Condition) -> int:
    """Count the turns until the condition ends, without the running turn: 0 if it ends with the running turn."""
    is_counted = condition.until is Until.TURN_ENDS and _is_running(encounter, condition.whose)
    return condition.turns - is_counted


def _is_running(encounter: Encounter, combatant_id: Id) -> bool:
    standing = encounter.standings.get(combatant_id)
    return standing is not None and standing.is_in_turn


def ends_now(encounter: Encounter, condition: Condition) -> bool:
    """Return whether the condition ends with the running turn."""
    return condition.until is Until.TURN_ENDS and _is_running(encounter, condition.whose) and condition.turns == 1


def follower_of(encounter: Encounter, combatant_id: Id, system: TurnSystem) -> Id:
    """Return the able combatant who follows in the track; empty if the round ends before anybody does."""
    track = system.track(encounter)
    place = track.index(combatant_id)
    following = (*track[place + 1 :], *(track[:place] if system.counts_up else ()))
    return next((each for each in following if encounter.standings[each].able), "")


def _follow_fallen(
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


def chance_of(attempt: Attempt) -> Fraction | None:
    """Return the exact chance that the attempt succeeds; None if the table has not named the dice."""
    if not attempt.code:
        return None
    code = DiceCode.parse(attempt.code)
    rolled = ways_of(code)
    met = (
        many
        for total, many in enumerate(rolled.ways, rolled.low + code.plus)
        if (total <= attempt.needs if attempt.or_less else total >= attempt.needs)
    )
    return Fraction(sum(met), rolled.scale)
