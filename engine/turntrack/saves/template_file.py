"""The codec of template files, which is strict and bounded and has a format of its own."""

from __future__ import annotations

from turntrack.codec.dataclass_json import STORED, list_reader, object_reader, typed_reader, write_tagged
from turntrack.codec.json_values import Upgrade, read_head, read_json, write_json
from turntrack.history.templates import SetUp, Template

TEMPLATE_UPGRADES: tuple[Upgrade, ...] = ()
"""Upgrades from each released format of templates to the next."""

TEMPLATE_FORMAT = len(TEMPLATE_UPGRADES) + 1

KIND = "turntrack-template"
LONGEST_TEMPLATE = 4_000_000
MOST_COMMANDS = 2_000

_read_entry = typed_reader({kind.__name__: kind for kind in SetUp.__value__.__args__}, "template entry")
_read_template = object_reader(
    Template, {**STORED, tuple[SetUp, ...]: list_reader(_read_entry, MOST_COMMANDS, "Entry")}
)


def encode_template(template: Template) -> str:
    """Return the text of the file, one entry per line."""
    head = write_json({"kind": KIND, "format": TEMPLATE_FORMAT, "name": template.name, "system": template.system})
    entries = ",\n".join(write_json(write_tagged(command)) for command in template.commands)
    return f'{head[:-1]},"commands":[\n{entries}\n]}}\n'


def decode_template(text: str) -> Template:
    """Read a file. Raises BadSave, with the number of the entry if an entry cannot be read."""
    raw = read_json(text, LONGEST_TEMPLATE)
    return _read_template(read_head(raw, KIND, TEMPLATE_UPGRADES, "This is not a template of Turntrack."))
