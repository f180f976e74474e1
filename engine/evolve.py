"""The one fold step: an encounter and what happened give the next encounter. No rules, no dice, never refuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from engine.events import (
    AbleSet,
    CombatantAdded,
    CombatantChanged,
    CombatantRemoved,
    DiceRolled,
    EncounterMade,
    EncounterRenamed,
    Event,
    Noted,
    OptionChosen,
    OrderSet,
    Placed,
    Remembered,
    RoundClosed,
    RoundOpened,
    ScoreSet,
    Spent,
    StatusSet,
)
from engine.memory import Memory, without_round
from engine.model import Encounter, Id, Standing, Status
from engine.ordering import placed

NO_ENCOUNTER = Encounter(name="", system="")
"""What every history starts from."""


def fold(encounter: Encounter, events: Iterable[Event]) -> Encounter:
    """Return the encounter after all of these events, in their order."""
    for event in events:
        encounter = evolve(encounter, event)
    return encounter


def evolve(encounter: Encounter, event: Event) -> Encounter:
    """Return the encounter after one event. What concerns a combatant who is not there changes nothing.

    Whoever adds an event also says in ``engine.possible`` when it can have happened.
    """
    match event:
        case EncounterMade():
            return Encounter(name=event.name, system=event.system)
        case EncounterRenamed():
            return replace(encounter, name=event.name)
        case OptionChosen():
            return replace(encounter, options={**encounter.options, event.key: event.value})
        case CombatantAdded(combatant):
            return replace(
                encounter,
                combatants={**encounter.combatants, combatant.id: combatant},
                standings={**encounter.standings, combatant.id: Standing()},
                order=(*encounter.order, combatant.id),
                made=encounter.made + 1,
            )
        case CombatantChanged(combatant):
            if combatant.id not in encounter.combatants:
                return encounter
            return replace(encounter, combatants={**encounter.combatants, combatant.id: combatant})
        case CombatantRemoved():
            return replace(
                encounter,
                combatants={key: combatant for key, combatant in encounter.combatants.items() if key != event.id},
                standings={key: standing for key, standing in encounter.standings.items() if key != event.id},
                order=tuple(key for key in encounter.order if key != event.id),
            )
        case RoundOpened():
            return _open_round(encounter, event)
        case RoundClosed():
            return replace(encounter, is_open=False, standings=_stop_acting(encounter))
        case ScoreSet() | StatusSet() | AbleSet() | Spent():
            return _change_standing(encounter, event)
        case OrderSet():
            return replace(encounter, order=event.order)
        case Placed():
            if event.id not in encounter.standings:
                return encounter
            order = placed(encounter.order, event.id, event.before)
            return replace(encounter, standings=_relink(encounter.standings, event), order=order)
        case Remembered():
            return _remember(encounter, event)
        case DiceRolled() | Noted():
            return encounter
        case _:
            assert_never(event)


def _relink(standings: Mapping[Id, Standing], event: Placed) -> Mapping[Id, Standing]:
    """Relink the neighbours of the combatant who moved: those placed before the old place, and before the new one."""
    left = standings[event.id].before
    before = {key: left if standing.before == event.id else standing.before for key, standing in standings.items()}
    if event.before:
        before = {key: event.id if target == event.before else target for key, target in before.items()}
    before[event.id] = event.before
    return {
        key: standing if standing.before == before[key] else replace(standing, before=before[key])
        for key, standing in standings.items()
    }


def _open_round(encounter: Encounter, event: RoundOpened) -> Encounter:
    opened = replace(encounter, round=event.round, part=event.part, is_open=True)
    if event.part > 1:
        return opened
    return replace(
        opened,
        memory=without_round(encounter.memory),
        standings={
            key: replace(
                standing,
                status=Status.READY,
                spent=(),
                before="",
                memory=without_round(standing.memory),
            )
            for key, standing in encounter.standings.items()
        },
    )


def _stop_acting(encounter: Encounter) -> Mapping[Id, Standing]:
    """Let nobody act once a round is over, even where the game master has ended the round."""
    acting = {key: replace(encounter.standings[key], status=Status.READY) for key in encounter.acting()}
    return {**encounter.standings, **acting} if acting else encounter.standings


def _remember(encounter: Encounter, event: Remembered) -> Encounter:
    if not event.id:
        return _copy(encounter, encounter.standings, event.memory)
    old = encounter.standings.get(event.id)
    if old is None:
        return encounter
    new = Standing(old.status, old.able, old.score, old.spent, old.before, event.memory, old.aimed_at)
    return _copy(encounter, {**encounter.standings, event.id: new}, encounter.memory)


def _change_standing(encounter: Encounter, event: ScoreSet | StatusSet | AbleSet | Spent) -> Encounter:
    old = encounter.standings.get(event.id)
    if old is None:
        return encounter
    match event:
        case Spent():
            spent, aimed_at = (*old.spent, event.term), event.at or old.aimed_at
            new = Standing(old.status, old.able, old.score, spent, "", old.memory, aimed_at)
        case StatusSet():
            new = Standing(event.status, old.able, old.score, old.spent, old.before, old.memory, old.aimed_at)
        case ScoreSet():
            new = Standing(old.status, old.able, event.score, old.spent, "", old.memory, old.aimed_at)
        case AbleSet():
            new = Standing(old.status, event.able, old.score, old.spent, old.before, old.memory, old.aimed_at)
        case _:
            assert_never(event)
    return _copy(encounter, {**encounter.standings, event.id: new}, encounter.memory)


def _copy(now: Encounter, standings: Mapping[Id, Standing], memory: Memory) -> Encounter:
    """Copy an encounter with other standings and another memory.

    All fields are written out, as in the standings above: this is most of what happens in a fight, and
    dataclasses.replace takes four times as long, which is felt when ten thousand steps are opened.
    """
    return Encounter(
        now.name,
        now.system,
        now.options,
        now.combatants,
        standings,
        now.order,
        now.round,
        now.part,
        now.is_open,
        memory,
        now.made,
    )
