"""What the screen shows of a fight: the track, badges, words for the log, the chances before the combat."""

from __future__ import annotations

from collections.abc import Sequence

from turntrack.core.model import Encounter, Id, Status
from turntrack.systems.due_reinforcements import with_arrivals
from turntrack.systems.interlock import memory
from turntrack.systems.interlock.allowance import FREE_FEET, row_of
from turntrack.systems.interlock.turns import (
    actors,
    goes_by_ref,
    initiative_die,
    initiative_terms,
    next_actors,
    number,
    tie_rank,
)
from turntrack.systems.protocol import Badge, Chance, UpcomingTurn
from turntrack.systems.toolkit.group_rolls import next_throwers
from turntrack.systems.toolkit.odds_of_first import TOO_MANY, Entrant, chances_of_first, entrants, is_too_much
from turntrack.systems.toolkit.turn_order import fallen_last, one_by_one

ALL_PAIRS = 4
"""With at most so many combatants the chance of each against each of the others is shown."""


def track(encounter: Encounter) -> tuple[Id, ...]:
    return fallen_last(encounter, actors(encounter) if encounter.is_open else ())


def upcoming_turns(encounter: Encounter) -> tuple[UpcomingTurn, ...]:
    """Return the turns that come by themselves, so without those who wait for no particular turn."""
    return one_by_one(encounter, next_actors(encounter) if encounter.is_open else (), number)


def badges(encounter: Encounter, combatant_id: Id) -> tuple[Badge, ...]:
    standing = encounter.standings[combatant_id]
    badges = []
    if not encounter.is_open or not standing.able:
        return ()
    if standing.status is Status.HOLDING:
        until = memory.waits_for(encounter, combatant_id)
        words = f"waits for {encounter.name_of(until)}" if until in encounter.combatants else "waits"
        badges.append(Badge(words, "I8", "good"))
    above = _lower_above(encounter, combatant_id)
    if above and standing.status in (Status.READY, Status.ACTING):
        badges.append(Badge(f"after {encounter.name_of(above)} by the new order", "I12"))
    row = row_of(encounter, combatant_id)
    if memory.is_fixed(encounter, combatant_id) and len(row.entries) > 1:
        badges.append(Badge(f"{len(row.taken)} of {len(row.entries)} actions", "I22"))
    if memory.recall(encounter.standings[combatant_id]).has_defended:
        badges.append(Badge("free defence used", "I14", "off"))
    feet = memory.feet(encounter, combatant_id)
    if feet > FREE_FEET:
        badges.append(Badge(f"moved {feet} ft", "I28", "warn"))
    return tuple(badges)


def _lower_above(encounter: Encounter, combatant_id: Id) -> Id:
    """Return the combatant directly above on a lower number, placed by a wait (I10) or a ruling; empty for none."""
    place = encounter.order.index(combatant_id)
    above = encounter.order[place - 1] if place else ""
    if not above or encounter.standings[above].status is Status.DONE:
        return ""
    higher, lower = number(encounter, combatant_id), number(encounter, above)
    return above if higher and lower and lower.total < higher.total else ""


def memory_words(before: Encounter, after: Encounter, combatant_id: Id) -> str:
    if not combatant_id:
        return ""
    was, now = memory.recall(before.standings[combatant_id]), memory.recall(after.standings[combatant_id])
    is_afresh = was.is_fixed and not now.is_fixed
    if was.feet != now.feet and not is_afresh:
        return memory.feet_words(now.feet)
    return memory.defence_words(now.has_defended) if was.has_defended != now.has_defended else ""


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances before the combat: to act first and, with few combatants, to act before each other one."""
    encounter = with_arrivals(encounter)
    throwers = _throwers(encounter)
    firsts = chances_of_first(_list_entrants(encounter, throwers))
    chances = []
    for place, combatant_id in enumerate(throwers if firsts else ()):
        if 2 < len(throwers) <= ALL_PAIRS:
            for rival in throwers[place + 1 :]:
                chance = chances_of_first(_list_entrants(encounter, (combatant_id, rival)))[combatant_id]
                chances.append(Chance(combatant_id, f"acts before {encounter.name_of(rival)}", chance, "I4"))
        chances.append(Chance(combatant_id, "acts first", firsts[combatant_id], "I4", goes_first=True))
    return tuple(chances)


def why_uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    return TOO_MANY if is_too_much(_list_entrants(encounter, _throwers(encounter))) else ""


def may_go_by_list(encounter: Encounter) -> bool:
    encounter = with_arrivals(encounter)
    ranks = [tie_rank(encounter, combatant_id) for combatant_id in _throwers(encounter)]
    return goes_by_ref(encounter) and len({*ranks}) < len(ranks)


def _throwers(encounter: Encounter) -> tuple[Id, ...]:
    """List who will roll for the combat; empty once it has begun, or for a single combatant."""
    return () if encounter.round else next_throwers(encounter)


def _list_entrants(encounter: Encounter, ids: Sequence[Id]) -> list[list[Entrant]]:
    """Return the entrants; with the reading ``ref`` nobody ties, else the tied roll again (IA17)."""
    ranked = sorted(ids, key=lambda combatant_id: tie_rank(encounter, combatant_id)) if goes_by_ref(encounter) else []
    rank = {combatant_id: place for place, combatant_id in enumerate(ranked)}
    code = initiative_die(encounter)
    return entrants(
        encounter,
        ids,
        lambda combatant_id: code,
        lambda combatant_id: sum(term.amount for term in initiative_terms(encounter, combatant_id)),
        rank,
    )
