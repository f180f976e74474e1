"""The conditions that a combatant bears, as badges."""

from __future__ import annotations

from turntrack.core.model import (
    Condition,
    Encounter,
    Id,
)
from turntrack.rules.condition_expiry import ends_now
from turntrack.systems.protocol import Badge


def conditions_of(encounter: Encounter, combatant_id: Id) -> tuple[Condition, ...]:
    """Return the conditions that the combatant bears."""
    return tuple(condition for condition in encounter.conditions if condition.bearer == combatant_id)


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    """Return the combatant's conditions as badges, with those marked that end with the running turn."""
    return tuple(
        Badge(condition.name, tone="warn", ends_now=ends_now(encounter, condition))
        for condition in conditions_of(encounter, combatant_id)
    )
