"""Tests that the cost of opening a fight does not grow with the square of its combatants, counted in calls."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from tests.amounts import WHOLE
from tests.app.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.fields import Value
from turntrack.history.session import Session
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import decode_record, encode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

SIZES = (240, 480) if WHOLE else (120, 240)

SHEETS: dict[str, dict[str, Value]] = {"zebra": {"position": "shooting"}}
"""In contact each combatant of Zebra Island faces each of the other side, and the log says so."""


def journal(system: TurnSystem, many: int, is_open: bool) -> list[str]:
    session, dice = Session(SYSTEMS), seeded_dice(8)
    session.dispatch(c.MakeEncounter("Crowd", system.key), dice)
    for at in range(0, many, 20):
        sheet = SHEETS.get(system.key, {})
        session.dispatch(c.AddCombatant("Rat", 20, side="AB"[at // 20 % 2], sheet=sheet), dice)
    if is_open:
        session.dispatch(c.OpenRound(), dice)
    return [encode_record(record) for record in records_of(session)]


def calls_to_open(records: list[str]) -> int:
    """Return the number of Python calls to read the records and show the fight."""
    count = 0

    def called(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event == "call"

    table = Table()
    sys.setprofile(called)
    try:
        session = replay([decode_record(record) for record in records], SYSTEMS)
        table.controller.show_fight("crowd", session, len(records))
    finally:
        sys.setprofile(None)
    assert table.people == len(session.encounter.combatants)
    return count


@pytest.mark.parametrize("is_open", [False, True], ids=["before", "in a round"])
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_twice_as_many_cost_twice_as_much(system: TurnSystem, is_open: bool) -> None:
    """A little more is allowed, for sorting; what is asked of each about each would be four times as much."""
    few, many = (calls_to_open(journal(system, size, is_open)) for size in SIZES)
    assert many < 2.6 * few
