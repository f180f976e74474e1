"""The badges of a row in Traveller."""

from __future__ import annotations

from typing import assert_never

from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.protocol import Badge
from turntrack.systems.traveller import actions, extra_action_checks, memory
from turntrack.systems.traveller.watches_and_interruptions import is_triggered
from turntrack.systems.traveller.wounds import end_now, full_end


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
    full, now = full_end(encounter, combatant_id), end_now(encounter, combatant_id)
    if now != full:
        result.append(Badge(f"END {now} of {full}", "TA7", "warn"))
    return tuple(result)


def _status_badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[combatant_id]
    match standing.status:
        case Status.ACTING:
            if is_triggered(standing):
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
