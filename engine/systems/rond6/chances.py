"""Who goes first, or before whom, in a round that is still to be rolled; what a Character Point may bring."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from engine.draft import roll_units
from engine.model import Encounter, Id
from engine.systems.rond6.initiative import bonus, factors, perception, total
from engine.systems.rond6.odds import Entrant, WildDie, before_chance, first_chances, wild_at_least
from engine.systems.rond6.sheet import chosen

MOST_UNITS = 20
"""For more rolls than these nobody reads the chances, and they take too long while typing."""
MOST_DICE = 20


def able(encounter: Encounter) -> tuple[Id, ...]:
    return tuple(one for one in encounter.order if encounter.standings[one].able)


def first(encounter: Encounter) -> dict[Id, Fraction]:
    """For each combatant that is able to act, the chance to go first; nothing where there are too many to tell."""
    units = [who for _, who in roll_units(encounter, able(encounter))]
    if len(units) > MOST_UNITS or any(perception(encounter, who[0]).count > MOST_DICE for who in units):
        return {}
    entrants = _entrants(encounter, units)
    bests = [max(lot, key=lambda entrant: (entrant.plus, -entrant.rank)) for lot in entrants]
    chances = first_chances(bests, _wild(encounter))
    return {one: chances.get(one, Fraction(0)) for who in units for one in who}


def before(encounter: Encounter, one: Id, other: Id) -> Fraction | None:
    """The chance that ``one`` goes before ``other``; None where they share a roll or roll too many dice."""
    units = [who for _, who in roll_units(encounter, (one, other))]
    if len(units) < 2 or any(perception(encounter, who[0]).count > MOST_DICE for who in units):
        return None
    (mine,), (theirs,) = _entrants(encounter, units)
    return before_chance(mine, theirs, _wild(encounter))


def passing(encounter: Encounter, one: Id, other: Id) -> Fraction:
    """The chance that one Character Point brings ``one`` before ``other``, who is ahead now."""
    explodes = chosen(encounter, "wild_die") != "none"
    needed = max(0, total(encounter, other) - total(encounter, one))
    equal_is_enough, equal_is_even = _wins_ties(encounter, one, other)
    above = wild_at_least(needed + 1, explodes)
    if equal_is_enough:
        return wild_at_least(needed, explodes)
    return (wild_at_least(needed, explodes) + above) / 2 if equal_is_even else above


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


def _entrants(encounter: Encounter, units: Sequence[Sequence[Id]]) -> list[list[Entrant]]:
    ranks = _ranks(encounter, [one for who in units for one in who])
    entrants = []
    for who in units:
        code = perception(encounter, who[0])
        plus = {one: code.plus + sum(term.amount for term in bonus(encounter, one)) for one in who}
        entrants.append([Entrant(one, code.count, plus[one], ranks[one]) for one in who])
    return entrants


def _wild(encounter: Encounter) -> WildDie:
    how = chosen(encounter, "wild_die")
    return WildDie(how != "none", how == "cancel")
