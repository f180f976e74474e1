"""Tests of turns and minutes: from the times of the steps, and shown only if the table asks for them."""

from __future__ import annotations

import pytest

from app.ui.summary import LONGEST_WAIT_MS, clock_view
from tests.app.fights import played
from tests.app.table import Table
from tests.engine import table as engine
from turntrack.core import commands as c
from turntrack.core.dice import ScriptedDice
from turntrack.core.evolve import evolve
from turntrack.core.model import Stage
from turntrack.history.session import Session
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import decode_record, encode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

START = 1_700_000_000_000


def timed(*waits: tuple[str, int]) -> Session:
    """A fight of Zebra Island in which each dodges after so many milliseconds; whose turn it is, is named."""
    session = engine.Table("zebra", "Mara", "Ilko").session
    at = START
    session.dispatch(c.OpenRound(), ScriptedDice([20, 20]), at)
    for name, wait in waits:
        (combatant_id,) = session.encounter.acting()
        assert session.encounter.name_of(combatant_id) == name
        at += wait
        session.dispatch(c.Act(combatant_id, "dodge"), ScriptedDice([]), at)
    return session


def lines(session: Session) -> dict[str, tuple[int, int]]:
    return {line.name: (line.turns, line.seconds) for line in clock_view(session.past).lines}


def test_time_is_whose_turn_it_was() -> None:
    session = timed(("Mara", 90_000), ("Ilko", 30_500))
    assert lines(session)["Mara"][1] == 90
    assert lines(session)["Ilko"][1] == 30
    assert clock_view(session.past).is_timed


def test_a_pause_is_nobodys_time() -> None:
    assert lines(timed(("Mara", LONGEST_WAIT_MS + 1)))["Mara"][1] == 0
    assert lines(timed(("Mara", LONGEST_WAIT_MS)))["Mara"][1] == LONGEST_WAIT_MS // 1000


def test_a_clock_that_was_put_back_counts_for_nothing() -> None:
    assert lines(timed(("Mara", -90_000), ("Ilko", 5_000)))["Mara"][1] == 0


def test_what_is_kept_has_its_times_and_a_step_done_again_keeps_its_own() -> None:
    session = timed(("Mara", 90_000), ("Ilko", 30_000))
    session.undo()
    session.redo()
    told = [encode_record(record) for record in records_of(session)]
    again = replay([decode_record(record) for record in told], SYSTEMS)
    assert [step.at for step in again.past] == [step.at for step in session.past]
    assert lines(again) == lines(session)


def test_a_fight_from_before_has_no_times() -> None:
    session = engine.Table("zebra", "Mara", "Ilko").session
    assert not clock_view(session.past).is_timed


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_turns_are_those_that_the_fight_has_begun(system: TurnSystem) -> None:
    """Counted otherwise: event by event, from how far the turn of each has come."""
    session = played(system, 30)
    begun = dict.fromkeys(session.encounter.combatants, 0)
    now = session.past[0].after
    for step in session.past[1:]:
        for event in step.events:
            after = evolve(now, event)
            for combatant_id, standing in after.standings.items():
                was = now.standings[combatant_id].stage if combatant_id in now.standings else Stage.NONE
                if combatant_id in begun and was is Stage.NONE and standing.stage is Stage.CALLED:
                    begun[combatant_id] += 1
            now = after
    view = clock_view(session.past)
    assert [line.turns for line in view.lines] == list(begun.values())
    assert sum(begun.values()) > 4


def test_the_table_is_told_where_it_asks_for_it(worked: Table) -> None:
    assert worked.region("title").with_class("clock") == []
    worked.tap("menu")
    worked.tap("clocks")
    assert [row.text.split()[:2] for row in worked.dialog.all("tr")[1:]] == [["A", "1"], ["B", "0"], ["C", "0"]]
    worked.give(c.ChooseOption("turn_clock", "on"), is_within=True)
    (clock,) = worked.region("title").with_class("clock")
    assert clock.attributes["data-since"] == str(START)
    worked.do(c.CloseRound())
    assert worked.region("title").with_class("clock") == []
