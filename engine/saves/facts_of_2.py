"""What versions 1 and 2 remembered as facts by their keys, as this version remembers it.

A fact said one thing only, ``Remembered`` says all: so the step up is made where a history is replayed, and what was
remembered before is at hand. What a key meant in the versions that wrote it is written down here, once for each system.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.errors import expect
from engine.events import FactSet, Remembered
from engine.memory import recall
from engine.model import Encounter, Lasting
from engine.saves.shapes import read_memory, write_memory
from engine.saves.upgrades import Raw
from engine.systems.protocol import TurnSystem

type Meaning = Callable[[Raw, FactSet], Raw]
"""What is remembered once a fact has been set, from what was remembered before it: both as a record holds them."""


def _as(field: str) -> Meaning:
    """Keep what the fact says in this field. False and the empty tuple forgot a fact."""

    def change(was: Raw, fact: FactSet) -> Raw:
        rest = {name: value for name, value in was.items() if name != field}
        if fact.value is False or fact.value == ():
            return rest
        return {**rest, field: list(fact.value) if isinstance(fact.value, tuple) else fact.value}

    return change


def _reserve(was: Raw, fact: FactSet) -> Raw:
    """Zebra Island: where the table keeps reserves, a reserve was a fact that outlasts the sequence."""
    rest = {name: value for name, value in was.items() if name not in ("reserved", "reserve_kept")}
    held = "reserved" if fact.lasting is Lasting.ROUND else "reserve_kept"
    return {**rest, held: True} if fact.value is not False else rest


OF_COMBATANT: Mapping[str, Mapping[str, Meaning]] = MappingProxyType(
    {
        "zebra": MappingProxyType(
            {
                "engaged": _as("engaged"),
                "placed": _as("placed"),
                "reserved": _reserve,
                "last": _as("last_action"),
                "missed": _as("missed"),
                "kept": _as("level_kept"),
            }
        ),
    }
)
OF_FIGHT: Mapping[str, Mapping[str, Meaning]] = MappingProxyType(
    {
        "zebra": MappingProxyType({"empty": _as("was_empty"), "just_acted": _as("just_acted")}),
    }
)
"""What each key meant, by system. Any other key nobody has ever asked for, and it is left out."""

SAID_ANEW = frozenset({("zebra", "engaged")})
"""Facts that were set though nothing had changed, to say in the log how things stand."""


def meant_by(fact: FactSet, encounter: Encounter, system: TurnSystem) -> tuple[Remembered, ...]:
    """Return what is remembered after the fact; nothing where it changes nothing. Raises BadSave."""
    expect(not fact.id or fact.id in encounter.combatants, f"FactSet: nobody is called {fact.id}.")
    change = (OF_COMBATANT if fact.id else OF_FIGHT)[system.key].get(fact.key)
    if change is None:
        return ()
    kind = system.of_combatant if fact.id else system.of_fight
    was = recall(encounter.standings[fact.id].memory if fact.id else encounter.memory, kind())
    now = read_memory(change(write_memory(was).raw, fact), kind)
    if now == was and (system.key, fact.key) not in SAID_ANEW:
        return ()
    return (Remembered(fact.id, now, fact.rule),)
