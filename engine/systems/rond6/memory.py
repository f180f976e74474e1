"""What RonD6 remembers of a combatant and of the fight, and what of it a ruling can set."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.draft import Draft
from engine.events import RULING, FactSet, StatusSet
from engine.fields import Field, Kind, Value
from engine.model import Encounter, Id, Lasting, Standing, Status
from engine.systems.protocol import FactKind

# Of a combatant

DECLARED = "declared"
"""The number of actions fixed for the round."""
FATE = "fate"
"""A Fate Point has doubled the limit of this round."""
WINDOW = "window"
"""What the combatant does: rolled, with the result still to come."""
TACKLED = "tackled"
LOST = "lost"
"""The turn of this round has passed, or passes, while unable to act."""
ROLLED = "rolled"
"""Has an initiative total in this round."""
TIE = "tie"
"""Goes before whom, by what, and how the two compare there."""
GEAR = "gear"
SLOW_GEAR = "slow_gear"
JUMPS = "jumps"
"""Surprises the others, and so goes before all who do not."""
INTERRUPTS = "interrupts"
"""Has interrupted, and has done nothing since."""
WALKED = "walked"
"""The metres gone in this round that cost no action."""
WALKED_HARD = "walked_hard"
"""The same, over challenging ground."""

# Of the fight

PAUSED = "paused"
"""Those whose turn somebody else’s has broken into, the latest last."""
WAITERS = "waiters"
"""Those who have waited in this round, the latest last."""
SLOT = "slot"
"""Whose turn the order has come to."""
BEFORE_JUMPS = "before_jumps"
"""The order as it was before anybody surprised the others."""
BEGUN = "begun"
"""Somebody has declared something in this round."""

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
    """List the combatants that a fact of the fight names, without those who have left."""
    return tuple(dict.fromkeys(one for one in encounter.fact(key, ()) if one in encounter.standings))


def texts_of(standing: Standing, key: str) -> tuple[str, ...]:
    """Return the texts that a fact of a combatant holds; none where it is not set."""
    return standing.fact(key, ())


def number_declared(standing: Standing) -> int:
    """Return the number fixed for the round; 0 for a combatant who has not declared yet."""
    return standing.fact(DECLARED, 0)


def actions_used(standing: Standing) -> int:
    return sum(term.amount for term in standing.spent)


def actions_left(standing: Standing) -> int:
    """Count the declared actions that are not used yet."""
    return max(0, number_declared(standing) - actions_used(standing))


def ids_with_total(encounter: Encounter) -> list[Id]:
    """List the combatants who have a total in this round, in their order."""
    return [one for one in encounter.order if encounter.standings[one].fact(ROLLED)]


def metres_walked(encounter: Encounter, one: Id, key: str) -> int:
    """Return the free metres gone in this round, on all ground or on challenging ground."""
    return encounter.standings[one].fact(key, 0) if encounter.is_open else 0


def rulable(encounter: Encounter, one: Id) -> tuple[Field, ...]:
    """List what a ruling can set: whether a combatant is tackled and, in a round, the number of actions declared."""
    if not one:
        return ()
    standing = encounter.standings[one]
    tackled = Field(TACKLED, "Tackled", Kind.FLAG, bool(standing.fact(TACKLED)), help="R52")
    if not encounter.is_open:
        return (tackled,)
    least, now = actions_used(standing) + 1, number_declared(standing)
    number = Field(DECLARED, "Actions declared", Kind.NUMBER, now, help="R16; 0 before one’s turn.", low=least, high=99)
    return (number, tackled)


def rule_fact(draft: Draft, one: Id, key: str, value: Value) -> None:
    """Set what has been ruled. Whoever is done, and has more declared now, has a turn to come."""
    if key == TACKLED:
        draft.record(FactSet(one, TACKLED, value, rule=RULING))
        return
    draft.record(FactSet(one, DECLARED, value, Lasting.ROUND, RULING))
    standing = draft.standing(one)
    if standing.able and standing.status is Status.DONE:
        draft.record(StatusSet(one, Status.READY))
