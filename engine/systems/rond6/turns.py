"""How many actions one has, what they cost, and how a code is rolled then. (rulebook: L42–70)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine.model import Encounter, Id, Standing, Status
from engine.sums import Sum, Term
from engine.systems.protocol import FactKind
from engine.systems.rond6.codes import Code
from engine.systems.rond6.sheet import chosen, code_of, trained

DECLARED = "declared"
"""The number of actions fixed for the round."""
FATE = "fate"
"""A Fate Point has doubled the limit of this round."""
WINDOW = "window"
"""What one does: rolled, with the result still to come."""
TACKLED = "tackled"
LOST = "lost"
"""The turn of this round has passed, or passes, while unable to act."""
ROLLED = "rolled"
"""Has an initiative total in this round."""
GEAR = "gear"
SLOW_GEAR = "slow_gear"
PAUSED = "paused"
"""Of the fight: those whose turn somebody else’s has broken into, the latest last."""
WAITERS = "waiters"
"""Of the fight: those who have waited in this round, the latest last."""
SLOT = "slot"
"""Of the fight: whose turn the order has come to."""
BEFORE_JUMPS = "before_jumps"
"""Of the fight: the order as it was before anybody surprised the others."""
JUMPS = "jumps"
"""Surprises the others, and so goes before all who do not."""
INTERRUPTS = "interrupts"
"""Has interrupted, and has done nothing since."""
WALKED = "walked"
"""The metres gone in this round that cost no action."""
WALKED_HARD = "walked_hard"
"""The same, over challenging ground."""
BEGUN = "begun"
"""Of the fight: somebody has declared something in this round."""
TIE = "tie"
"""Goes before whom, by what, and how the two compare there."""

FACTS: Mapping[str, FactKind] = MappingProxyType(
    {
        **dict.fromkeys((FATE, TACKLED, LOST, ROLLED, JUMPS, INTERRUPTS), FactKind(bool)),
        **dict.fromkeys((DECLARED, WALKED, WALKED_HARD), FactKind(int)),
        WINDOW: FactKind(str),
        **dict.fromkeys((GEAR, SLOW_GEAR), FactKind(tuple)),
        TIE: FactKind(tuple, length=3),
        **dict.fromkeys((PAUSED, WAITERS, BEFORE_JUMPS), FactKind(tuple, of_fight=True)),
        SLOT: FactKind(str, of_fight=True),
        BEGUN: FactKind(bool, of_fight=True),
    }
)


def ids_of(encounter: Encounter, key: str) -> tuple[Id, ...]:
    """A fact of the fight that lists combatants, without those who have left."""
    found = encounter.fact(key, ())
    return tuple(dict.fromkeys(one for one in found if one in encounter.standings)) if isinstance(found, tuple) else ()


def names_of(standing: Standing, key: str) -> tuple[str, ...]:
    found = standing.fact(key, ())
    return found if isinstance(found, tuple) else ()


def declared(standing: Standing) -> int:
    """The number fixed for the round; 0 for whoever has not declared yet."""
    return int(str(standing.fact(DECLARED, 0)))


def used(standing: Standing) -> int:
    return sum(term.amount for term in standing.spent)


def left(standing: Standing) -> int:
    """Declared actions that are not used yet."""
    return max(0, declared(standing) - used(standing))


def limit(encounter: Encounter, one: Id, fate: bool) -> Sum:
    """The most actions that one may declare (R28, R29), with or without a Fate Point."""
    sheet = encounter.combatants[one].sheet
    agility, quickness = code_of(sheet, "agility").dice, int(sheet["quickness"])
    allotment = int(sheet["allotment"])
    terms = [Term("dice of Agility", agility, "R28")]
    if fate:
        terms.append(Term("Fate Point", agility, "R28"))
    if quickness:
        terms.append(Term("Quickness", quickness, "R29"))
        if fate and chosen(encounter, "fate") == "all":
            terms.append(Term("Quickness doubled", quickness, "RA5"))
    how = chosen(encounter, "allotment")
    more = allotment - 1 if how == "beside" else allotment - Sum(tuple(terms)).total if how == "lifts" else 0
    if more > 0:
        terms.append(Term("allotment", more, "RA5"))
    return Sum(tuple(terms))


def most(encounter: Encounter, one: Id) -> int:
    """The limit as it stands."""
    return limit(encounter, one, bool(encounter.standings[one].fact(FATE))).total


def free_number(encounter: Encounter, one: Id) -> int:
    """As many actions as carry no penalty (R2, R3)."""
    return min(int(encounter.combatants[one].sheet["allotment"]), most(encounter, one))


def penalty_of(encounter: Encounter, one: Id, number: int) -> int:
    """The dice that so many actions take off every roll (R24, R25)."""
    return max(0, number - int(encounter.combatants[one].sheet["allotment"]))


def penalty(encounter: Encounter, one: Id) -> int:
    return penalty_of(encounter, one, declared(encounter.standings[one]))


def penalty_rule(encounter: Encounter, one: Id, number: int) -> str:
    """Why so many actions carry the penalty they carry."""
    allotted = int(encounter.combatants[one].sheet["allotment"]) > 1
    if penalty_of(encounter, one, number):
        return "R25" if allotted else "R24"
    return "R3" if allotted else "R2"


def dice_off(dice: int) -> str:
    """``−2D``, or nothing."""
    return f"−{dice}D" if dice else ""


def with_penalty(encounter: Encounter, code: Code, dice: int) -> str:
    """The code as it is rolled; empty if it cannot be (R27, RA4)."""
    rest = code.less(dice)
    if rest.dice:
        return str(rest)
    if rest.pips and chosen(encounter, "zero") == "pips":
        return "1 pip" if rest.pips == 1 else f"{rest.pips} pips"
    return ""


def shown(encounter: Encounter, name: str, code: Code, dice: int) -> str:
    """``dodge 4D+1 → 3D+1``."""
    rest = with_penalty(encounter, code, dice)
    return f"{name} {code}" if str(code) == rest else f"{name} {code} → {rest or 'nothing'}"


def skills_shown(encounter: Encounter, one: Id, number: int) -> str:
    """The skills of the sheet as so many actions would have them rolled."""
    off = penalty_of(encounter, one, number)
    return ", ".join(shown(encounter, name, code, off) for name, code in trained(encounter.combatants[one].sheet))


def rolled(encounter: Encounter) -> list[Id]:
    """Those who have a total in this round, in their order."""
    return [one for one in encounter.order if encounter.standings[one].fact(ROLLED)]


def actions(number: int) -> str:
    return "1 action" if number == 1 else f"{number} actions"


def interrupters(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants who interrupt together and have done nothing since, the first to act first."""
    going_on = (*encounter.acting(), *_ready_of_paused(encounter))
    if not any(encounter.standings[one].fact(WINDOW) for one in going_on[1:]):
        return ()
    return tuple(one for one in going_on if encounter.standings[one].fact(INTERRUPTS))


def waiting(encounter: Encounter, but: Id = "") -> tuple[Id, ...]:
    """Those who have waited and have an action left, whoever has waited longest first."""
    standings = encounter.standings
    return tuple(one for one in ids_of(encounter, WAITERS) if one != but and standings[one].status is Status.HOLDING)


def still_ready(encounter: Encounter) -> Iterator[Id]:
    """Those whose turn is still to come, or was broken into: the next one first."""
    paused = _ready_of_paused(encounter)
    yield from paused
    yield from (one for one in encounter.order if one not in paused and _is_ready(encounter, one))


def _ready_of_paused(encounter: Encounter) -> tuple[Id, ...]:
    """List the combatants whose turn was broken into, the first to go on first."""
    return tuple(one for one in reversed(ids_of(encounter, PAUSED)) if _is_ready(encounter, one))


def _is_ready(encounter: Encounter, one: Id) -> bool:
    standing = encounter.standings.get(one)
    return standing is not None and standing.able and standing.status is Status.READY
