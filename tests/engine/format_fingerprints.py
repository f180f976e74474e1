"""The fingerprints of the formats of saved data: all that data of a kind may hold, as one hash.

``python -m tests.engine.format_fingerprints 1.0.0`` writes the lines of a release for tests/saves/releases.txt.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from hashlib import sha256
from typing import get_args, get_type_hints

from turntrack.codec import dataclass_json, json_values
from turntrack.core.commands import Command
from turntrack.core.events import Event
from turntrack.core.memory import bounds as bounds_of
from turntrack.core.settings import SETTINGS
from turntrack.history.templates import SetUp
from turntrack.saves import event_checks, journal, records
from turntrack.saves.journal import TEMPLATE_FORMAT
from turntrack.saves.records import RECORD_FORMAT, Record
from turntrack.systems import SYSTEMS
from turntrack.systems.table_rules import rule_set
from turntrack.systems.table_rules.rule_set import RULES_FORMAT, RuleSet

FORMATS = {"record": RECORD_FORMAT, "template": TEMPLATE_FORMAT, "rules": RULES_FORMAT}


def classes(kind: str) -> Iterator[type]:
    """Return the classes of saved data of this kind, without the memories of the systems."""
    match kind:
        case "record":
            yield from parts_of(*(member for union in (Command, Event, Record) for member in union.__value__.__args__))
        case "template":
            yield from parts_of(*SetUp.__value__.__args__)
        case _:
            yield from parts_of(RuleSet)


def fields_of(kind: type) -> list[list[str]]:
    """Return each stored field: its name, its type, its default."""
    stored = (field for field in fields(kind) if field.init)
    return [[field.name, str(field.type), "" if field.default is MISSING else repr(field.default)] for field in stored]


def memories() -> dict[str, list[object]]:
    """Return the memories of each system, with their classes and enumerations."""
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
    """Return the bounds of saved values, by name."""
    return {
        name: getattr(module, name)
        for module in (json_values, dataclass_json, records, journal, event_checks, journal, rule_set)
        for name in dir(module)
        if name.startswith(("MOST_", "LONGEST_", "LARGEST"))
    }


def content(kind: str) -> dict[str, object]:
    """Return all that saved data of a kind may hold."""
    own: dict[str, object] = {
        "objects": {part.__name__: shape(part) for part in classes(kind)},
        "bounds": bounds(),
    }
    if kind == "rules":
        return own
    return own | {
        "fields": {
            system.key: [
                [
                    *(field.key, field.kind.value, repr(field.default), field.low, field.high, field.wild),
                    [pick.key for pick in field.picks],
                ]
                for field in system.fields
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


def fingerprint(kind: str) -> str:
    return sha256(json.dumps(content(kind), sort_keys=True).encode()).hexdigest()[:16]


def lines_of(release: str) -> str:
    """Return a line for each kind of saved data: release, kind, format, fingerprint."""
    return "".join(f"{release} {kind} {number} {fingerprint(kind)}\n" for kind, number in FORMATS.items())


if __name__ == "__main__":
    sys.stdout.write(lines_of(sys.argv[1]))
