"""Tests of following another tab: its steps are taken only if a journal could hold them."""

from __future__ import annotations

import pytest

from app.fight.fight import Fight
from tests.app.fights import played
from tests.app.repository import MemoryRepository
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.events import Event, OrderSet, Remembered, Spent
from turntrack.core.score import Term
from turntrack.history.session import Session
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import Did, Record, Redid, Undid
from turntrack.systems import SYSTEMS
from turntrack.systems.zebra.memory import ZebraCombatant


def following() -> Fight:
    """Return a fight in a tab that follows, with a step to redo."""
    session = played(SYSTEMS[0])
    records = records_of(session)
    return Fight("0a", replay(records, SYSTEMS), SYSTEMS[0], MemoryRepository(), len(records))


def shown(fight: Fight) -> tuple[object, ...]:
    return fight.encounter, tuple(fight.session.past), tuple(fight.session.future)


def test_a_step_undo_and_redo() -> None:
    fight = following()
    number = len(records_of(fight.session)) + 1
    session = replay(records_of(fight.session), SYSTEMS)
    step = session.dispatch(c.WriteNote("The bell rings."), seeded_dice(1))
    assert fight.follow(number, Did(number, step.command, step.events))
    assert fight.follow(number + 1, Undid(number + 1))
    assert fight.follow(number + 2, Redid(number + 2))
    assert fight.encounter == session.encounter


@pytest.mark.parametrize(
    "event",
    [Spent("c99", Term("dodges", 3)), Remembered("c99", ZebraCombatant()), OrderSet(("c1",))],
    ids=lambda event: type(event).__name__,
)
def test_a_step_that_cannot_be_read_changes_nothing(event: Event) -> None:
    fight = following()
    before, number = shown(fight), len(records_of(fight.session)) + 1
    assert not fight.follow(number, Did(number, c.WriteNote("x"), (event,)))
    assert shown(fight) == before


@pytest.mark.parametrize("record", [Undid, Redid])
def test_there_is_nothing_to_undo_or_redo(record: type[Undid] | type[Redid]) -> None:
    session = Session(SYSTEMS)
    session.dispatch(c.MakeEncounter("The ferry", SYSTEMS[0].key), seeded_dice(1))
    fight = Fight("0a", session, SYSTEMS[0], MemoryRepository(), 1)
    before = shown(fight)
    wrong: Record = record(2)
    assert not fight.follow(2, wrong)
    assert shown(fight) == before


def test_a_record_of_another_number_is_not_the_next() -> None:
    fight = following()
    before, number = shown(fight), len(records_of(fight.session)) + 1
    assert not fight.follow(number, Undid(number + 1))
    assert not fight.follow(number + 1, Undid(number + 1))
    assert shown(fight) == before
