"""The chosen values of rule options."""

from __future__ import annotations

from collections.abc import Iterable

from turntrack.core.fields import Option
from turntrack.core.model import Encounter


def chosen_value(options: Iterable[Option], encounter: Encounter, key: str) -> str:
    """Return the key of the chosen value of an option, or of its default."""
    return encounter.options.get(key) or next(option.default for option in options if option.key == key)
