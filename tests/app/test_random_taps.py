"""Tests of random taps: no errors, and the journal replays to the shown fight."""

from __future__ import annotations

from enum import Enum
from random import Random

import pytest

from app.intents import fight as f
from app.intents.combatants import ForConditions, ForCounters, ForDamage, ForReinforcements
from app.intents.html_codec import every_kind
from tests.amounts import amount
from tests.app.random_taps import COMMANDS, tap_anything
from tests.app.table import Table
from turntrack.core.dice import seeded_dice
from turntrack.saves.journal import replay
from turntrack.saves.records import decode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

FAULTS = ("Something went wrong", "Something cannot be shown", "cannot be described")

LASTING = (ForDamage, ForConditions, ForCounters, ForReinforcements)
BESIDE = {"undo", "redo", "open", "same-again"}
"""What else is tapped, but nothing that leaves the fight."""


def dos(*kinds: type) -> set[str]:
    """Return the names of the intents of these kinds."""
    return {kind.do for kind in every_kind() if issubclass(type(kind) if isinstance(kind, Enum) else kind, kinds)}


@pytest.mark.repeats
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_whatever_is_tapped(system: TurnSystem) -> None:
    done: set[str] = set()
    wanted = dos(*LASTING, f.Person, f.Health) | BESIDE | COMMANDS
    for seed in range(amount(90)):
        table, random = Table(), Random(f"{system.key} {seed}")
        table.controller._dice = seeded_dice(seed)
        table.tap("sample", system.key)
        table.tap("open")
        for _ in range(60):
            done.add(tap_anything(table, random, wanted))
            said = f"{table.last.toast} {table.dialog.text} {' '.join(table.log[:3])}"
            assert not any(fault in said for fault in FAULTS), said
        records = table.storage.journals[table.storage.chosen]
        again = replay([decode_record(record) for record in records], SYSTEMS)
        assert again.encounter == table.session.encounter
    assert len(done & dos(*LASTING)) > 12
