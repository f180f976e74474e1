"""How long conditions last: what ends them, and what the table is reminded of meanwhile.

Turns that a combatant takes are counted (``turntrack.core.turn_stages``), never rounds or places. If the combatant can
take no more turns, having fallen or left, the turns of another count instead: those of whoever would have come next
after that turn, so that the condition ends when the turn would have come.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from turntrack.core.dice import DiceCode
from turntrack.core.events import (
    AbleSet,
    CombatantRemoved,
    ConditionChanged,
    ConditionsEnded,
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
from turntrack.core.names import join_names
from turntrack.systems.protocol import Badge, TurnSystem

NAMES = ("stunned", "prone", "held", "blind", "afraid", "burning")
"""What conditions are called at most tables, to begin with."""


# What follows from an event


def follow(before: Encounter, event: Event, after: Encounter, system: TurnSystem) -> Iterator[Event]:
    """Return which conditions end with the event, and how it changes others."""
    ended: dict[str, list[int]] = {}
    gone = _gone(before, event)
    changed: list[Condition] = []
    for condition in after.conditions:
        why = _why_over(before, event, after, condition, system)
        if why:
            ended.setdefault(why, []).append(condition.number)
        elif (now := _update(before, event, after, condition, system)) is not condition:
            changed.append(now)
    for why, numbers in ended.items():
        yield ConditionsEnded(tuple(numbers), why)
    asked = set[tuple[Id, str]]()
    for condition in changed:
        hold = (condition.by, condition.name)
        if condition.due is not Due.HURT or hold not in asked:
            asked.add(hold)
            yield ConditionChanged(condition, f"{before.name_of(gone)} has no turn" if gone else "")


def _why_over(before: Encounter, event: Event, after: Encounter, condition: Condition, system: TurnSystem) -> str:
    """Say why the condition is over; empty if it goes on."""
    gone = _gone(before, event)
    if condition.held and condition.by == gone and gone:
        return f"{before.name_of(gone)} holds nobody any more"
    match condition.until:
        case Until.TURN_BEGINS if condition.turns <= 0:
            return f"{before.name_of(condition.whose)}’s turn has begun"
        case Until.TURN_ENDS if condition.turns <= 0:
            return f"{before.name_of(condition.whose)}’s turn is over"
        case Until.ROUND_ENDS if isinstance(event, RoundClosed):
            return f"{system.round_word} {event.round} is over"
        case Until.COUNT if not system.counts_points:
            return "nobody acts by a count any more"
        case Until.COUNT if _count_comes(event, after, condition, system):
            return f"{system.count_word} {condition.count} has come"
        case _:
            return ""


def _count_comes(event: Event, after: Encounter, condition: Condition, system: TurnSystem) -> bool:
    """Whether whoever begins to act has come to the count; the end of a round is also the end of a count down."""
    if isinstance(event, RoundClosed):
        return system.counts_down
    if not isinstance(event, StatusSet) or event.status is not Status.ACTING:
        return False
    number = system.number(after, event.id)
    return number is not None and system.has_come(condition.count, number.total)


def _update(before: Encounter, event: Event, after: Encounter, condition: Condition, system: TurnSystem) -> Condition:
    """Return the condition as it is from now on."""
    gone, now = _gone(before, event), condition
    if gone and condition.whose == gone:
        now = _hand_on(before, condition, gone, system)
    if condition.attempt is not None and _has_ended_turn(before, event, after, condition.bearer):
        now = replace(now, due=Due.ROLL)
    if condition.held and isinstance(event, HealthChanged) and _is_hurt(before, after, condition.by):
        asked = any(_is_same_hold(condition, hold) and hold.due is Due.HURT for hold in after.conditions)
        now = now if asked else replace(now, due=Due.HURT)
    return now


def _gone(before: Encounter, event: Event) -> Id:
    """Return who takes no more turns from now on; empty for nobody."""
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
    if combatant_id not in before.standings or combatant_id not in after.standings:  # in the wings no turn is taken
        return False
    was, now = before.standings[combatant_id], after.standings[combatant_id]
    passed = isinstance(event, StatusSet) and event.id == combatant_id and event.turn is TurnEffect.OVER
    lost = was.stage is Stage.PUT_OFF and isinstance(event, AbleSet)
    return passed or (was.stage is not Stage.NONE and now.stage is Stage.NONE and not lost)


def _is_hurt(before: Encounter, after: Encounter, combatant_id: Id) -> bool:
    if combatant_id not in after.combatants:
        return False
    was, now = before.combatants[combatant_id], after.combatants[combatant_id]
    return now.health < was.health or now.temporary < was.temporary


def _is_same_hold(hold: Condition, condition: Condition) -> bool:
    return condition.held and (hold.by, hold.name) == (condition.by, condition.name)


# Who comes after whom


def _hand_on(before: Encounter, condition: Condition, gone: Id, system: TurnSystem) -> Condition:
    """Have the turns of whoever would have come next count, each of which begins when the other is over."""
    standing = before.standings[gone]
    is_to_come = condition.put_off or (condition.until is Until.TURN_ENDS and standing.stage is Stage.PUT_OFF)
    heir, more = _heir(before, gone, is_to_come, system)
    if not heir:
        return replace(condition, until=Until.ROUND_ENDS, whose="", turns=0, put_off=False)
    put_off = before.standings[heir].stage is Stage.PUT_OFF
    return replace(condition, until=Until.TURN_BEGINS, whose=heir, turns=condition.turns + more, put_off=put_off)


def _heir(encounter: Encounter, combatant_id: Id, is_to_come: bool, system: TurnSystem) -> tuple[Id, int]:
    """Return the combatant whose turn follows this combatant's next one, and how many of that one's turns come first.

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
    """Return when the next turn comes: in this round, in the next for those who are done, and after them."""
    if standing.is_in_turn:
        return 2
    return int(standing.status in (Status.DONE, Status.ACTING))


# What is told of a condition


def until_words(encounter: Encounter, condition: Condition, system: TurnSystem, name: str = "") -> str:
    """Say when it ends: ``until Mara’s 2nd turn from now ends``; empty where somebody has to take it off.

    ``name`` stands in place of that of whose turns count: ``each one’s own``.
    """
    match condition.until:
        case Until.REMOVED:
            return ""
        case Until.ROUND_ENDS:
            word = system.round_word
            which = f"{word} {encounter.round}" if encounter.is_open else f"the next {word}"
            return f"until {which} is over"
        case Until.COUNT:
            return f"until {system.count_word} {condition.count}"
        case Until.TURN_BEGINS:
            return f"until {_turn_words(encounter, condition, name)} begins"
        case Until.TURN_ENDS:
            return f"until {_turn_words(encounter, condition, name)} ends"
        case _:
            assert_never(condition.until)


def _turn_words(encounter: Encounter, condition: Condition, name: str) -> str:
    whose = name or f"{encounter.name_of(condition.whose)}’s"
    left = turns_left(encounter, condition)
    if not left:
        return f"{whose} running turn"
    return f"{whose} next turn" if left == 1 else f"{whose} {_ordinal(left)} turn from now"


def turns_left(encounter: Encounter, condition: Condition) -> int:
    """Count the turns until its end, the running one not counted: 0 where it is over with that one."""
    return condition.turns - (condition.until is Until.TURN_ENDS and _is_running(encounter, condition.whose))


def _is_running(encounter: Encounter, combatant_id: Id) -> bool:
    standing = encounter.standings.get(combatant_id)
    return standing is not None and standing.is_in_turn


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number // 10 % 10 != 1 else "th"
    return f"{number}{ending}"


def attempt_words(attempt: Attempt) -> str:
    """Say what has to be thrown: ``14 or more on 1d20``; empty where the table has not said."""
    return f"{attempt.needs} or {'less' if attempt.or_less else 'more'} on {attempt.code}" if attempt.code else ""


def chance_of(attempt: Attempt) -> Fraction | None:
    """Return the exact chance of the throw; None where the table has not said what is thrown."""
    if not attempt.code:
        return None
    code = DiceCode.parse(attempt.code)
    ways = [1]
    for _ in range(code.count):
        sums = [0]
        for way in (*ways, *[0] * (code.sides - 1)):
            sums.append(sums[-1] + way)
        # so many ways to each total: those of the totals that one die more leads from
        ways = [sums[at + 1] - sums[max(0, at + 1 - code.sides)] for at in range(len(ways) + code.sides - 1)]
    least = code.count + code.plus
    met = (
        many
        for total, many in enumerate(ways, least)
        if (total <= attempt.needs if attempt.or_less else total >= attempt.needs)
    )
    return Fraction(sum(met), code.sides**code.count)


@dataclass(frozen=True, slots=True)
class Reminder:
    """Something to be settled at the table now: a throw to be rid of a condition, or whether a hold goes on."""

    about: Id
    text: str
    numbers: tuple[int, ...]
    """The conditions that end where it comes so; the first of them is kept with ``KeepCondition`` where not."""
    chance: Fraction | None = None


def reminders(encounter: Encounter) -> tuple[Reminder, ...]:
    """List what is to be settled now."""
    return tuple(
        _reminder(encounter, condition) for condition in encounter.conditions if condition.due is not Due.NOTHING
    )


def _reminder(encounter: Encounter, condition: Condition) -> Reminder:
    text = reminder_words(encounter, condition)
    if condition.due is Due.HURT:
        held = tuple(
            hold.number for hold in encounter.conditions if _is_same_hold(condition, hold) and hold != condition
        )
        return Reminder(condition.by, text, (condition.number, *held))
    return Reminder(
        condition.bearer, text, (condition.number,), chance_of(condition.attempt) if condition.attempt else None
    )


def reminder_words(encounter: Encounter, condition: Condition) -> str:
    """Say what is to be settled."""
    if condition.due is Due.HURT:
        held = [encounter.name_of(hold.bearer) for hold in encounter.conditions if _is_same_hold(condition, hold)]
        stay = f"do{'es' * (len(held) == 1)} {join_names(held, ' and ')} stay {condition.name}"
        return f"{encounter.name_of(condition.by)} is hurt: {stay}?"
    words = attempt_words(condition.attempt) if condition.attempt else ""
    bearer = encounter.name_of(condition.bearer)
    return f"{bearer} may throw to be {condition.name} no longer{f': {words}' if words else ''}."


def conditions_of(encounter: Encounter, combatant_id: Id) -> tuple[Condition, ...]:
    return tuple(condition for condition in encounter.conditions if condition.bearer == combatant_id)


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    """Return the conditions of a combatant as words on the row, those that end with the running turn marked."""
    return tuple(
        Badge(condition.name, tone="warn", ends_now=ends_now(encounter, condition))
        for condition in conditions_of(encounter, combatant_id)
    )


def ends_now(encounter: Encounter, condition: Condition) -> bool:
    """Whether it is over with the turn that is under way."""
    return condition.until is Until.TURN_ENDS and _is_running(encounter, condition.whose) and condition.turns == 1


def known_names(encounter: Encounter) -> tuple[str, ...]:
    """List what a condition can be called without typing: the usual names, and those of this fight."""
    return (*NAMES, *(word for word in encounter.words if word not in NAMES))
