"""Initiative: the roll, its bonus, Character Points, and the order with its ties. (rulebook: L13–40)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from types import MappingProxyType

from engine.correction import is_correction
from engine.dice import DiceCode, Roll
from engine.draft import Draft
from engine.events import FactSet, Noted, OrderSet, ScoreSet
from engine.model import Encounter, Id, Lasting, Status
from engine.sums import Sum, Term
from engine.systems.rond6.codes import Code
from engine.systems.rond6.sheet import chosen, code_of
from engine.systems.rond6.turns import BEFORE_JUMPS, JUMPS, ROLLED, TIE, ids_of, rolled
from engine.table import throws
from engine.table.throws import group_mates, roll_units

MOST_REROLLS = 10
"""After so many even re-rolls the track’s own order decides (RA3), so that no dice can stick a fight."""

POINT = "Character Point"
FACTORS = (
    ("talent", "talent of going first"),
    ("perception", "Perception"),
    ("search", "Search"),
    ("agility", "Agility"),
    ("dodge", "Dodge"),
    ("edge", "equipment or situation"),
)
MOST_POINTS = MappingProxyType({"two": 2, "five": 5})


def bonus(encounter: Encounter, one: Id) -> tuple[Term, ...]:
    """R10: for player characters and Boss NPCs."""
    sheet = encounter.combatants[one].sheet
    if sheet["kind"] == "npc":
        return ()
    ranks, dice = int(sheet["search_ranks"]), code_of(sheet, "agility").dice
    parts = [Term("ranks in search", ranks // 2, "R10"), Term("Agility", dice // 4, "R10")]
    if chosen(encounter, "bonus") == "max":
        parts = [max(parts, key=lambda part: part.amount)]
    return tuple(part for part in parts if part.amount)


def perception(encounter: Encounter, one: Id) -> DiceCode:
    """What is thrown for initiative (R8, RA10)."""
    return code_of(encounter.combatants[one].sheet, "perception").thrown(chosen(encounter, "wild_die") != "none")


def one_wild_die(encounter: Encounter) -> DiceCode:
    """What a Character Point adds (R13)."""
    return Code(3).thrown(chosen(encounter, "wild_die") != "none")


def throw(draft: Draft, ids: Sequence[Id]) -> None:
    """Everybody's initiative total for this round: one roll for each, one for a group (R7, R8, R9)."""
    for (name, who), roll in throws.throw(draft, ids, partial(perception, draft.encounter), "R7"):
        terms = (Term(roll.code, roll.total, "R9" if len(who) > 1 else "R8"), *_first_one(draft, name, roll))
        for one in who:
            draft.record(ScoreSet(one, Sum((*terms, *bonus(draft.encounter, one)))))
    have_rolled(draft, ids)


def share(draft: Draft, one: Id) -> bool:
    """Give a newcomer the roll that the group has already made; False if there is none (R9)."""
    encounter = draft.encounter
    others = [it for it in group_mates(encounter, one) if it in rolled(encounter)]
    if others:
        terms = draft.standing(others[0]).score or Sum(())
        shared = tuple(term for term in terms.terms if term.rule in ("R8", "R9", "RA10", "R13") or is_correction(term))
        draft.record(ScoreSet(one, Sum((*shared, *bonus(encounter, one))), "R9"))
        have_rolled(draft, (one,))
    return bool(others)


def have_rolled(draft: Draft, ids: Sequence[Id]) -> None:
    """They have a total in this round."""
    draft.record(*(FactSet(one, ROLLED, True, Lasting.ROUND) for one in ids))


def _first_one(draft: Draft, name: str, roll: Roll) -> tuple[Term, ...]:
    """What a 1 on the first throw of the wild die does (RA10). A typed total does not tell."""
    if roll.dice and roll.dice[-1][0] == 1 and chosen(draft.encounter, "wild_die") == "complication":
        draft.record(Noted(f"{name}: a 1 on the wild die, a complication.", "RA10"))
    return _cancelled(draft.encounter, roll)


def _cancelled(encounter: Encounter, roll: Roll) -> tuple[Term, ...]:
    if not roll.dice or roll.dice[-1][0] != 1 or chosen(encounter, "wild_die") != "cancel":
        return ()
    highest = max((sum(die) for die in roll.dice[:-1]), default=0)
    return (Term("the 1 and the highest die go:", -1 - highest, "RA10"),)


def dice_in_total(encounter: Encounter, one: Id, purpose: str) -> DiceCode | None:
    """The dice that a throw for this purpose adds to the total, where it does."""
    if purpose == f"a {POINT}":
        return one_wild_die(encounter)
    return perception(encounter, one) if purpose == "initiative" else None


def corrected(encounter: Encounter, purpose: str, score: Sum, now: Roll) -> Sum:
    """The total with another throw in it, and with what a 1 on its wild die does (RA10)."""
    if purpose != "initiative":
        return score
    rest = (term for term in score.terms if term.rule != "RA10")
    return Sum((*rest, *_cancelled(encounter, now)))


# The order


def total(encounter: Encounter, one: Id) -> int:
    score = encounter.standings[one].score
    return score.total if score else 0


def factors(encounter: Encounter, one: Id) -> tuple[int, ...]:
    """The six tie factors, each the higher the better (R14)."""
    return tuple(_factor(encounter, one, key)[0] for key, _ in FACTORS)


def _factor(encounter: Encounter, one: Id, key: str) -> tuple[int, str]:
    """One tie factor's value, to compare and to show."""
    sheet = encounter.combatants[one].sheet
    if key in ("talent", "edge"):
        return int(sheet[key]), str(sheet[key])
    code = code_of(sheet, key)
    return code.pips, str(code)


def rank(encounter: Encounter, one: Id) -> tuple[int, ...]:
    """The higher, the sooner."""
    return (total(encounter, one), *factors(encounter, one))


def earlier(encounter: Encounter, one: Id, ids: Sequence[Id], listed: Sequence[Id]) -> tuple[Id, ...]:
    """List those of ``ids`` who go before ``one`` by initiative; of equals, whoever is ``listed`` before (RA15)."""

    def key(it: Id) -> tuple[tuple[int, ...], int]:
        return rank(encounter, it), -listed.index(it) if it in listed else -len(listed)

    return tuple(it for it in ids if key(it) > key(one))


def surprisers(encounter: Encounter, but: Id) -> tuple[Id, ...]:
    """List the combatants who surprise the others, but for one of them, in their order."""
    return tuple(one for one in encounter.order if one != but and encounter.standings[one].fact(JUMPS))


def earlier_surprisers(encounter: Encounter, one: Id) -> tuple[Id, ...]:
    """List the combatants who surprise the others and go before ``one``, who does too (RA15)."""
    others = surprisers(encounter, one)
    return earlier(encounter, one, others, ids_of(encounter, BEFORE_JUMPS) or encounter.order)


def place(draft: Draft, movers: Sequence[Id], dice: bool = True, rule: str = "") -> None:
    """Find the place of each of ``movers`` by total, tie factors and, where all are equal, the table's option.

    Everybody else stays in place, so that rulings on the order do. Without dice, full ties go as listed.
    """
    encounter = draft.encounter
    ranks = {one: (int(bool(encounter.standings[one].fact(JUMPS))), *rank(encounter, one)) for one in rolled(encounter)}
    moved = {ranks[one] for one in movers}
    alike: dict[tuple[int, ...], list[Id]] = {}
    for one in (*(it for it in ranks if it not in movers), *movers):
        alike.setdefault(ranks[one], []).append(one)
    lots = [alike[place] for place in sorted(moved, reverse=True)]
    thrown = _settle_full_ties(draft, lots, chosen(encounter, "full_tie") if dice else "listed")
    staying = [one for one in ranks if ranks[one] not in moved]
    order: list[Id] = []
    for lot in lots:
        while staying and ranks[staying[0]] > ranks[lot[0]]:
            order.append(staying.pop(0))
        order += lot
    order += staying
    unrolled = [one for one in encounter.order if one not in ranks]
    draft.record(OrderSet((*order, *unrolled), rule))
    for one, other in pairwise(order):
        _tell(draft, one, other, thrown)


def _settle_full_ties(draft: Draft, lots: Sequence[list[Id]], how: str) -> Mapping[Id, tuple[int, ...]]:
    """RA3, in each lot of those who are alike in everything. Return what has been thrown for it."""
    encounter, thrown = draft.encounter, dict[Id, tuple[int, ...]]()
    if how == "reroll":
        code_of = partial(perception, encounter)
        thrown = throws.throw_apart(draft, lots, code_of, "RA3", "the tie", MOST_REROLLS)
    for lot in lots:
        if how == "characters":
            lot.sort(key=lambda one: encounter.combatants[one].sheet["kind"] != "character")
        lot.sort(key=lambda one: thrown.get(one, ()), reverse=True)
    return thrown


def _tell(draft: Draft, one: Id, other: Id, thrown: Mapping[Id, tuple[int, ...]]) -> None:
    """Keep why ``one`` goes before ``other`` although their totals are equal (R14)."""
    encounter = draft.encounter
    if total(encounter, one) != total(encounter, other):
        return
    if tie_of(encounter, one)[:1] == (other,) and one not in thrown:
        return
    for key, name in FACTORS:
        (mine, shown), (theirs, against) = _factor(encounter, one, key), _factor(encounter, other, key)
        if mine > theirs:
            draft.record(FactSet(one, TIE, (other, name, f"{shown} against {against}"), Lasting.ROUND, "R14"))
        if mine != theirs:
            return
    why = _why_of_full_tie(encounter, one, other, thrown)
    if why:
        draft.record(FactSet(one, TIE, (other, *why), Lasting.ROUND, "RA3"))


def _why_of_full_tie(encounter: Encounter, one: Id, other: Id, thrown: Mapping[Id, tuple[int, ...]]) -> tuple[str, ...]:
    for mine, theirs in zip(thrown.get(one, ()), thrown.get(other, ()), strict=False):
        if mine != theirs:
            return "a new roll", f"{mine} against {theirs}"
    here, there = encounter.combatants[one], encounter.combatants[other]
    if here.group and here.group == there.group:
        return ()
    if chosen(encounter, "full_tie") == "characters" and here.sheet["kind"] != there.sheet["kind"] == "npc":
        return "a player character", "all else is equal"
    return "the list", "all else is equal"


def tie_of(encounter: Encounter, one: Id) -> tuple[str, ...]:
    """Before whom, by what, and how they compare there; empty where no tie had to be broken."""
    found = encounter.standings[one].fact(TIE, ())
    return found if isinstance(found, tuple) else ()


def tie_in_force(encounter: Encounter, one: Id) -> tuple[str, ...]:
    """The same, with its rule, as long as the two are still to act, stand so, and have equal totals."""
    tie = tie_of(encounter, one)
    at = encounter.order.index(one) + 1
    if not tie or encounter.order[at : at + 1] != tie[:1] or total(encounter, one) != total(encounter, tie[0]):
        return ()
    if any(encounter.standings[it].status in (Status.HOLDING, Status.DONE) for it in (one, tie[0])):
        return ()
    return (*tie, "R14" if any(name == tie[1] for _, name in FACTORS) else "RA3")


def add_point(draft: Draft, one: Id) -> None:
    """One extra wild die for whoever shares the roll of ``one`` (R13)."""
    encounter = draft.encounter
    name, who = next(unit for unit in roll_units(encounter, rolled(encounter)) if one in unit[1])
    (roll,) = draft.roll((draft.request(who, name, f"a {POINT}", one_wild_die(encounter)),), "R13")
    for member in who:
        score = encounter.standings[member].score or Sum(())
        draft.record(ScoreSet(member, score.plus(Term(POINT, roll.total, "R13"))))
    place(draft, who)


def points_spent(encounter: Encounter, one: Id) -> int:
    score = encounter.standings[one].score
    return sum(term.label == POINT for term in score.terms) if score else 0
