"""Tests of points of luck: spent by a tap, and spent to take wounds back."""

from __future__ import annotations

import pytest

from app.intents.combatants import Soak
from app.intents.html_codec import write
from tests.app.table import Table
from turntrack.core import commands as c


@pytest.fixture
def fight(table: Table) -> Table:
    """Ana with the highest card, and a bandit."""
    table.tap("new", "cards")
    table.add("Ana, side Heroes", "Bandit, side Foes")
    table.dice.faces[:] = [52, 20]
    table.tap("open")
    table.give(c.Wound(2, (c.Hit(table.id_of("Ana")), c.Hit(table.id_of("Bandit")))))
    return table


def state_of(table: Table, name: str) -> tuple[int, list[int]]:
    combatant = table.session.encounter.combatants[table.id_of(name)]
    return combatant.health, [counter.value for counter in combatant.counters]


def test_one_tap_spends_one_and_takes_wounds_back(fight: Table) -> None:
    (soaks,) = (each for each in fight.region("panel").all("section") if "Ana, 2 wounds" in each.text)
    assert soaks.text == "Ana, 2 wounds: Bennies 3 Soak 2 Soak 1 Soak fails"
    fight.tap(*write(Soak(fight.id_of("Ana"), 1)))
    assert state_of(fight, "Ana") == (3, [2])
    assert "Soak" not in fight.region("panel").text


def test_a_roll_that_fails_takes_nothing_back(fight: Table) -> None:
    fight.tap(*write(Soak(fight.id_of("Ana"), 0)))
    assert state_of(fight, "Ana") == (2, [2])


def test_the_actor_spends_by_a_tap(fight: Table) -> None:
    (spend,) = fight.region("panel").all("button", id=f"spend-{fight.id_of('Ana')}")
    assert spend.text == "Spend one of Ana’s Bennies (3)"
    fight.tap(spend.attributes["data-do"], spend.attributes["data-arg"])
    assert state_of(fight, "Ana") == (2, [2])


def test_without_luck_nothing_is_offered(fight: Table) -> None:
    fight.give(c.KeepCounter(fight.id_of("Ana"), "Bennies", 0))
    assert "Spend one" not in fight.region("panel").text
    assert "Soak" not in fight.region("panel").text


def test_other_rules_have_none(table: Table) -> None:
    table.tap("new", "d20_once")
    table.add("Ana", "Rat")
    table.controller.handle("soak", f"{table.id_of('Ana')}:1", {})
    assert table.last.toast == "These rules have no points of luck."
