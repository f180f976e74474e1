"""Decisions on damage and healing, also of a group that shares its health; the same for every system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from turntrack.core.commands import CountHealth, Hit, PoolHealth, Wound
from turntrack.core.draft import Draft
from turntrack.core.errors import BadValue, Refused
from turntrack.core.events import RULING, AbleSet, HealthChange, HealthChanged, HealthCounted, PoolSet
from turntrack.core.fields import Field, Kind, read
from turntrack.core.model import Combatant, Encounter, Id, Share
from turntrack.core.names import family_of
from turntrack.core.own_sides import is_foe
from turntrack.core.settings import FALLS, setting
from turntrack.rules import last_stands, wounds
from turntrack.rules.conditions import inflict
from turntrack.rules.health import (
    HEALTH,
    can_bear,
    counts_up,
    counts_wounds,
    has_limit,
    heal,
    hurt,
    is_counted,
    points_dealt,
)
from turntrack.systems.protocol import TurnSystem

AMOUNT = Field("amount", "How much", Kind.NUMBER, 1, low=1, high=4999)
_MOST_LEFT = 6


def let_fall(draft: Draft, combatant_id: Id, system: TurnSystem) -> None:
    """Let an able combatant fall."""
    last_stands.begin(draft, combatant_id, system)
    draft.record(AbleSet(combatant_id, False))
    system.leave(draft, combatant_id)


def wound(draft: Draft, command: Wound, system: TurnSystem) -> None:
    """Apply damage or healing to all targets as one event, then its consequences. Raises Refused and BadValue."""
    if len(command.leaves) > _MOST_LEFT:
        raise BadValue(f"At most {_MOST_LEFT} conditions at once.")
    if _leaves_conditions_alone(command):
        _leave(draft, command, [hit.id for hit in command.hits if hit.share is not Share.NONE], system)
        return
    wounds.give_limits(draft, [hit.id for hit in command.hits if hit.id in draft.encounter.combatants], system)
    before = draft.encounter
    now = _outcome(draft, command)
    named = [hit.id for hit in command.hits]
    parts = {hit.id: hit for hit in command.hits}
    moved = [
        combatant_id
        for combatant_id, combatant in now.items()
        if combatant_id not in parts and combatant != before.combatants[combatant_id]
    ]
    has_hurt_dying = not command.heals and last_stands.hurt(draft, command.hits, system)
    uncounted = _hurt_without_count(before, command)
    if not uncounted and all(now[each] == before.combatants[each] for each in (*named, *moved)):
        if has_hurt_dying:
            return
        raise _no_change(before, command)
    changes = tuple(
        HealthChange(
            part.id,
            now[part.id].health,
            now[part.id].temporary,
            part.share,
            part.amount if part.share is not Share.NONE else 0,
        )
        for part in (*command.hits, *(Hit(mate, Share.NONE) for mate in moved))
    )
    beyond = any(_is_beyond(before, before.combatants[change.id], change.health) for change in changes)
    draft.record(HealthChanged(command.amount, changes, command.heals, RULING if beyond else ""))
    lost = [
        combatant_id
        for combatant_id in named
        if combatant_id in uncounted or _points_of(now[combatant_id]) < _points_of(before.combatants[combatant_id])
    ]
    _leave(draft, command, lost, system)
    if not command.heals and counts_wounds(before) and system.wounds.leaves:
        inflict(draft, [each for each in lost if can_bear(before, now[each])], system.wounds.leaves, system)
    for change in changes:
        is_out = change.health <= 0 < before.combatants[change.id].health
        if (
            is_out
            and has_limit(before, before.combatants[change.id])
            and draft.standing(change.id).able
            and _falls_at_once(before, change.id, system)
        ):
            let_fall(draft, change.id, system)


def _leaves_conditions_alone(command: Wound) -> bool:
    """Return whether a hit deals no damage and leaves conditions."""
    amounts = (command.amount, *(hit.amount for hit in command.hits))
    return bool(command.leaves and command.hits) and not command.heals and not any(amounts)


def _leave(draft: Draft, command: Wound, ids: Sequence[Id], system: TurnSystem) -> None:
    """Give the conditions that damage leaves. Raises Refused if a hit without damage changes nothing."""
    before = draft.encounter.conditions
    for name in command.leaves:
        inflict(draft, dict.fromkeys(ids), name, system, command.until, command.whose, command.turns)
    if _leaves_conditions_alone(command) and draft.encounter.conditions == before:
        raise Refused("no_change", "No target gets a new condition.")


def _hurt_without_count(encounter: Encounter, command: Wound) -> frozenset[Id]:
    """Return the able targets of damage whose health is not counted: it is told, and has no number to change."""
    return frozenset(
        hit.id
        for hit in command.hits
        if not command.heals and hit.share is not Share.NONE
        if encounter.standings[hit.id].able and not is_counted(encounter, encounter.combatants[hit.id])
    )


def _falls_at_once(encounter: Encounter, combatant_id: Id, system: TurnSystem) -> bool:
    """Return whether a combatant without health falls before anybody is asked; of wounds, the first may be the last."""
    rule = setting(encounter, FALLS)
    is_extra = counts_wounds(encounter) and encounter.combatants[combatant_id].full_health <= system.wounds.few
    return rule == "at_once" or (rule == "foes" and (is_extra or is_foe(encounter, combatant_id)))


def _outcome(draft: Draft, command: Wound) -> dict[Id, Combatant]:
    """Return the new state of all targets, and of the combatants who share health with them. Raises BadValue."""
    amount = int(read(AMOUNT, command.amount))
    if len({hit.id for hit in command.hits}) < len(command.hits):
        raise BadValue("Each target only once.")
    encounter, now = draft.encounter, dict[Id, Combatant]()
    for hit in command.hits:
        now.setdefault(hit.id, draft.combatant(hit.id))
        if hit.amount:
            read(AMOUNT, hit.amount)
        points = points_dealt(encounter, amount, hit)
        mates = _pool_members(encounter, hit.id) if points and not command.beyond else ()
        for mate in mates:
            now.setdefault(mate, draft.combatant(mate))
        row = [now[mate] for mate in mates if can_bear(encounter, now[mate]) or (command.heals and mate == hit.id)]
        if row:
            changed = (_heal_pool if command.heals else _hurt_pool)(encounter, row, points)
        else:
            change = heal if command.heals else hurt
            changed = [change(encounter, now[hit.id], points, beyond=command.beyond)]
        now.update({combatant.id: combatant for combatant in changed})
    return now


def _points_of(combatant: Combatant) -> int:
    return combatant.health + combatant.temporary


def _is_beyond(encounter: Encounter, was: Combatant, health: int) -> bool:
    is_below = health < min(0, was.health) and has_limit(encounter, was)
    return is_below or health > max(was.full_health, was.health)


def _no_change(encounter: Encounter, command: Wound) -> Refused:
    if not command.hits:
        return Refused("nobody", "Choose someone first.")
    uncounted = [hit.id for hit in command.hits if not is_counted(encounter, encounter.combatants[hit.id])]
    if uncounted:
        return Refused("not_counted", f"The health of {encounter.name_of(uncounted[0])} is not counted yet.")
    if command.heals:
        all_whole = "No target has taken damage." if counts_up(encounter) else "All targets are at full health."
        return Refused("no_change", all_whole)
    return Refused("no_change", "No target loses anything.")


def count_health(draft: Draft, command: CountHealth) -> None:
    """Start to count the health of combatants. Raises Refused and BadValue."""
    health = int(read(replace(HEALTH, low=1), command.health))
    if not command.ids:
        raise Refused("nobody", "Choose someone first.")
    for combatant_id in command.ids:
        if draft.combatant(combatant_id).is_counted:
            raise Refused("already", f"The health of {draft.encounter.name_of(combatant_id)} is already counted.")
    draft.record(HealthCounted(tuple(dict.fromkeys(command.ids)), health))


def pool_health(draft: Draft, command: PoolHealth) -> None:
    """Let a group share its health, or end that. Raises Refused."""
    groups = {combatant.group for combatant in draft.encounter.combatants.values() if combatant.group}
    if command.group not in groups:
        raise Refused("no_group", "There is no such group here.")
    if (command.group in draft.encounter.pools) is command.pooled:
        raise Refused("no_change", "That is already the case.")
    draft.record(PoolSet(command.group, command.pooled))


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


def _pool_members(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List the able combatants who share health with the combatant, the combatant first; empty if nobody does."""
    squad = squad_of(encounter, combatant_id)
    members = frozenset(squad.members if squad else ())
    mates = (mate for mate in encounter.order if mate in members and encounter.standings[mate].able)
    return tuple(sorted(mates, key=lambda mate: mate != combatant_id))


def _hurt_pool(encounter: Encounter, row: Iterable[Combatant], points: int) -> list[Combatant]:
    """Take points off a shared health: first from the first of the row, then from hurt members, then from the rest.

    Wounds move to the first of the row, so that at most one standing member is hurt afterwards.
    """
    first, *others = row
    soaked = min(first.temporary, points)
    # Only health is shared: temporary points are the target's alone.
    first = replace(first, temporary=first.temporary - soaked)
    bearing = [first, *sorted(others, key=lambda member: member.health >= member.full_health)]
    return _spread(encounter, bearing, _lost(bearing) + points - soaked)


def _heal_pool(encounter: Encounter, row: Iterable[Combatant], points: int) -> list[Combatant]:
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
        # Without a limit health goes below 0, down to the least that can be stored.
        taken = min(most if has_limit(encounter, member) else most - HEALTH.low, lost)
        spread.append(replace(member, health=most - taken))
        lost -= taken
    return spread
