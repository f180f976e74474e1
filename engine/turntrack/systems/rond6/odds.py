"""The chances of RonD6: to go first, and to pass the next rival by a Character Point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise

from turntrack.core.errors import Refused
from turntrack.core.fields import Values
from turntrack.core.model import Encounter, Id
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.protocol import Chance
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.initiative import (
    bonus_terms,
    dice_of_unit,
    full_rank,
    initiative_dice,
    order_key,
    tie_key,
)
from turntrack.systems.rond6.rules import reading_of
from turntrack.systems.toolkit import odds_of_first
from turntrack.systems.toolkit.distributions import chance_of_at_least, ways_of
from turntrack.systems.toolkit.odds_of_first import Entrant
from turntrack.systems.toolkit.rolls import next_rollers, roll_units, told_totals
from turntrack.systems.toolkit.turn_order import with_movers

MOST_DICE = 10
"""Chances are not counted for rolls of more dice: it would take too long."""


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chance of each combatant to go first in the next round, as listed."""
    return tuple(
        Chance(combatant_id, "goes first", chance, "R11", goes_first=True)
        for combatant_id, chance in chances_to_be_first(encounter).items()
    )


def chances_to_be_first(encounter: Encounter) -> dict[Id, Fraction]:
    """Return the chance to go first of everybody who will roll; empty if there are too many to count."""
    encounter = with_arrivals(encounter)
    rolling = next_rollers(encounter)
    entrants = _list_entrants(encounter, rolling)
    chances = odds_of_first.chances_of_first(entrants) if entrants else {}
    return {combatant_id: chances[combatant_id] for combatant_id in rolling if chances}


def why_uncounted(encounter: Encounter) -> str:
    """Say why the chances to go first are not counted; empty if they are."""
    encounter = with_arrivals(encounter)
    entrants = _list_entrants(encounter, next_rollers(encounter))
    if entrants is None:
        return f"Chances are not worked out for rolls of more than {MOST_DICE}D."
    return odds_of_first.TOO_MANY if odds_of_first.is_too_much(entrants) else ""


def chance_before(encounter: Encounter, combatant_id: Id, rival: Id) -> Fraction | None:
    """Return the chance to go before ``rival``; None if the two share a roll, or roll too many dice."""
    entrants = _list_entrants(encounter, (combatant_id, rival))
    return odds_of_first.chances_of_first(entrants)[combatant_id] if entrants and len(entrants) > 1 else None


def odds_between(encounter: Encounter, values: Values) -> Fraction:
    """Return the chance that one named combatant goes before another. Raises Refused if it cannot be counted."""
    encounter = with_arrivals(encounter)
    combatant_id, rival = str(values.get("one", "")), str(values.get("other", ""))
    if combatant_id == rival or not {combatant_id, rival} <= {*encounter.able()}:
        raise Refused("nobody", "Name two who are able to act.", "R14")
    chance = chance_before(encounter, combatant_id, rival)
    if chance is None:
        raise Refused("one_roll", "Those two share a roll, or roll too many dice to tell.", "R9")
    return chance


def _rank_ties(encounter: Encounter, ids: Sequence[Id]) -> dict[Id, int]:
    """Rank the combatants among equal totals, the first with 0; equal ranks roll again."""
    key = tie_key(encounter)
    lots = groupby(sorted(ids, key=key, reverse=True), key=key)
    if reading_of(encounter, "full_tie") == "reroll":
        return {combatant_id: place for place, (_, lot) in enumerate(lots) for combatant_id in lot}
    return {
        combatant_id: place
        for place, combatant_id in enumerate(combatant_id for _, lot in lots for combatant_id in lot)
    }


def may_go_by_list(encounter: Encounter) -> bool:
    """Return whether some tie in all factors, and the table does not let them roll again (RA3)."""
    encounter = with_arrivals(encounter)
    keys = [*map(tie_key(encounter), next_rollers(encounter))]
    return reading_of(encounter, "full_tie") != "reroll" and len({*keys}) < len(keys)


def _list_entrants(encounter: Encounter, ids: Sequence[Id]) -> list[list[Entrant]] | None:
    """List who rolls which dice, each group once; None if a roll has too many dice."""
    told = told_totals(encounter, ids)
    rolling = [combatant_id for combatant_id in ids if combatant_id not in told]
    code_of = dice_of_unit(encounter, rolling)
    codes = {members[0]: code_of(members[0]) for _, members in roll_units(encounter, rolling)}
    if any(code.count > MOST_DICE for code in codes.values()):
        return None
    ranks, cancels = _rank_ties(encounter, ids), reading_of(encounter, "wild_die") == "cancel"
    added = {combatant_id: sum([term.amount for term in bonus_terms(encounter, combatant_id)]) for combatant_id in ids}
    return odds_of_first.entrants(encounter, ids, codes.__getitem__, added.__getitem__, ranks, cancels)


def ahead_of(encounter: Encounter, combatant_id: Id) -> Id:
    """Return the rival that a Character Point would have to pass: the next above with another roll; empty for none."""
    rolled = memory.ids_with_total(encounter)
    mates = next(members for _, members in memory.rolls_of(encounter) if combatant_id in members)
    return next((rival for rival in reversed(rolled[: rolled.index(combatant_id)]) if rival not in mates), "")


def chance_to_pass(encounter: Encounter, combatant_id: Id, ahead: Id) -> Fraction:
    """Return the chance that a Character Point brings the combatant before ``ahead``.

    The order can change only where the raised total reaches or passes another total, so only those results of the die
    are placed.
    """
    rolled, key = memory.ids_with_total(encounter), order_key(encounter)
    keys = {member: key(member) for member in rolled}
    jumps, total, *factors = full_rank(encounter, combatant_id)
    gaps = {encounter.standings[member].total - total for member in rolled}
    results = sorted({1} | {result for gap in gaps for result in (gap, gap + 1) if result > 0})
    explodes = reading_of(encounter, "wild_die") != "none"
    chances = (*(chance_of_at_least(result, 6, explodes) for result in results), Fraction(0))
    passes = Fraction(0)
    for result, (reached, exceeded) in zip(results, pairwise(chances), strict=True):
        raised = (jumps, total + result, *factors)
        tied = [member for member in rolled if member != combatant_id and full_rank(encounter, member) == raised]
        for chance, mine, theirs in _break_ties(encounter, combatant_id, sorted(tied, key=key, reverse=True)):
            now = {**keys, **{member: (*raised, place) for member, place in theirs.items()}}
            now[combatant_id] = (*raised, mine) if theirs else raised
            order = with_movers(rolled, (combatant_id,), now.__getitem__, keys.__getitem__)
            if order.index(combatant_id) < order.index(ahead):
                passes += (reached - exceeded) * chance
    return passes


def _break_ties(
    encounter: Encounter, combatant_id: Id, tied: Sequence[Id]
) -> Iterator[tuple[Fraction, int, dict[Id, int]]]:
    """Yield how new rolls can place the combatant among those who tie in everything (RA3), the best of them first.

    Each is a chance, the combatant’s place and those of the others, greater first. Without new rolls no place is told.
    """
    if not tied or reading_of(encounter, "full_tie") != "reroll":
        yield Fraction(1), 0, {}
        return
    theirs = {member: -2 * rank for rank, member in enumerate(tied)}
    wins = [_chance_to_win_tie(encounter, combatant_id, rival) for rival in tied]
    for rank, (less, more) in enumerate(pairwise((Fraction(0), *wins, Fraction(1)))):
        yield more - less, 1 - 2 * rank, theirs


def _chance_to_win_tie(encounter: Encounter, combatant_id: Id, rival: Id) -> Fraction:
    """Return the chance that new rolls put the combatant before a rival, who keeps the rolls of an earlier tie (RA3).

    All factors are equal, Perception among them, so both have the same dice and are equally likely to win new rolls.
    """
    code = initiative_dice(encounter, combatant_id)
    roll = ways_of(code)
    chances = {total: Fraction(ways, roll.scale) for total, ways in enumerate(roll.ways, roll.low + code.plus)}
    wins, level = Fraction(0), Fraction(1)
    for rolled in memory.recall(encounter.standings[rival]).thrown:
        wins += level * sum(chance for total, chance in chances.items() if total > rolled)
        level *= chances.get(rolled, Fraction(0))
    return wins + level / 2
