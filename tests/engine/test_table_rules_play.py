"""Tests of fights by random table rules: never stuck, every preview comes true, undo restores the fight."""

from __future__ import annotations

from random import Random

import pytest

from tests.amounts import amount, count
from tests.engine.drawn_rule_sets import drawn, system_with
from tests.engine.random_play import play, play_all
from turntrack.systems.table_rules.presets.catalogue import PRESETS, Preset
from turntrack.systems.table_rules.rule_set import write_rules

STEPS, FEW_STEPS = 25, 20
ALL_OF_PRESETS = 100
DRAWN, ALL_DRAWN = amount(80), count("FUZZ", 5_000)

pytestmark = pytest.mark.repeats


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_can_be_played(preset: Preset) -> None:
    play(system_with(preset.rules), 0, FEW_STEPS)


def play_drawn(seeds: range) -> None:
    for seed in seeds:
        rules = drawn(Random(seed))
        try:
            play(system_with(rules), seed, STEPS)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {write_rules(rules)}\n{error}") from error


def test_whatever_the_rules_are() -> None:
    play_drawn(range(DRAWN))


@pytest.mark.parametrize("seed", [5327, 8658, 9157])
def test_two_sides_act_at_the_same_time(seed: int) -> None:
    """Whoever of them is the last to end the turn says which side is next: once told otherwise."""
    play_drawn(range(seed, seed + 1))


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_can_be_played_for_long(preset: Preset) -> None:
    play_all(system_with(preset.rules), range(ALL_OF_PRESETS), STEPS)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_whatever_thousands_of_rules_are(part: int) -> None:
    play_drawn(range(part * ALL_DRAWN // 10, (part + 1) * ALL_DRAWN // 10))
