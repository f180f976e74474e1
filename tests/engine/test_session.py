"""Tests of a session: a refused command changes nothing, undo and redo change only the position in the history."""

from __future__ import annotations

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import NoDice, ScriptedDice
from turntrack.core.errors import Refused
from turntrack.core.evolve import NO_ENCOUNTER
from turntrack.history.session import Session
from turntrack.systems import SYSTEMS


@pytest.fixture
def session() -> Session:
    return Table("zebra", "Mara", "Rat").session


def test_a_new_session_has_no_past_and_no_future() -> None:
    session = Session(SYSTEMS)
    assert session.encounter is session.before_last is NO_ENCOUNTER
    for turn_back in (session.undo, session.redo):
        with pytest.raises(Refused) as no:
            turn_back()
        assert no.value.code in ("no_past", "no_future")


def test_undo_brings_back_the_very_same_encounter(session: Session) -> None:
    before = session.encounter
    session.dispatch(c.OpenRound(), ScriptedDice([3, 4]))
    assert session.before_last is before
    step = session.undo()
    assert session.encounter is before
    assert step.command == c.OpenRound()


def test_its_size_counts_what_was_cut_off_too(session: Session) -> None:
    steps = session.size
    session.undo()
    assert session.size == steps
    session.dispatch(c.WriteNote("another way"), NoDice())
    assert session.size == steps + 1


def test_redo_rolls_no_dice(session: Session) -> None:
    opened = session.dispatch(c.OpenRound(), ScriptedDice([3, 4]))
    session.undo()
    assert session.redo() is opened
    assert session.encounter is opened.after


def test_after_something_else_there_is_nothing_to_redo(session: Session) -> None:
    session.dispatch(c.OpenRound(), ScriptedDice([3, 4]))
    session.undo()
    session.dispatch(c.WriteNote("The bell rings."), NoDice())
    with pytest.raises(Refused, match="nothing to redo"):
        session.redo()


def test_what_is_refused_leaves_the_very_same_object_and_what_can_be_redone(session: Session) -> None:
    session.dispatch(c.OpenRound(), ScriptedDice([3, 4]))
    session.undo()
    before, future = session.encounter, list(session.future)
    with pytest.raises(Refused):
        session.dispatch(c.CloseRound(), NoDice())
    assert session.encounter is before
    assert session.future == future


def test_a_refusal_in_the_middle_leaves_nothing_behind() -> None:
    """The last of three would be one too many: none of them joins."""
    guards = Table("zebra", *["Guard x99"] * 10)
    assert "at most 1000 combatants" in guards.refusal(c.AddCombatant("Rat", 11)).message


def test_a_copy_goes_on_by_itself(session: Session) -> None:
    """With the same past, future and branches; what is done to either, the other does not know."""
    session.dispatch(c.OpenRound(), ScriptedDice([3, 4]))
    session.undo()
    session.dispatch(c.OpenRound(), ScriptedDice([5, 6]))
    session.dispatch(c.WriteNote("The tide comes in"), NoDice())
    session.undo()
    copy = session.copy()
    assert (copy.past, copy.future, copy.branches, copy.size) == (
        session.past,
        session.future,
        session.branches,
        session.size,
    )
    before = session.encounter, session.size
    copy.dispatch(c.WriteNote("Somebody shouts"), NoDice())
    copy.undo(2)
    assert (session.encounter, session.size) == before
    session.redo()
    assert len(session.past) == len(copy.past) + 2
    assert len(copy.branches) == len(session.branches) + 1
