"""Which reading of the rules, if the table took it, would lift a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from engine.errors import Refused
from engine.fields import Option
from engine.model import Encounter


def naming_a_reading(
    refusal: Refused, encounter: Encounter, options: Iterable[Option], attempt: Callable[[Encounter], object]
) -> Refused:
    """The refusal, which also names the first option that has a reading with which ``attempt`` is not refused.

    ``attempt`` does on the encounter given what was refused, and raises Refused where it still is.
    """
    for option in options:
        for value in option.values:
            if value.key == encounter.options.get(option.key, option.default):
                continue
            try:
                attempt(replace(encounter, options={**encounter.options, option.key: value.key}))
            except Refused:
                continue
            words = f"{refusal.message} Another reading allows it: “{option.label}”."
            return Refused(refusal.code, words, refusal.rule, option.key)
    return refusal
