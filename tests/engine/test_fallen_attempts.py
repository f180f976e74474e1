"""Tests of rolls against the conditions of a fallen combatant, in each system."""

from __future__ import annotations

import pytest

from tests.engine.drawn_rule_sets import table_with
from tests.engine.fights import dispatch_with_answers
from tests.engine.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import TableDice, seeded_dice
from turntrack.core.model import Attempt, Condition, Due, Schedule
from turntrack.log.conditions import reminders, roll_place_words
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem
from turntrack.systems.table_rules.presets.catalogue import preset_rules


@pytest.fixture
def table() -> Table:
    """Mara (c1) acts, Rat (c2) is next and last."""
    return Table("zebra", "Mara, health 9", "Rat", open=(9, 4))


DYING = c.GiveCondition(("c1",), "dying", attempt=Attempt("1d20", 10))


def condition_of(table: Table) -> Condition:
    (condition,) = table.encounter.conditions
    return condition


def test_the_roll_comes_before_the_turn_of_whoever_follows(table: Table) -> None:
    """Mara acts first; what she leaves undone is not asked for in the round in which she falls in her turn."""
    table.do(DYING)
    table.do(c.Fall("c1"))
    assert condition_of(table).due is Due.ROLL, "her turn has ended"
    table.do(c.KeepCondition(1))
    assert condition_of(table).rolls_at == "c2"
    said = table.do(c.CloseRound())
    assert not any("may roll" in sentence for sentence in said), "her turn of this round is over"
    table.open(4)
    assert condition_of(table).due is Due.ROLL
    assert [reminder.text for reminder in reminders(table.encounter)] == [
        "Mara may roll to stop being dying: 10 or more on 1d20."
    ]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_once_in_each_round_of_every_system(system: TurnSystem) -> None:
    """Whoever has fallen is asked for one roll in each of the next rounds."""
    table = Table.sample(system.key)
    fallen = next(iter(table.encounter.combatants))
    table.do(c.Fall(fallen))
    table.do(c.GiveCondition((fallen,), "dying", attempt=Attempt()))
    for _ in range(3):
        dispatch(table, c.OpenRound())
        asked = settle(table)
        while table.encounter.is_open:
            acting = table.encounter.acting()
            dispatch(table, c.RuleSkip(acting[0]) if acting else c.CloseRound())
            asked += settle(table)
        assert asked == 1


def dispatch(table: Table, command: c.Command) -> None:
    dispatch_with_answers(table.session, command, TableDice(seeded_dice(len(table.session.past))))


def settle(table: Table) -> int:
    """Answer the reminder, and return whether there was one."""
    condition = condition_of(table)
    if condition.due:
        table.do(c.KeepCondition(condition.number))
    return int(bool(condition.due))


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_condition_given_before_or_after_the_fall_rolls_in_the_same_place(system: TurnSystem) -> None:
    places = []
    for falls_first in (True, False):
        table = Table.sample(system.key)
        dispatch(table, c.OpenRound())
        second = system.track(table.encounter)[1]
        commands: list[c.Command] = [c.Fall(second), c.GiveCondition((second,), "dying", attempt=Attempt())]
        for command in commands if falls_first else reversed(commands):
            table.do(command)
        places.append(condition_of(table).rolls_at)
    assert places[0] == places[1] != ""


def test_in_an_endless_count_before_each_turn_of_whoever_follows() -> None:
    table = table_with(preset_rules("ticks"), "A", "B", "C")
    dispatch(table, c.OpenRound())
    table.do(c.GiveCondition(("c1",), "dying", attempt=Attempt()))
    table.do(c.Fall("c1"))
    settle(table)
    follower = condition_of(table).rolls_at
    name = table.encounter.name_of(follower)
    system = table.system.at(table.encounter)
    assert roll_place_words(table.encounter, condition_of(table), system) == f"before each turn of {name}"
    asked = 0
    for _ in range(12):
        (actor,) = table.encounter.acting()
        dispatch(table, c.Act(actor, "attack", {}))
        if settle(table):
            asked += 1
            assert table.encounter.acting() == (follower,)
    assert asked > 1


def test_handed_on_when_whoever_follows_falls_too() -> None:
    table = Table("zebra", "Mara", "Rat", "Otter", open=(9, 4, 2))
    table.do(DYING)
    table.do(c.Fall("c1"))
    assert condition_of(table).rolls_at == "c2"
    said = table.do(c.Fall("c2"))
    assert "Mara rolls to stop being dying each sequence where Mara’s turn was, before Otter." in said


def test_back_on_their_feet_they_roll_after_their_own_turns(table: Table) -> None:
    table.do(c.CloseRound())
    table.do(DYING)
    assert "Mara rolls to stop being dying each sequence where Mara’s turn was, before Rat." in table.do(c.Fall("c1"))
    assert "Mara rolls to stop being dying at the end of each turn." in table.do(c.Rise("c1"))
    assert (condition_of(table).rolls_at, condition_of(table).rolled_in) == ("", 0)


def test_whoever_is_taken_out_of_the_order_is_not_asked(table: Table) -> None:
    table.do(c.Fall("c1"))
    table.do(DYING)
    table.do(c.WaitInWings("c1", Schedule()))
    table.do(c.CloseRound())
    assert reminders(table.encounter) == ()
    assert roll_place_words(table.encounter, condition_of(table), table.system) == "at the end of each turn"


def test_the_last_of_the_order_rolls_at_the_end_of_the_round(table: Table) -> None:
    table.do(c.Fall("c2"))
    table.do(c.GiveCondition(("c2",), "dying", attempt=Attempt()))
    assert roll_place_words(table.encounter, condition_of(table), table.system) == "at the end of each sequence"
    assert "Rat may roll to stop being dying." in table.do(c.CloseRound())
