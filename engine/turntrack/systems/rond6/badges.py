"""The badges of a row in RonD6."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.protocol import Badge
from turntrack.systems.rond6 import initiative, memory
from turntrack.systems.rond6.multi_action_penalty import dice_off, penalty_of


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    """Return the badges. The fallen have two at most: tackled, and turn lost."""
    standing = encounter.standings[combatant_id]
    now = memory.recall(standing)
    badges = [Badge("tackled", "R52", "warn")] if now.is_tackled else []
    if not encounter.is_open:
        return tuple(badges)
    number, left, done = memory.recall(standing).declared, memory.actions_left(standing), standing.status is Status.DONE
    off = penalty_of(encounter, combatant_id, number)
    if standing.able:
        if number > 1 and not done:
            badges.append(Badge(f"{left} of {number} left", "R16"))
        if off:
            badges.append(Badge(dice_off(off), "R24", "warn"))
        if standing.status is Status.HOLDING:
            badges.append(Badge("waits", "R57", "good"))
        if now.window:
            badges.append(Badge("rolled", "R21", "warn"))
        if now.has_fate:
            badges.append(Badge("Fate Point", "R28"))
    if now.has_lost_turn and done and (left or not number):
        badges.append(Badge("turn lost", "R12", "off"))
    tie = initiative.tie_in_force(encounter, combatant_id) if standing.able else None
    if tie and not _acts_before(encounter, tie.other, combatant_id):
        words = f"before {encounter.name_of(tie.other)} by {initiative.FACTORS[tie.by]}"
        badges.append(Badge(words, initiative.tie_rule(tie)))
    return tuple(badges)


def _acts_before(encounter: Encounter, rival: Id, combatant_id: Id) -> bool:
    """Return whether the rival stands above in any order: by moving up, or with a turn to finish."""
    standings = encounter.standings
    goes_first = standings[rival].status is Status.ACTING or rival in memory.paused_ids(encounter)
    return goes_first and standings[combatant_id].status is not Status.ACTING
