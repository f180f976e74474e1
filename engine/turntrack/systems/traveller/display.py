"""What the screen shows of a combatant: badges, sentences, chances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.protocol import Badge, Chance
from turntrack.systems.toolkit.group_rolls import roll_units
from turntrack.systems.toolkit.odds_of_first import MOST_THROWS, TOO_MANY
from turntrack.systems.traveller import actions, checks, initiative, memory, turns
from turntrack.systems.traveller.sheet import reading_of


def badges(encounter: Encounter, one: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[one]
    found: list[Badge] = []
    if encounter.is_open and standing.able:
        found += _place(encounter, one)
        if watching := memory.of(standing).watching:
            found.append(Badge(f"watches: {watching}", "T22", "good"))
        if actions.has_done(standing, *memory.RUNS):
            found.append(Badge("ran", "T20", "warn"))
        if actions.has_done(standing, *memory.DOUBLES):
            found.append(
                Badge("no attack left" if actions.attacks_made(standing) else "one attack left", "T28", "warn")
            )
    full, now = memory.full_end(encounter, one), memory.end_now(encounter, one)
    if now != full:
        found.append(Badge(f"END {now} of {full}", "TA7", "warn"))
    return tuple(found)


def _place(encounter: Encounter, one: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[one]
    match standing.status:
        case Status.ACTING:
            if memory.is_triggered(standing):
                return (Badge("acts first", "T22", "good"),)
            return (Badge("check", "T10", "warn"),) if checks.needs_check(standing) else ()
        case Status.HOLDING:
            return (Badge("holds", "T5"),)
        case Status.DONE:
            return (Badge("done", tone="off"),)
        case Status.READY:
            return () if memory.awaits_turn(encounter, one) else (Badge("has acted", "T7", "off"),)
        case _:
            assert_never(standing.status)


def memory_words(before: Encounter, after: Encounter, one: Id) -> str:
    if not one:
        return ""
    was, now = memory.of(before.standings[one]), memory.of(after.standings[one])
    if was.watching != now.watching:
        return memory.watch_words(now.watching)
    if was.checked_for != now.checked_for:
        action = checks.action_words(now.checked_for)
        return f"may take {action}" if now.checked_for else "has to check before the next action"
    if now.entered is not None and was.entered != now.entered:
        return f"will act on {now.entered}"
    if was.end_lost != now.end_lost:
        return f"has END {memory.end_now(after, one)} of {memory.full_end(after, one)}"
    return memory.reduced_words(after, one) if was.reduced != now.reduced else ""


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Tell between rounds who goes first, and how many actions follow; in a round everyone's next check."""
    if not encounter.is_open:
        return () if uncounted(encounter) else tuple(_before_the_round(with_arrivals(encounter)))
    found = []
    for one in turns.track(encounter):
        if encounter.standings[one].plays:
            dice, end = checks.next_check(encounter.standings[one]), checks.end_for_checks(encounter, one)
            label = f"next check, {checks.check_words(dice, end)}"
            found.append(Chance(one, label, checks.chance_of_check(dice, end), checks.check_rule(dice)))
    return tuple(found)


def _before_the_round(encounter: Encounter) -> Iterator[Chance]:
    """Tell who goes first in the next round, and how many actions it holds for each, in the order listed."""
    able = encounter.able()
    missing = initiative.those_without_number(encounter)
    firsts = {} if missing else initiative.chances_of_first(initiative.runners(encounter, able))
    label = "goes first" if reading_of(encounter, "tie") == "dex" else "goes first, alone or with others"
    ends = {one: checks.end_for_checks(encounter, one) for one in able}
    averages = {
        end: f" (on average {float(checks.expected_actions(end)):.2f} in the round)" for end in {*ends.values()}
    }
    for one, end in ends.items():
        if one in firsts:
            yield Chance(one, label, firsts[one], "T4", goes_first=True)
        for dice, chance in zip((1, 2, 3), checks.chances_of_actions(end), strict=False):
            action = f"takes {checks.action_words(dice + 1)}{averages[end] if dice == 1 else ''}"
            yield Chance(one, action, chance, checks.check_rule(dice))


def uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    return TOO_MANY if not encounter.is_open and len(roll_units(encounter, encounter.able())) > MOST_THROWS else ""
