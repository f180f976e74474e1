"""What the screen shows of a combatant: badges, sentences, chances."""

from __future__ import annotations

from typing import assert_never

from engine.model import Encounter, FactValue, Id, Status
from engine.systems.protocol import Badge, Chance
from engine.systems.traveller import condition, deeds, odds, order, throws


def badges(encounter: Encounter, one: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[one]
    found: list[Badge] = []
    if encounter.is_open and standing.able:
        found += _place(encounter, one)
        if watching := condition.text_of(standing, "watching"):
            found.append(Badge(f"watches: {watching}", "T22", "good"))
        if deeds.has_run(standing):
            found.append(Badge("ran", "T20", "warn"))
        if deeds.has_doubled(standing):
            found.append(Badge("no attack left" if deeds.attacks_made(standing) else "one attack left", "T28", "warn"))
    full, now = condition.full_end(encounter, one), condition.end_now(encounter, one)
    if now != full:
        found.append(Badge(f"END {now} of {full}", "TA7", "warn"))
    return tuple(found)


def _place(encounter: Encounter, one: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[one]
    match standing.status:
        case Status.ACTING:
            if condition.is_triggered(standing):
                return (Badge("acts first", "T22", "good"),)
            return (Badge("check", "T10", "warn"),) if condition.needs_check(standing) else ()
        case Status.HOLDING:
            return (Badge("holds", "T5"),)
        case Status.DONE:
            return (Badge("done", "T13", "off"),)
        case Status.READY:
            return () if condition.still_to_act(encounter, one) else (Badge("has acted", "T7", "off"),)
        case _:
            assert_never(standing.status)


def fact_words(encounter: Encounter, one: Id, key: str, value: FactValue) -> str:
    match key, value:
        case "watching", False:
            return "watches no longer"
        case "watching", condition.UNNAMED_EVENT:
            return "is on Watch"
        case "extra", False:
            return "has to check before the next action"
        case "extra", int():
            return f"may take {condition.action_words(value)}"
        case "entered", int():
            return f"will act on {value}"
        case "end_lost", _:
            return f"has END {condition.end_now(encounter, one)} of {condition.full_end(encounter, one)}"
        case "reduced", _:
            many = condition.reduced(encounter.standings[one])
            counts = throws.morale_of(encounter, one) is not None
            return f"has {many} reduced{f': +{condition.WOUND_DM[many]} on initiative' if counts else ''}"
        case _:
            return ""


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Between rounds who goes first, and how many actions follow; in a round everyone's next check."""
    if not encounter.is_open:
        return throws.before_the_round(encounter)
    found = []
    for one in order.track(encounter):
        if condition.plays(encounter.standings[one]):
            dice, end = condition.next_check(encounter.standings[one]), condition.end_for_checks(encounter, one)
            label = f"next check, {condition.check_words(dice, end)}"
            found.append(Chance(one, label, odds.chance_of_check(dice, end), condition.check_rule(dice)))
    return tuple(found)
