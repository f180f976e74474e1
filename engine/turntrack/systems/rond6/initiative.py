"""Initiative: roll, bonus, Character Points, the order and its ties, who is likely to be first. (rulebook: L13–40)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby, pairwise
from types import MappingProxyType

from turntrack.core.dice import DiceCode, Explodes, Roll
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, OrderSet, ScoreSet
from turntrack.core.fields import Values
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.score import Part, Sum, Term
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.memory import Factor, Tie
from turntrack.systems.rond6.sheet import Code, code_of, reading_of
from turntrack.systems.toolkit import group_rolls, odds_of_first
from turntrack.systems.toolkit.group_rolls import group_mates, roll_units, to_throw
from turntrack.systems.toolkit.odds_of_first import Entrant
from turntrack.systems.toolkit.roll_counts import at_least
from turntrack.systems.toolkit.turn_order import Key, with_movers

MOST_REROLLS = 10
"""After so many even re-rolls the track’s own order decides (RA3), so that no dice can stick a fight."""

POINT = "Character Point"
FACTORS: Mapping[Factor, str] = MappingProxyType(
    {
        Factor.TALENT: "talent of going first",
        Factor.PERCEPTION: "Perception",
        Factor.SEARCH: "Search",
        Factor.AGILITY: "Agility",
        Factor.DODGE: "Dodge",
        Factor.EDGE: "equipment or situation",
        Factor.NEW_ROLL: "a new roll",
        Factor.CHARACTER: "a player character",
        Factor.LIST: "the list",
    }
)
SIX = tuple(FACTORS)[:6]
"""The factors that stand on the sheet (R14)."""
OF_ROLL = (Part.THROW, Part.CORRECTION, Part.CANCELLED, Part.POINT)
"""What a newcomer shares of the total of the group (R9)."""
MOST_DICE = 10
"""For more dice of one roll it takes too long to count in how many ways they fall."""


def bonus(encounter: Encounter, one: Id) -> tuple[Term, ...]:
    """Return what player characters and Boss NPCs add (R10)."""
    sheet = encounter.combatants[one].sheet
    if sheet["kind"] == "npc":
        return ()
    ranks, dice = int(sheet["search_ranks"]), code_of(sheet, "agility").dice
    parts = [Term("ranks in search", ranks // 2, "R10"), Term("Agility", dice // 4, "R10")]
    if reading_of(encounter, "bonus") == "max":
        parts = [max(parts, key=lambda part: part.amount)]
    return tuple(part for part in parts if part.amount)


def perception(encounter: Encounter, one: Id) -> DiceCode:
    """Return what is thrown for initiative (R8, RA10)."""
    return _dice(encounter, code_of(encounter.combatants[one].sheet, "perception"))


def one_wild_die(encounter: Encounter) -> DiceCode:
    """Return what a Character Point adds (R13)."""
    return _dice(encounter, Code(3))


def _dice(encounter: Encounter, code: Code) -> DiceCode:
    """Make the last die wild, unless the table does without (RA10)."""
    explodes = Explodes.NONE if reading_of(encounter, "wild_die") == "none" else Explodes.LAST
    return DiceCode(code.dice, 6, code.plus, explodes)


def throw(draft: Draft, ids: Sequence[Id]) -> None:
    """Roll everybody’s initiative total for this round: one roll for each, one for a group (R7, R8, R9)."""
    for (name, who), roll in group_rolls.throw(draft, ids, partial(perception, draft.encounter), "R7"):
        terms = (
            Term(roll.code, roll.total, "R9" if len(who) > 1 else "R8", Part.THROW),
            *_first_one(draft, name, roll),
        )
        for one in who:
            draft.record(ScoreSet(one, Sum((*terms, *bonus(draft.encounter, one)))))
    have_rolled(draft, ids)


def share(draft: Draft, one: Id) -> bool:
    """Give a newcomer the roll that the group has already made; False if there is none (R9)."""
    encounter = draft.encounter
    for mate in group_mates(encounter, one):
        score = encounter.standings[mate].score if mate in memory.ids_with_total(encounter) else None
        if score and any(term.part is Part.THROW for term in score.terms):
            shared = tuple(term for term in score.terms if term.part in OF_ROLL)
            draft.record(ScoreSet(one, Sum((*shared, *bonus(encounter, one))), "R9"))
            have_rolled(draft, (one,))
            return True
    return False


def have_rolled(draft: Draft, ids: Sequence[Id]) -> None:
    """Remember that they have a total in this round."""
    for one in ids:
        draft.remember(one, replace(memory.of(draft.standing(one)), has_rolled=True))


def _first_one(draft: Draft, name: str, roll: Roll) -> tuple[Term, ...]:
    """Return what a 1 on the first throw of the wild die adds (RA10). A typed total does not tell."""
    if roll.dice and roll.dice[-1][0] == 1 and reading_of(draft.encounter, "wild_die") == "complication":
        draft.record(Noted(f"{name}: a 1 on the wild die, a complication.", "RA10"))
    return _cancel_highest(draft.encounter, roll)


def _cancel_highest(encounter: Encounter, roll: Roll) -> tuple[Term, ...]:
    if not roll.dice or roll.dice[-1][0] != 1 or reading_of(encounter, "wild_die") != "cancel":
        return ()
    highest = max((sum(die) for die in roll.dice[:-1]), default=0)
    return (Term("the 1 and the highest die go:", -1 - highest, "RA10", Part.CANCELLED),)


def dice_in_total(encounter: Encounter, one: Id, purpose: str) -> DiceCode | None:
    """Return the dice that a throw for this purpose adds to the total, where it does."""
    if purpose == f"a {POINT}":
        return one_wild_die(encounter)
    return perception(encounter, one) if purpose == "initiative" else None


def correct(encounter: Encounter, one: Id, purpose: str, score: Sum, now: Roll) -> Sum:
    """Return the total with another throw in it, and with what a 1 on its wild die does (RA10)."""
    if purpose != "initiative":
        return score
    rest = (term for term in score.terms if term.part is not Part.CANCELLED)
    return Sum((*rest, *_cancel_highest(encounter, now)))


def add_point(draft: Draft, one: Id) -> None:
    """Throw an extra wild die for whoever shares the roll of ``one`` (R13)."""
    encounter = draft.encounter
    name, who = next(unit for unit in roll_units(encounter, memory.ids_with_total(encounter)) if one in unit[1])
    (roll,) = draft.roll((draft.request(who, name, f"a {POINT}", one_wild_die(encounter)),), "R13")
    for member in who:
        draft.add_to_number(member, Term(POINT, roll.total, "R13", Part.POINT))
    place(draft, who, was=encounter)


def points_spent(encounter: Encounter, one: Id) -> int:
    score = encounter.standings[one].score
    return sum(term.part is Part.POINT for term in score.terms) if score else 0


# The order


def factors(encounter: Encounter, one: Id) -> tuple[int, ...]:
    """Return the six tie factors, each the higher the better (R14)."""
    return tuple(_factor(encounter, one, factor)[0] for factor in SIX)


def _factor(encounter: Encounter, one: Id, factor: Factor) -> tuple[int, str]:
    """Return a tie factor’s value, to compare and to show."""
    sheet = encounter.combatants[one].sheet
    if factor in (Factor.TALENT, Factor.EDGE):
        return int(sheet[factor]), str(sheet[factor])
    code = code_of(sheet, factor)
    return code.pips, str(code)


def rank(encounter: Encounter, one: Id) -> tuple[int, ...]:
    """Return total and tie factors: the higher, the sooner."""
    return (encounter.standings[one].total, *factors(encounter, one))


def ids_before(encounter: Encounter, one: Id, ids: Sequence[Id], listed: Sequence[Id]) -> tuple[Id, ...]:
    """List those of ``ids`` who go before ``one`` by initiative; of equals, whoever is ``listed`` before (RA15)."""

    def key(it: Id) -> tuple[tuple[int, ...], int]:
        return rank(encounter, it), -listed.index(it) if it in listed else -len(listed)

    return tuple(it for it in ids if key(it) > key(one))


def surprisers(encounter: Encounter, but: Id) -> tuple[Id, ...]:
    """List the combatants who surprise the others, but for one of them, in their order."""
    return tuple(one for one in encounter.order if one != but and memory.of(encounter.standings[one]).jumps)


def earlier_surprisers(encounter: Encounter, one: Id) -> tuple[Id, ...]:
    """List the combatants who surprise the others and go before ``one``, who does too (RA15)."""
    others = surprisers(encounter, one)
    return ids_before(encounter, one, others, memory.ids_before_jumps(encounter) or encounter.order)


def jump_words(encounter: Encounter, one: Id) -> str:
    """Say where in the order of this round the combatant would stand by surprise."""
    earlier = earlier_surprisers(encounter, one)
    names = ", ".join(encounter.name_of(it) for it in earlier)
    return f"after {names}" if names else "first"


def jump_sentence(encounter: Encounter, one: Id) -> str:
    return f"has the jump on the others and acts {jump_words(encounter, one)}"


def place(
    draft: Draft, movers: Sequence[Id], *, was: Encounter | None = None, dice: bool = True, rule: str = ""
) -> None:
    """Find the place of ``movers`` by total, tie factors and, where all are equal, the table's option.

    Everybody else stays in place, and whoever was placed by a ruling stays before those for whom it was: ``was`` is
    how things stood before the totals changed. Without dice, nobody throws for a full tie.
    """
    rolled = memory.ids_with_total(draft.encounter)
    for mover in movers:
        draft.remember(mover, replace(memory.of(draft.standing(mover)), thrown=()))
    fresh = _throw_for_full_ties(draft, rolled, movers) if dice else ()
    encounter = draft.encounter
    order = with_movers(rolled, movers, _sooner(encounter), _sooner(was) if was else None)
    unrolled = [one for one in encounter.order if one not in rolled]
    draft.record(OrderSet((*order, *unrolled), rule))
    for one, other in pairwise(order):
        _tell(draft, one, other, fresh)


def _full_rank(encounter: Encounter, mover: Id) -> tuple[int, ...]:
    """Return all that is compared but what is thrown for a full tie."""
    jumps, chosen = memory.of(encounter.standings[mover]).jumps, _is_chosen(encounter, mover)
    return (int(jumps), *rank(encounter, mover), int(chosen))


def _is_chosen(encounter: Encounter, mover: Id) -> bool:
    """Say whether a full tie goes to this one as a player character (RA3)."""
    character = encounter.combatants[mover].sheet["kind"] == "character"
    return character and reading_of(encounter, "full_tie") == "characters"


def _sooner(encounter: Encounter) -> Key:
    rerolls = reading_of(encounter, "full_tie") == "reroll"

    def key(mover: Id) -> tuple[int, ...]:
        thrown = memory.of(encounter.standings[mover]).thrown if rerolls else ()
        return (*_full_rank(encounter, mover), *thrown)

    return key


def _throw_for_full_ties(draft: Draft, rolled: Sequence[Id], movers: Sequence[Id]) -> tuple[Id, ...]:
    """Have those throw who are alike with a mover in everything, where a new roll decides (RA3). Return who has."""
    encounter = draft.encounter
    if reading_of(encounter, "full_tie") != "reroll":
        return ()
    alike: dict[tuple[int, ...], list[Id]] = {}
    for one in rolled:
        alike.setdefault(_full_rank(encounter, one), []).append(one)
    lots = alike.values()
    before = {one: memory.of(encounter.standings[one]).thrown for one in rolled}
    thrown = group_rolls.throw_apart(
        draft, lots, before, movers, partial(perception, encounter), "RA3", "the tie with", MOST_REROLLS
    )
    for one, totals in thrown.items():
        draft.remember(one, replace(memory.of(draft.standing(one)), thrown=totals))
    return tuple(thrown)


def _tell(draft: Draft, one: Id, other: Id, fresh: Sequence[Id]) -> None:
    """Keep why ``one`` goes before ``other`` although their totals are equal (R14)."""
    encounter = draft.encounter
    if encounter.standings[one].total != encounter.standings[other].total:
        return
    now = memory.of(encounter.standings[one])
    if now.tie and now.tie.other == other and one not in fresh:
        return
    tie = _tie(encounter, one, other)
    if tie:
        draft.remember(one, replace(now, tie=tie), tie_rule(tie), or_say=tie_words(encounter, tie))


def _tie(encounter: Encounter, one: Id, other: Id) -> Tie | None:
    """Return by what ``one`` goes before ``other``; None where it does not, or the two are of one group."""
    for factor in SIX:
        (mine, shown), (theirs, against) = _factor(encounter, one, factor), _factor(encounter, other, factor)
        if mine != theirs:
            return Tie(other, factor, shown, against) if mine > theirs else None
    thrown, against_thrown = (memory.of(encounter.standings[tied]).thrown for tied in (one, other))
    for roll, against_roll in zip(thrown, against_thrown, strict=False):
        if roll != against_roll:
            return Tie(other, Factor.NEW_ROLL, str(roll), str(against_roll)) if roll > against_roll else None
    here, there = encounter.combatants[one], encounter.combatants[other]
    if here.group and here.group == there.group:
        return None
    if reading_of(encounter, "full_tie") == "characters" and here.sheet["kind"] != there.sheet["kind"] == "npc":
        return Tie(other, Factor.CHARACTER)
    return Tie(other, Factor.LIST)


def tie_rule(tie: Tie) -> str:
    return "R14" if tie.by in SIX else "RA3"


def tie_words(encounter: Encounter, tie: Tie) -> str:
    compared = f"{tie.mine} against {tie.theirs}" if tie.mine else "all else is equal"
    return f"goes before {encounter.name_of(tie.other)} by {FACTORS[tie.by]}: {compared}"


def tie_in_force(encounter: Encounter, one: Id) -> Tie | None:
    """Return the tie, as long as the two are still to act, stand so, and have equal totals."""
    tie = memory.of(encounter.standings[one]).tie
    at = encounter.order.index(one) + 1
    if not tie or encounter.order[at : at + 1] != (tie.other,):
        return None
    both = [encounter.standings[it] for it in (one, tie.other)]
    are_level = both[0].total == both[1].total
    return None if not are_level or any(it.status in (Status.HOLDING, Status.DONE) for it in both) else tie


# Chances


def chances_to_be_first(encounter: Encounter) -> dict[Id, Fraction]:
    """Count for all who will roll the chance to go first; return nothing where there are too many to tell."""
    encounter = with_arrivals(encounter)
    rolling = to_throw(encounter)
    entrants = _entrants(encounter, rolling)
    chances = odds_of_first.first(entrants) if entrants else {}
    return {one: chances[one] for one in rolling if chances}


def why_uncounted(encounter: Encounter) -> str:
    """Say why it is not told who would go first; empty where it is."""
    encounter = with_arrivals(encounter)
    entrants = _entrants(encounter, to_throw(encounter))
    if entrants is None:
        return f"Chances are not counted for rolls of more than {MOST_DICE}D."
    return odds_of_first.TOO_MANY if odds_of_first.too_many(entrants) else ""


def chance_before(encounter: Encounter, one: Id, other: Id) -> Fraction | None:
    """Count the chance that ``one`` goes before ``other``; None where they share a roll or roll too many dice."""
    entrants = _entrants(encounter, (one, other))
    return odds_of_first.first(entrants)[one] if entrants and len(entrants) > 1 else None


def odds_between(encounter: Encounter, values: Values) -> Fraction:
    """Count the chance that somebody goes before another. Raises Refused where it cannot be told."""
    encounter = with_arrivals(encounter)
    one, other = str(values.get("one", "")), str(values.get("other", ""))
    if one == other or not {one, other} <= {*encounter.able()}:
        raise Refused("nobody", "Name two who are able to act.", "R14")
    chance = chance_before(encounter, one, other)
    if chance is None:
        raise Refused("one_roll", "Those two share a roll, or roll too many dice to tell.", "R9")
    return chance


def ahead_of(encounter: Encounter, one: Id) -> Id:
    """Return whom a Character Point would have to pass: the next above who does not share the roll; empty for none."""
    rolled = memory.ids_with_total(encounter)
    mates = group_mates(encounter, one)
    return next((other for other in reversed(rolled[: rolled.index(one)]) if other not in mates), "")


def chance_to_pass(encounter: Encounter, combatant_id: Id, ahead: Id) -> Fraction:
    """Return the chance that a Character Point brings the combatant before ``ahead``.

    The order can change only where the raised total reaches or passes a total of somebody: only those results of the
    wild die are placed.
    """
    rolled, key = memory.ids_with_total(encounter), _sooner(encounter)
    keys = {member: key(member) for member in rolled}
    jumps, total, *tie_factors = _full_rank(encounter, combatant_id)
    gaps = {encounter.standings[member].total - total for member in rolled}
    results = sorted({1} | {result for gap in gaps for result in (gap, gap + 1) if result > 0})
    explodes = reading_of(encounter, "wild_die") != "none"
    chances = (*(at_least(result, 6, explodes) for result in results), Fraction(0))
    passes = Fraction(0)
    for result, (reached, exceeded) in zip(results, pairwise(chances), strict=True):
        raised = (jumps, total + result, *tie_factors)
        order = with_movers(rolled, (combatant_id,), {**keys, combatant_id: raised}.__getitem__, keys.__getitem__)
        if order.index(combatant_id) < order.index(ahead):
            passes += reached - exceeded
        elif raised == _full_rank(encounter, ahead) and reading_of(encounter, "full_tie") == "reroll":
            passes += (reached - exceeded) / 2
    return passes


def _ranks(encounter: Encounter, ids: Sequence[Id]) -> dict[Id, int]:
    """Rank who is first among equal totals: 0, 1, …; the same number where a new roll tells."""
    how = reading_of(encounter, "full_tie")

    def key(one: Id) -> tuple[int, ...]:
        character = encounter.combatants[one].sheet["kind"] == "character"
        return (*factors(encounter, one), int(how == "characters" and character))

    lots = groupby(sorted(ids, key=key, reverse=True), key=key)
    if how == "reroll":
        return {one: place for place, (_, lot) in enumerate(lots) for one in lot}
    return {one: place for place, one in enumerate(one for _, lot in lots for one in lot)}


def _entrants(encounter: Encounter, ids: Sequence[Id]) -> list[list[Entrant]] | None:
    """List who rolls what, a group once for all; None where somebody rolls too many dice."""
    codes = {who[0]: perception(encounter, who[0]) for _, who in roll_units(encounter, ids)}
    if any(code.count > MOST_DICE for code in codes.values()):
        return None
    ranks, cancels = _ranks(encounter, ids), reading_of(encounter, "wild_die") == "cancel"
    added = {one: sum(it.amount for it in bonus(encounter, one)) for one in ids}
    return odds_of_first.entrants(encounter, ids, codes.__getitem__, added.__getitem__, ranks, cancels)
