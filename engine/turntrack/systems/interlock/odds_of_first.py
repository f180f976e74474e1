"""The chances of Interlock to act first."""

from __future__ import annotations

from collections.abc import Sequence

from turntrack.core.model import Encounter, Id
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.interlock.initiative import (
    goes_by_ref,
    initiative_die,
    initiative_terms,
    tie_rank,
)
from turntrack.systems.protocol import Chance
from turntrack.systems.toolkit.odds_of_first import TOO_MANY, Entrant, chances_of_first, entrants, is_too_much
from turntrack.systems.toolkit.rolls import next_throwers

ALL_PAIRS = 4
"""With at most so many combatants the chance of each against each of the others is shown."""


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
