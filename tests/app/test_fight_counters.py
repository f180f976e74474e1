"""Tests of the counters of the fight on the page: in the head of the screen, in their sheet, and for the players."""

from __future__ import annotations

import pytest

from app.fight.fight import last_action_step
from app.library.templates import next_fight
from app.ui.players import players_view
from tests.app.table import Table
from turntrack.core import commands as c
from turntrack.core.model import FightCounter
from turntrack.history.templates import template_of
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of

ZEBRA = system_of("zebra", SYSTEMS)


@pytest.fixture
def fight(table: Table) -> Table:
    """Return a fight with a counter of the game master and one of a side."""
    table.tap("new", "zebra")
    table.add("Mara, side Crew", "Rat, side Harbour", "Boss, side Harbour, hidden")
    table.give(c.KeepFightCounter(FightCounter("Doom", 3, 6, "1d4")))
    table.give(c.KeepFightCounter(FightCounter("Luck", 1, 1, side="Crew", shown=True)))
    return table


def head(table: Table) -> list[str]:
    """Return the counters in the head of the screen, as they are read out."""
    return [each.attributes["aria-label"] for each in table.region("fight-counters").with_class("counted")]


def make(table: Table, **typed: str | bool) -> None:
    """Fill in the sheet of a new counter."""
    table.tap("menu")
    table.tap("open-fight-counter")
    table.send("keep-fight-counter", **typed)


def test_a_tap_counts_up_and_down_and_undo_takes_it_back(fight: Table) -> None:
    fight.do(c.StepFightCounter("Doom", 1))
    assert fight.log[0] == "Doom 3 → 4."
    assert head(fight) == ["Doom 4/6: change the counter", "Luck 1/1: change the counter"]
    fight.tap("undo")
    assert head(fight)[0] == "Doom 3/6: change the counter"
    fight.do(c.StepFightCounter("Luck", -1))
    steps = {
        each.attributes["aria-label"]: "disabled" in each.attributes
        for each in fight.region("fight-counters").with_class("step")
    }
    assert steps == {
        "Doom: one less": False,
        "Doom: one more": False,
        "Luck: one less": True,
        "Luck: one more": False,
    }


def test_a_counter_of_a_side_has_its_colour(fight: Table) -> None:
    rows = fight.region("fight-counters").all("li")
    assert [row.attributes.get("class", "") for row in rows] == ["", "side-0 full"]


def test_a_counter_is_made_changed_and_removed_in_its_sheet(fight: Table) -> None:
    make(fight, **{"fight-counter": "Clock", "value": "2", "most": "4", "gains": "heroes", "counter-side": "Harbour"})
    made = FightCounter("Clock", 2, 4, "heroes", "Harbour")
    assert fight.session.encounter.counters[2] == made
    fight.tap("open-fight-counter", "Clock")
    typed: dict[str, str | bool] = {"fight-counter": "Time", "most": "", "shown": True, "counter-table": True}
    fight.send("keep-fight-counter", **typed)
    changed = FightCounter("Time", 2, 0, "heroes", "Harbour", shown=True, at_table=True)
    assert fight.session.encounter.counters[2] == changed
    assert fight.log[0] == "Clock is now called Time, Time 2, each round: heroes, the players see it."
    fight.tap("open-fight-counter", "Time")
    fight.do(c.DropFightCounter("Time"))
    assert len(head(fight)) == 2
    assert not fight.last.dialog


def test_what_is_wrong_is_said_in_the_sheet(fight: Table) -> None:
    make(fight, **{"fight-counter": "Clock", "gains": "a lot"})
    assert "“a lot”, place 1" in fight.dialog.text
    assert fight.dialog.values()["fight-counter"] == "Clock"
    fight.send("keep-fight-counter", gains="", most="many")
    assert "Maximum: a whole number" in fight.dialog.text


def test_the_sheet_of_a_counter_that_is_undone_closes(fight: Table) -> None:
    fight.give(c.KeepFightCounter(FightCounter("Clock", 4)))
    fight.tap("open-fight-counter", "Clock")
    fight.tap("undo")
    assert not fight.last.dialog


def test_the_sheet_of_a_counter_that_has_gone_says_so(fight: Table) -> None:
    fight.tap("open-fight-counter", "Doom")
    fight.give(c.DropFightCounter("Doom"), is_within=False)
    fight.controller.handle("open-fight-counter", "Doom", {})
    assert "no longer in the fight" in fight.dialog.text


def test_the_dice_of_the_table_are_asked_for_when_the_round_begins(fight: Table) -> None:
    fight.give(c.KeepFightCounter(FightCounter("Doom", 3, 9, "1d4", at_table=True), "Doom"))
    fight.dice.faces[:] = [20, 12, 4]
    fight.tap("open")
    assert "Doom" in fight.dialog.text
    (key,) = fight.dialog.values()
    fight.send("enter-dice", **{key: "4"})
    assert fight.session.encounter.counters[0].value == 7


def test_the_players_see_what_is_shown_and_no_hidden_name(fight: Table) -> None:
    assert players_view(fight.session.encounter, ZEBRA).where == "Luck 1/1"
    fight.give(c.KeepFightCounter(FightCounter("Boss awakes", 2, shown=True)))
    assert players_view(fight.session.encounter, ZEBRA).where == "Luck 1/1"


def test_the_next_fight_goes_on_counting(fight: Table) -> None:
    encounter = fight.session.encounter
    after = next_fight(encounter, ZEBRA, (), None, SYSTEMS, "").encounter.counters
    assert [(counter.name, counter.value) for counter in after] == [("Doom", 0), ("Luck", 1)]
    prepared = template_of(encounter, ZEBRA)
    again = next_fight(encounter, ZEBRA, (), prepared, SYSTEMS, "").encounter.counters
    assert [(counter.name, counter.value) for counter in again] == [("Doom", 3), ("Luck", 1)]


def test_what_is_spent_on_an_attack_leaves_its_damage_to_be_entered(fight: Table) -> None:
    before = last_action_step(fight.session.past, ZEBRA)
    fight.do(c.StepFightCounter("Doom", -1))
    assert last_action_step(fight.session.past, ZEBRA) == before


def test_the_printout_has_the_counters(fight: Table) -> None:
    fight.controller.handle("lay-out", "", {})
    assert "Doom 3/6 · Luck 1/1" in fight.region("paper").text


def test_a_game_brings_its_counters(table: Table) -> None:
    table.tap("new", "die_for_sides")
    assert head(table) == ["Malice 0: change the counter"]
