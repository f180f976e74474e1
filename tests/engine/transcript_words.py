"""The state of a fight in the words of transcripts: health, conditions, and what the players see."""

from __future__ import annotations

from turntrack.core.model import Due, Encounter, Id
from turntrack.rules.condition_expiry import ends_now
from turntrack.rules.conditions import conditions_of
from turntrack.rules.health import tally_of
from turntrack.rules.hidden import players_see


def describe_view(encounter: Encounter) -> str:
    """Return the names that players see, the reinforcements, and the planned happenings (``!`` for those due)."""
    names = [players_see(encounter, combatant_id) for combatant_id in encounter.order]
    waiting = [f"{arrival.combatant.name}{' hidden' if arrival.hidden else ''}" for arrival in encounter.wings]
    planned = [f"{happening.text}{'!' if happening.due else ''}" for happening in encounter.happenings]
    return " | ".join(", ".join(name for name in part if name) for part in (names, waiting, planned) if part)


def describe_conditions(encounter: Encounter) -> str:
    """Return the conditions of each combatant: ``Rat stunned, held?; Ilko prone!``."""
    return "; ".join(
        f"{encounter.name_of(combatant_id)} {', '.join(_shown(encounter, combatant_id))}"
        for combatant_id in encounter.order
        if conditions_of(encounter, combatant_id)
    )


def _shown(encounter: Encounter, combatant_id: Id) -> list[str]:
    return [
        condition.name
        + ("!" if ends_now(encounter, condition) else "")
        + ("?" if condition.due is not Due.NOTHING else "")
        for condition in conditions_of(encounter, combatant_id)
    ]


def describe_health(encounter: Encounter) -> str:
    """Return health and counters of all combatants, in the order listed: ``Mara 9/15 +3 (luck 2), Rat damage 2/8``."""
    return ", ".join(filter(None, (_health(encounter, combatant_id) for combatant_id in encounter.order)))


def _health(encounter: Encounter, combatant_id: Id) -> str:
    combatant = encounter.combatants[combatant_id]
    health = tally_of(encounter, combatant)
    counted = str(health).replace(" of ", "/") if health else ""
    temporary = f"+{combatant.temporary}" if combatant.temporary else ""
    counters = ", ".join(f"{counter.name} {counter.value}" for counter in combatant.counters)
    words = " ".join(filter(None, (counted, temporary, f"({counters})" if counters else "")))
    return f"{combatant.name} {words}" if words else ""
