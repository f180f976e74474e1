"""Write the JSON Schemas of rule sets and prepared fights, with examples, into docs/schemas/."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeAliasType, Union, get_args, get_origin, get_type_hints

from tools.layout import ROOT
from turntrack.core.dice import NoDice
from turntrack.history.session import Session
from turntrack.history.templates import SetUp, Template, template_of
from turntrack.saves import journal
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of
from turntrack.systems.table_rules import rule_set
from turntrack.systems.table_rules.presets.catalogue import PRESETS

FOLDER = ROOT / "docs" / "schemas"
EXAMPLES = 3

type Schema = dict[str, Any]

_SIMPLE: Mapping[type, str] = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}


def files() -> dict[str, str]:
    """Return the text of each file by its name."""
    rules = [rule_set.rules_to_json(preset.rules) for preset in PRESETS[:EXAMPLES]]
    fights = [json.loads(journal.encode_template(sample_template(system.key))) for system in SYSTEMS[:EXAMPLES]]
    texts = {
        "rules.schema.json": _schema_of("Rules of a table", rule_set.RuleSet, rule_set.KIND, rule_set.RULES_FORMAT),
        "fight.schema.json": _schema_of("A prepared fight", Template, journal.TEMPLATE_KIND, journal.TEMPLATE_FORMAT),
        **{f"rules-{number}.json": example for number, example in enumerate(rules, 1)},
        **{f"fight-{number}.json": example for number, example in enumerate(fights, 1)},
    }
    return {name: f"{json.dumps(text, indent=2, ensure_ascii=False)}\n" for name, text in texts.items()}


def sample_template(key: str) -> Template:
    """Return the template of a system's sample fight."""
    session, system = Session(SYSTEMS), system_of(key, SYSTEMS)
    for command in system.sample():
        session.dispatch(command, NoDice())
    return template_of(session.encounter, system.at(session.encounter))


def _schema_of(title: str, kind: type, name: str, number: int) -> Schema:
    """Return the schema of a file, which has a head besides the fields of a dataclass."""
    schema = _object(kind)
    head = {"kind": {"const": name}, "format": {"const": number}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **schema,
        "properties": head | schema["properties"],
        "required": [*head, *schema.get("required", ())],
    }


def _object(kind: type, tag: str = "") -> Schema:
    """Return the schema of a dataclass, with the name of its class under ``is`` if it has a ``tag``."""
    hints = get_type_hints(kind)
    own = [field for field in fields(kind) if field.init]
    properties = {field.name: _type(hints[field.name]) for field in own}
    required = [field.name for field in own if field.default is MISSING and field.default_factory is MISSING]
    if tag:
        properties, required = {"is": {"const": tag}, **properties}, ["is", *required]
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": required} if required else schema


def _type(hint: Any) -> Schema:
    """Return the schema of a type as ``dataclass_json`` writes it."""
    if isinstance(hint, TypeAliasType):
        value = hint.__value__
        if hint is SetUp:
            return {"oneOf": [_object(kind, kind.__name__) for kind in get_args(value)]}
        return _type(value)
    if get_origin(hint) in (Union, UnionType):
        return {"anyOf": [_type(part) for part in get_args(hint)]}
    if get_origin(hint) is tuple:
        item, *_ = get_args(hint)
        return {"type": "array", "items": _type(item)}
    if isinstance(get_origin(hint), type) and issubclass(get_origin(hint), Mapping):
        return {"type": "object", "additionalProperties": _type(get_args(hint)[1])}
    if hint in _SIMPLE:
        return {"type": _SIMPLE[hint]}
    if issubclass(hint, Enum):
        return {"enum": [member.value for member in hint]}
    assert isinstance(hint, type)
    assert is_dataclass(hint), hint
    return _object(hint)


def main(folder: Path = FOLDER) -> None:
    """Write all files."""
    folder.mkdir(exist_ok=True)
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
