"""What the screen shows of a fight: the track, numbers, badges, words."""

from __future__ import annotations

from turntrack.core.model import Encounter, Id, Standing, Status
from turntrack.core.score import Score
from turntrack.systems.protocol import Badge, UpcomingTurn
from turntrack.systems.rond6 import action_declaration, initiative, memory, turns
from turntrack.systems.rond6.penalties import action_words, dice_off, penalty_of
from turntrack.systems.toolkit.turn_order import fallen_last, one_by_one


def track(encounter: Encounter) -> tuple[Id, ...]:
    """List the acting combatants, then those whose turn is to come, then those who wait, then all others."""
    if not encounter.is_open:
        return encounter.order
    playing = (*encounter.acting(), *turns.ready_ids(encounter), *turns.waiters(encounter))
    return fallen_last(encounter, playing)


def upcoming_turns(encounter: Encounter) -> tuple[UpcomingTurn, ...]:
    """Return the turns to come if nobody waits or interrupts; those who have waited act last (R20)."""
    to_act = (*turns.ready_ids(encounter), *turns.waiters(encounter)) if encounter.is_open else ()
    return one_by_one(encounter, to_act, number)


def number(encounter: Encounter, combatant_id: Id) -> Score | None:
    standing = encounter.standings.get(combatant_id, Standing())
    return standing.score if memory.recall(standing).has_rolled else None


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


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        return ""
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    if was.declared != now.declared:
        return memory.declared_words(after, combatant_id, now.declared)
    if now.has_fate and not was.has_fate:
        return f"spends a Fate Point and may take {action_words(action_declaration.most_actions(after, combatant_id))}"
    if now.window and not was.window:
        return "has rolled: whoever waits may interrupt"
    if now.tie and was.tie != now.tie:
        return initiative.tie_words(after, now.tie)
    if now.jumps and not was.jumps:
        return initiative.jump_sentence(after, combatant_id)
    return memory.tackled_words(now.is_tackled) if was.is_tackled != now.is_tackled else ""
