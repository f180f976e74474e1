"""Counters: what one starts at, what is left of it, and who is highest."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.dice import DiceCode
from engine.events import RULING
from engine.model import Encounter, Id, Standing, Status
from engine.sums import Sum, Term
from engine.systems.protocol import Chance
from engine.systems.zebra.contact import is_engaged
from engine.table.odds import Entrant, entrants, first
from engine.table.order import by_number


def left(standing: Standing) -> int:
    """What is left of the counter; 0 for whoever has none."""
    score = standing.score.total if standing.score else 0
    return score - sum(term.amount for term in standing.spent) if standing.spent else score


def level(standing: Standing | None) -> Sum | None:
    """The counter with everything that made it what it is; None for whoever has none.

    Whoever missed the sequence has what was left when it began.
    """
    if standing is None or standing.score is None:
        return None
    kept = standing.fact("kept")
    if standing.fact("missed") and isinstance(kept, int):
        return Sum((Term("kept", kept),))
    return standing.score.plus(*(Term(term.label, -term.amount, term.rule) for term in standing.spent))


def base(encounter: Encounter, one: Id, later: str, joins: bool) -> tuple[Term, Term, Term]:
    """What is added to the d20 (Z3, Z6, Z15) but for what is carried over.

    ``later`` is the reading of ZA3 for one who has had a counter before, and empty for one who has not; ``joins``
    says that this is a first counter after the first sequence has begun.
    """
    sheet = encounter.combatants[one].sheet
    perception = int(sheet["perception"])
    if later == "perception":
        attribute = Term("Perception", perception, "Z15")
    elif is_engaged(encounter, one):
        attribute = Term("Nimbleness", int(sheet["nimbleness"]), "ZA3" if later else "Z3")
    elif joins and sheet["position"] == "contact":
        attribute = Term("Nimbleness", int(sheet["nimbleness"]), "ZA11")
    else:
        attribute = Term("Perception", perception, "ZA3" if later else "Z6")
    weapon = str(sheet["weapon"]) or "weapon"
    return (Term("nerve", int(sheet["nerve"])), attribute, Term(weapon, int(sheet["level"])))


def carried(level_before: Sum | None, how: str) -> tuple[Term, ...]:
    """What the level at the end of the sequence before changes, by the reading of ZA2."""
    if level_before is None or not level_before.total:
        return ()
    if how == "debt" and level_before.total < 0:  # only what was overdrawn is a debt
        return (Term("debt", level_before.total, "Z16"),)
    if how == "literal":
        return (Term("minus the level before", -level_before.total, "ZA2"),)
    return ()


def plays(standing: Standing) -> bool:
    """Whether this one can still act in the sequence."""
    return standing.able and standing.score is not None and standing.status is not Status.DONE


def ranked(encounter: Encounter, tie: str) -> tuple[Id, ...]:
    """Those who can still act, the next to act first (Z7, Z9)."""
    return by_counter(encounter, [one for one in encounter.order if plays(encounter.standings[one])], tie)


def by_counter(encounter: Encounter, ids: Collection[Id], tie: str) -> tuple[Id, ...]:
    """``ids`` with the highest counter first; ``tie`` is the reading of ZA4, rulings go before it."""
    just_acted = encounter.fact("just_acted", "")

    def place(one: Id) -> int:
        if tie == "higher_base":
            return -static_base(encounter.standings[one])
        return int(tie == "not_again" and one == just_acted)

    return by_number(encounter, ids, lambda standing: -left(standing), place)


def static_base(standing: Standing) -> int:
    """The score without the die, without what was carried over, and without rulings."""
    terms = standing.score.terms[1:4] if standing.score else ()
    return sum(term.amount for term in terms if term.rule != RULING)


def opening_throws(encounter: Encounter, bases: Mapping[Id, Sum], tie: str, die: DiceCode) -> list[list[Entrant]]:
    """What the keys of ``bases`` throw to open the sequence; ``bases`` is what they add to the die."""
    able = tuple(bases)
    if tie == "higher_base":
        able = tuple(sorted(able, key=lambda one: -sum(term.amount for term in bases[one].terms[:3])))
    rank = {one: place for place, one in enumerate(able)}
    return entrants(encounter, tuple(bases), lambda one: die, lambda one: bases[one].total, rank)


def opening_chances(throws: Sequence[Sequence[Entrant]], order: Sequence[Id]) -> tuple[Chance, ...]:
    """For each who throws, the chance to open the sequence: with a counter of 0 nobody does."""
    chances = first(throws, above=0)
    return tuple(
        Chance(one, "opens the sequence", chances[one], "Z7", goes_first=True) for one in order if one in chances
    )
