"""Tests of the players' screen in this tab, and of the messages to windows that follow."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from app.fight.displays import Facing
from tests.app.fights import played
from tests.app.table import Table
from turntrack.core import commands as c
from turntrack.core.dice import TableDice, seeded_dice
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem


@pytest.fixture
def shown(worked: Table) -> Table:
    """Return the worked fight, with the sheet of the players' screen open."""
    worked.tap("menu")
    worked.tap("players")
    return worked


def told(table: Table) -> dict[str, Any]:
    """Return the last message for the players; empty if no window follows."""
    texts = [update.players for update in table.screen.updates if update.players is not None]
    return json.loads(texts[-1]) if texts and texts[-1] else {}


def ask(table: Table, do: str) -> None:
    """Send an intent as the players' screen does, which Python does not draw."""
    table.controller.handle(do, "", {})


def test_the_screen_for_players_comes_and_goes_with_one_tap(shown: Table) -> None:
    assert told(shown) == {}
    shown.tap("face-players")
    assert told(shown)["facing"] == "screen"
    assert not shown.last.dialog
    assert shown.last.title == "Turntrack"
    ask(shown, "face-back")
    assert told(shown) == {}
    assert shown.last.title != "Turntrack"


def test_it_follows_the_fight(shown: Table) -> None:
    shown.tap("open-players-window")
    before = json.loads(told(shown)["view"])
    ask(shown, "undo")
    assert json.loads(told(shown)["view"]) != before
    ask(shown, "redo")
    assert json.loads(told(shown)["view"]) == before
    shown.controller.set_facing(Facing.PLAYERS)
    assert shown.last.live == "", "nothing is read out to them"


def test_a_window_goes_on_being_told(shown: Table) -> None:
    """Each tap asks for one more; what is told stays the same while nothing changes."""
    shown.tap("open-players-window")
    assert (told(shown)["facing"], told(shown)["windows"]) == ("", 1)
    shown.tap("open-players-window")
    assert told(shown)["windows"] == 2
    shown.tap("dismiss")
    assert shown.last.players is None
    ask(shown, "undo")
    assert shown.last.players
    shown.tap("home")
    assert json.loads(told(shown)["view"])[3] == "No fight is open"


def test_a_window_from_before_is_heard_whatever_is_open(table: Table) -> None:
    ask(table, "heard-window")
    assert json.loads(told(table)["view"])[3] == "No fight is open"
    table.tap("sample", "zebra")
    assert json.loads(told(table)["view"])[3] == "Ready to begin"


def test_each_code_is_of_its_own_moment(shown: Table) -> None:
    shown.tap("show-players-code")
    assert (told(shown)["facing"], told(shown)["codes"]) == ("code", 1)
    ask(shown, "face-back")
    shown.tap("menu")
    shown.tap("players")
    shown.tap("show-players-code")
    assert told(shown)["codes"] == 2


def ask_prepared(table: Table, do: str) -> None:
    table.controller.prepare(do, "")
    ask(table, do)


WAYS: dict[str, Callable[[Table], object]] = {
    "the list": lambda table: ask(table, "home"),
    "undo": lambda table: ask(table, "undo"),
    "a sheet": lambda table: ask(table, "menu"),
    "the print-out": lambda table: ask(table, "lay-out"),
    "a prepared tap": lambda table: ask_prepared(table, "undo"),
    "a link to a game": lambda table: table.controller.search_games("traveller"),
    "a text": lambda table: table.controller.read_text("3 Orcs, hp 15"),
    "a file": lambda table: table.controller.read_text("3 Orcs, hp 15", file="orcs.txt"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("facing", ["face-players", "show-players-code"])
def test_only_the_way_back_leads_back(shown: Table, facing: str, way: str) -> None:
    """Nothing else that a key, a link or the browser asks for shows more or changes the fight."""
    shown.tap(facing)
    before, steps = told(shown), len(shown.session.past)
    WAYS[way](shown)
    assert told(shown) == before
    assert len(shown.session.past) == steps
    assert (shown.last.dialog, shown.last.view, shown.region("paper").text) == ("", "fight", "")
    ask(shown, "face-back")
    assert told(shown) == {}


def test_what_was_offered_meanwhile_is_shown_afterwards(shown: Table) -> None:
    shown.tap("face-players")
    shown.controller.read_text("3 Orcs, hp 15")
    ask(shown, "face-back")
    assert "Orc" in shown.dialog.text
    shown.tap("dismiss")
    shown.controller.set_facing(Facing.PLAYERS)
    ask(shown, "face-back")
    assert not shown.last.dialog, "once"
    shown.controller.set_facing(Facing.PLAYERS)
    shown.controller.search_games("dice pool")
    ask(shown, "face-back")
    assert shown.last.view == "home"


def test_a_print_out_from_before_is_not_in_the_page(shown: Table) -> None:
    ask(shown, "lay-out")
    assert "The order" in shown.region("paper").text
    shown.tap("face-players")
    assert shown.region("paper").text == ""


def test_a_fight_that_is_closed_elsewhere_leaves_it_turned(shown: Table) -> None:
    """The list of fights is no more for the players than the fight."""
    shown.tap("face-players")
    shown.controller.close_fight()
    shown.controller.refresh()
    assert told(shown)["facing"] == "screen"
    assert json.loads(told(shown)["view"])[3] == "No fight is open"
    ask(shown, "face-back")
    assert told(shown) == {}


def test_what_they_see_is_set_where_it_is_shown(shown: Table) -> None:
    ask(shown, "open-players-window")
    beads = [row[2] for row in json.loads(told(shown)["view"])[6]]
    shown.give(c.ChooseOption("own_sides", "none"))
    hidden = [row[2] for row in json.loads(told(shown)["view"])[6]]
    shown.give(c.ChooseOption("others_numbers", "all"))
    assert [row[2] for row in json.loads(told(shown)["view"])[6]] == beads
    assert hidden != beads


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_nothing_of_the_hidden_is_sent_or_stands_in_the_title(table: Table, system: TurnSystem) -> None:
    """The fight has no name but that of who is in it."""
    session, dice = played(system), TableDice(seeded_dice(1))
    session.dispatch(c.AddCombatant("Zyxwquor", 2, side="Coven", hidden=True), dice)
    session.dispatch(c.RenameEncounter("New fight"), dice)
    table.controller.show_fight("0a", session, 20)
    for do in ("open-players-window", "face-players", "undo", "redo"):
        ask(table, do)
        assert "Zyxwquor" not in json.dumps(told(table)) + table.last.title + table.last.live
        assert told(table)["view"]
