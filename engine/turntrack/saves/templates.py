"""The codec of template files, which is strict and bounded and has a format of its own."""

from __future__ import annotations

from typing import cast

from turntrack.codec.dataclass_json import typed_reader, write_tagged
from turntrack.codec.json_values import read_json, read_keys, read_list, write_json
from turntrack.codec.upgrades import Upgrade, upgrade
from turntrack.core.errors import BadSave, BadValue, quote
from turntrack.core.fields import LONGEST_NAME, clean_text
from turntrack.history.templates import SetUp, Template

TEMPLATE_UPGRADES: tuple[Upgrade, ...] = ()
"""Upgrades from each released format of templates to the next."""

TEMPLATE_FORMAT = len(TEMPLATE_UPGRADES) + 1

KIND = "turntrack-template"
LONGEST_TEMPLATE = 4_000_000
MOST_COMMANDS = 2_000

_read_entry = typed_reader({kind.__name__: kind for kind in SetUp.__value__.__args__}, "template entry")


def encode_template(template: Template) -> str:
    """Return the text of the file, one entry per line."""
    head = write_json({"kind": KIND, "format": TEMPLATE_FORMAT, "name": template.name, "system": template.system})
    entries = ",\n".join(write_json(write_tagged(command)) for command in template.commands)
    return f'{head[:-1]},"commands":[\n{entries}\n]}}\n'


def decode_template(text: str) -> Template:
    """Read a file. Raises BadSave, with the number of the entry if an entry cannot be read."""
    raw = read_json(text, LONGEST_TEMPLATE)
    if type(raw) is not dict or raw.get("kind") != KIND:
        raise BadSave("This is not a template of Turntrack.")
    given = read_keys(upgrade(raw, TEMPLATE_UPGRADES), ("kind", "format", "name", "system", "commands"))
    try:
        name = clean_text("name", given["name"], LONGEST_NAME)
        system = clean_text("system", given["system"], LONGEST_NAME)
    except BadValue as error:
        raise BadSave(str(error)) from error
    if not name:
        raise BadSave(f"a name was expected, not {quote(given['name'])}.")
    commands = []
    for number, item in enumerate(read_list(given["commands"], MOST_COMMANDS), 1):
        try:
            commands.append(cast(SetUp, _read_entry(item)))
        except BadSave as error:
            raise BadSave(f"Entry {number}: {error}", number) from error
    return Template(name, system, tuple(commands))
