"""Decisions on damage and healing, shared by every system."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.commands import CountHealth, PoolHealth, Wound
from turntrack.core.draft import Draft
from turntrack.core.errors import BadValue, Refused
from turntrack.core.events import (
    RULING,
    AbleSet,
    HealthChange,
    HealthChanged,
    HealthCounted,
    PoolSet,
)
from turntrack.core.fields import Field, Kind, read
from turntrack.core.model import Combatant, Encounter, Id, Share
from turntrack.core.settings import FALLS, setting
from turntrack.rules.conditions import inflict
from turntrack.rules.health_arithmetic import HEALTH, can_bear, heal, hurt, share_of
from turntrack.rules.health_tally import counts_up, has_limit, is_counted
from turntrack.rules.shared_health import heal_pool, hurt_pool, pool_members
from turntrack.systems.protocol import TurnSystem

AMOUNT = Field("amount", "How much", Kind.NUMBER, 1, low=1, high=4999)
MOST_LEFT = 6


def let_fall(draft: Draft, combatant_id: Id, system: TurnSystem) -> None:
    """Let an able combatant fall."""
    draft.record(AbleSet(combatant_id, False))
    system.leave(draft, combatant_id)


def wound(draft: Draft, command: Wound, system: TurnSystem) -> None:
    """Apply damage or healing to all targets as one event, then its consequences. Raises Refused and BadValue."""
    before = draft.encounter
    now = _outcome(draft, command)
    named = [hit.id for hit in command.hits]
    shares = {hit.id: hit.share for hit in command.hits}
    moved = [
        combatant_id
        for combatant_id, combatant in now.items()
        if combatant_id not in shares and combatant != before.combatants[combatant_id]
    ]
    if all(now[combatant_id] == before.combatants[combatant_id] for combatant_id in (*named, *moved)):
        raise _no_change(before, command)
    changes = tuple(
        HealthChange(
            combatant_id, now[combatant_id].health, now[combatant_id].temporary, shares.get(combatant_id, Share.ALL)
        )
        for combatant_id in (*named, *moved)
    )
    beyond = any(_is_beyond(before, before.combatants[change.id], change.health) for change in changes)
    draft.record(HealthChanged(command.amount, changes, command.heals, RULING if beyond else ""))
    lost = [
        combatant_id
        for combatant_id in named
        if _points_of(now[combatant_id]) < _points_of(before.combatants[combatant_id])
    ]
    for name in command.leaves:
        inflict(draft, lost, name)
    if setting(before, FALLS) == "at_once":
        for change in changes:
            is_out = change.health <= 0 < before.combatants[change.id].health
            if is_out and has_limit(before, before.combatants[change.id]) and draft.standing(change.id).able:
                let_fall(draft, change.id, system)


def _outcome(draft: Draft, command: Wound) -> dict[Id, Combatant]:
    """Return the new state of all targets, and of the combatants who share health with them. Raises BadValue."""
    amount = int(read(AMOUNT, command.amount))
    if len(command.leaves) > MOST_LEFT:
        raise BadValue(f"At most {MOST_LEFT} conditions at once.")
    if len({hit.id for hit in command.hits}) < len(command.hits):
        raise BadValue("Each target only once.")
    encounter, now = draft.encounter, dict[Id, Combatant]()
    for hit in command.hits:
        now.setdefault(hit.id, draft.combatant(hit.id))
        points = share_of(encounter, amount, hit.share)
        mates = pool_members(encounter, hit.id) if points and not command.beyond else ()
        for mate in mates:
            now.setdefault(mate, draft.combatant(mate))
        row = [now[mate] for mate in mates if can_bear(encounter, now[mate]) or (command.heals and mate == hit.id)]
        if row:
            changed = (heal_pool if command.heals else hurt_pool)(encounter, row, points)
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
