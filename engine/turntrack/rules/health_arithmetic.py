"""The arithmetic of damage and healing, for a health alone or shared by a group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, assert_never

from turntrack.core.common_settings import COUNTING, HALVES, setting
from turntrack.core.distinct_names import family_of
from turntrack.core.input_fields import Field, Kind
from turntrack.core.model import Combatant, Encounter, Id, Share
from turntrack.core.score import signed

HEALTH = Field("health", "Health", Kind.NUMBER, 0, low=-9999, high=9999)
FULL_HEALTH = Field("full_health", "Full health", Kind.NUMBER, 0, high=9999, help="0 for no maximum.")
DAMAGE = Field("damage", "Damage", Kind.NUMBER, 0, low=-9999, high=9999)
TEMPORARY = Field("temporary", "Temporary points", Kind.NUMBER, 0, high=9999)


def counts_up(encounter: Encounter) -> bool:
    """Return whether the table counts the damage taken up, instead of what is left down."""
    return setting(encounter, COUNTING) == "up"


def is_counted(encounter: Encounter, combatant: Combatant) -> bool:
    """Return whether the health of a combatant is counted; damage that is counted up needs no maximum."""
    return combatant.is_counted or counts_up(encounter)


def has_limit(encounter: Encounter, combatant: Combatant) -> bool:
    """Return whether damage can leave a combatant without health: not if damage is counted up without a maximum."""
    return combatant.full_health > 0 or not counts_up(encounter)


class Tally(NamedTuple):
    """A health as the table counts it: what is left, or the damage taken."""

    points: int
    full: int
    """The maximum; 0 for none."""
    is_damage: bool

    def __str__(self) -> str:
        """Return the count in words.

        >>> str(tally(11, 15, up=False)), str(tally(11, 15, up=True)), str(tally(-9, 0, up=True))
        ('11 of 15', 'damage 4 of 15', 'damage 9')
        """
        points = f"{'damage ' if self.is_damage else ''}{signed(self.points)}"
        return f"{points} of {self.full}" if self.full else points


def tally(health: int, full: int, *, up: bool) -> Tally:
    """Return a health as the table counts it, which is stored as what is left, below 0 without a maximum."""
    return Tally(full - health if up else health, full, up)


def tally_of(encounter: Encounter, combatant: Combatant) -> Tally | None:
    """Return the health of a combatant as the table counts it; None if it is not counted."""
    if not is_counted(encounter, combatant):
        return None
    return tally(combatant.health, combatant.full_health, up=counts_up(encounter))


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
