"""Points of luck: those with which a fight begins, and those that jokers give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from turntrack.core.cards import JOKER
from turntrack.core.commands import Soak, StepCounter
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import (
    AbleSet,
    ConditionsEnded,
    CounterSet,
    FightCounterSet,
    HealthChange,
    HealthChanged,
    Noted,
    ScoreSet,
)
from turntrack.core.fields import Field, Kind, read
from turntrack.core.model import Counter, Encounter, FightCounter, Id
from turntrack.core.own_sides import is_foe
from turntrack.core.score import TermKind, write_count
from turntrack.rules.combatants import step_counter
from turntrack.rules.conditions import inflict
from turntrack.rules.fight_counters import MOST_FIGHT_COUNTERS
from turntrack.rules.health import can_bear, counts_wounds, heal
from turntrack.rules.wounds import condition_of_wounds
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.wounds import Luck

_SOAKED = Field("wounds", "Wounds taken back", Kind.NUMBER, 0, high=99)


def luck_of(encounter: Encounter, combatant_id: Id, luck: Luck | None) -> Counter | None:
    """Return the counter of a combatant’s points of luck; None without one."""
    there = encounter.combatants[combatant_id].counters if luck else ()
    return next((counter for counter in there if luck and counter.name == luck.name), None)


def purse_of(encounter: Encounter, combatant_id: Id, luck: Luck | None) -> Counter | FightCounter | None:
    """Return the counter that pays for a combatant: its own, or of a foe who has spent that, the game master’s."""
    own = luck_of(encounter, combatant_id, luck)
    if luck is None or own is None or own.value or not is_foe(encounter, combatant_id):
        return own if own and own.value else None
    return next((counter for counter in encounter.counters if counter.name == luck.pool and counter.value), None)


def begin(draft: Draft, system: TurnSystem) -> None:
    """Give points to the heroes and leaders who have not been in a round, and the game master the pool.

    A fight that counts points of health has none: nothing in it tells who leads.
    """
    luck, encounter = system.luck, draft.encounter
    if luck is None or not counts_wounds(encounter):
        return
    give(draft, [each for each in encounter.order if encounter.standings[each].score is None], system)
    names = [counter.name for counter in encounter.counters]
    if not encounter.round and luck.pool not in names and len(names) < MOST_FIGHT_COUNTERS:
        lucky = [each for each in encounter.order if _points(encounter, each, luck, system) == luck.heroes]
        draft.record(FightCounterSet(FightCounter(luck.pool, len(lucky))))


def give(draft: Draft, ids: Iterable[Id], system: TurnSystem) -> None:
    """Give their points to those of the heroes and leaders who have no counter of them yet."""
    luck, encounter = system.luck, draft.encounter
    if luck is None:
        return
    for combatant_id in ids:
        points = _points(encounter, combatant_id, luck, system)
        if points and luck_of(encounter, combatant_id, luck) is None:
            draft.record(CounterSet(combatant_id, Counter(luck.name, points)))


def _points(encounter: Encounter, combatant_id: Id, luck: Luck, system: TurnSystem) -> int:
    """Return with how many points a combatant begins: none for whoever falls at an earlier wound."""
    if encounter.combatants[combatant_id].full_health < system.wounds.many:
        return 0
    return luck.leaders if is_foe(encounter, combatant_id) else luck.heroes


def soak(draft: Draft, command: Soak, system: TurnSystem) -> None:
    """Spend a point and take wounds back. Raises Refused and BadValue."""
    if system.luck is None or not system.luck.soaks:
        raise Refused("no_counter", "These rules have no points of luck.")
    wounds, beyond = (int(read(_SOAKED, amount)) for amount in (command.wounds, command.beyond))
    name = draft.encounter.name_of(command.id)
    match purse_of(draft.encounter, command.id, system.luck):
        case FightCounter() as pool:
            draft.record(FightCounterSet(replace(pool, value=pool.value - 1), pool.name))
        case _:
            step_counter(draft, StepCounter(command.id, system.luck.name, -1))
    if wounds or not command.recovers:
        draft.record(Noted(f"{name}, {system.luck.soaks}: {write_count(wounds, 'wound')}.", about=command.id))
    if command.recovers and (left := condition_of_wounds(draft.encounter, command.id, system)):
        draft.record(ConditionsEnded((left.number,)))
    combatant = draft.combatant(command.id)
    healed = heal(draft.encounter, combatant, max(0, wounds - beyond), beyond=False)
    if healed.health == combatant.health:
        return
    back = healed.health - combatant.health
    draft.record(HealthChanged(back, (HealthChange(command.id, healed.health, healed.temporary),), heals=True))
    if system.wounds.leaves and not command.recovers and can_bear(draft.encounter, healed):
        inflict(draft, (command.id,), system.wounds.leaves, system)  # a wound that takes the last strength left none
    if healed.health > 0 and not draft.standing(command.id).able:
        draft.record(AbleSet(command.id, True))
        if draft.encounter.is_open:
            system.join(draft, command.id)


def give_for_jokers(draft: Draft, told: int, system: TurnSystem) -> None:
    """Give a point to all on the side of whoever was dealt a joker by the events from ``told`` on."""
    luck = system.luck
    if luck is None or not luck.from_jokers or system.deck <= JOKER or not counts_wounds(draft.encounter):
        return
    numbers = (event for event in draft.events[told:] if isinstance(event, ScoreSet))
    lucky = [
        event.id
        for event in numbers
        if any(term.part is TermKind.ROLL and term.amount >= JOKER for term in event.score.terms)
    ]
    for foes in (False, True):
        holders = [combatant_id for combatant_id in lucky if is_foe(draft.encounter, combatant_id) is foes]
        if holders:
            _give_to_side(draft, holders, foes, luck)


def _give_to_side(draft: Draft, holders: Sequence[Id], foes: bool, luck: Luck) -> None:
    encounter = draft.encounter
    whom = "the game master and each leader get" if foes else "every hero gets"
    verb = "has" if len(holders) == 1 else "have"
    draft.record(Noted(f"{encounter.names_of(holders)} {verb} a joker: {whom} a {luck.single}."))
    for combatant_id in encounter.order:
        counter = luck_of(encounter, combatant_id, luck)
        if counter and is_foe(encounter, combatant_id) is foes:
            draft.record(CounterSet(combatant_id, replace(counter, value=counter.value + 1)))
    pools = (counter for counter in encounter.counters if foes and counter.name == luck.pool)
    draft.record(*(FightCounterSet(replace(pool, value=pool.value + 1), pool.name) for pool in pools))
