"""What transcripts expect of a fight, in their words: health, conditions, what players see."""

from __future__ import annotations

from turntrack.core.model import Due, Encounter, Id
from turntrack.core.score import signed
from turntrack.rules.condition_expiry import badges, conditions_of
from turntrack.rules.reinforcements import players_see


def seen(encounter: Encounter) -> str:
    """Tell what players see of those in the order, who waits, and what is planned (``!`` where it has happened)."""
    names = [players_see(encounter, one) for one in encounter.order]
    waiting = [f"{it.combatant.name}{' hidden' if it.hidden else ''}" for it in encounter.wings]
    planned = [f"{it.text}{'!' if it.due else ''}" for it in encounter.happenings]
    return " | ".join(", ".join(name for name in part if name) for part in (names, waiting, planned) if part)


def conditions_shown(encounter: Encounter) -> str:
    """Return who is in which condition, as transcripts have it."""
    return "; ".join(
        f"{encounter.name_of(one)} {', '.join(_shown(encounter, one))}"
        for one in encounter.order
        if conditions_of(encounter, one)
    )


def _shown(encounter: Encounter, one: Id) -> list[str]:
    return [
        f"{badge.text}{'!' if badge.ends_now else ''}{'?' if it.due is not Due.NOTHING else ''}"
        for badge, it in zip(badges(encounter, one), conditions_of(encounter, one), strict=True)
    ]


def health_of(encounter: Encounter) -> str:
    """Return what is counted of everybody, as listed: ``Mara 9/15 +3 (luck 2), Rat 8/8``."""
    return ", ".join(filter(None, (_health(encounter, one) for one in encounter.order)))


def _health(encounter: Encounter, one: Id) -> str:
    combatant = encounter.combatants[one]
    counted = f"{signed(combatant.health)}/{combatant.full_health}" if combatant.is_counted else ""
    temporary = f"+{combatant.temporary}" if combatant.temporary else ""
    counters = ", ".join(f"{it.name} {it.value}" for it in combatant.counters)
    words = " ".join(filter(None, (counted, temporary, f"({counters})" if counters else "")))
    return f"{combatant.name} {words}" if words else ""
