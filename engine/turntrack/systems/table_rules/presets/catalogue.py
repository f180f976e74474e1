"""All presets by key, and the sample fight. The words are our own; names of games are facts only."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import MappingProxyType

from turntrack.core.commands import Command
from turntrack.core.errors import BadValue
from turntrack.systems.table_rules.presets.by_choice import CHOSEN_PRESETS
from turntrack.systems.table_rules.presets.by_count import COUNTED_PRESETS
from turntrack.systems.table_rules.presets.by_number import NUMBERED_PRESETS
from turntrack.systems.table_rules.presets.by_phase import PHASE_PRESETS
from turntrack.systems.table_rules.presets.by_side import SIDE_PRESETS
from turntrack.systems.table_rules.presets.d20_games import D20_PRESETS
from turntrack.systems.table_rules.presets.preset import Preset as Preset
from turntrack.systems.table_rules.rule_set import RuleSet

PRESETS: tuple[Preset, ...] = (
    *D20_PRESETS,
    *NUMBERED_PRESETS,
    *COUNTED_PRESETS,
    *SIDE_PRESETS,
    *PHASE_PRESETS,
    *CHOSEN_PRESETS,
)

_BY_TITLE = MappingProxyType({preset.title: preset for preset in PRESETS})


def preset_of(key: str) -> Preset:
    """Return the preset of this key. Raises BadValue if there is none."""
    for preset in PRESETS:
        if preset.key == key:
            return preset
    raise BadValue(f"There are no rules called “{key[:40]}” to begin from.")


def preset_called(title: str) -> Preset | None:
    """Return the preset of this title; None if there is none."""
    return _BY_TITLE.get(title)


def preset_with(rules: RuleSet) -> Preset | None:
    """Return the preset with exactly these rules, now or in an earlier version; None if there is none."""
    preset = preset_called(rules.name)
    return preset if preset and rules in _versions(preset.rules) else None


@cache
def _versions(rules: RuleSet) -> tuple[RuleSet, ...]:
    """List a preset's rules now and before attacks were paid once a turn: each was paid, or there was no such price."""
    paid_each = tuple(replace(price, paid_once=False) for price in rules.prices)
    without = tuple(price for price in rules.prices if not price.paid_once)
    return (rules, replace(rules, prices=paid_each), replace(rules, prices=without))


def preset_rules(key: str) -> RuleSet:
    """Return the rules of a preset. Raises BadValue if there is no preset of that key."""
    return preset_of(key).rules


def sample() -> tuple[Command, ...]:
    return preset_of("three_actions").sample()
