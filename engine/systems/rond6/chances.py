"""Who goes first, or before whom, in a round that is still to be rolled; what a Character Point may bring."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from engine.model import Encounter, Id
from engine.systems.rond6.initiative import bonus, factors, perception, total
from engine.systems.rond6.sheet import chosen
from engine.table import odds
from engine.table.odds import Entrant
from engine.table.throws import roll_units
from engine.table.ways import at_least

MOST_DICE = 10
"""For more dice of one roll it takes too long to count in how many ways they fall."""


def able(encounter: Encounter) -> tuple[Id, ...]:
    return tuple(one for one in encounter.order if encounter.standings[one].able)


def first(encounter: Encounter) -> dict[Id, Fraction]:
    """For each combatant that is able to act, the chance to go first; nothing where there are too many to tell."""
    rolling = able(encounter)
    entrants = _entrants(encounter, rolling)
    chances = odds.first(entrants) if entrants else {}
    return {one: chances[one] for one in rolling if chances}


def uncounted(encounter: Encounter) -> str:
    """Why it is not told who would go first; empty where it is."""
    entrants = _entrants(encounter, able(encounter))
    if entrants is None:
        return f"Chances are not counted for rolls of more than {MOST_DICE}D."
    return odds.TOO_MANY if odds.too_many(entrants) else ""


def before(encounter: Encounter, one: Id, other: Id) -> Fraction | None:
    """The chance that ``one`` goes before ``other``; None where they share a roll or roll too many dice."""
    entrants = _entrants(encounter, (one, other))
    return odds.first(entrants)[one] if entrants and len(entrants) > 1 else None


def passing(encounter: Encounter, one: Id, other: Id) -> Fraction:
    """The chance that one Character Point brings ``one`` before ``other``, who is ahead now."""
    explodes = chosen(encounter, "wild_die") != "none"
    needed = max(0, total(encounter, other) - total(encounter, one))
    equal_is_enough, equal_is_even = _wins_ties(encounter, one, other)
    equal, above = (at_least(number, 6, explodes) for number in (needed, needed + 1))
    if equal_is_enough:
        return equal
    return (equal + above) / 2 if equal_is_even else above


def _wins_ties(encounter: Encounter, one: Id, other: Id) -> tuple[bool, bool]:
    """Whether equal totals put ``one`` first, and whether a new roll would have to tell."""
    ranks = _ranks(encounter, (other, one))  # the one ahead is listed first
    return ranks[one] < ranks[other], ranks[one] == ranks[other]


def _ranks(encounter: Encounter, ids: Sequence[Id]) -> dict[Id, int]:
    """Who is first among equal totals: 0, 1, …; the same number where a new roll tells."""
    how = chosen(encounter, "full_tie")

    def key(one: Id) -> tuple[int, ...]:
        character = encounter.combatants[one].sheet["kind"] == "character"
        return (*factors(encounter, one), int(how == "characters" and character))

    lots = groupby(sorted(ids, key=key, reverse=True), key=key)
    if how == "reroll":
        return {one: place for place, (_, lot) in enumerate(lots) for one in lot}
    return {one: place for place, one in enumerate(one for _, lot in lots for one in lot)}


def _entrants(encounter: Encounter, ids: Sequence[Id]) -> list[list[Entrant]] | None:
    """What they roll, a group once for all; None where somebody rolls too many dice."""
    codes = {who[0]: perception(encounter, who[0]) for _, who in roll_units(encounter, ids)}
    if any(code.count > MOST_DICE for code in codes.values()):
        return None
    ranks, cancels = _ranks(encounter, ids), chosen(encounter, "wild_die") == "cancel"
    added = {one: sum(it.amount for it in bonus(encounter, one)) for one in ids}
    return odds.entrants(encounter, ids, codes.__getitem__, added.__getitem__, ranks, cancels)
