"""Tests of long random fights of the coded systems: every preview comes true, undo restores the fight."""

from __future__ import annotations

import pytest

from tests.amounts import amount, count
from tests.engine.random_play import play_all
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

STEPS = 40
FIGHTS, ALL_FIGHTS = amount(30), count("FIGHTS", 1_000)
PARTS = 10

CODED = [system for system in SYSTEMS if not system.has_rules_of_fights]

pytestmark = pytest.mark.repeats


@pytest.mark.parametrize("system", CODED, ids=lambda system: system.key)
def test_every_preview_is_true(system: TurnSystem) -> None:
    assert play_all(system, range(FIGHTS), STEPS) > 2 * FIGHTS


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("system", CODED, ids=lambda system: system.key)
def test_every_preview_of_a_thousand_fights_is_true(system: TurnSystem, part: int) -> None:
    play_all(system, range(part * ALL_FIGHTS // PARTS, (part + 1) * ALL_FIGHTS // PARTS), STEPS)
