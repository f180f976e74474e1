"""Tests of the counters of the fight and of its sides beyond the transcripts."""

from __future__ import annotations

import pytest

from tests.engine.table import SameFaces, Table
from turntrack.core import commands as c
from turntrack.core import events as e
from turntrack.core.dice import DiceNeeded, TableDice
from turntrack.core.evolve import fold
from turntrack.core.model import FightCounter
from turntrack.history.templates import begin, template_of
from turntrack.rules.decide import decide
from turntrack.rules.fight_counters import MOST_FIGHT_COUNTERS
from turntrack.saves.journal import decode_template, encode_template, read_session, write_session
from turntrack.systems import SYSTEMS

DOOM = FightCounter("Doom", 3, 9)


def kept(counter: FightCounter, was: str = "") -> c.KeepFightCounter:
    return c.KeepFightCounter(counter, was)


@pytest.fixture
def table() -> Table:
    table = Table("zebra", "Mara, nerve 9, side Crew", "Rat, side Harbour")
    table.do(kept(DOOM))
    return table


def counters(table: Table) -> tuple[FightCounter, ...]:
    return table.encounter.counters


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (kept(FightCounter(" ")), "bad_value", "The counter’s name is empty."),
        (kept(FightCounter("x" * 61)), "bad_value", "The counter’s name: at most 60 characters"),
        (kept(FightCounter("Fear", 4, 3)), "bad_value", "The count: a whole number from 0 to 3, not “4”."),
        (kept(FightCounter("Fear", 0, -1)), "bad_value", "Maximum: a whole number from 0 to 9999, not “-1”."),
        (kept(FightCounter("Fear", gains="heroes * 3 pints")), "bad_value", "place 12: the end, or a sign"),
        (kept(FightCounter("Fear", gains="nerve")), "bad_value", "(heroes, round) was expected"),
        (kept(FightCounter("Fear", gains="gap(1d6)")), "bad_value", "Each round: numbers, dice, heroes and round"),
        (kept(FightCounter("Fear", gains="1" * 121)), "bad_value", "Each round: at most 120 characters"),
        (kept(FightCounter("Fear", side="x" * 61)), "bad_value", "The side: at most 60 characters"),
        (kept(DOOM), "no_change", "That is already the case."),
        (kept(FightCounter("Doom", 4)), "already", "Doom is counted already."),
        (kept(FightCounter("Fear"), "Malice"), "no_counter", "There is no counter called “Malice”."),
        (c.StepFightCounter("Fear", 1), "no_counter", "There is no counter called “Fear”."),
        (c.StepFightCounter("Doom", 10_000), "bad_value", "The step: a whole number from −9999 to 9999"),
        (c.DropFightCounter("Fear"), "no_counter", "There is no counter called “Fear”."),
    ],
)
def test_what_cannot_be_done_is_refused(table: Table, command: c.Command, code: str, message: str) -> None:
    refusal = table.refusal(command)
    assert refusal.code == code
    assert message in str(refusal).replace("-9999", "−9999")


def test_a_counter_stays_between_nothing_and_its_maximum(table: Table) -> None:
    assert table.do(c.StepFightCounter("Doom", 99)) == ["Doom 3 → 9."]
    assert table.refusal(c.StepFightCounter("Doom")).message == "Doom is full."
    assert table.do(c.StepFightCounter("Doom", -99)) == ["Doom 9 → 0."]
    assert table.refusal(c.StepFightCounter("Doom", -1)).message == "Doom is used up."


def test_a_fight_has_so_many_counters(table: Table) -> None:
    for number in range(1, MOST_FIGHT_COUNTERS):
        table.do(kept(FightCounter(f"clock {number}")))
    assert table.refused(kept(FightCounter("more"))) == "too_many"
    assert table.do(kept(FightCounter("Dread", 4), "Doom")) == ["Doom is now called Dread, Dread 4."]
    assert [counter.name for counter in counters(table)][:2] == ["Dread", "clock 1"]


def test_the_table_is_asked_for_dice_of_its_own(table: Table) -> None:
    table.do(kept(FightCounter("Luck", gains="2d4kh1 + 1d6 − heroes", at_table=True)))
    table.do(kept(FightCounter("Threat", gains="(heroes)d6")))
    dice = TableDice(SameFaces(5))
    with pytest.raises(DiceNeeded) as asked:
        decide(table.encounter, c.OpenRound(), dice, SYSTEMS)
    assert [(request.who, str(request.code), request.by_face) for request in asked.value.requests] == [
        ("Luck", "2d4", True),
        ("Luck", "1d6", False),
    ]
    for request, text in zip(asked.value.requests, ("2 4", "3"), strict=True):
        dice.answer(request, text)
    after = fold(table.encounter, decide(table.encounter, c.OpenRound(), dice, SYSTEMS))
    assert [counter.value for counter in after.counters] == [3, 6, 5]


def test_counters_are_saved_with_the_fight_and_in_its_template(table: Table) -> None:
    table.do(kept(FightCounter("Malice", 2, gains="heroes", side="Harbour", shown=True)))
    assert read_session(write_session(table.session)).encounter.counters == counters(table)
    template = decode_template(encode_template(template_of(table.encounter, table.system)))
    assert begin(template, SYSTEMS).encounter.counters == counters(table)
    table.open(9, 9)
    assert [counter.value for counter in counters(table)] == [3, 3]
    again = begin(template_of(table.encounter, table.system), SYSTEMS).encounter.counters
    assert [counter.value for counter in again] == [3, 0]


def test_a_step_cut_off_comes_back_with_its_branch(table: Table) -> None:
    table.do(c.StepFightCounter("Doom", 2))
    table.session.undo()
    table.do(c.StepFightCounter("Doom", -1))
    assert [counter.value for counter in counters(table)] == [2]
    table.session.open_branch(0)
    assert [counter.value for counter in counters(table)] == [5]


def test_an_unknown_counter_is_added_by_its_event() -> None:
    table = Table("zebra", "Mara")
    after = fold(table.encounter, (e.FightCounterSet(DOOM, "gone"), e.FightCounterDropped("never there")))
    assert after.counters == (DOOM,)
