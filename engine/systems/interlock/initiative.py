"""The one initiative roll of a combat, its ties, and the place of whoever comes later (I3–I7)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.dice import DiceCode, Explodes
from engine.draft import Draft
from engine.events import OrderSet, Placed, ScoreSet
from engine.model import Encounter, Id
from engine.sums import Sum, Term
from engine.systems.interlock.sheet import chosen, reaction_total
from engine.systems.protocol import Chance
from engine.table.odds import TOO_MANY, Entrant, entrants, first, too_many
from engine.table.throws import throw, throw_apart, thrown_by_group

MOST_REROLLS = 20
"""A tie that is still one after so many throws stays as listed."""

DIE = "d10"

ALL_PAIRS = 4
"""Up to so many combatants, everybody's chance against each of the others is worth a line."""


def die(encounter: Encounter) -> DiceCode:
    explodes = chosen(encounter, "d10") == "exploding"
    return DiceCode(1, 10, explodes=Explodes.ALL if explodes else Explodes.NONE)


def _by_ref(encounter: Encounter) -> bool:
    return chosen(encounter, "tie") == "ref"


def added(encounter: Encounter, one: Id) -> tuple[Term, ...]:
    """All terms of the initiative but the die (I3, I7)."""
    sheet = encounter.combatants[one].sheet
    boosts = (Term("modifiers", int(sheet["modifier"]), "I7"), Term("boosts", int(sheet["boost"]), "I7"))
    fixed = (Term("REF", int(sheet["ref"])), Term("Initiative", int(sheet["initiative"])))
    return (*fixed, *(boost for boost in boosts if boost.amount))


def number(encounter: Encounter, one: Id) -> Sum | None:
    standing = encounter.standings.get(one)
    return standing.score if standing else None


def total(encounter: Encounter, one: Id) -> int:
    score = number(encounter, one)
    return score.total if score else 0


def roll_for(draft: Draft, ids: Sequence[Id]) -> None:
    """Everyone of ``ids`` throws, a group once for all; whoever comes to a group that has thrown takes that (IA12)."""
    known = {one: shared for one in ids if (shared := thrown_by_group(draft.encounter, one, DIE, number))}
    code = die(draft.encounter)
    for (_, who), roll in throw(draft, [one for one in ids if one not in known], lambda one: code):
        for one in who:
            score = Sum((Term(DIE, roll.total), *added(draft.encounter, one)))
            draft.record(ScoreSet(one, score, "I3"))
    for one, (thrown, *corrections) in known.items():
        draft.record(ScoreSet(one, Sum((thrown, *added(draft.encounter, one), *corrections)), "IA12"))


def set_order(draft: Draft, ids: Sequence[Id]) -> None:
    """Highest first (I4), ties by the option (IA2). Those who have not rolled stay behind, as listed."""
    order = _untied(draft, tuple(sorted(ids, key=lambda one: -total(draft.encounter, one))))
    rest = tuple(one for one in draft.encounter.order if one not in ids)
    draft.record(OrderSet((*order, *rest), "I4"))


def _untied(draft: Draft, order: tuple[Id, ...]) -> tuple[Id, ...]:
    if _by_ref(draft.encounter):
        encounter = draft.encounter
        return tuple(sorted(order, key=lambda one: (-total(encounter, one), _tie_rank(encounter, one))))
    code = die(draft.encounter)
    lots = [list(lot) for _, lot in groupby(order, key=lambda one: total(draft.encounter, one))]
    thrown = throw_apart(draft, lots, lambda one: code, "IA2", "tied initiative", MOST_REROLLS)
    return tuple(one for lot in lots for one in sorted(lot, key=lambda one: thrown.get(one, ()), reverse=True))


def _tie_rank(encounter: Encounter, one: Id) -> tuple[int, int]:
    return (-int(encounter.combatants[one].sheet["ref"]), -reaction_total(encounter, one))


def place_by_score(draft: Draft, one: Id, why: str, rule: str) -> None:
    """Before the first who has less; after equals, who had their place already."""
    encounter = draft.encounter
    mine = total(encounter, one)
    scored = [it for it in encounter.order if it != one and encounter.standings[it].score is not None]
    before = next((it for it in scored if total(encounter, it) < mine), "")
    if not before:
        unscored = [it for it in encounter.order if it != one and encounter.standings[it].score is None]
        before = unscored[0] if unscored else ""
    draft.record(Placed(one, before, why, rule))


def opening_chances(encounter: Encounter) -> tuple[Chance, ...]:
    """Before the combat: who acts first, and (few enough) who acts before whom."""
    rolling = _rolling(encounter)
    firsts = first(_entrants(encounter, rolling))
    chances = []
    for place, one in enumerate(rolling if firsts else ()):
        if 2 < len(rolling) <= ALL_PAIRS:
            for other in rolling[place + 1 :]:
                chance = first(_entrants(encounter, (one, other)))[one]
                chances.append(Chance(one, f"acts before {encounter.name_of(other)}", chance, "I4"))
        chances.append(Chance(one, "acts first", firsts[one], "I4", goes_first=True))
    return tuple(chances)


def uncounted(encounter: Encounter) -> str:
    return TOO_MANY if too_many(_entrants(encounter, _rolling(encounter))) else ""


def _rolling(encounter: Encounter) -> tuple[Id, ...]:
    """Those who will roll for the combat; nobody once it has begun, or for one alone."""
    able = tuple(one for one in encounter.order if encounter.standings[one].able)
    return able if len(able) > 1 and not encounter.round else ()


def _entrants(encounter: Encounter, ids: Sequence[Id]) -> list[list[Entrant]]:
    """With ``ref`` nobody ties, else whoever ties throws again (IA17)."""
    ranked = sorted(ids, key=lambda one: _tie_rank(encounter, one)) if _by_ref(encounter) else []
    rank = {one: place for place, one in enumerate(ranked)}
    code = die(encounter)
    return entrants(
        encounter, ids, lambda one: code, lambda one: sum(term.amount for term in added(encounter, one)), rank
    )
