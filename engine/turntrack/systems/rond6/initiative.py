"""Initiative: roll, bonus, Character Points, the order and its ties. (rulebook: L13–40)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise
from types import MappingProxyType

from turntrack.core.dice import DiceCode, Explodes, Roll
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import Noted, OrderSet, ScoreSet
from turntrack.core.fields import Value, Values
from turntrack.core.model import Encounter, Id, Status
from turntrack.core.score import Score, Term, TermKind
from turntrack.systems.rond6 import memory
from turntrack.systems.rond6.action_rules import GUARDS
from turntrack.systems.rond6.memory import TieBreak, TieFactor
from turntrack.systems.rond6.rules import OPTIONS, reading_of
from turntrack.systems.rond6.skills import SkillCode, code_of
from turntrack.systems.toolkit import rolls
from turntrack.systems.toolkit.guards import allow, refuse
from turntrack.systems.toolkit.rolls import group_mates
from turntrack.systems.toolkit.turn_order import SortKey, with_movers

MOST_REROLLS = 10
"""After so many equal re-rolls the order of the track decides (RA3)."""

POINT = "Character Point"
_MOST_POINTS = MappingProxyType({"two": 2, "five": 5})
"""The greatest number of Character Points for a roll, by the reading (RA11)."""

FACTORS: Mapping[TieFactor, str] = MappingProxyType(
    {
        TieFactor.TALENT: "talent of going first",
        TieFactor.PERCEPTION: "Perception",
        TieFactor.SEARCH: "Search",
        TieFactor.AGILITY: "Agility",
        TieFactor.DODGE: "Dodge",
        TieFactor.EDGE: "equipment or situation",
        TieFactor.NEW_ROLL: "a new roll",
        TieFactor.CHARACTER: "a player character",
        TieFactor.LIST: "the list",
    }
)
_SIX = tuple(FACTORS)[:6]
"""The tie factors that are on the sheet (R14)."""
_OF_ROLL = (TermKind.ROLL, TermKind.CORRECTION, TermKind.CANCELLED, TermKind.POINT)
"""The terms of a group’s total that a newcomer shares (R9)."""


def number(encounter: Encounter, combatant_id: Id) -> Score | None:
    standing = encounter.standings.get(combatant_id)
    return standing.score if standing and memory.recall(standing).has_rolled else None


def bonus_terms(encounter: Encounter, combatant_id: Id) -> tuple[Term, ...]:
    """Return the initiative bonus of player characters and Boss NPCs (R10)."""
    sheet = encounter.combatants[combatant_id].sheet
    if sheet["kind"] == "npc":
        return ()
    ranks, dice = int(sheet["search_ranks"]), code_of(sheet, "agility").dice
    parts = [Term("ranks in search", ranks // 2, "R10"), Term("Agility", dice // 4, "R10")]
    if reading_of(encounter, "bonus") == "max":
        parts = [max(parts, key=lambda part: part.amount)]
    return tuple([part for part in parts if part.amount])


def initiative_dice(encounter: Encounter, combatant_id: Id) -> DiceCode:
    """Return the dice rolled for initiative (R8, RA10)."""
    return _make_last_wild(encounter, code_of(encounter.combatants[combatant_id].sheet, "perception"))


def dice_of_unit(encounter: Encounter, ids: Sequence[Id]) -> rolls.CodeOf:
    """Return the function that gives the dice of a combatant: in a group, those of the first of ``ids`` as listed."""

    def dice_of(combatant_id: Id) -> DiceCode:
        group = encounter.combatants[combatant_id].group
        mates = [member for member in ids if encounter.combatants[member].group == group] if group else []
        return initiative_dice(encounter, memory.first_listed(encounter, mates) if mates else combatant_id)

    return dice_of


def _point_dice(encounter: Encounter) -> DiceCode:
    """Return the die that a Character Point adds (R13)."""
    return _make_last_wild(encounter, SkillCode(3))


def _make_last_wild(encounter: Encounter, code: SkillCode) -> DiceCode:
    """Make the last die of the code wild, unless the table plays without wild dice (RA10)."""
    explodes = Explodes.NONE if reading_of(encounter, "wild_die") == "none" else Explodes.LAST
    return DiceCode(code.dice, 6, code.plus, explodes)


def roll_initiative(draft: Draft, ids: Sequence[Id]) -> None:
    """Roll the initiative totals of this round: one roll for each combatant, one for each group (R7, R8, R9)."""
    told = rolls.told_totals(draft.encounter, ids)
    for member, total in told.items():
        draft.record(ScoreSet(member, Score((total,)), "R8"))
    rolling = [member for member in ids if member not in told]
    for (name, members), roll in rolls.roll_dice(draft, rolling, dice_of_unit(draft.encounter, rolling), "R7"):
        terms = (
            Term(roll.code, roll.total, "R9" if len(members) > 1 else "R8", TermKind.ROLL),
            *_apply_wild_one(draft, name, roll),
        )
        group = draft.combatant(members[0]).group
        for member in members:
            draft.record(ScoreSet(member, Score((*terms, *bonus_terms(draft.encounter, member)))))
            _note_roll(draft, member, f"group {group}" if group else member)
    mark_rolled(draft, ids)


def share_group_roll(draft: Draft, combatant_id: Id) -> bool:
    """Give a newcomer the group’s roll; return False if there is none (R9)."""
    encounter = draft.encounter
    group = f"group {encounter.combatants[combatant_id].group}"
    for mate in group_mates(encounter, combatant_id):
        if memory.recall(encounter.standings[mate]).rolled_as not in ("", group):
            continue  # put into the group with a roll of its own
        score = encounter.standings[mate].score if mate in memory.ids_with_total(encounter) else None
        if score and any(term.part is TermKind.ROLL for term in score.terms):
            shared = tuple(term for term in score.terms if term.part in _OF_ROLL)
            draft.record(ScoreSet(combatant_id, Score((*shared, *bonus_terms(encounter, combatant_id))), "R9"))
            mark_rolled(draft, (combatant_id,))
            _note_roll(draft, combatant_id, memory.recall(encounter.standings[mate]).rolled_as)
            return True
    return False


def mark_rolled(draft: Draft, ids: Sequence[Id]) -> None:
    """Remember that these combatants have a total in this round."""
    for combatant_id in ids:
        draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), has_rolled=True))


def _note_roll(draft: Draft, combatant_id: Id, by: str) -> None:
    """Remember who made the roll of the combatant’s total."""
    draft.remember(combatant_id, replace(memory.recall(draft.standing(combatant_id)), rolled_as=by))


def _apply_wild_one(draft: Draft, name: str, roll: Roll) -> tuple[Term, ...]:
    """Return what a first 1 on the wild die adds, and note a complication (RA10). A typed total shows no single die."""
    if roll.dice and roll.dice[-1][0] == 1 and reading_of(draft.encounter, "wild_die") == "complication":
        draft.record(Noted(f"{name}: a 1 on the wild die, a complication.", "RA10"))
    return _cancel_highest(draft.encounter, roll)


def _cancel_highest(encounter: Encounter, roll: Roll) -> tuple[Term, ...]:
    if not roll.dice or roll.dice[-1][0] != 1 or reading_of(encounter, "wild_die") != "cancel":
        return ()
    highest = max((sum(die) for die in roll.dice[:-1]), default=0)
    return (Term("the 1 and the highest die go:", -1 - highest, "RA10", TermKind.CANCELLED),)


def dice_in_number(encounter: Encounter, combatant_id: Id, purpose: str) -> DiceCode | None:
    """Return the dice of a roll for this purpose that count in the total; None if none do."""
    if purpose == f"a {POINT}":
        return _point_dice(encounter)
    rolled = memory.ids_with_total(encounter)
    return dice_of_unit(encounter, rolled)(combatant_id) if purpose == "initiative" else None


def correct_total(encounter: Encounter, combatant_id: Id, purpose: str, score: Score, now: Roll) -> Score:
    """Return the total after a roll was corrected, with the effect of a 1 on the new wild die (RA10)."""
    if purpose != "initiative":
        return score
    rest = (term for term in score.terms if term.part is not TermKind.CANCELLED)
    return Score((*rest, *_cancel_highest(encounter, now)))


def add_point(draft: Draft, combatant_id: Id) -> None:
    """Add a wild die to the total of the combatant and of all who share the roll (R13)."""
    encounter = draft.encounter
    name, members = next(roll for roll in memory.rolls_of(encounter) if combatant_id in roll[1])
    (roll,) = draft.roll((draft.request(members, name, f"a {POINT}", _point_dice(encounter)),), "R13")
    for member in members:
        draft.add_to_number(member, Term(POINT, roll.total, "R13", TermKind.POINT))
    place(draft, members, was=encounter)


def _count_points(encounter: Encounter, combatant_id: Id) -> int:
    score = encounter.standings[combatant_id].score
    return sum(term.part is TermKind.POINT for term in score.terms) if score else 0


def refuse_fate() -> Refused:
    return Refused("no_fate", "Fate Points do not raise initiative.", "R13")


def check_point(encounter: Encounter, combatant_id: Id) -> None:
    """Check that a Character Point may raise this initiative total now. Raises Refused."""
    GUARDS.check_open(encounter)
    if combatant_id not in memory.ids_with_total(encounter):
        raise Refused("not_rolled", "That combatant has rolled no initiative in this round.", "R13")
    if memory.recall_fight(encounter).has_begun and not memory.recall(encounter.standings[combatant_id]).is_fresh:
        raise Refused("begun", "The first turn has been taken: initiative stands.", "R13")

    def check(encounter: Encounter) -> None:
        most = _MOST_POINTS.get(reading_of(encounter, "points"))
        if most is not None and _count_points(encounter, combatant_id) >= most:
            refuse(encounter, Refused("enough_points", f"At most {most} Character Points for one roll.", "RA11"))

    allow(encounter, OPTIONS, check)


# The order


def tie_factors(encounter: Encounter, combatant_id: Id) -> tuple[int, ...]:
    """Return the six tie factors in their order; the higher goes first (R14)."""
    sheet = encounter.combatants[combatant_id].sheet
    return _tie_factors(*[sheet[factor] for factor in _SIX])


@lru_cache(maxsize=2000)  # placing compares each with each, and members of a crowd have the same few sheets
def _tie_factors(*values: Value) -> tuple[int, ...]:
    sheet: Values = dict(zip(_SIX, values, strict=True))
    return tuple(_tie_factor(sheet, factor)[0] for factor in _SIX)


def _tie_factor(sheet: Values, factor: TieFactor) -> tuple[int, str]:
    """Return the value of a tie factor, as a number to compare and as text."""
    if factor in (TieFactor.TALENT, TieFactor.EDGE):
        return int(sheet[factor]), str(sheet[factor])
    code = code_of(sheet, factor)
    return code.pips, str(code)


def rank(encounter: Encounter, combatant_id: Id) -> tuple[int, ...]:
    """Return the total and the tie factors; the higher goes first."""
    return (encounter.standings[combatant_id].total, *tie_factors(encounter, combatant_id))


def ids_before(encounter: Encounter, combatant_id: Id, ids: Sequence[Id], listed: Sequence[Id]) -> tuple[Id, ...]:
    """List those of ``ids`` who go before the combatant by initiative; equals go as in ``listed`` (RA15)."""

    def key(member: Id) -> tuple[tuple[int, ...], int]:
        return rank(encounter, member), -listed.index(member) if member in listed else -len(listed)

    return tuple(member for member in ids if key(member) > key(combatant_id))


def surprisers(encounter: Encounter, excluded: Id) -> tuple[Id, ...]:
    """List the combatants who surprise the others, except ``excluded``, in their order."""
    surprising = (member for member in encounter.order if memory.recall(encounter.standings[member]).jumps)
    return tuple(member for member in surprising if member != excluded)


def earlier_surprisers(encounter: Encounter, combatant_id: Id) -> tuple[Id, ...]:
    """List those who surprise the others and go before the combatant, who surprises them too (RA15)."""
    others = surprisers(encounter, combatant_id)
    return ids_before(encounter, combatant_id, others, memory.ids_before_jumps(encounter) or encounter.order)


def jump_words(encounter: Encounter, combatant_id: Id) -> str:
    """Say where in the order of this round a surprise would put the combatant."""
    earlier = earlier_surprisers(encounter, combatant_id)
    names = ", ".join(map(encounter.name_of, earlier))
    return f"after {names}" if names else "first"


def jump_sentence(encounter: Encounter, combatant_id: Id) -> str:
    return f"has the jump on the others and acts {jump_words(encounter, combatant_id)}"


def place(
    draft: Draft, movers: Sequence[Id], *, was: Encounter | None = None, dice: bool = True, rule: str = ""
) -> None:
    """Place ``movers`` by total, tie factors and, if all are equal, the table’s option.

    All others keep their places, and places that a ruling gave are kept: ``was`` is the encounter before the
    totals changed. Without ``dice`` nobody rolls for a full tie.
    """
    rolled = memory.ids_with_total(draft.encounter)
    for mover in movers:
        # Tie-breaking rolls belong to the old total.
        draft.remember(mover, replace(memory.recall(draft.standing(mover)), thrown=()))
    fresh = _roll_for_full_ties(draft, rolled, movers) if dice else ()
    encounter = draft.encounter
    had_total = was is not None and {*movers} <= {*memory.ids_with_total(was)}
    keys = order_key(was) if was and had_total else None
    order = with_movers(rolled, movers, order_key(encounter), keys, ruled=not dice)
    unrolled = [combatant_id for combatant_id in encounter.order if combatant_id not in rolled]
    draft.record(OrderSet((*order, *unrolled), rule))
    for earlier, later in pairwise(order):
        _note_tie(draft, earlier, later, fresh)


def full_rank(encounter: Encounter, mover: Id) -> tuple[int, ...]:
    """Return all that is compared before the rolls for a full tie."""
    jumps, chosen = memory.recall(encounter.standings[mover]).jumps, _is_chosen(encounter, mover)
    return (int(jumps), *rank(encounter, mover), int(chosen))


def _is_chosen(encounter: Encounter, mover: Id) -> bool:
    """Return whether this combatant wins full ties as a player character (RA3)."""
    character = encounter.combatants[mover].sheet["kind"] == "character"
    return character and reading_of(encounter, "full_tie") == "characters"


def order_key(encounter: Encounter) -> SortKey:
    rerolls = reading_of(encounter, "full_tie") == "reroll"

    def key(mover: Id) -> tuple[int, ...]:
        rolled = memory.recall(encounter.standings[mover]).thrown if rerolls else ()
        return (*full_rank(encounter, mover), *rolled)

    return key


def _roll_for_full_ties(draft: Draft, rolled: Sequence[Id], movers: Sequence[Id]) -> tuple[Id, ...]:
    """Roll for the full ties of the movers, if the table has the tied roll again (RA3). Return who has rolled."""
    encounter = draft.encounter
    if reading_of(encounter, "full_tie") != "reroll":
        return ()
    alike: dict[tuple[int, ...], list[Id]] = {}
    for member in rolled:
        alike.setdefault(full_rank(encounter, member), []).append(member)
    lots = alike.values()
    before = {member: memory.recall(encounter.standings[member]).thrown for member in rolled}
    made = rolls.reroll_ties(
        draft, lots, before, movers, partial(initiative_dice, encounter), "RA3", "the tie with", MOST_REROLLS
    )
    for member, totals in made.items():
        draft.remember(member, replace(memory.recall(draft.standing(member)), thrown=totals))
    return tuple(made)


def _note_tie(draft: Draft, earlier: Id, later: Id, fresh: Sequence[Id]) -> None:
    """Remember why ``earlier`` goes before ``later`` although their totals are equal (R14)."""
    encounter = draft.encounter
    if encounter.standings[earlier].total != encounter.standings[later].total:
        return
    now = memory.recall(encounter.standings[earlier])
    if now.tie and now.tie.other == later and earlier not in fresh:
        return
    tie = _break_tie(encounter, earlier, later)
    if tie:
        draft.remember(earlier, replace(now, tie=tie), tie_rule(tie), or_say=tie_words(encounter, tie))


def _break_tie(encounter: Encounter, earlier: Id, later: Id) -> TieBreak | None:
    """Return what puts ``earlier`` before ``later``; None if nothing does, or the two are of one group."""
    for factor in _SIX:
        mine, shown = _tie_factor(encounter.combatants[earlier].sheet, factor)
        theirs, against = _tie_factor(encounter.combatants[later].sheet, factor)
        if mine != theirs:
            return TieBreak(later, factor, shown, against) if mine > theirs else None
    rolled, against_rolled = (memory.recall(encounter.standings[tied]).thrown for tied in (earlier, later))
    for roll, against_roll in zip(rolled, against_rolled, strict=False):
        if roll != against_roll:
            return TieBreak(later, TieFactor.NEW_ROLL, str(roll), str(against_roll)) if roll > against_roll else None
    here, there = encounter.combatants[earlier], encounter.combatants[later]
    if here.group and here.group == there.group:
        return None
    if reading_of(encounter, "full_tie") == "characters" and here.sheet["kind"] != there.sheet["kind"] == "npc":
        return TieBreak(later, TieFactor.CHARACTER)
    return TieBreak(later, TieFactor.LIST)


def tie_rule(tie: TieBreak) -> str:
    return "R14" if tie.by in _SIX else "RA3"


def tie_words(encounter: Encounter, tie: TieBreak) -> str:
    compared = f"{tie.mine} against {tie.theirs}" if tie.mine else "all else is equal"
    return f"goes before {encounter.name_of(tie.other)} by {FACTORS[tie.by]}: {compared}"


def tie_in_force(encounter: Encounter, combatant_id: Id) -> TieBreak | None:
    """Return the tie break, while both combatants are still to act, stand side by side, and have equal totals."""
    tie = memory.recall(encounter.standings[combatant_id]).tie
    at = encounter.order.index(combatant_id) + 1 if tie else 0
    if not tie or encounter.order[at : at + 1] != (tie.other,):
        return None
    mine, theirs = encounter.standings[combatant_id], encounter.standings[tie.other]
    are_over = {mine.status, theirs.status} & {Status.HOLDING, Status.DONE}
    return tie if not are_over and mine.total == theirs.total else None


# Chances


def tie_key(encounter: Encounter) -> SortKey:
    """Return what decides between equal totals before dice or the list do, greater first."""
    goes_by_kind = reading_of(encounter, "full_tie") == "characters"

    def key(combatant_id: Id) -> tuple[int, ...]:
        is_character = encounter.combatants[combatant_id].sheet["kind"] == "character"
        return (*tie_factors(encounter, combatant_id), int(goes_by_kind and is_character))

    return key
