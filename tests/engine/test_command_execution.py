"""Tests of ``execute``: a step whose record cannot be read again is refused, and changes nothing."""

from __future__ import annotations

import json

import pytest

from tests.amounts import WHOLE
from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import seeded_dice
from turntrack.core.errors import Refused
from turntrack.core.events import Event, Noted, Remembered
from turntrack.history.session import Session
from turntrack.saves import journal
from turntrack.saves.journal import replay
from turntrack.saves.records import MOST_RECORDS, Record, Undid, decode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem, system_of
from turntrack.systems.zebra.memory import ZebraCombatant, ZebraFight

DICE = seeded_dice(1)


def begun() -> Session:
    table = Table.sample("zebra")
    table.do_with(DICE, c.OpenRound())
    return table.session


def test_the_texts_are_the_journal() -> None:
    session = Session(SYSTEMS)
    commands = (*system_of("rond6", SYSTEMS).sample(), c.OpenRound())
    texts = [journal.execute(session, seq, command, DICE) for seq, command in enumerate(commands, 1)]
    again = replay([decode_record(text) for text in texts], SYSTEMS)
    assert (again.past, again.future) == (session.past, session.future)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ((Noted("x" * 2001),), "Noted, “text”: text of at most 2000 characters was expected"),
        ((Remembered("c1", ZebraCombatant(("c1",) * 1001)),), "a list of at most 1000 was expected"),
        ((Remembered("c1", ZebraCombatant(level_kept=10_001)),), "a number from -10000 to 10000 was expected"),
        ((Remembered("c1", ZebraFight(was_empty=True)),), "ZebraCombatant, “was_empty”: this is not known here"),
        ((Remembered("c99", ZebraCombatant()),), "Remembered: nobody is called c99"),
        ((Noted("boo"),) * 10_001, "a list of at most 10000 was expected"),
    ],
)
def test_a_step_that_could_not_be_read_again_is_refused(
    monkeypatch: pytest.MonkeyPatch, events: tuple[Event, ...], said: str
) -> None:
    """Whatever a system would decide: as none of ours decides such things, one is put in its place."""
    session = begun()
    session.undo()
    before, past, future = session.encounter, list(session.past), list(session.future)
    monkeypatch.setattr(journal, "decide", lambda *_: events)
    with pytest.raises(Refused, match="could not be saved, so it was not made") as refused:
        journal.execute(session, 7, c.WriteNote("boo"), DICE)
    assert said in refused.value.message
    assert (refused.value.code, session.encounter) == ("unkeepable", before)
    assert (session.past, session.future) == (past, future)


def test_a_record_that_would_read_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "encode_record", lambda _: '{"format":1,"seq":8,"is":"undo"}')
    with pytest.raises(Refused, match="its record would read differently"):
        journal.prove(Undid(7))


def test_a_step_that_would_be_another_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader fills up a sheet that lacks a field; who decides must not rely on it."""
    session = begun()
    monkeypatch.setattr(journal, "read_step", lambda *_: session.past[-1])
    with pytest.raises(Refused, match="its record would give another step"):
        journal.execute(session, 7, c.WriteNote("boo"), DICE)


def test_a_full_history_says_what_to_do() -> None:
    record: Record = Undid(MOST_RECORDS)
    assert json.loads(journal.prove(record))["seq"] == MOST_RECORDS
    with pytest.raises(Refused, match=r"The history of this fight is full.*Export it") as refused:
        journal.prove(Undid(MOST_RECORDS + 1))
    assert refused.value.code == "history_full"


@pytest.mark.repeats
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_the_greatest_fight_can_be_kept(system: TurnSystem) -> None:
    """The greatest fight that the rules allow, in the soak: it begins, and somebody acts."""
    each = 100 if WHOLE else 20
    session = Session(SYSTEMS)
    commands: list[c.Command] = [c.MakeEncounter("Many", system.key)]
    commands += [c.AddCombatant("Trooper" * 8, each, side=f"Side {number}") for number in range(10)]
    for seq, command in enumerate((*commands, c.OpenRound()), 1):
        journal.execute(session, seq, command, DICE)
    offered = (choice for section in system.sections(session.encounter, {}) for choice in section.choices)
    first = next(choice for choice in offered if not choice.preview.refusal)
    journal.execute(session, 13, first.command, DICE)
    assert len(session.past) == 13
