"""What Interlock remembers of a combatant and of the fight: the keys of its facts, their readers, and rulings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.draft import Draft
from engine.events import RULING, FactSet
from engine.fields import Field, Kind, Value
from engine.model import Encounter, Id, Lasting
from engine.systems.protocol import FactKind

ROW, TAKEN = "row", "taken"
"""The actions that are planned or declared, and the places of those done, each as a text (``row.Row``)."""
FIXED = "fixed"
"""The row is declared: its first die has been thrown (I22)."""
DEFENDED = "defended"
"""The free defence of this round is used (I14)."""
HELD = "held"
"""Whose turn is, or was, waited for in this round; ``OPEN`` for nobody in particular."""
MOVED = "moved"
"""Feet moved in this round."""
REORDERED = "reordered"
"""Of the fight: the order has changed since a round began, and the next one says what it is."""
ATTACKED = "attacked"
"""Of the fight: whom the last attack of this round was aimed at."""

OPEN = "open"

FACTS: Mapping[str, FactKind] = MappingProxyType(
    {
        **dict.fromkeys((ROW, TAKEN), FactKind(tuple)),
        **dict.fromkeys((FIXED, DEFENDED), FactKind(bool)),
        HELD: FactKind(str),
        MOVED: FactKind(int, high=1_000_000),
        REORDERED: FactKind(bool, of_fight=True),
        ATTACKED: FactKind(str, of_fight=True),
    }
)


def texts(encounter: Encounter, one: Id, key: str) -> tuple[str, ...]:
    """Return what is stored of the row under ``ROW`` or ``TAKEN``."""
    return encounter.standings[one].fact(key, ())


def is_fixed(encounter: Encounter, one: Id) -> bool:
    return bool(encounter.standings[one].fact(FIXED))


def has_defended(encounter: Encounter, one: Id) -> bool:
    return bool(encounter.standings[one].fact(DEFENDED))


def waits_for(encounter: Encounter, one: Id) -> str:
    """Return what was waited for in this round; empty where nothing was."""
    return encounter.standings[one].fact(HELD, "")


def feet(encounter: Encounter, one: Id) -> int:
    return encounter.standings[one].fact(MOVED, 0)


def has_begun(encounter: Encounter, one: Id) -> bool:
    """Whether a combatant's turn is under way: dice have been thrown for it, or feet walked."""
    return is_fixed(encounter, one) or feet(encounter, one) > 0


def last_target(encounter: Encounter) -> Id:
    return encounter.fact(ATTACKED, "")


def rulable(encounter: Encounter, one: Id) -> tuple[Field, ...]:
    if not one:
        return ()
    return (
        Field(DEFENDED, "Has used the free defence", Kind.FLAG, has_defended(encounter, one)),
        Field(MOVED, "Feet moved in this round", Kind.NUMBER, feet(encounter, one), high=9999, unit="ft"),
    )


def rule_fact(draft: Draft, one: Id, key: str, value: Value) -> None:
    draft.record(FactSet(one, key, value, Lasting.ROUND, RULING))
