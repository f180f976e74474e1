"""Decisions on last stands: they begin with the fall of a hero, and end with a full or empty tally, or with health."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from turntrack.core.commands import Command, GiveCondition, Hit, Rise, StepCounter, Wound
from turntrack.core.draft import Draft
from turntrack.core.events import AbleSet, ConditionChanged, ConditionsEnded, CounterDropped, CounterSet
from turntrack.core.model import Condition, Counter, Due, Encounter, Id, Share
from turntrack.core.own_sides import is_foe
from turntrack.rules.conditions import conditions_of, give, inflict
from turntrack.systems.last_stand import DYING, LastStand, StandResult
from turntrack.systems.protocol import TurnSystem


def begin(draft: Draft, combatant_id: Id, system: TurnSystem) -> None:
    """Let a hero who falls without health make a last stand, in a game that has one."""
    stand, encounter = system.last_stand, draft.encounter
    if stand is None or is_foe(encounter, combatant_id) or draft.combatant(combatant_id).health > 0:
        return
    has_foes = any(is_foe(encounter, other) for other in encounter.combatants)  # else no side tells who the heroes are
    if not has_foes or _last_stand_of(encounter, combatant_id):
        return
    values = {tally.name: tally.begins for tally in stand.tallies}
    give(draft, GiveCondition((combatant_id,), DYING, attempt=stand.attempt_at(values)), system)
    for tally in stand.tallies:
        draft.record(CounterSet(combatant_id, Counter(tally.name, tally.begins, tally.most)))


def _last_stand_of(encounter: Encounter, combatant_id: Id, names: Container[str] = (DYING,)) -> Condition | None:
    """Return the condition of a combatant who makes a last stand, or has made one."""
    return next((each for each in conditions_of(encounter, combatant_id) if each.name in names), None)


def hurt(draft: Draft, hits: Iterable[Hit], system: TurnSystem) -> bool:
    """Count damage to those who make a last stand already, and return whether there was any.

    Double damage, that of a critical hit, counts twice.
    """
    before = len(draft.events)
    for hit in hits:
        steps = STEPS.get(hit.share, 1)
        if steps and (counter := tally_of_damage(draft.encounter, hit.id, system)):
            raised = min(counter.value + steps, counter.most)
            draft.record(CounterSet(hit.id, replace(counter, value=raised)))
    return len(draft.events) > before


STEPS: Mapping[Share, int] = MappingProxyType({Share.NONE: 0, Share.DOUBLE: 2})
"""By how much damage raises the tally, where that is not 1."""


def tally_of_damage(encounter: Encounter, combatant_id: Id, system: TurnSystem) -> Counter | None:
    """Return the tally that damage to whoever makes a last stand raises; None if damage changes nothing."""
    if system.last_stand is None or _last_stand_of(encounter, combatant_id) is None:
        return None
    there = encounter.combatants[combatant_id].counters
    raised = (counter for counter in there if counter.name == system.last_stand.hurt and counter.value < counter.most)
    return next(raised, None)


def settle(draft: Draft, before: Encounter, system: TurnSystem) -> None:
    """End last stands whose tallies are full or empty, or whose heroes are up again or healed."""
    stand, now = system.last_stand, draft.encounter
    if (
        stand is None
        or not before.conditions
        or (now.combatants is before.combatants and now.standings is before.standings)
    ):
        return
    for combatant_id in before.order:
        if combatant_id not in draft.encounter.standings or before.standings[combatant_id].able:
            continue
        was, combatant = before.combatants[combatant_id], draft.combatant(combatant_id)
        is_down = not draft.standing(combatant_id).able and _last_stand_of(before, combatant_id, stand.names)
        if is_down and was.health <= 0 < combatant.health:
            draft.record(AbleSet(combatant_id, True))
            if draft.encounter.is_open:
                system.join(draft, combatant_id)
        if draft.standing(combatant_id).able:
            _end(draft, stand, combatant_id, stand.names)
        elif combatant.counters != was.counters:
            _count(draft, stand, combatant_id, system)


def answer(encounter: Encounter, combatant_id: Id, outcome: StandResult) -> Command:
    """Return the command for a result of the roll."""
    if outcome.rises:
        is_counted = encounter.combatants[combatant_id].is_counted
        return Wound(1, (Hit(combatant_id),), heals=True) if is_counted else Rise(combatant_id)
    return StepCounter(combatant_id, outcome.tally, outcome.by)


def _end(draft: Draft, stand: LastStand, combatant_id: Id, names: Iterable[str]) -> None:
    """End the conditions with these names, and drop the tallies."""
    names = tuple(names)
    conditions = (each for each in draft.encounter.conditions if each.bearer == combatant_id and each.name in names)
    if numbers := tuple(condition.number for condition in conditions):
        draft.record(ConditionsEnded(numbers))
    for counter in draft.combatant(combatant_id).counters:
        if counter.name in stand.kept:
            draft.record(CounterDropped(combatant_id, counter.name))


def _count(draft: Draft, stand: LastStand, combatant_id: Id, system: TurnSystem) -> None:
    """Settle the roll by the tallies."""
    dying = _last_stand_of(draft.encounter, combatant_id)
    if dying is None:
        return
    values = {counter.name: counter.value for counter in draft.combatant(combatant_id).counters}
    for tally in stand.tallies:
        value = values.get(tally.name, tally.begins)
        over = tally.full if value >= tally.most else tally.empty if not value else ""
        if over:
            _end(draft, stand, combatant_id, (DYING,))
            inflict(draft, (combatant_id,), over, system)
            return
    goes_on = replace(dying, due=Due.NOTHING, attempt=stand.attempt_at(values))
    if goes_on != dying:
        draft.record(ConditionChanged(goes_on))
