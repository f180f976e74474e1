"""What may stand in a record belongs to its version: who changes the one looks at the other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from hashlib import sha256
from typing import get_args, get_type_hints

import pytest

from turntrack.codec import dataclass_json
from turntrack.codec import json_values as strict
from turntrack.core.commands import Command, Hit
from turntrack.core.dice import Roll
from turntrack.core.events import Event, HealthChange
from turntrack.core.model import (
    Attempt,
    Combatant,
    Condition,
    Counter,
    Due,
    Happening,
    RefillTime,
    Reinforcement,
    Schedule,
    Share,
    Status,
    TurnEffect,
    Until,
)
from turntrack.core.names import Naming
from turntrack.core.score import Score, Term, TermKind
from turntrack.core.system_memory import bounds as bounds_of
from turntrack.core.table_options import SETTINGS
from turntrack.history.templates import SetUp
from turntrack.saves import event_checks, records, replay, templates
from turntrack.saves.records import VERSION, Record
from turntrack.systems import SYSTEMS

TABLES = (3, "735ff3a51e32f23e")
"""The version, and the fingerprint of all that a record of it may hold."""

WHAT_TO_DO = """
What a record may hold has changed: an older Turntrack cannot read what is written from now on.
- Has version {version} been released (CHANGELOG.md no longer has it under “Unreleased”)? Then older tabs and copies
  must be told: add the step from its records to the new ones to RECORD_UPGRADES in
  engine/turntrack/saves/records.py, which raises the version, and a file as that version writes it to tests/saves/.
- Is it still unreleased? Then the version stays as it is.
In both cases this line belongs into tests/engine/test_tables.py, with the version as it is by then:
TABLES = (3, "735ff3a51e32f23e")
"""


def classes() -> Iterator[type]:
    for union in (Command, Event, Record, SetUp):
        yield from union.__value__.__args__
    yield from (
        Roll,
        Term,
        Score,
        Combatant,
        Counter,
        Hit,
        HealthChange,
        Condition,
        Attempt,
        Schedule,
        Reinforcement,
        Happening,
    )


def fields_of(kind: type) -> list[list[str]]:
    """Return each stored field: its name, its type, its default."""
    stored = (field for field in fields(kind) if field.init)
    return [[field.name, str(field.type), "" if field.default is MISSING else repr(field.default)] for field in stored]


def memories() -> dict[str, list[object]]:
    """Return what each system remembers, with the classes and enumerations that it is made of."""
    return {system.key: [shape(kind) for kind in parts_of(system.of_combatant, system.of_fight)] for system in SYSTEMS}


def parts_of(*kinds: object) -> Iterator[type]:
    """Return these classes, and those of their fields."""
    for kind in kinds:
        if isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, Enum)):
            yield kind
            yield from parts_of(*(get_type_hints(kind).values() if is_dataclass(kind) else ()))
        yield from parts_of(*get_args(kind))


def shape(kind: type) -> object:
    if is_dataclass(kind):
        return [*fields_of(kind), *(bounds_of(field) for field in fields(kind))]
    return [str(each.value) for each in kind] if issubclass(kind, Enum) else str(kind)


def bounds() -> dict[str, int]:
    """Return how much is read of anything, by the names of the bounds in the modules that keep to them."""
    return {
        name: getattr(module, name)
        for module in (strict, dataclass_json, records, replay, event_checks, templates)
        for name in dir(module)
        if name.startswith(("MOST_", "LONGEST_", "LARGEST"))
    }


def tables() -> dict[str, object]:
    enums: tuple[type[Enum], ...] = (Status, TermKind, TurnEffect, Share, RefillTime, Until, Due, Naming)
    return {
        "objects": {kind.__name__: fields_of(kind) for kind in classes()},
        "enums": {kind.__name__: [str(each.value) for each in kind] for kind in enums},
        "bounds": bounds(),
        "fields": {
            system.key: [
                [it.key, it.kind.value, repr(it.default), it.low, it.high, [pick.key for pick in it.picks], it.wild]
                for it in system.fields
            ]
            for system in SYSTEMS
        },
        "options": {
            system.key: {option.key: [pick.key for pick in option.values] for option in system.options}
            for system in SYSTEMS
        },
        "settings": {option.key: [pick.key for pick in option.values] for option in SETTINGS},
        "memories": memories(),
    }


def fingerprint() -> str:
    return sha256(json.dumps(tables(), sort_keys=True).encode()).hexdigest()[:16]


def test_a_change_of_what_is_kept_is_a_change_of_version() -> None:
    found = fingerprint()
    if (VERSION, found) != TABLES:
        pytest.fail(WHAT_TO_DO.format(version=VERSION, found=found))


def test_the_fingerprint_sees_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field, an option's value, something more to remember: each changes it."""
    before = fingerprint()
    told = json.dumps(memories())
    assert all(name in told for name in ("waiters", "declared", "new_roll", "sneaking", "n_weapon"))
    with monkeypatch.context() as patched:
        patched.setattr(type(SYSTEMS[0]), "of_fight", SYSTEMS[0].of_combatant)
        assert fingerprint() != before
    for module, name in ((replay, "MOST_RECORDS"), (strict, "LARGEST")):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, 7)
            assert fingerprint() != before
    with monkeypatch.context() as patched:
        patched.setattr(type(SYSTEMS[0]), "options", SYSTEMS[0].options[1:])
        assert fingerprint() != before
    with monkeypatch.context() as patched:
        patched.setattr(type(SYSTEMS[0]), "fields", SYSTEMS[0].fields[:-1])
        assert fingerprint() != before
