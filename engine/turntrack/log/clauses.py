"""Sentences of the log about conditions, counters, health and reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from turntrack.core.events import (
    ConditionChanged,
    ConditionsEnded,
    ConditionsGiven,
    CounterSet,
    FightCounterSet,
    HealthChange,
    HealthChanged,
    HealthCounted,
)
from turntrack.core.model import (
    Combatant,
    Condition,
    Due,
    Encounter,
    Happening,
    Id,
    RefillTime,
    Reinforcement,
    Schedule,
    Share,
)
from turntrack.core.names import join_names
from turntrack.core.score import signed, write_count
from turntrack.log.conditions import attempt_words, cause_words, reminder_words, roll_place_words, until_words
from turntrack.rules.condition_expiry import is_concentrated_on, is_same_hold
from turntrack.rules.damage import Squad, pool_of, squad_of
from turntrack.rules.health import (
    Tally,
    counts_up,
    counts_wounds,
    is_counted,
    points_dealt,
    tally_as,
    tally_of,
)
from turntrack.systems.protocol import TurnSystem


def given_words(after: Encounter, event: ConditionsGiven, system: TurnSystem) -> str:
    """Describe a new condition: its bearers, its cause and its end."""
    first, *others = event.conditions
    names = after.names_of(condition.bearer for condition in event.conditions)
    text = f" “{first.text}”" if first.text else ""
    cause = cause_words(after, first)
    by = f" {cause if is_concentrated_on(after, first) else f'({cause})'}" if cause else ""
    own = "each one’s" if others and len({condition.whose for condition in event.conditions}) > 1 else ""
    until = until_words(after, first, system, own)
    is_so = "are" if others else "is"
    return f"{names} {is_so} {first.name}{text}{by}{f' {until}' if until else ''}{_roll_words(first)}"


def _roll_words(condition: Condition) -> str:
    if not condition.attempt:
        return ""
    words = attempt_words(condition.attempt)
    roll = f"{condition.roll_name} each round" if condition.roll_name else "a roll after each turn may end it"
    return f"; {roll}{f': {words}' if words else ''}"


def changed_words(event: ConditionChanged, before: Encounter, after: Encounter, system: TurnSystem) -> str:
    """Return the sentence for a changed condition.

    It is a question to settle, that the condition goes on, whose turns count now, or when a fallen bearer rolls.
    """
    now = event.condition
    is_so = f"{after.name_of(now.bearer)} is {'' if event.why else 'still '}{now.name}"
    if event.why:
        return f"{is_so} {until_words(after, now, system)}, since {event.why}."
    was = next((condition for condition in before.conditions if condition.number == now.number), now)
    if now.due is was.due and (now.rolls_at, now.rolled_in) != (was.rolls_at, was.rolled_in):
        where = roll_place_words(after, now, system)
        if now.roll_name:
            return f"{after.name_of(now.bearer)}’s {now.roll_name} comes {where}."
        return f"{after.name_of(now.bearer)} rolls to stop being {now.name} {where}."
    if now.due is Due.NOTHING and _lasts(now) != _lasts(was):
        until = until_words(after, now, system) or "until that is removed"
        text = f" “{now.text}”" if now.text else ""
        return f"{after.name_of(now.bearer)} is now {now.name}{text} {until}{_roll_words(now)}."
    if was.due is Due.HURT and now.due is Due.NOTHING:
        bearers = [hold.bearer for hold in after.conditions if is_same_hold(now, hold)]
        return f"{after.names_of(bearers)} {'are' if len(bearers) > 1 else 'is'} still {now.name}."
    return reminder_words(after, now) or f"{is_so}."


def _lasts(condition: Condition) -> tuple[object, ...]:
    """Return what says how long a condition lasts, and what it does."""
    has_roll = condition.attempt is not None
    return condition.until, condition.whose, condition.turns, condition.count, condition.text, has_roll


def ended_words(before: Encounter, event: ConditionsEnded) -> str:
    """Describe the conditions that ended, with the reason. Of several with one name it says whether all are over."""
    over = [condition for condition in before.conditions if condition.number in event.numbers]
    parts = dict[str, list[str]]()
    for bearer, name in dict.fromkeys((condition.bearer, condition.name.casefold()) for condition in over):
        parts.setdefault(_over_words(before, event.numbers, bearer, name), []).append(before.name_of(bearer))
    said = join_names([f"{join_names(names)} {'are' if len(names) > 1 else 'is'} {so}" for so, names in parts.items()])
    return f"{said}{f': {event.why}' if event.why else ''}"


def _over_words(before: Encounter, numbers: tuple[int, ...], bearer: Id, name: str) -> str:
    alike = [each for each in before.conditions if (each.bearer, each.name.casefold()) == (bearer, name)]
    over = [condition for condition in alike if condition.number in numbers]
    words = over[0].name
    if len(over) == len(alike):
        return f"no longer {words}"
    return f"still {words} ({len(over)} of {len(alike)} {'is' if len(over) == 1 else 'are'} over)"


def counter_words(before: Combatant, event: CounterSet) -> str:
    """Describe the change of a counter's value, or a new counter with its maximum and refill time."""
    now = event.counter
    was = next((counter for counter in before.counters if counter.name == now.name), None)
    if was and (was.most, was.fills) == (now.most, now.fills):
        return f"{before.name}: {now.name} {was.value} → {now.value}"
    most = f" of {now.most}" if now.most else ""
    fills = _refill_words(now.fills) if now.most else ""
    return f"{before.name}: {now.name} {now.value}{most}{fills}"


def fight_counter_words(before: Encounter, event: FightCounterSet) -> str:
    """Describe the change of a value of a counter of the fight, or the counter as it is from now on."""
    now = event.counter
    was = next((counter for counter in before.counters if counter.name == (event.was or now.name)), None)
    if was and replace(was, value=now.value) == now:
        return f"{now.name} {was.value} → {now.value}{f' ({event.why})' if event.why else ''}"
    said = [f"{was.name} is now called {now.name}"] if was and was.name != now.name else []
    said.append(f"{now.name} {now.value}{f' of {now.most}' if now.most else ''}")
    said += [f"each round: {now.gains}"] if now.gains else []
    said += ["the players see it"] if now.shown else []
    return ", ".join(said)


def _refill_words(fills: RefillTime) -> str:
    match fills:
        case RefillTime.NEVER:
            return ""
        case RefillTime.TURN:
            return ", refilled at the start of their turn"
        case RefillTime.ROUND:
            return ", refilled each round"
        case RefillTime.REST:
            return ", refilled after a rest"
        case _:
            assert_never(fills)


def health_words(before: Encounter, event: HealthChanged, after: Encounter) -> str:
    """Describe damage or healing with its effect on each target."""
    only, is_wounds = event.changes[0] if len(event.changes) == 1 else None, counts_wounds(before)
    if only and not squad_of(before, only.id):
        combatant = before.combatants[only.id]
        points = _points_to(before, event, only)
        loses = "is rid of" if is_wounds else "is healed by"
        verb = f"{loses} {points}" if event.heals else f"takes {points}"
        went = _went(before, only)
        return f"{combatant.name} {verb}{f': {went}' if went else ''}"
    what = "healed" if event.heals else "of damage"
    parts = join_names(list(_parts(before, event, after)), "; ")
    if _are_apart(event):
        return f"{'Healing' if event.heals else 'Damage'}: {parts}"
    if is_wounds:
        return f"{write_count(event.amount, 'wound')}{' healed' if event.heals else ''}: {parts}"
    return f"{write_count(event.amount, 'point')} {what}: {parts}"


def _parts(before: Encounter, event: HealthChanged, after: Encounter) -> Iterator[str]:
    """Yield the effect on each target; on a group with shared health once."""
    told = set[Squad]()
    for change in event.changes:
        combatant, squad = before.combatants[change.id], squad_of(before, change.id)
        is_same = (change.health, change.temporary) == (combatant.health, combatant.temporary)
        if change.share is Share.NONE and is_same:  # else it bears what another of its squad takes
            yield f"{combatant.name} {_share_words(change.share)}"
        elif squad is None and not event.heals and not is_counted(before, combatant):
            yield f"{combatant.name} takes {_points_to(before, event, change)}"
        elif squad is None:
            part = _points_to(before, event, change) if _are_apart(event) else _share_words(change.share)
            went = ", ".join(filter(None, (part, _went(before, change))))
            yield f"{combatant.name} {went}".rstrip()
        elif squad not in told:
            told.add(squad)
            was, now = pool_of(before, squad), pool_of(after, squad)
            part = f"{_squad_points(before, event, squad)}, " if _are_apart(event) else ""
            went = change_words(*(tally_as(before, pool.health, pool.full) for pool in (was, now)))
            yield f"{squad.name} {part}{went}, {now.left} of {now.members} left"


def _squad_points(before: Encounter, event: HealthChanged, squad: Squad) -> str:
    """Write the sum of what the targets of a squad take."""
    parts = (change for change in event.changes if change.id in squad.members)
    points = sum(points_dealt(before, event.amount, change) for change in parts)
    return write_count(points, "wound") if counts_wounds(before) else str(points)


def _are_apart(event: HealthChanged) -> bool:
    """Return whether a target has an amount of its own."""
    return any(change.amount for change in event.changes)


def _points_to(before: Encounter, event: HealthChanged, change: HealthChange) -> str:
    """Write what a target takes: its share of the amount of all, or of its own."""
    amount = change.amount or event.amount
    return _points(write_count(amount, "wound") if counts_wounds(before) else str(amount), change.share)


def _share_words(share: Share) -> str:
    match share:
        case Share.ALL:
            return ""
        case Share.HALF:
            return "half"
        case Share.DOUBLE:
            return "double"
        case Share.NONE:
            return "none"
        case _:
            assert_never(share)


def _points(amount: str, share: Share) -> str:
    match share:
        case Share.ALL:
            return amount
        case Share.HALF:
            return f"half of {amount}"
        case Share.DOUBLE:
            return f"twice {amount}"
        case Share.NONE:
            return f"none of {amount}"
        case _:
            assert_never(share)


def _went(before: Encounter, change: HealthChange) -> str:
    """Return the lost temporary points and the change of health; empty without either."""
    was = before.combatants[change.id]
    temporary = was.temporary - change.temporary
    lost = f"{temporary} temporary" if temporary else ""
    then = tally_as(before, change.health, was.full_health)
    now = tally_of(before, was)
    health = change_words(now, then) if now else ""
    return ", ".join(filter(None, (lost, health)))


def change_words(was: Tally, now: Tally) -> str:
    """Return the change of a health as the table counts it: ``15 → 11``, or ``4 → 8``."""
    return f"{signed(was.points)} → {signed(now.points)}"


def sheet_health_words(before: Encounter, old: Combatant, new: Combatant) -> str:
    """Return the change of a health on the sheet, or of a maximum up to which damage is counted; empty for none."""
    was, now = (tally_as(before, combatant.health, combatant.full_health) for combatant in (old, new))
    if was.points != now.points:
        return f"{'wounds' if now.is_wounds else 'damage' if now.is_damage else 'health'} {change_words(was, now)}"
    if not counts_up(before) or old.full_health == new.full_health:
        return ""
    if now.is_wounds:
        return f"falls at the {_ordinal(new.full_health)} wound" if new.full_health else "no wound is the last"
    return f"full health {was.full or 'none'} → {now.full or 'none'}"


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def counted_words(before: Encounter, event: HealthCounted) -> str:
    """Say that the health of combatants is counted from now on."""
    names = before.names_of(event.ids)
    return f"{names}: health is counted from now on; full is {event.health}"


def comes_words(comes: Schedule, system: TurnSystem) -> str:
    """Describe a schedule: ``in round 2, at count 20``."""
    in_round = f"in {system.round_word} {comes.round}" if comes.round else ""
    at_count = "" if comes.count is None else f"at {_count_word(system)}{signed(comes.count)}"
    return ", ".join(filter(None, (in_round, at_count))) or "when called"


def _count_word(system: TurnSystem) -> str:
    return f"{system.count_word} " if system.counts_points else ""


def happens_words(happening: Happening, system: TurnSystem) -> str:
    """Describe when a happening comes: ``in round 2``, ``at 20, every round``."""
    comes, word = happening.comes, system.round_word
    if not happening.every_round:
        return comes_words(comes, system)
    at = f"at {_count_word(system)}{signed(comes.count)}, " if comes.count is not None else ""
    return f"{at}every {word}{f' from {comes.round} on' if comes.round else ''}"


def waiting_words(before: Encounter, waiting: Reinforcement, system: TurnSystem) -> str:
    """Return the sentence for a combatant in the wings: new there, or with a change."""
    combatant, comes = waiting.combatant, comes_words(waiting.comes, system)
    was = before.reinforcement_of(combatant.id)
    if was is None and combatant.id in before.combatants and waiting.comes == Schedule():
        return f"{combatant.name} leaves the fight, and can be called back."
    if was is None:
        return f"{combatant.name} waits in the wings; comes {comes}."
    if was.combatant.name != combatant.name:
        return f"{was.combatant.name} is now called {combatant.name}."
    if was.comes != waiting.comes:
        return f"{combatant.name} comes {comes}."
    if was.hidden != waiting.hidden:
        return f"{combatant.name} comes {'hidden from' if waiting.hidden else 'seen by'} the players."
    return f"{combatant.name}, waiting in the wings: the sheet has changed."
