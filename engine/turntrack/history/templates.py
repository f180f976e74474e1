"""Templates of fights, and the commands that set up a fight or take a combatant into another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from turntrack.core.commands import (
    Act,
    AddCombatant,
    ChooseOption,
    KeepFightCounter,
    MakeEncounter,
    PlanHappening,
    PoolHealth,
    Recovery,
)
from turntrack.core.dice import DiceNeeded, NoDice
from turntrack.core.errors import Refused
from turntrack.core.fields import NOTHING, OF_ONE_FIGHT
from turntrack.core.model import Combatant, Encounter, Id, LastingCondition, Schedule, StatCard
from turntrack.core.settings import UNIT, setting
from turntrack.history.session import Session
from turntrack.rules.rest import ends_with_rest, health_after_rest, refill_by_rest
from turntrack.systems.arrivals import with_entered
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.wounds import Luck

type SetUp = Act | AddCombatant | ChooseOption | PoolHealth | PlanHappening | KeepFightCounter
"""A command that sets up a fight between MakeEncounter and the first round."""


@dataclass(frozen=True, slots=True)
class Template:
    """A stored set-up of a fight, or (with AddCombatant alone) of a combatant that can join any fight."""

    name: str
    system: str
    commands: tuple[SetUp, ...]


def template_of(encounter: Encounter, system: TurnSystem, name: str = "") -> Template:
    """Make a template of the fight: with its current rules, everybody with full health, and nothing done yet."""
    return Template(
        name or encounter.name, encounter.system, (*system.own_rules(encounter), *_set_up(encounter, system.luck))
    )


def template_of_combatant(encounter: Encounter, combatant_id: Id) -> Template:
    """Make a template of one combatant."""
    combatant = encounter.combatants[combatant_id]
    hidden, card = combatant_id in encounter.hidden, encounter.stat_cards.get(combatant_id, ())
    command = replace(command_to_add(combatant, hidden=hidden, card=card), member="")
    return Template(combatant.name, encounter.system, (command,))


def _set_up(encounter: Encounter, luck: Luck | None) -> Iterator[SetUp]:
    points, pool = (luck.name, luck.pool) if luck else ("", "")
    yield from (ChooseOption(key, value) for key, value in encounter.options.items())
    # Before the first round the order is the table's own; a round replaces it.
    for combatant_id in encounter.combatants if encounter.round else encounter.order:
        combatant, hidden = encounter.combatants[combatant_id], combatant_id in encounter.hidden
        yield command_to_add(
            _without(combatant, points), hidden=hidden, card=encounter.stat_cards.get(combatant_id, ())
        )
    for waiting in encounter.wings:
        card = encounter.stat_cards.get(waiting.combatant.id, ())
        combatant = _without(waiting.combatant, points)
        yield command_to_add(combatant, hidden=waiting.hidden, comes=waiting.comes, card=card)
    groups = {combatant.group for combatant in encounter.combatants.values()} | {
        reinforcement.combatant.group for reinforcement in encounter.wings
    }
    yield from (PoolHealth(group) for group in encounter.pools if group in groups)
    yield from (
        PlanHappening(happening.text, happening.comes, happening.every_round) for happening in encounter.happenings
    )
    # What it gains is gained again; what it had before the first round is part of the set-up.
    yield from (
        KeepFightCounter(replace(counter, value=0) if counter.gains and encounter.round else counter)
        for counter in encounter.counters
        if counter.name != pool
    )


def _without(combatant: Combatant, counter: str) -> Combatant:
    return replace(combatant, counters=tuple(each for each in combatant.counters if each.name != counter))


def begin(
    template: Template, systems: tuple[TurnSystem, ...], origin: str = "", words: tuple[str, ...] = ()
) -> Session:
    """Return the session of a new fight made from the template. Raises Refused if this version cannot make it.

    ``origin`` and ``words`` are passed on to ``MakeEncounter``.
    """
    session = Session(systems)
    session.dispatch(MakeEncounter(template.name, template.system, origin=origin, words=words), NoDice())
    names_unit = any(isinstance(command, ChooseOption) and command.key == UNIT.key for command in template.commands)
    for number, command in enumerate(template.commands, 1):
        try:
            session.dispatch(command, NoDice())
        except Refused as refusal:
            raise Refused(refusal.code, f"Entry {number} of the template: {refusal.message}") from refusal
        except DiceNeeded as needed:
            raise Refused("throws", f"Entry {number} of the template rolls dice, and a template may not.") from needed
        if isinstance(command, Act) and not names_unit and setting(session.encounter, UNIT) != UNIT.default:
            # It was made before its rules counted wounds.
            session.dispatch(ChooseOption(UNIT.key, UNIT.default), NoDice())
    return session


def start_again(session: Session) -> Session:
    """Return a session with only the steps before the first round."""
    fresh = Session(session.systems)
    for step in session.past:
        if step.after.round:
            break
        fresh.add(step)
    return fresh


def command_to_add(
    combatant: Combatant, *, hidden: bool = False, comes: Schedule | None = None, card: StatCard = ()
) -> AddCombatant:
    """Return the command that adds this combatant to another fight, with full health and full counters."""
    return AddCombatant(
        combatant.name,
        side=combatant.side,
        group=combatant.group,
        sheet={key: value for key, value in combatant.sheet.items() if key not in OF_ONE_FIGHT},
        at_table=combatant.at_table,
        health=max(combatant.health, combatant.full_health),
        note=combatant.note,
        players_name=combatant.players_name,
        counters=tuple(replace(counter, value=counter.most or counter.value) for counter in combatant.counters),
        hidden=hidden,
        comes=comes,
        member=combatant.member,
        card=card,
    )


def _numbers_of_fight(system: TurnSystem) -> tuple[str, ...]:
    """Return the keys of the fields whose totals belong to a single fight."""
    return (*OF_ONE_FIGHT, *(field.key for field in system.fields if field.is_score and field.default == ""))


def command_to_carry(encounter: Encounter, combatant_id: Id, system: TurnSystem) -> AddCombatant:
    """Return the command that adds this combatant to another fight as it is now, without what belongs to this fight."""
    combatant = encounter.everybody()[combatant_id]
    away = encounter.away.get(combatant_id)
    is_here = combatant_id in encounter.standings
    able = encounter.standings[combatant_id].able if is_here else away is None or away.standing.able
    return replace(
        command_to_add(combatant, card=encounter.stat_cards.get(combatant_id, ())),
        health=combatant.health,
        full_health=combatant.full_health,
        temporary=combatant.temporary,
        counters=combatant.counters,
        conditions=tuple(
            LastingCondition(condition.name, condition.text, condition.until)
            for condition in encounter.conditions
            if condition.bearer == combatant_id
            and condition.until.outlasts_fight
            and condition.attempt is None
            and not condition.held
        ),
        sheet={key: value for key, value in combatant.sheet.items() if key not in _numbers_of_fight(system)},
        facts=system.lasting_facts(with_entered(encounter, (combatant_id,)), combatant_id),
        fallen=not able,
    )


def after_rest(command: AddCombatant, recovery: Recovery = Recovery.ALL, points: int = 0) -> AddCombatant:
    """Return the combatant after a rest between fights, which does what the command ``Rest`` does in a fight.

    ``points`` are those of an amount or of dice. Half of an odd health is rounded down.
    """
    full = max(command.health, command.full_health)
    health = health_after_rest(recovery, command.health, full, points, half=full // 2)
    gets_up = recovery is not Recovery.NONE and (health > 0 or not full)
    return replace(
        command,
        health=health,
        counters=tuple(refill_by_rest(counter) for counter in command.counters),
        conditions=tuple(each for each in command.conditions if not ends_with_rest(each.name, each.until)),
        facts=NOTHING if recovery is Recovery.ALL else command.facts,
        fallen=command.fallen and not gets_up,
    )
