"""Test that a tap leaves no reference cycles: memory is free at once, and no collection delays a later tap."""

from __future__ import annotations

import gc
from random import Random

import pytest

from tests.app.table import Table
from turntrack.core.dice import seeded_dice
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

TAPS = 40


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_nothing_is_left_to_the_collector(system: TurnSystem) -> None:
    """A refusal that kept its traceback would keep the stack of the tap, and every choice that it offered."""
    table, chance = Table(), Random(system.key)
    table.controller._dice = seeded_dice(7)
    table.tap("sample", system.key)
    gc.collect()
    gc.freeze()  # or each collection would go through all that is imported
    gc.disable()
    try:
        for _ in range(TAPS):
            table.tap(*chance.choice(table.offered() or [("open", "")]))
            if table.last.dialog:
                table.controller.handle("dismiss", "", {})
            assert gc.collect() == 0
    finally:
        gc.enable()
        gc.unfreeze()
