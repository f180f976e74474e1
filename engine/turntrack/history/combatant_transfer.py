"""The command that adds a combatant to another fight: fresh, as it stands, or after a rest."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.commands import AddCombatant, Recovery
from turntrack.core.fields import NOTHING
from turntrack.core.model import Combatant, Encounter, Id, LastingCondition, Schedule, StatCard, Until
from turntrack.core.names import Naming
from turntrack.rules.rest import health_after_rest, refill_by_rest
from turntrack.systems.protocol import TurnSystem


def command_to_add(
    combatant: Combatant, *, hidden: bool = False, comes: Schedule | None = None, card: StatCard = ()
) -> AddCombatant:
    """Return the command that adds this combatant with full health and full counters."""
    return AddCombatant(
        combatant.name,
        1,
        combatant.side,
        combatant.group,
        combatant.sheet,
        combatant.at_table,
        max(combatant.health, combatant.full_health),
        combatant.note,
        Naming.LETTERS,
        combatant.players_name,
        0,
        tuple(replace(counter, value=counter.most or counter.value) for counter in combatant.counters),
        hidden,
        comes,
        member=combatant.member,
        card=card,
    )


def command_to_carry(encounter: Encounter, combatant_id: Id, system: TurnSystem) -> AddCombatant:
    """Return the command that adds this combatant to another fight as it stands, without what only this fight knows."""
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
        facts=system.lasting_facts(encounter, combatant_id) if is_here else NOTHING,
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
        conditions=tuple(condition for condition in command.conditions if condition.until is not Until.REST),
        facts=NOTHING if recovery is Recovery.ALL else command.facts,
        fallen=command.fallen and not gets_up,
    )
