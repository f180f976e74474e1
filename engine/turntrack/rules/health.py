"""What wounds and healing do to health: to that of one combatant, or to one that a group has together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from turntrack.core.fields import Field, Kind
from turntrack.core.model import Combatant, Encounter, Id, Share
from turntrack.core.table_options import HALVES, setting

HEALTH = Field("health", "Health", Kind.NUMBER, 0, low=-999, high=9999)
TEMPORARY = Field("temporary", "Temporary points", Kind.NUMBER, 0, high=9999)


@dataclass(frozen=True, slots=True)
class Pool:
    """The health that a group has together, and how many of its members still stand."""

    health: int
    full: int
    left: int
    members: int


def pool_of(encounter: Encounter, group: str) -> Pool:
    """Sum up the health of those of the group whose health is counted."""
    members = [it for it in encounter.combatants.values() if it.group == group and it.is_counted]
    left = [it for it in members if it.health > 0 and encounter.standings[it.id].able]
    return Pool(sum(it.health for it in members), sum(it.full_health for it in members), len(left), len(members))


def may_fall(encounter: Encounter, one: Id) -> bool:
    """Whether the combatant is able to act, with no health left: the row offers to fall."""
    combatant = encounter.combatants[one]
    return encounter.standings[one].able and combatant.is_counted and combatant.health <= 0


def share_of(encounter: Encounter, amount: int, share: Share) -> int:
    """Return how many points such a share of an amount is at this table."""
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


def hurt(combatant: Combatant, points: int, *, beyond: bool) -> Combatant:
    """Take points off: temporary ones first, then health, which ends at 0 unless a ruling lets it go ``beyond``."""
    soaked = min(combatant.temporary, points)
    least = HEALTH.low if beyond else min(0, combatant.health)
    health = max(least, combatant.health - points + soaked) if combatant.is_counted else 0
    return replace(combatant, health=health, temporary=combatant.temporary - soaked)


def heal(combatant: Combatant, points: int, *, beyond: bool) -> Combatant:
    """Give points, up to full health unless a ruling lets it go ``beyond``."""
    most = HEALTH.high if beyond else max(combatant.full_health, combatant.health)
    health = min(most, combatant.health + points) if combatant.is_counted else 0
    return replace(combatant, health=health)


def pooled_with(encounter: Encounter, one: Id) -> tuple[Id, ...]:
    """List those able to act who have one health together with the combatant, the combatant first.

    Empty where the combatant has a health alone.
    """
    group = encounter.combatants[one].group
    if not group or group not in encounter.pools:
        return ()
    there = encounter.combatants
    mates = (other for other in encounter.order if there[other].group == group and encounter.standings[other].able)
    return tuple(sorted(mates, key=lambda other: other != one))


def hurt_pool(row: Iterable[Combatant], points: int) -> list[Combatant]:
    """Take points off a common health. The first of the row bears the wounds, then the next who is hurt, then the next.

    At most one of them is hurt and stands afterwards: what somebody else had lost is the first one's now.
    """
    first, *others = row
    soaked = min(first.temporary, points)
    first = replace(first, temporary=first.temporary - soaked)
    bearing = [first, *sorted(others, key=lambda it: it.health >= it.full_health)]
    return _spread(bearing, _lost(bearing) + points - soaked)


def heal_pool(row: Iterable[Combatant], points: int) -> list[Combatant]:
    """Give points to a common health: whoever is hurt has them, and one at most stands hurt afterwards."""
    bearing = sorted(row, key=lambda it: it.health >= it.full_health)
    return _spread(bearing, max(0, _lost(bearing) - points))


def _lost(row: Iterable[Combatant]) -> int:
    return sum(max(0, it.full_health - it.health) for it in row)


def _spread(row: Iterable[Combatant], lost: int) -> list[Combatant]:
    """Let the first of the row lose as much as there is to lose, then the next."""
    spread = []
    for it in row:
        most = max(it.full_health, it.health)
        taken = min(most, lost)
        spread.append(replace(it, health=most - taken))
        lost -= taken
    return spread
