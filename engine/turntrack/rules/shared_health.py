"""The health that the members of a group share: who shares it, its sum, and how damage and healing spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from turntrack.core.model import Combatant, Encounter, Id
from turntrack.core.names import family_of
from turntrack.rules.health_arithmetic import HEALTH, can_bear
from turntrack.rules.health_tally import has_limit, is_counted


class Squad(NamedTuple):
    """The combatants who share one health: a whole group, or one kind of its members."""

    name: str
    members: tuple[Id, ...]


def squad_of(encounter: Encounter, combatant_id: Id) -> Squad | None:
    """Return with whom the combatant shares health; None for nobody.

    Where a group has several of a kind, each kind has a health of its own, and a single one too. Without any alike, all
    of the group share one.
    """
    group = encounter.combatants[combatant_id].group
    if not group or group not in encounter.pools:
        return None
    kinds = {member.id: family_of(member.name) for member in encounter.combatants.values() if member.group == group}
    counts = Counter(kinds.values())
    if len(counts) == 1 or max(counts.values()) == 1:
        return Squad(group, tuple(kinds))
    kind = kinds[combatant_id]
    return Squad(kind, tuple(mate for mate in kinds if kinds[mate] == kind)) if counts[kind] > 1 else None


@dataclass(frozen=True, slots=True)
class Pool:
    """The shared health of a squad: current and full points, members who still stand, and all members."""

    health: int
    full: int
    left: int
    members: int


def pool_of(encounter: Encounter, squad: Squad) -> Pool:
    """Return the sum of the health of a squad's members whose health is counted."""
    there = (encounter.combatants[member] for member in squad.members if member in encounter.combatants)
    members = [combatant for combatant in there if is_counted(encounter, combatant)]
    left = [member for member in members if can_bear(encounter, member) and encounter.standings[member.id].able]
    return Pool(
        sum(member.health for member in members), sum(member.full_health for member in members), len(left), len(members)
    )


def pool_members(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List the able combatants who share health with the combatant, the combatant first; empty if nobody does."""
    squad = squad_of(encounter, combatant_id)
    members = frozenset(squad.members if squad else ())
    mates = (mate for mate in encounter.order if mate in members and encounter.standings[mate].able)
    return tuple(sorted(mates, key=lambda mate: mate != combatant_id))


def hurt_pool(encounter: Encounter, row: Iterable[Combatant], points: int) -> list[Combatant]:
    """Take points off a shared health: first from the first of the row, then from hurt members, then from the rest.

    Wounds move to the first of the row, so that at most one standing member is hurt afterwards.
    """
    first, *others = row
    soaked = min(first.temporary, points)
    first = replace(first, temporary=first.temporary - soaked)
    bearing = [first, *sorted(others, key=lambda member: member.health >= member.full_health)]
    return _spread(encounter, bearing, _lost(bearing) + points - soaked)


def heal_pool(encounter: Encounter, row: Iterable[Combatant], points: int) -> list[Combatant]:
    """Give points to a shared health, to hurt members first. At most one stays hurt."""
    bearing = sorted(row, key=lambda member: member.health >= member.full_health)
    return _spread(encounter, bearing, max(0, _lost(bearing) - points))


def _lost(row: Iterable[Combatant]) -> int:
    return sum(max(0, member.full_health - member.health) for member in row)


def _spread(encounter: Encounter, row: Iterable[Combatant], lost: int) -> list[Combatant]:
    """Take the lost points from the first of the row as far as possible, then from the next."""
    spread = []
    for member in row:
        most = max(member.full_health, member.health)
        taken = min(most if has_limit(encounter, member) else most - HEALTH.low, lost)
        spread.append(replace(member, health=most - taken))
        lost -= taken
    return spread
