"""What Traveller remembers of a combatant and of the fight, and what of it a ruling can set."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.draft import Draft
from engine.errors import Refused
from engine.events import RULING, FactSet, StatusSet
from engine.fields import Field, Kind, Value
from engine.model import Encounter, Id, Lasting, Standing, Status
from engine.systems.protocol import FactKind

ACTIONS = "actions"
"""How many actions the combatant has taken in the round."""
LAST_PASS = "pass"
"""The pass of the latest turn: 0 for whoever is in the round, and has had none yet."""
EXTRA = "extra"
"""Which action the check has been passed or waived for."""
WATCHING = "watching"
"""The event that is waited for (T22)."""
WATCH_IS = "watch_is"
"""Which action of the round the Watch was (TA9)."""
TRIGGERED = "triggered"
"""The status in which the event found the watcher, until the action is taken (T22)."""
END_LOST = "end_lost"
REDUCED = "reduced"
"""How many characteristics wounds have reduced (TA1)."""
ENTERED = "entered"
"""The number for the next round, where the table enters it (TA1)."""
INTERRUPTED = "interrupted"
"""Whose turns have been broken off and go on when the interruption is over."""

FACTS: Mapping[str, FactKind] = MappingProxyType(
    {
        **dict.fromkeys((WATCHING, TRIGGERED), FactKind(str)),
        **dict.fromkeys((ACTIONS, LAST_PASS, EXTRA, END_LOST, WATCH_IS), FactKind(int)),
        ENTERED: FactKind(int, low=-99, high=99),
        REDUCED: FactKind(int, high=3),
        INTERRUPTED: FactKind(tuple, of_fight=True),
    }
)

UNNAMED_EVENT = "its event"


def count(standing: Standing, key: str) -> int:
    """A fact that counts something; 0 where it has never been set."""
    return standing.fact(key, 0)


def words(standing: Standing, key: str) -> str:
    """A fact that is a word or more; empty where it is not set."""
    return standing.fact(key, "")


def full_end(encounter: Encounter, one: Id) -> int:
    return int(encounter.combatants[one].sheet["end"])


def end_now(encounter: Encounter, one: Id) -> int:
    """END as wounds have left it."""
    return max(0, full_end(encounter, one) - count(encounter.standings[one], END_LOST))


def reductions(standing: Standing) -> int:
    """How many characteristics are reduced: END is one of them."""
    return min(3, max(0, count(standing, REDUCED), min(1, count(standing, END_LOST))))


def actions(standing: Standing) -> int:
    """How many actions the combatant has taken in the round."""
    return count(standing, ACTIONS)


def may_act_again(standing: Standing) -> bool:
    """Whether the check for the next Extra Action has been passed, or waived."""
    return count(standing, EXTRA) > actions(standing)


def is_triggered(standing: Standing) -> bool:
    """Whether a Watch has been triggered and its action not yet taken (T22)."""
    return bool(words(standing, TRIGGERED))


def is_in_round(standing: Standing) -> bool:
    """Whether the combatant has a number in this round."""
    return LAST_PASS in standing.facts


def plays(standing: Standing) -> bool:
    """Whether the combatant can still act in the round."""
    return standing.able and standing.status is not Status.DONE


def awaits_turn(encounter: Encounter, one: Id) -> bool:
    """Whether the combatant has yet to take a turn in this pass."""
    standing = encounter.standings[one]
    return plays(standing) and count(standing, LAST_PASS) != encounter.part


def turns_broken_off(encounter: Encounter) -> tuple[Id, ...]:
    """Combatants whose turn was interrupted and goes on when the interruption is over."""
    ids = encounter.fact(INTERRUPTED, ())
    return tuple(one for one in ids if one in encounter.standings and awaits_turn(encounter, one))


def set_end(draft: Draft, one: Id, end: int, rule: str) -> None:
    draft.record(FactSet(one, END_LOST, full_end(draft.encounter, one) - end, rule=rule))


# Rulings


def reduced_field(encounter: Encounter, one: Id) -> Field:
    now = reductions(encounter.standings[one])
    return Field(REDUCED, "Characteristics reduced", Kind.NUMBER, now, low=0, high=3, help="END is one of them.")


def rulable(encounter: Encounter, one: Id) -> tuple[Field, ...]:
    """What can be ruled about a combatant; nothing about the fight as a whole."""
    if not one:
        return ()
    standing = encounter.standings[one]
    end = Field("end_now", "END now", Kind.NUMBER, end_now(encounter, one), high=full_end(encounter, one))
    wounds = (end, reduced_field(encounter, one))
    if not encounter.is_open or not standing.able:
        return wounds
    return (
        *wounds,
        Field(WATCHING, "Watches", Kind.FLAG, bool(words(standing, WATCHING))),
        Field(EXTRA, "May take an Extra Action without a check", Kind.FLAG, may_act_again(standing)),
    )


def rule_fact(draft: Draft, one: Id, key: str, value: Value) -> None:
    if any(field.key == key and field.default == value for field in rulable(draft.encounter, one)):
        raise Refused("no_change", "That is so already.")
    if key == "end_now":
        set_end(draft, one, int(value), RULING)
    elif key == REDUCED:
        draft.record(FactSet(one, REDUCED, value, rule=RULING))
    elif key == WATCHING:
        watching = UNNAMED_EVENT if value else False
        draft.record(
            FactSet(one, WATCHING, watching, Lasting.ROUND, RULING), FactSet(one, WATCH_IS, False, Lasting.ROUND)
        )
    else:
        _waive(draft, one, bool(value))


def _waive(draft: Draft, one: Id, waived: bool) -> None:
    """The next Extra Action needs no check, whenever it comes (TA11); whoever has failed one is back for it."""
    standing = draft.standing(one)
    action = max(1, actions(standing)) + 1
    draft.record(FactSet(one, EXTRA, action if waived else False, Lasting.ROUND, RULING))
    if waived and draft.encounter.is_open and standing.status is Status.DONE:
        draft.record(StatusSet(one, Status.READY, "is back in this round", RULING))
