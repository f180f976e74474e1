"""The badges of a row in Interlock."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.interlock import memory
from turntrack.systems.interlock.action_allowance import FREE_FEET, row_of
from turntrack.systems.interlock.initiative import number
from turntrack.systems.protocol import Badge


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[combatant_id]
    badges = []
    if not encounter.is_open or not standing.able:
        return ()
    if standing.status is Status.HOLDING:
        until = memory.waits_for(encounter, combatant_id)
        words = f"waits for {encounter.name_of(until)}" if until in encounter.combatants else "waits"
        badges.append(Badge(words, "I8", "good"))
    above = _lower_above(encounter, combatant_id)
    if above and standing.status in (Status.READY, Status.ACTING):
        badges.append(Badge(f"after {encounter.name_of(above)} by the new order", "I12"))
    row = row_of(encounter, combatant_id)
    if memory.is_fixed(encounter, combatant_id) and len(row.entries) > 1:
        badges.append(Badge(f"{len(row.taken)} of {len(row.entries)} actions", "I22"))
    if memory.recall(encounter.standings[combatant_id]).has_defended:
        badges.append(Badge("free defence used", "I14", "off"))
    feet = memory.feet(encounter, combatant_id)
    if feet > FREE_FEET:
        badges.append(Badge(f"moved {feet} ft", "I28", "warn"))
    return tuple(badges)


def _lower_above(encounter: Encounter, combatant_id: Id) -> Id:
    """Return the combatant directly above on a lower number, placed by a wait (I10) or a ruling; empty for none."""
    place = encounter.order.index(combatant_id)
    above = encounter.order[place - 1] if place else ""
    if not above or encounter.standings[above].status is Status.DONE:
        return ""
    higher, lower = number(encounter, combatant_id), number(encounter, above)
    return above if higher and lower and lower.total < higher.total else ""
