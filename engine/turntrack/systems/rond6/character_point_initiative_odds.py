"""The chance that a Character Point brings a combatant past the next rival in the order of initiative."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from turntrack.core.model import Encounter, Id
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.initiative import full_rank, initiative_dice, order_key
from turntrack.systems.rond6.rule_options import reading_of
from turntrack.systems.toolkit.distributions import chance_of_at_least, throw_of
from turntrack.systems.toolkit.rolls import group_mates
from turntrack.systems.toolkit.turn_order import with_movers


def ahead_of(encounter: Encounter, combatant_id: Id) -> Id:
    """Return whom a Character Point would have to pass: the next combatant above with another roll; empty for none."""
    rolled = memory.ids_with_total(encounter)
    mates = group_mates(encounter, combatant_id)
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
        order = with_movers(rolled, (combatant_id,), {**keys, combatant_id: raised}.__getitem__, keys.__getitem__)
        if order.index(combatant_id) < order.index(ahead):
            passes += reached - exceeded
        elif raised == full_rank(encounter, ahead) and reading_of(encounter, "full_tie") == "reroll":
            passes += (reached - exceeded) * _chance_to_win_tie(encounter, combatant_id, ahead)
    return passes


def _chance_to_win_tie(encounter: Encounter, combatant_id: Id, rival: Id) -> Fraction:
    """Return the chance that new rolls put the combatant before a rival, who keeps the rolls of an earlier tie (RA3).

    All factors are equal, Perception among them, so both have the same dice and are equally likely to win new rolls.
    """
    code = initiative_dice(encounter, combatant_id)
    throw = throw_of(code)
    chances = {total: Fraction(ways, throw.scale) for total, ways in enumerate(throw.ways, throw.low + code.plus)}
    wins, level = Fraction(0), Fraction(1)
    for rolled in memory.recall(encounter.standings[rival]).thrown:
        wins += level * sum(chance for total, chance in chances.items() if total > rolled)
        level *= chances.get(rolled, Fraction(0))
    return wins + level / 2
