"""Badges, chances and log sentences of Traveller."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.protocol import Badge, Chance
from turntrack.systems.reinforcement_preview import with_arrivals
from turntrack.systems.traveller import actions, extra_action_checks, extra_action_odds, memory, odds_of_first


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[combatant_id]
    result: list[Badge] = []
    if encounter.is_open and standing.able:
        result += _status_badges(encounter, combatant_id)
        if watching := memory.recall(standing).watching:
            result.append(Badge(f"watches: {watching}", "T22", "good"))
        if actions.has_done(standing, *memory.RUNS):
            result.append(Badge("ran", "T20", "warn"))
        if actions.has_done(standing, *memory.DOUBLES):
            result.append(
                Badge("no attack left" if actions.count_attacks(standing) else "one attack left", "T28", "warn")
            )
    full, now = memory.full_end(encounter, combatant_id), memory.end_now(encounter, combatant_id)
    if now != full:
        result.append(Badge(f"END {now} of {full}", "TA7", "warn"))
    return tuple(result)


def _status_badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[combatant_id]
    match standing.status:
        case Status.ACTING:
            if memory.is_triggered(standing):
                return (Badge("acts first", "T22", "good"),)
            return (Badge("check", "T10", "warn"),) if extra_action_checks.needs_check(standing) else ()
        case Status.HOLDING:
            return (Badge("holds", "T5"),)
        case Status.DONE:
            return (Badge("done", tone="off"),)
        case Status.READY:
            return () if memory.awaits_turn(encounter, combatant_id) else (Badge("acted", "T7", "off"),)
        case _:
            assert_never(standing.status)


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances: between rounds to go first and to take further actions, in a round of the next check."""
    if encounter.is_open:
        return tuple(extra_action_odds.chances_of_next_checks(encounter))
    return () if odds_of_first.why_uncounted(encounter) else tuple(_chances_before_round(with_arrivals(encounter)))


def _chances_before_round(encounter: Encounter) -> Iterator[Chance]:
    """Yield the chances of each combatant, in the order listed."""
    firsts = odds_of_first.chances_by_id(encounter)
    for combatant_id, further in extra_action_odds.chances_before_round(encounter).items():
        if combatant_id in firsts:
            yield firsts[combatant_id]
        yield from further


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        return ""
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    if was.watching != now.watching:
        return memory.watch_words(now.watching)
    if was.checked_for != now.checked_for:
        action = extra_action_checks.action_words(now.checked_for)
        return f"may take {action}" if now.checked_for else "must check before the next action"
    if now.entered is not None and was.entered != now.entered:
        return f"will act on {now.entered}"
    if was.end_lost != now.end_lost:
        return f"has END {memory.end_now(after, combatant_id)} of {memory.full_end(after, combatant_id)}"
    return memory.reduced_words(after, combatant_id) if was.reduced != now.reduced else ""
