"""The turns of Zebra Island to come, if each actor strikes with the weapon on the sheet."""

from __future__ import annotations

from turntrack.core.model import Encounter, Standing
from turntrack.systems.choices import MOST_UPCOMING_TURNS, UpcomingTurn
from turntrack.systems.toolkit.turn_order import by_number, turn_of, turns_before_arrival
from turntrack.systems.zebra import action_costs, initiative, memory
from turntrack.systems.zebra.rule_options import reading_of


def upcoming_turns(encounter: Encounter) -> tuple[UpcomingTurn, ...]:
    """Return the turns to come, the next first, if each actor strikes with the weapon on the sheet.

    Only counters are computed, because this runs after each tap and folding events would be slow.
    """
    standings, tie = {**encounter.standings}, reading_of(encounter, "tie")
    acting, turns_to_come = encounter.acting()[:1], list[UpcomingTurn]()
    in_play = {
        combatant_id: standings[combatant_id]
        for combatant_id in encounter.order
        if combatant_id in acting or initiative.plays(standings[combatant_id])
    }
    # Negative, because ``by_number`` sorts the lowest first.
    left = {combatant_id: -initiative.points_left(standing) for combatant_id, standing in in_play.items()}
    bonus = reading_of(encounter, "last_action") == "bonus"
    last = {
        combatant_id for combatant_id, standing in in_play.items() if not bonus or memory.recall(standing).last_action
    }
    while acting and len(turns_to_come) < MOST_UPCOMING_TURNS:
        (actor,) = acting
        left[actor] += action_costs.own_strike(encounter, actor)
        standings[actor] = Standing()  # a ruling on a tie ends when the counter changes
        if left[actor] >= 0 and actor in last:
            del left[actor]
        elif left[actor] >= 0:
            last.add(actor)
        equals = initiative.among_equals(encounter, left, tie, actor)
        acting = by_number({each: left[each] for each in equals}, standings)[:1]
        turns_to_come += [turn_of(encounter, acting, -left[next_actor]) for next_actor in acting]
    return turns_before_arrival(encounter, turns_to_come, counts_up=False)
