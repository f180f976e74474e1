"""What the facts of versions 1 and 2 meant, as this version remembers it.

A fact said one thing only, ``Remembered`` says all: so the step up is made where a history is replayed, and what was
remembered before is at hand. What a key meant in the versions that wrote it is written down here, once for each system.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import assert_never

from turntrack.codec.dataclass_json import FactValue, read_memory, write_memory
from turntrack.core.errors import BadSave, expect, quote
from turntrack.core.events import Event, Noted, Remembered
from turntrack.core.evolve import evolve
from turntrack.core.model import Encounter
from turntrack.core.system_memory import Memory, recall
from turntrack.saves.facts import FactSet, Lasting
from turntrack.saves.upgrades import SPENT, Raw
from turntrack.systems.protocol import TurnSystem

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


def _texts(fact: FactSet) -> tuple[str, ...]:
    return fact.value if isinstance(fact.value, tuple) else ()


def _entries(was: Raw, fact: FactSet) -> Raw:
    """Read Interlock's actions of the row, each as ``shot|handgun|c3|called|n|note``."""
    cut = [text.split("|", 5) for text in _texts(fact)]
    entries = [
        {
            "action": parts[0],
            "skill": parts[1],
            "target": parts[2],
            "called": bool(parts[3]),
            "n_weapon": "n" in parts[4],
            "note": "".join(parts[5:]),
            "other_weapon": "o" in parts[4],
        }
        for parts in cut
        if len(parts) >= 5
    ]
    return _in_row(was, "entries", entries)


def _places(was: Raw, fact: FactSet) -> Raw:
    """Read Interlock's places of the actions done, as texts."""
    places = [int(text) for text in _texts(fact) if text.isascii() and text.isdecimal() and len(text) < 5]
    return _in_row(was, "taken", places)


def _in_row(was: Raw, field: str, items: Sequence[object]) -> Raw:
    row = was.get("row")
    return {**was, "row": {**(row if isinstance(row, dict) else {}), field: items}}


def _fixing(was: Raw, fact: FactSet) -> Raw:
    """Read whether an Interlock row is declared; or (False) whoever has done everything begins afresh."""
    rest = {name: value for name, value in was.items() if name not in ("is_fixed", "feet")}
    return {**was, "is_fixed": fact.value} if fact.value is not False else rest


def _wait(was: Raw, fact: FactSet) -> Raw:
    """Read for whom is waited in Interlock, an id; ``open`` for nobody in particular."""
    waits = {} if fact.value == "open" else {"until": fact.value}
    return {**was, "wait": waits if fact.value is not False else None}


FACTORS_BY_NAME = MappingProxyType(
    {
        "talent of going first": "talent",
        "Perception": "perception",
        "Search": "search",
        "Agility": "agility",
        "Dodge": "dodge",
        "equipment or situation": "edge",
        "a new roll": "new_roll",
        "a player character": "character",
        "the list": "list",
    }
)


def _tie(was: Raw, fact: FactSet) -> Raw:
    """Read RonD6's tie: who the other is, what decides, and ``4D against 3D`` (or that all else is equal)."""
    if fact.value is False or fact.value == ():
        return {**was, "tie": None}
    expect(len(_texts(fact)) == 3, f"FactSet: tie cannot be {quote(fact.value)}.")
    other, name, compared = _texts(fact)
    mine, against, theirs = compared.partition(" against ")
    tie = {"other": other, "by": FACTORS_BY_NAME.get(name, name)}
    return {**was, "tie": {**tie, "mine": mine, "theirs": theirs} if against else tie}


def _gear(was: Raw, fact: FactSet, is_slow: bool) -> Raw:
    """Read the names of all that was used in a round of RonD6, and of what of it is slow."""
    known = was.get("gear")
    gear = {it["name"]: it.get("is_slow", False) for it in (known if isinstance(known, list) else ())}
    gear |= {name: is_slow or gear.get(name, False) for name in _texts(fact)}
    return {**was, "gear": [{"name": name, "is_slow": slow} for name, slow in gear.items()]}


DOING_BY_RULE = MappingProxyType(
    {
        "T7": "plain",
        "T19": "walk",
        "T20": "run",
        "T22": "watch",
        "T23": "panic",
        "T25": "plain",
        "T26": "double",
        "TA2": "let_go",
        "TA6": "running_double",
    }
)


def _doing(was: Raw, fact: FactSet) -> Raw:
    """Read what a Traveller's action was from the rule that had its price."""
    doing, done = DOING_BY_RULE.get(str(fact.value)), was.get("done")
    return {**was, "done": [*(done if isinstance(done, list) else ()), doing]} if doing else was


def _sneaks(was: Raw, fact: FactSet) -> Raw:
    """Read Unbound's factions by twos, who sneaks up before whom; half a pair is nobody."""
    names = _texts(fact)
    pairs = zip(names[::2], names[1::2], strict=False)
    return {**was, "sneaking": [{"who": who, "whom": whom} for who, whom in pairs]}


def _reserve(was: Raw, fact: FactSet) -> Raw:
    """Read Zebra Island's reserve: where the table keeps reserves, it was a fact that outlasts the sequence."""
    rest = {name: value for name, value in was.items() if name not in ("reserved", "reserve_kept")}
    held = "reserved" if fact.lasting is Lasting.ROUND else "reserve_kept"
    return {**rest, held: fact.value} if fact.value is not False else rest


OF_COMBATANT: Mapping[str, Mapping[str, Meaning]] = MappingProxyType(
    {
        "interlock": MappingProxyType(
            {
                "row": _entries,
                "taken": _places,
                "fixed": _fixing,
                "defended": _as("has_defended"),
                "held": _wait,
                "moved": _as("feet"),
            }
        ),
        "rond6": MappingProxyType(
            {
                "declared": _as("declared"),
                "fate": _as("has_fate"),
                "window": _as("window"),
                "tackled": _as("is_tackled"),
                "lost": _as("has_lost_turn"),
                "rolled": _as("has_rolled"),
                "tie": _tie,
                "gear": partial(_gear, is_slow=False),
                "slow_gear": partial(_gear, is_slow=True),
                "jumps": _as("jumps"),
                "interrupts": _as("interrupts"),
                "walked": _as("walked"),
                "walked_hard": _as("walked_hard"),
            }
        ),
        "traveller": MappingProxyType(
            {
                "actions": _as("actions"),
                SPENT: _doing,
                "pass": _as("last_pass"),
                "extra": _as("checked_for"),
                "watching": _as("watching"),
                "watch_is": _as("watch_is"),
                "triggered": _as("triggered"),
                "entered": _as("entered"),
                "end_lost": _as("end_lost"),
                "reduced": _as("reduced"),
            }
        ),
        "unbound": MappingProxyType(
            {
                "roller": _as("is_roller"),
                "surprised": _as("is_surprised"),
                "had_turn": _as("has_had_turn"),
                "begun": _as("has_begun"),
                "reaction": _as("reaction"),
            }
        ),
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
        "interlock": MappingProxyType({"reordered": _as("is_reordered"), "attacked": _as("attacked")}),
        "rond6": MappingProxyType(
            {
                "paused": _as("paused"),
                "waiters": _as("waiters"),
                "slot": _as("slot"),
                "before_jumps": _as("before_jumps"),
                "begun": _as("has_begun"),
            }
        ),
        "traveller": MappingProxyType({"interrupted": _as("broken_off")}),
        "unbound": MappingProxyType(
            {
                "factions": _as("factions"),
                "turn": _as("turn"),
                "now": _as("now"),
                "passed": _as("passed"),
                "sneaking": _sneaks,
                "stealthy": _as("is_stealthy"),
            }
        ),
        "zebra": MappingProxyType({"empty": _as("was_empty"), "just_acted": _as("just_acted")}),
    }
)
"""What each key meant, by system. Any other key nobody has ever asked for, and it is left out."""


def meant_by(fact: FactSet, encounter: Encounter, system: TurnSystem) -> tuple[Event, ...]:
    """Return what is remembered after the fact, or what the log said where it changed nothing. Raises BadSave."""
    expect(not fact.id or fact.id in encounter.combatants, f"FactSet: nobody is called {fact.id}.")
    change = (OF_COMBATANT if fact.id else OF_FIGHT).get(system.key, {}).get(fact.key)
    if change is None:
        return ()
    kind = system.of_combatant if fact.id else system.of_fight
    was = recall(encounter.standings[fact.id].memory if fact.id else encounter.memory, kind())
    before = write_memory(was).raw
    now = read_memory(change(before, fact), kind)
    if now != was:
        return (Remembered(fact.id, now, fact.rule),)
    otherwise = evolve(encounter, Remembered(fact.id, _otherwise(change, before, fact, kind)))
    words = system.memory_words(otherwise, encounter, fact.id)
    subject = f"{encounter.name_of(fact.id)} " if fact.id else ""
    return (Noted(f"{subject}{words}.", fact.rule, fact.id),) if words else ()


def _otherwise(change: Meaning, was: Raw, fact: FactSet, kind: type[Memory]) -> Memory:
    """Return what would be remembered had the fact not been so."""
    match fact.value:
        case bool(value):
            other: FactValue = not value
        case int(value):
            other = value + 1
        case str():
            other = False
        case tuple(value):
            other = () if value else ("",)
        case _:
            assert_never(fact.value)
    with suppress(BadSave):
        return read_memory(change(was, replace(fact, value=other)), kind)
    return read_memory(was, kind)
