"""What has been typed and ticked in a section, as the values of a command."""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import BadValue
from engine.fields import Field, Value, read
from engine.systems.protocol import Entered


def given(entered: Entered, section: str, fields: Iterable[Field]) -> dict[str, Value]:
    """The fields' values. What cannot be read stays as typed, for the rules to refuse."""
    values: dict[str, Value] = {}
    for field in fields:
        raw = entered.get(f"{section}.{field.key}", field.default)
        try:
            values[field.key] = read(field, raw)
        except BadValue:
            values[field.key] = str(raw)
    return values
