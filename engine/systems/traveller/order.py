"""Who stands to act, and when: lower numbers first (T4), pass by pass (T11)."""

from __future__ import annotations

from collections.abc import Collection

from engine.model import Encounter, Id, Standing, Status
from engine.systems.traveller.condition import is_triggered, still_to_act
from engine.systems.traveller.sheet import chosen
from engine.table import order as table


def number_now(standing: Standing) -> int:
    """The initiative number, holds and rulings included; 0 where none was thrown."""
    return standing.score.total if standing.score else 0


def by_number(encounter: Encounter, ids: Collection[Id]) -> tuple[Id, ...]:
    """``ids`` with the lowest number first; of equals by DEX if the table wants that; rulings go before it."""
    by_dex = chosen(encounter, "tie") == "dex"
    return table.by_number(
        encounter, ids, number_now, lambda one: -int(encounter.combatants[one].sheet["dex"]) if by_dex else 0
    )


def queue(encounter: Encounter) -> tuple[Id, ...]:
    """Those who have yet to take a turn in this pass, the next first; whoever acts now stands among them."""
    return by_number(encounter, [one for one in encounter.order if still_to_act(encounter, one)])


def at_once(encounter: Encounter) -> tuple[Id, ...]:
    """The first of the queue, with all who act at the same time (TA1)."""
    waiting = queue(encounter)
    if not waiting or chosen(encounter, "tie") == "dex":
        return waiting[:1]
    standings = encounter.standings
    equals = [one for one in waiting if number_now(standings[one]) == number_now(standings[waiting[0]])]
    for many, one in enumerate(equals, 1):
        if standings[one].before in equals:  # a ruling has put this one before another
            return tuple(equals[:many])
    return tuple(equals)


def called(encounter: Encounter) -> tuple[Id, ...]:
    """Watchers whose event has come, and who have not yet acted on it (T22)."""
    standings = encounter.standings
    return tuple(
        one
        for one in encounter.order
        if standings[one].able and is_triggered(standings[one]) and standings[one].status is not Status.DONE
    )


def broken_off(encounter: Encounter) -> tuple[Id, ...]:
    """Those whose turn was interrupted and goes on when the interruption is over."""
    found = encounter.fact("interrupted", ())
    ids = found if isinstance(found, tuple) else ()
    return tuple(one for one in ids if one in encounter.standings and still_to_act(encounter, one))


def track(encounter: Encounter) -> tuple[Id, ...]:
    """Who acts, who is yet to act in this pass, who has acted in it; then those done, then the fallen."""
    standings = encounter.standings
    if not encounter.round:
        return encounter.order
    acting = [one for one in encounter.acting() if standings[one].able]
    waiting = [one for one in queue(encounter) if one not in acting]
    able = [one for one in encounter.order if standings[one].able and one not in acting and one not in waiting]
    acted = [one for one in able if standings[one].status is not Status.DONE]
    done = [one for one in able if standings[one].status is Status.DONE]
    sorted_apart = (by_number(encounter, ids) for ids in (acting, waiting, acted, done))
    return table.apart(encounter, [one for ids in sorted_apart for one in ids])
