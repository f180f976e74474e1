"""The search for a rule option whose other value would lift a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from turntrack.core.errors import Refused
from turntrack.core.fields import Option
from turntrack.core.model import Encounter


def allow[T](encounter: Encounter, options: Iterable[Option], attempt: Callable[[Encounter], T]) -> T:
    """Return the result of ``attempt`` on the encounter.

    Raises Refused if ``attempt`` does; ``lifted_by`` is then the first option with another value that would allow it.
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
