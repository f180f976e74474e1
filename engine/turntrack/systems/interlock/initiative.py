"""The initiative roll (I3–I7), its ties (IA2), the order by number, and the chances to act first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from turntrack.core.dice import DiceCode, Explodes
from turntrack.core.draft import Draft
from turntrack.core.events import Placed, ScoreSet
from turntrack.core.model import Encounter, Id
from turntrack.core.score import Score, Term, TermKind
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.interlock import memory
from turntrack.systems.interlock.rules import INITIATIVE, REF, reaction_total, reading_of
from turntrack.systems.protocol import Chance
from turntrack.systems.toolkit.odds_of_first import TOO_MANY, Entrant, chances_of_first, entrants, is_too_much
from turntrack.systems.toolkit.rolls import (
    bounds_if_unknown,
    group_roll,
    next_rollers,
    reroll_ties,
    roll_dice,
    told_totals,
)
from turntrack.systems.toolkit.turn_order import SortKey, with_movers

MOST_REROLLS = 20
"""A tie that remains after so many re-rolls stays as listed."""


DIE = "d10"


def initiative_die(encounter: Encounter) -> DiceCode:
    explodes = reading_of(encounter, "d10") == "exploding"
    return DiceCode(1, 10, explodes=Explodes.ALL if explodes else Explodes.NONE)


def dice_in_number(encounter: Encounter, combatant_id: Id, purpose: str) -> DiceCode | None:
    return initiative_die(encounter) if purpose == "initiative" else None


def _initiative_terms(encounter: Encounter, combatant_id: Id) -> tuple[Term, ...]:
    """List the terms of the initiative without the die (I3, I7)."""
    return tuple([Term(*parts) for parts in _initiative_parts(encounter, combatant_id)])


def _initiative_parts(encounter: Encounter, combatant_id: Id) -> list[tuple[str, int, str]]:
    """List label, amount and rule of the terms without the die."""
    sheet = encounter.combatants[combatant_id].sheet
    boosts = (("modifiers", int(sheet["modifier"]), "I7"), ("boosts", int(sheet["boost"]), "I7"))
    fixed = (("REF", int(sheet["ref"]), ""), ("Initiative", int(sheet["initiative"]), ""))
    return [*fixed, *[boost for boost in boosts if boost[1]]]


def number(encounter: Encounter, combatant_id: Id) -> Score | None:
    return encounter.standings[combatant_id].score if combatant_id in encounter.standings else None


def counted_again(encounter: Encounter, combatant_id: Id) -> Score | None:
    """Return the number with REF, Initiative and boosts as they are on the sheet now (I3, I7).

    None if they have not changed since the roll, or if the number was not rolled.
    """
    score = number(encounter, combatant_id)
    if score is None or score.terms[0].part is not TermKind.ROLL:
        return None
    labels = ("REF", "Initiative", "modifiers", "boosts")
    then = [(term.label, term.amount, term.rule) for term in score.terms if term.label in labels]
    if then == _initiative_parts(encounter, combatant_id):
        return None
    rest = [term for term in score.terms[1:] if term.label not in labels]
    return Score((score.terms[0], *_initiative_terms(encounter, combatant_id), *rest))


def roll_initiative(draft: Draft, ids: Sequence[Id]) -> None:
    """Roll for ``ids``, each group once; newcomers to a group that has rolled share its roll (IA12)."""
    told = told_totals(draft.encounter, ids)
    others = [member for member in ids if member not in told]
    known = {member: shared for member in others if (shared := group_roll(draft.encounter, member, number))}
    code = initiative_die(draft.encounter)
    rolling = [member for member in others if member not in known]
    for member, total in told.items():
        draft.record(ScoreSet(member, Score((total,)), "I3"))
    added = {member: sum(term.amount for term in _initiative_terms(draft.encounter, member)) for member in rolling}
    may_add = {member: bounds_if_unknown(draft.encounter, member, (REF, INITIATIVE)) for member in rolling}
    for (_, members), roll in roll_dice(
        draft, rolling, lambda member: code, added_of=added.__getitem__, may_add_of=may_add.__getitem__
    ):
        if roll.is_told:
            draft.record(ScoreSet(members[0], Score((Term("told", roll.total, part=TermKind.ROLL),)), "I3"))
            continue
        for member in members:
            score = Score((Term(DIE, roll.total, part=TermKind.ROLL), *_initiative_terms(draft.encounter, member)))
            draft.record(ScoreSet(member, score, "I3"))
    for member, (rolled, *corrections) in known.items():
        score = Score((rolled, *_initiative_terms(draft.encounter, member), *corrections))
        draft.record(ScoreSet(member, score, "IA12"))


def _goes_by_ref(encounter: Encounter) -> bool:
    return reading_of(encounter, "tie") == "ref"


def _tie_rank(encounter: Encounter, combatant_id: Id) -> tuple[int, int]:
    return (-int(encounter.combatants[combatant_id].sheet["ref"]), -reaction_total(encounter, combatant_id))


def _order_key(encounter: Encounter) -> SortKey:
    """Return the key to sort by: the number (I4), then the reading for ties (IA2); no number comes last."""
    by_ref = _goes_by_ref(encounter)

    def key(mover: Id) -> tuple[int, ...]:
        standing = encounter.standings[mover]
        if standing.score is None:
            return (0,)
        tie = (-part for part in _tie_rank(encounter, mover)) if by_ref else memory.recall(standing).thrown
        return (1, standing.total, *tie)

    return key


def _roll_for_ties(draft: Draft, movers: Sequence[Id]) -> None:
    """Roll for the ties of the movers until their places are clear (IA2)."""
    encounter = draft.encounter
    lots: dict[int, list[Id]] = {}
    for tied, standing in encounter.standings.items():
        if standing.score is not None:
            lots.setdefault(standing.total, []).append(tied)
    before = {tied: memory.recall(encounter.standings[tied]).thrown for tied in encounter.order}
    code = initiative_die(encounter)
    rolled = reroll_ties(draft, lots.values(), before, movers, lambda tied: code, "IA2", "the tie with", MOST_REROLLS)
    for tied, totals in rolled.items():
        draft.remember(tied, replace(memory.recall(draft.standing(tied)), thrown=totals))


def find_order(draft: Draft, movers: Sequence[Id], was: Encounter | None = None, dice: bool = True) -> tuple[Id, ...]:
    """Return the order with ``movers`` in their places; ``was`` is the encounter before their numbers changed."""
    for mover in movers:
        draft.remember(mover, replace(memory.recall(draft.standing(mover)), thrown=()))
    if dice and not _goes_by_ref(draft.encounter):
        _roll_for_ties(draft, movers)
    encounter = draft.encounter
    return with_movers(encounter.order, movers, _order_key(encounter), _order_key(was) if was else None, ruled=not dice)


def record_places(draft: Draft, movers: Sequence[Id], order: Sequence[Id], why: str, rule: str) -> None:
    """Record the places of ``movers`` from below, so that each is put before a combatant who is in place."""
    for mover, below_mover in reversed([*pairwise((*order, ""))]):
        if mover in movers:
            draft.record(Placed(mover, below_mover, why, rule))


def take_places(draft: Draft, newcomers: Sequence[Id]) -> None:
    record_places(draft, newcomers, find_order(draft, newcomers), "takes a place in the order", "I4")


_ALL_PAIRS = 4
"""With at most so many combatants the chance of each against each of the others is shown."""


def chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Return the chances before the combat: to act first and, with few combatants, to act before each other one."""
    encounter = with_arrivals(encounter)
    rollers = _rollers(encounter)
    firsts = chances_of_first(_list_entrants(encounter, rollers))
    chances = []
    for place, combatant_id in enumerate(rollers if firsts else ()):
        if 2 < len(rollers) <= _ALL_PAIRS:
            for rival in rollers[place + 1 :]:
                chance = chances_of_first(_list_entrants(encounter, (combatant_id, rival)))[combatant_id]
                chances.append(Chance(combatant_id, f"acts before {encounter.name_of(rival)}", chance, "I4"))
        chances.append(Chance(combatant_id, "acts first", firsts[combatant_id], "I4", goes_first=True))
    return tuple(chances)


def why_uncounted(encounter: Encounter) -> str:
    encounter = with_arrivals(encounter)
    return TOO_MANY if is_too_much(_list_entrants(encounter, _rollers(encounter))) else ""


def may_go_by_list(encounter: Encounter) -> bool:
    encounter = with_arrivals(encounter)
    ranks = [_tie_rank(encounter, combatant_id) for combatant_id in _rollers(encounter)]
    return _goes_by_ref(encounter) and len({*ranks}) < len(ranks)


def _rollers(encounter: Encounter) -> tuple[Id, ...]:
    """List who will roll for the combat; empty once it has begun, or for a single combatant."""
    return () if encounter.round else next_rollers(encounter)


def _list_entrants(encounter: Encounter, ids: Sequence[Id]) -> list[list[Entrant]]:
    """Return the entrants; with the reading ``ref`` nobody ties, else the tied roll again (IA17)."""
    ranked = sorted(ids, key=lambda combatant_id: _tie_rank(encounter, combatant_id)) if _goes_by_ref(encounter) else []
    rank = {combatant_id: place for place, combatant_id in enumerate(ranked)}
    code = initiative_die(encounter)
    return entrants(
        encounter,
        ids,
        lambda combatant_id: code,
        lambda combatant_id: sum(term.amount for term in _initiative_terms(encounter, combatant_id)),
        rank,
    )
