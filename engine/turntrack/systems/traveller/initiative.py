"""The initiative roll (T2, TA1), the numbers that the table enters instead, and the order by number."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from turntrack.core.commands import Act
from turntrack.core.dice import DiceCode, Roll
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.events import RULING, Remembered
from turntrack.core.fields import Field, Kind, read
from turntrack.core.model import Encounter, Id, Standing
from turntrack.core.score import Score, Term, TermKind
from turntrack.systems.arrivals import with_arrivals
from turntrack.systems.toolkit import rolls, turn_order
from turntrack.systems.toolkit.distributions import ways_of
from turntrack.systems.toolkit.guards import standing_of
from turntrack.systems.traveller import memory
from turntrack.systems.traveller.rules import WOUND_DM, morale_of, reading_of
from turntrack.systems.traveller.wounds import count_reductions

TWO_DICE, DIE = DiceCode(2, 6), "2D"
WAYS = ways_of(TWO_DICE).ways
"""The number of rolls, of 36, for each total from 2 to 12."""

_ABOVE_MORALE = 10


def roll_numbers(draft: Draft, ids: Sequence[Id], before: Encounter) -> dict[Id, Score]:
    """Return a new number for each combatant, by what ``before`` says of it, from before the round.

    A group rolls once; table dice are asked for in one request. If the table enters the numbers, combatants without
    one are left out.
    """
    if table_enters_numbers(before):
        typed = {combatant_id: _entered_number(before, combatant_id) for combatant_id in ids}
        return {
            combatant_id: Score((Term("entered", entered, "TA1"),))
            for combatant_id, entered in typed.items()
            if entered is not None
        }
    told = rolls.told_totals(before, ids, "initiative")
    rolled = rolls.roll_dice(draft, [member for member in ids if member not in told], lambda combatant_id: TWO_DICE)
    numbers = {member: Score((total,)) for member, total in told.items()}
    return numbers | {
        member: _score(before, member, _die(roll.total)) for (_, members), roll in rolled for member in members
    }


def number(encounter: Encounter, combatant_id: Id) -> Score | None:
    """Return the number in this round; None for a combatant who is not in the round."""
    standing = encounter.standings.get(combatant_id)
    return standing.score if standing and memory.is_in_round(standing) else None


def numbers_now(standings: Mapping[Id, Standing], ids: Iterable[Id]) -> dict[Id, int]:
    """Return the initiative numbers of these combatants, without a call for each."""
    return {who: score.total if (score := standings[who].score) else 0 for who in ids}


def number_without_hold(standing: Standing) -> Score:
    """Return the number without the terms of holds (TA2), unless a ruling has set the number since."""
    score = standing.score or Score(())
    ruled = [at for at, term in enumerate(score.terms) if term.rule == RULING and term.part is TermKind.OTHER]
    since = ruled[-1] if ruled else 0
    return Score(tuple(term for at, term in enumerate(score.terms) if at < since or term.part is not TermKind.HELD))


def number_of_group(encounter: Encounter, combatant_id: Id) -> Score | None:
    """Return the newcomer's number from the roll of the group (TA12); None if the group has not rolled."""
    rolled = () if table_enters_numbers(encounter) else rolls.group_roll(encounter, combatant_id, number)
    return _score(encounter, combatant_id, *rolled) if rolled else None


def _die(rolled: int) -> Term:
    return Term(DIE, rolled, "T2", TermKind.ROLL)


def _score(encounter: Encounter, combatant_id: Id, *rolled: Term) -> Score:
    """Return the number that a roll of 2D gives the combatant, by the table's reading."""
    score = Score(rolled)
    morale = morale_of(encounter, combatant_id)
    if morale is None:
        return score
    wounds = WOUND_DM[count_reductions(encounter.standings[combatant_id])]
    if wounds:
        score = score.plus(Term("wounds", wounds, "TA1", TermKind.WOUNDS))
    return score.plus(*_failure(score.total, morale))


def _failure(total: int, morale: int) -> tuple[Term, ...]:
    return (Term(f"Morale ({morale}) failed", _ABOVE_MORALE, "TA1", TermKind.FAILED),) if total > morale else ()


def dice_in_number(encounter: Encounter, combatant_id: Id, purpose: str) -> DiceCode | None:
    return TWO_DICE if purpose == "initiative" and not table_enters_numbers(encounter) else None


def correct(encounter: Encounter, combatant_id: Id, purpose: str, score: Score, now: Roll) -> Score:
    """Return the number after a correction of its roll: compare with Morale again, and keep the DM for wounds."""
    rest = [term for term in score.terms if term.part is not TermKind.FAILED]
    morale = morale_of(encounter, combatant_id)
    if morale is None:
        return Score(tuple(rest))
    wounds = sum(term.amount for term in rest if term.part is TermKind.WOUNDS)
    return Score((*rest, *_failure(now.total + wounds, morale)))


# Numbers that the table enters


def table_enters_numbers(encounter: Encounter) -> bool:
    """Return whether the table enters the numbers itself (TA1)."""
    return reading_of(encounter, "initiative") == "entered"


def _entered_number(encounter: Encounter, combatant_id: Id) -> int | None:
    """Return the number entered for the next round, or else the number on the sheet; None for neither."""
    entered = memory.recall(encounter.standings[combatant_id]).entered
    if entered is not None:
        return entered
    on_sheet = encounter.combatants[combatant_id].sheet["initiative"]
    return None if on_sheet == "" else int(on_sheet)


def combatants_without_number(encounter: Encounter) -> tuple[Id, ...]:
    """List the able combatants for whom the table still has to enter a number."""
    ids = encounter.order if table_enters_numbers(encounter) else ()
    return tuple(
        combatant_id
        for combatant_id in ids
        if encounter.standings[combatant_id].able and _entered_number(encounter, combatant_id) is None
    )


def number_field(encounter: Encounter, combatant_id: Id) -> Field:
    """Return the field for the combatant's number."""
    now = _entered_number(encounter, combatant_id)
    return Field(
        combatant_id, encounter.name_of(combatant_id), Kind.NUMBER, "" if now is None else now, low=-99, high=99
    )


def take_numbers(draft: Draft, command: Act) -> None:
    if draft.encounter.is_open:
        raise Refused("open", "The numbers of this round stand: set one by a ruling.", "TA1")
    ahead = with_arrivals(draft.encounter)
    for combatant_id, number in read_numbers(ahead, command).items():
        draft.record(
            Remembered(combatant_id, replace(memory.recall(ahead.standings[combatant_id]), entered=number), "TA1")
        )


def read_numbers(encounter: Encounter, command: Act) -> dict[Id, int]:
    """Return the new numbers in the command, by combatant id. Raises Refused if there are none, and BadValue."""
    numbers = {}
    for combatant_id, value in command.values.items():
        standing_of(encounter, combatant_id)
        number = read(number_field(encounter, combatant_id), value)
        if number not in ("", _entered_number(encounter, combatant_id)):
            numbers[combatant_id] = int(number)
    if not numbers:
        raise Refused("nothing_typed", "No new number has been typed.", "TA1")
    return numbers


def possible_numbers(encounter: Encounter, combatant_id: Id) -> tuple[int, ...]:
    """Return the number for each total of 2D, from 2 to 12."""
    if table_enters_numbers(encounter):
        return (_entered_number(encounter, combatant_id) or 0,) * len(WAYS)
    if told := rolls.told_total(encounter, combatant_id, "initiative"):
        return (told.amount,) * len(WAYS)
    return tuple(_score(encounter, combatant_id, _die(total)).total for total in range(2, 13))


# The order by number


def by_number(encounter: Encounter, ids: Collection[Id]) -> tuple[Id, ...]:
    """Sort ``ids`` by number, the lowest first. Among equals rulings decide, then DEX if the table wants that."""
    if len(ids) < 2:  # as most often
        return tuple(ids)
    standings = encounter.standings
    if reading_of(encounter, "tie") == "dex":
        ids = sorted(ids, key=lambda combatant_id: -int(encounter.combatants[combatant_id].sheet["dex"]))
    return turn_order.by_number(numbers_now(standings, ids), standings)


def groups(encounter: Encounter, row: Sequence[Id]) -> Iterator[tuple[Id, ...]]:
    """Split an ordered row into groups that act at the same time (TA1)."""
    standings, by_dex = encounter.standings, reading_of(encounter, "tie") == "dex"
    for _, equals in groupby(row, numbers_now(standings, row).__getitem__):
        left = tuple(equals)
        while left:
            # A ruling that puts one of the equals before another splits them.
            cuts = (
                many for many, combatant_id in enumerate(left, 1) if by_dex or standings[combatant_id].before in left
            )
            many = next(cuts, len(left))
            yield left[:many]
            left = left[many:]
