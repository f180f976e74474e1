"""The arithmetic of damage and healing for the health of one combatant."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from turntrack.core.fields import Field, Kind
from turntrack.core.model import Combatant, Encounter, Id, Share
from turntrack.core.settings import HALVES, setting
from turntrack.rules.health_tally import has_limit, is_counted

HEALTH = Field("health", "Health", Kind.NUMBER, 0, low=-9999, high=9999)
FULL_HEALTH = Field("full_health", "Full health", Kind.NUMBER, 0, high=9999, help="0 for no maximum.")
DAMAGE = Field("damage", "Damage", Kind.NUMBER, 0, low=-9999, high=9999)
TEMPORARY = Field("temporary", "Temporary points", Kind.NUMBER, 0, high=9999)


def may_fall(encounter: Encounter, combatant_id: Id) -> bool:
    """Return whether an able combatant has no health left, so that the row offers the fall."""
    combatant = encounter.combatants[combatant_id]
    is_out = combatant.is_counted and combatant.health <= 0 and has_limit(encounter, combatant)
    return encounter.standings[combatant_id].able and is_out


def can_bear(encounter: Encounter, combatant: Combatant) -> bool:
    """Return whether a combatant can lose more health."""
    return combatant.health > 0 or not has_limit(encounter, combatant)


def share_of(encounter: Encounter, amount: int, share: Share) -> int:
    """Return a share of an amount in points; the table's option decides on halves."""
    match share:
        case Share.ALL:
            return amount
        case Share.HALF:
            return (amount + (setting(encounter, HALVES) == "up")) // 2
        case Share.NONE:
            return 0
        case Share.DOUBLE:
            return 2 * amount
        case _:
            assert_never(share)


def hurt(encounter: Encounter, combatant: Combatant, points: int, *, beyond: bool) -> Combatant:
    """Take points off, temporary ones first. A limited health stops at 0 unless a ruling lets it go ``beyond``."""
    soaked = min(combatant.temporary, points)
    least = min(0, combatant.health) if has_limit(encounter, combatant) and not beyond else HEALTH.low
    health = max(least, combatant.health - points + soaked) if is_counted(encounter, combatant) else 0
    return replace(combatant, health=health, temporary=combatant.temporary - soaked)


def heal(encounter: Encounter, combatant: Combatant, points: int, *, beyond: bool) -> Combatant:
    """Give points. Health stops at full health unless a ruling lets it go ``beyond``."""
    most = HEALTH.high if beyond else max(combatant.full_health, combatant.health)
    health = min(most, combatant.health + points) if is_counted(encounter, combatant) else 0
    return replace(combatant, health=health)
