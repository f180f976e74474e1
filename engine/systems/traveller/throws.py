"""The initiative throw (T2, TA1), and the chances before it falls."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dice import DiceCode, Roll
from engine.draft import Draft
from engine.fields import Field, Kind
from engine.model import Encounter, Id, Standing
from engine.sums import Sum, Term
from engine.systems.protocol import Chance
from engine.systems.traveller import condition, odds
from engine.systems.traveller.sheet import chosen
from engine.table import throws as table
from engine.table.odds import MOST_THROWS, TOO_MANY
from engine.table.throws import roll_units

TWO_DICE, DIE = DiceCode(2, 6), "2D"
ABOVE_MORALE = 10
UNGIVEN_MORALE = 7
WOUNDS = "wounds"


def throw(draft: Draft, ids: Sequence[Id]) -> dict[Id, Sum]:
    """A new number for each; a group throws once. The table is asked once for all.

    Where the table enters the numbers, whoever has none gets none.
    """
    before = draft.encounter
    if by_table(before):
        numbers = {one: entered(before, one) for one in ids}
        return {one: Sum((Term("entered", it, "TA1"),)) for one, it in numbers.items() if it is not None}
    thrown = table.throw(draft, ids, lambda one: TWO_DICE)
    return {one: _score(before, one, _die(roll.total)) for (_, who), roll in thrown for one in who}


def number(encounter: Encounter, one: Id) -> Sum | None:
    """None for whoever has thrown none in this round, though one of an earlier round is left."""
    standing = encounter.standings.get(one)
    return standing.score if standing and "pass" in standing.facts else None


def shared(encounter: Encounter, one: Id) -> Sum | None:
    """The number that the throw of the group comes to for a newcomer (TA12); None where the group has none."""
    thrown = () if by_table(encounter) else table.thrown_by_group(encounter, one, DIE, number)
    return _score(encounter, one, *thrown) if thrown else None


def _die(thrown: int) -> Term:
    return Term(DIE, thrown, "T2")


def _score(encounter: Encounter, one: Id, *thrown: Term) -> Sum:
    """What a throw of 2D comes to, for this combatant and this table."""
    score = Sum(thrown)
    morale = morale_of(encounter, one)
    if morale is None:
        return score
    wounds = condition.WOUND_DM[condition.reduced(encounter.standings[one])]
    if wounds:
        score = score.plus(Term(WOUNDS, wounds, "TA1"))
    return score.plus(*_failed(score.total, morale))


def _failed(total: int, morale: int) -> tuple[Term, ...]:
    return (Term(f"Morale ({morale}) failed", ABOVE_MORALE, "TA1"),) if total > morale else ()


def corrected(encounter: Encounter, one: Id, score: Sum, now: Roll) -> Sum:
    """The number with another throw of 2D, held against the Morale again; wounds count as they did when it fell."""
    rest = [term for term in score.terms if term.rule != "TA1" or term.label == WOUNDS]
    morale = morale_of(encounter, one)
    if morale is None:
        return Sum(tuple(rest))
    wounds = sum(term.amount for term in rest if term.rule == "TA1")
    return Sum((*rest, *_failed(now.total + wounds, morale)))


def by_table(encounter: Encounter) -> bool:
    """Whether the table enters the numbers itself (TA1)."""
    return chosen(encounter, "initiative") == "entered"


def morale_of(encounter: Encounter, one: Id) -> int | None:
    """The Morale Rating that the throw is held against; None where it is plain 2D (TA1)."""
    how, given = chosen(encounter, "initiative"), encounter.combatants[one].sheet["morale"]
    if how not in ("given", "morale"):
        return None
    if given == "":
        return UNGIVEN_MORALE if how == "morale" else None
    return int(given)


def entered(encounter: Encounter, one: Id) -> int | None:
    """What the table has entered for the next round; else what stands on the sheet, if anything."""
    found, given = encounter.standings[one].fact("entered"), encounter.combatants[one].sheet["initiative"]
    if type(found) is int:
        return found
    return None if given == "" else int(given)


def without_number(encounter: Encounter) -> tuple[Id, ...]:
    """Those able to act for whom the table has yet to enter a number."""
    if not by_table(encounter):
        return ()
    able = [one for one in encounter.order if encounter.standings[one].able]
    return tuple(one for one in able if entered(encounter, one) is None)


def without_hold(standing: Standing) -> Sum:
    """The number as it was before any hold (TA2)."""
    score = standing.score or Sum(())
    return Sum(tuple(term for term in score.terms if term.rule != "T6"))


def before_the_round(encounter: Encounter) -> tuple[Chance, ...]:
    """Who goes first in the next round, and how many actions it holds for each, in the order listed."""
    able = [one for one in encounter.order if encounter.standings[one].able]
    by_dex = chosen(encounter, "tie") == "dex"
    ranks = {one: place for place, one in enumerate(_by_dex(encounter, able))} if by_dex else {}
    throwing = roll_units(encounter, able)
    if len(throwing) > MOST_THROWS:
        return ()
    units = [[odds.Runner(one, _numbers(encounter, one), ranks.get(one, 0)) for one in who] for _, who in throwing]
    firsts = {} if without_number(encounter) else odds.chances_of_first(units)
    label = "goes first" if by_dex else "goes first, alone or with others"
    ends = {one: condition.end_for_checks(encounter, one) for one in able}
    averages = {end: f" (on average {float(odds.expected_actions(end)):.2f} in the round)" for end in {*ends.values()}}
    found = []
    for one, end in ends.items():
        if one in firsts:
            found.append(Chance(one, label, firsts[one], "T4", goes_first=True))
        for dice, chance in zip((1, 2, 3), odds.chances_of_actions(end), strict=False):
            action = f"takes {condition.action_words(dice + 1)}{averages[end] if dice == 1 else ''}"
            found.append(Chance(one, action, chance, condition.check_rule(dice)))
    return tuple(found)


def uncounted(encounter: Encounter) -> str:
    able = [one for one in encounter.order if encounter.standings[one].able]
    return TOO_MANY if len(roll_units(encounter, able)) > MOST_THROWS else ""


def _by_dex(encounter: Encounter, ids: Sequence[Id]) -> list[Id]:
    return sorted(ids, key=lambda one: -int(encounter.combatants[one].sheet["dex"]))


def _numbers(encounter: Encounter, one: Id) -> tuple[int, ...]:
    """The number for each total of 2D, from 2 to 12."""
    if by_table(encounter):
        return (entered(encounter, one) or 0,) * len(odds.WAYS_OF_2D)
    return tuple(_score(encounter, one, _die(total)).total for total in range(2, 13))


def number_field(encounter: Encounter, one: Id) -> Field:
    """Where the table enters this one's number."""
    now = entered(encounter, one)
    return Field(one, encounter.name_of(one), Kind.NUMBER, "" if now is None else now, low=-99, high=99)
