"""Rule options: the table's chosen value, and the option that would lift a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from turntrack.core.errors import Refused
from turntrack.core.fields import Option
from turntrack.core.model import Encounter


def chosen_value(options: Iterable[Option], encounter: Encounter, key: str) -> str:
    """Return the value that the table has chosen for an option, or its default."""
    return encounter.options.get(key) or next(option.default for option in options if option.key == key)


def allow[T](encounter: Encounter, options: Iterable[Option], attempt: Callable[[Encounter], T]) -> T:
    """Return what ``attempt`` gives on the encounter.

    Raises Refused where it does, and then names the first of the options that has a reading with which it would not.
    """
    try:
        return attempt(encounter)
    except Refused as refusal:
        raise _naming_a_reading(refusal, encounter, options, attempt) from None


def _naming_a_reading(
    refusal: Refused, encounter: Encounter, options: Iterable[Option], attempt: Callable[[Encounter], object]
) -> Refused:
    for option in options:
        for value in option.values:
            if value.key == encounter.options.get(option.key, option.default):
                continue
            try:
                attempt(encounter._replace(options={**encounter.options, option.key: value.key}))
            except Refused:
                continue
            words = f"{refusal.message} Another reading allows it: “{option.label}”."
            return Refused(refusal.code, words, refusal.rule, option.key)
    return refusal
