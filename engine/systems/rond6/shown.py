"""What the screen shows of a fight: the track, numbers, badges, words, chances."""

from __future__ import annotations

from engine.model import Encounter, FactValue, Id, Standing, Status
from engine.sums import Sum
from engine.systems.protocol import Badge, Chance
from engine.systems.rond6 import actions, initiative, memory, turns
from engine.systems.rond6.sheet import action_words, dice_off, penalty_of
from engine.table.order import apart


def track(encounter: Encounter) -> tuple[Id, ...]:
    """Whoever acts stands first, then those whose turn is to come, then those who wait."""
    if not encounter.is_open:
        return encounter.order
    playing = (*encounter.acting(), *turns.ready_ids(encounter), *turns.waiters(encounter))
    return apart(encounter, playing)


def number(encounter: Encounter, one: Id) -> Sum | None:
    standing = encounter.standings.get(one, Standing())
    return standing.score if standing.fact(memory.ROLLED) else None


def badges(encounter: Encounter, one: Id) -> tuple[Badge, ...]:
    """Of the fallen, say only whether they are tackled and have lost the turn."""
    standing = encounter.standings[one]
    badges = [Badge("tackled", "R52", "warn")] if standing.fact(memory.TACKLED) else []
    if not encounter.is_open:
        return tuple(badges)
    number, left, done = memory.number_declared(standing), memory.actions_left(standing), standing.status is Status.DONE
    off = penalty_of(encounter, one, number)
    if standing.able:
        if number > 1 and not done:
            badges.append(Badge(f"{left} of {number} left", "R16"))
        if off:
            badges.append(Badge(dice_off(off), "R24", "warn"))
        if standing.status is Status.HOLDING:
            badges.append(Badge("waits", "R57", "good"))
        if standing.fact(memory.WINDOW):
            badges.append(Badge("rolled", "R21", "warn"))
        if standing.fact(memory.FATE):
            badges.append(Badge("Fate Point", "R28"))
    if standing.fact(memory.LOST) and done and (left or not number):
        badges.append(Badge("turn lost", "R12", "off"))
    tie = initiative.tie_in_force(encounter, one) if standing.able else ()
    if tie:
        badges.append(Badge(f"before {encounter.name_of(tie[0])} by {tie[1]}", tie[3]))
    return tuple(badges)


def fact_words(encounter: Encounter, one: Id, key: str, value: FactValue) -> str:
    match key, value:
        case memory.DECLARED, int():
            off = dice_off(penalty_of(encounter, one, value)) or "no penalty"
            return f"declares {action_words(value)}, {off} on each roll"
        case memory.FATE, True:
            return f"spends a Fate Point and may take {action_words(actions.most_actions(encounter, one))}"
        case memory.WINDOW, str():
            return "has rolled: whoever waits may interrupt"
        case memory.TIE, (other, factor, compared):
            return f"goes before {encounter.name_of(other)} by {factor}: {compared}"
        case memory.JUMPS, True:
            return f"has the jump on the others and acts {initiative.jump_words(encounter, one)}"
        case memory.TACKLED, bool():
            return "is tackled" if value else "is free again"
        case _:
            return ""


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Tell who would go first in the next round, in the order listed."""
    if not _is_to_be_rolled(encounter):
        return ()
    return tuple(
        Chance(one, "goes first", chance, "R11", goes_first=True)
        for one, chance in initiative.chances_to_be_first(encounter).items()
    )


def uncounted(encounter: Encounter) -> str:
    return initiative.why_uncounted(encounter) if _is_to_be_rolled(encounter) else ""


def _is_to_be_rolled(encounter: Encounter) -> bool:
    return not encounter.is_open and len(initiative.able_ids(encounter)) > 1
