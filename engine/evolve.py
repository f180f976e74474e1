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
    FactSet,
    Noted,
    OptionChosen,
    OrderSet,
    Placed,
    RoundClosed,
    RoundOpened,
    ScoreSet,
    Spent,
    StatusSet,
)
from engine.model import Encounter, Fact, FactValue, Id, Lasting, Standing, Status
from engine.ordering import placed

NO_ENCOUNTER = Encounter(name="", system="")
"""What every history starts from."""


def fold(encounter: Encounter, events: Iterable[Event]) -> Encounter:
    """The encounter after all of these events, in their order."""
    for event in events:
        encounter = evolve(encounter, event)
    return encounter


def evolve(encounter: Encounter, event: Event) -> Encounter:
    """The encounter after one event. What concerns a combatant who is not there changes nothing."""
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
                combatants={one: it for one, it in encounter.combatants.items() if one != event.id},
                standings={one: it for one, it in encounter.standings.items() if one != event.id},
                order=tuple(one for one in encounter.order if one != event.id),
            )
        case RoundOpened():
            return _opened(encounter, event)
        case RoundClosed():
            return replace(encounter, is_open=False, standings=_stopped(encounter))
        case ScoreSet() | StatusSet() | AbleSet() | Spent():
            return _stand(encounter, event)
        case OrderSet():
            return replace(encounter, order=event.order)
        case Placed():
            if event.id not in encounter.standings:
                return encounter
            order = placed(encounter.order, event.id, event.before)
            return replace(encounter, standings=_linked(encounter.standings, event), order=order)
        case FactSet():
            return _with_fact(encounter, event)
        case DiceRolled() | Noted():
            return encounter
        case _:
            assert_never(event)


def _linked(standings: Mapping[Id, Standing], event: Placed) -> Mapping[Id, Standing]:
    """Each placed before the next: whoever stood before either of the two now stands before what is there."""
    left = standings[event.id].before
    before = {one: left if it.before == event.id else it.before for one, it in standings.items()}
    if event.before:
        before = {one: event.id if then == event.before else then for one, then in before.items()}
    before[event.id] = event.before
    return {one: it if it.before == before[one] else replace(it, before=before[one]) for one, it in standings.items()}


def _opened(encounter: Encounter, event: RoundOpened) -> Encounter:
    opened = replace(encounter, round=event.round, part=event.part, is_open=True)
    if event.part > 1:
        return opened
    return replace(
        opened,
        facts=_lasting(encounter.facts),
        standings={
            one: replace(standing, status=Status.READY, spent=(), before="", facts=_lasting(standing.facts))
            for one, standing in encounter.standings.items()
        },
    )


def _stopped(encounter: Encounter) -> Mapping[Id, Standing]:
    """Nobody acts once a round is over, also where the game master has ended it."""
    acting = {one: replace(encounter.standings[one], status=Status.READY) for one in encounter.acting()}
    return {**encounter.standings, **acting} if acting else encounter.standings


def _lasting(facts: Mapping[str, Fact]) -> Mapping[str, Fact]:
    return {key: fact for key, fact in facts.items() if fact.lasting is not Lasting.ROUND}


def _with_fact(encounter: Encounter, event: FactSet) -> Encounter:
    if not event.id:
        facts = _changed(encounter.facts, event.key, event.value, event.lasting)
        return _written(encounter, encounter.standings, facts)
    it = encounter.standings.get(event.id)
    if it is None:
        return encounter
    facts = _changed(it.facts, event.key, event.value, event.lasting)
    return _standing(encounter, event.id, Standing(it.status, it.able, it.score, it.spent, it.before, facts))


def _changed(facts: Mapping[str, Fact], key: str, value: FactValue, lasting: Lasting) -> Mapping[str, Fact]:
    rest = {other: fact for other, fact in facts.items() if other != key}
    if value is False or value == ():
        return rest
    return {**rest, key: Fact(value, lasting)}


def _stand(encounter: Encounter, event: ScoreSet | StatusSet | AbleSet | Spent) -> Encounter:
    it = encounter.standings.get(event.id)
    if it is None:
        return encounter
    match event:
        case Spent():
            stands = Standing(it.status, it.able, it.score, (*it.spent, event.term), "", it.facts)
        case StatusSet():
            stands = Standing(event.status, it.able, it.score, it.spent, it.before, it.facts)
        case ScoreSet():
            stands = Standing(it.status, it.able, event.score, it.spent, "", it.facts)
        case AbleSet():
            stands = Standing(it.status, event.able, it.score, it.spent, it.before, it.facts)
        case _:
            assert_never(event)
    return _standing(encounter, event.id, stands)


def _standing(now: Encounter, one: Id, stands: Standing) -> Encounter:
    """``now`` with one combatant standing otherwise."""
    return _written(now, {**now.standings, one: stands}, now.facts)


def _written(now: Encounter, standings: Mapping[Id, Standing], facts: Mapping[str, Fact]) -> Encounter:
    """``now`` with these standings and facts.

    Written out, as the standings above are: this is most of what happens in a fight, and dataclasses.replace
    takes four times as long, which is felt when ten thousand steps are opened.
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
        facts,
        now.made,
    )
