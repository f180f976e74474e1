"""The chances of Zebra Island to open a sequence."""

from __future__ import annotations

from collections.abc import Sequence

from turntrack.core.draft import Draft
from turntrack.core.model import Encounter, Id
from turntrack.core.score import Term
from turntrack.systems.arrivals import arrivals_at_count, with_arrivals
from turntrack.systems.protocol import Chance
from turntrack.systems.toolkit.odds_of_first import TOO_MANY, Entrant, chances_of_first, entrants, is_too_much
from turntrack.systems.toolkit.rolls import next_throwers
from turntrack.systems.zebra import initiative, melee_engagement
from turntrack.systems.zebra.rule_options import reading_of


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances to open the next sequence, in the order listed. A counter of 0 or less opens nothing."""
    encounter = with_arrivals(encounter)
    odds = {} if _first_arrivals(encounter) else chances_of_first(_list_entrants(encounter), above=0)
    return tuple(
        Chance(combatant_id, "opens the sequence", odds[combatant_id], "Z7", goes_first=True)
        for combatant_id in encounter.order
        if combatant_id in odds
    )


def why_uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    if is_too_much(_list_entrants(encounter)):
        return TOO_MANY
    names = encounter.names_of(_first_arrivals(encounter))
    return f"Who opens is not worked out: {names} may come at once." if names else ""


def may_go_by_list(encounter: Encounter) -> bool:
    encounter = with_arrivals(encounter)
    bases = [_ranked_base(encounter, terms) for terms in _bonuses(encounter).values()]
    return len({*bases}) < len(bases)


def _first_arrivals(encounter: Encounter) -> tuple[Id, ...]:
    """List the arrivals that may come before anybody acts: their count may be above all starting counters."""
    counts = {waiting.combatant.id: waiting.comes.count or 0 for waiting in encounter.wings}
    throws = _list_entrants(encounter)
    highest = max((counts[combatant_id] for combatant_id in arrivals_at_count(encounter)), default=0)
    if highest <= 0 or sum(chances_of_first(throws, above=highest).values()) == sum(
        chances_of_first(throws, above=0).values()
    ):
        return ()
    return tuple(combatant_id for combatant_id in arrivals_at_count(encounter) if counts[combatant_id] > 0)


def _list_entrants(encounter: Encounter) -> list[list[Entrant]]:
    """List the combatants who throw for the next sequence, by the units that throw together."""
    bonuses = _bonuses(encounter)
    ranked = sorted(bonuses, key=lambda combatant_id: -_ranked_base(encounter, bonuses[combatant_id]))
    ranks = {combatant_id: place for place, combatant_id in enumerate(ranked)}
    return entrants(
        encounter,
        tuple(bonuses),
        lambda combatant_id: initiative.D20,
        lambda combatant_id: sum(term.amount for term in bonuses[combatant_id]),
        ranks,
    )


def _bonuses(encounter: Encounter) -> dict[Id, tuple[Term, ...]]:
    """Return what those who throw for the next sequence add to the die, in the order listed."""
    draft = Draft(encounter)
    if not encounter.round:
        melee_engagement.engage_at_contact(draft)
    return {
        combatant_id: initiative.additions(encounter, draft.encounter, combatant_id)
        for combatant_id in next_throwers(encounter)
    }


def _ranked_base(encounter: Encounter, bonus: Sequence[Term]) -> int:
    """Return the base that decides between equal counters; 0 for all where it does not (ZA4)."""
    return initiative.static_base(bonus) if reading_of(encounter, "tie") == "higher_base" else 0
