"""Write into docs/schemas/: JSON Schemas of what other tools can send, examples, and the games with their fields."""

import ast
import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from textwrap import dedent
from types import NoneType, UnionType
from typing import Any, TypeAliasType, Union, get_args, get_origin, get_type_hints

from tools.layout import ROOT
from turntrack.codec.json_values import LARGEST
from turntrack.core.commands import Act, AddCombatant
from turntrack.core.dice import NoDice
from turntrack.core.fields import LONGEST_RAW, Field, Kind
from turntrack.core.model import Counter, RefillTime
from turntrack.history.new_fight import new_fight
from turntrack.history.session import Session
from turntrack.history.templates import SetUp, Template, template_of
from turntrack.saves import journal, packs
from turntrack.saves.packs import Creature, Pack
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of
from turntrack.systems.table_rules import rule_set
from turntrack.systems.table_rules.presets.catalogue import PRESETS

FOLDER = ROOT / "docs" / "schemas"
EXAMPLES = 3
GAMES = "GAMES.md"

type Schema = dict[str, Any]

_SIMPLE: Mapping[type, Schema] = {
    str: {"type": "string", "maxLength": LONGEST_RAW},
    int: {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
}


def files() -> dict[str, str]:
    """Return the text of each file by its name."""
    rules = [rule_set.rules_to_json(preset.rules) for preset in PRESETS[:EXAMPLES]]
    fights = [json.loads(journal.encode_template(template)) for template in (d20_template(), *sample_templates())]
    texts = {
        "rules.schema.json": _schema_of("Rules of a table", rule_set.RuleSet, rule_set.KIND, rule_set.RULES_FORMAT),
        "fight.schema.json": _schema_of("A prepared fight", Template, journal.TEMPLATE_KIND, journal.TEMPLATE_FORMAT),
        "creatures.schema.json": _schema_of("A pack of creatures", Pack, packs.PACK_KIND, packs.PACK_FORMAT),
        **{f"rules-{number}.json": example for number, example in enumerate(rules, 1)},
        **{f"fight-{number}.json": example for number, example in enumerate(fights, 1)},
        "creatures-1.json": json.loads(packs.write_pack(example_pack())),
    }
    for name, text in texts.items():
        if not name.endswith(".schema.json"):
            texts[name] = {"$schema": f"{name.partition('-')[0]}.schema.json", **text}
    written = {name: f"{json.dumps(text, indent=2, ensure_ascii=False)}\n" for name, text in texts.items()}
    return {**written, GAMES: games_text()}


def d20_template() -> Template:
    """Return a prepared fight of D&D 2024: a preset of *Table rules* by its key, and who fights."""
    imp = AddCombatant(
        "Reed Imp",
        3,
        "Foes",
        sheet={"dex": 4},
        health=7,
        note="AC 13",
        card=("Claw. +4 to hit, reach 5 ft., 1d4+2 slashing.",),
    )
    boss = AddCombatant(
        "Reed Hag",
        side="Foes",
        sheet={"dex": 2},
        health=60,
        note="AC 15",
        counters=(Counter("legendary actions", 3, 3, RefillTime.TURN),),
        hidden=True,
    )
    return Template("In the reeds", "table_rules", (Act("", "rules", {"preset": "d20_twice"}), imp, boss))


def sample_templates() -> Iterator[Template]:
    """Yield the templates of the first coded systems."""
    for system in SYSTEMS[: EXAMPLES - 1]:
        yield sample_template(system.key)


def sample_template(key: str) -> Template:
    """Return the template of a system's sample fight."""
    session, system = Session(SYSTEMS), system_of(key, SYSTEMS)
    for command in system.sample():
        session.dispatch(command, NoDice())
    return template_of(session.encounter, system.at(session.encounter))


def example_pack() -> Pack:
    """Return a pack with all that a creature can have."""
    imp = Creature(
        "Reed Imp",
        ("Imp of the Reeds",),
        health=7,
        health_dice="2d6",
        armour=13,
        order_modifier=4,
        attributes={"dex": 14},
        counters=(Counter("luck", 2, 2, RefillTime.REST),),
        note="resists fire",
        card=("Claw. +4 to hit, reach 5 ft., 1d4+2 slashing.",),
    )
    return Pack("Reeds", (imp, Creature("Mud Witch", health_dice="5d8", armour=12)), "d20_twice", "an example")


def games_text() -> str:
    """Return the games with the keys of their fields."""
    lines = [
        "# The games and the keys of their fields",
        "",
        "A `sheet` in a prepared fight has values by these keys; those that are left out have their default. Made by",
        "`make schemas`.",
        "",
        "| game | key | fields |",
        "|---|---|---|",
    ]
    coded = (system for system in SYSTEMS if not system.has_rules_of_fights)
    lines += (f"| {system.title} | system `{system.key}` | {_fields_words(system.fields)} |" for system in coded)
    for preset in PRESETS:
        fight = new_fight(preset.key)
        system = system_of("table_rules", SYSTEMS).at(fight.encounter)
        like = f" ({', '.join(preset.like)})" if preset.like else ""
        lines.append(f"| {preset.title}{like} | preset `{preset.key}` | {_fields_words(system.fields)} |")
    return "\n".join((*lines, ""))


def _fields_words(of: tuple[Field, ...]) -> str:
    return "; ".join(map(_field_words, of)) or "none"


def _field_words(field: Field) -> str:
    if field.kind is Kind.NUMBER:
        values = f"{field.low} to {field.high}"
    elif field.kind is Kind.PICK:
        values = ", ".join(f"`{pick.key}`" for pick in field.picks)
    else:
        values = {Kind.DICE: "dice such as `3D+1`", Kind.FLAG: "`true` or `false`"}.get(field.kind, "text")
    default = "" if field.default == "" else f", else {json.dumps(field.default)}"
    return f"`{field.key}` {field.label} ({values}{default})"


def _schema_of(title: str, kind: type, name: str, number: int) -> Schema:
    """Return the schema of a file, which has a head besides the fields of a dataclass."""
    schema = _object(kind)
    head = {"$schema": {"type": "string"}, "kind": {"const": name}, "format": {"const": number}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:turntrack:{name.removeprefix('turntrack-')}:{number}",
        "title": title,
        **schema,
        "properties": head | schema["properties"],
        "required": ["kind", "format", *schema.get("required", ())],
    }


def _object(kind: type, tag: str = "") -> Schema:
    """Return the schema of a dataclass, with the name of its class under ``is`` if it has a ``tag``."""
    hints = get_type_hints(kind)
    own = [field for field in fields(kind) if field.init]
    said = _descriptions(kind)
    properties = {field.name: _described(_type(hints[field.name]), said.get(field.name, "")) for field in own}
    required = [field.name for field in own if field.default is MISSING and field.default_factory is MISSING]
    if tag:
        properties, required = {"is": {"const": tag}, **properties}, ["is", *required]
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    schema = _described(schema, _plain(kind.__doc__ or ""))
    return {**schema, "required": required} if required else schema


def _described(schema: Schema, words: str) -> Schema:
    return {"description": words, **schema} if words else schema


@cache
def _descriptions(kind: type) -> Mapping[str, str]:
    """Return the text below each field of a class, by the field's name."""
    (tree,) = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(tree, ast.ClassDef)
    said: dict[str, str] = {}
    for node, below in zip(tree.body, tree.body[1:], strict=False):
        match node, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                said[name] = _plain(text)
    return said


def _plain(text: str) -> str:
    """Return a docstring as one line, without its marks for code; empty for that of a dataclass without one."""
    words = " ".join(text.split()).replace("``", "")
    return "" if words.partition("(")[0].isidentifier() else words


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
        return dict(_SIMPLE[hint])
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
