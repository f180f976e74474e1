"""Tests of the games to choose from: their words, the search, and the fights that they begin."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.ui.home import MOST_BESIDE_FIGHTS, GamesView, games_view
from app.values.games import BEST_KNOWN, own_games, ready_games, sort_by_last_played
from app.values.stored import FightSummary, SavedFight, SavedRuleSet
from tests.app.table import Table
from turntrack.core.cards import read_card
from turntrack.systems import SYSTEMS
from turntrack.systems.table_rules import SYSTEM as TABLE_RULES
from turntrack.systems.table_rules.presets.catalogue import PRESETS
from turntrack.systems.table_rules.rule_set import RuleSet

GAMES = ready_games(SYSTEMS)


def search(sought: str) -> GamesView:
    return games_view(GAMES, sought, len(GAMES))


def keys(view: GamesView) -> list[str]:
    return [game.key for game in view.games]


def test_every_system_and_every_preset_has_its_words() -> None:
    coded = [system.key for system in SYSTEMS if system is not TABLE_RULES]
    presets = [preset.key for preset in PRESETS]
    assert not {*coded} & {*presets}
    assert sorted(game.key for game in GAMES) == sorted((*coded, *presets))
    assert all(game.terms for game in GAMES)


def test_the_best_known_games_come_first() -> None:
    assert tuple(game.key for game in GAMES[: len(BEST_KNOWN)]) == BEST_KNOWN


def test_sides_are_those_of_all_games_with_sides() -> None:
    assert {"unbound", "sides", "alternating", "slots"} <= {*keys(search("sides"))}


def test_a_tile_is_headed_by_the_game_that_was_typed(table: Table) -> None:
    table.controller.handle("type", "games", {"value": "Masks"})
    (tile,) = table.region("home").with_class("new")[:1]
    assert tile.text.startswith("As in Masks")
    assert "closest" not in table.region("home").text


def test_kin_are_said_to_be_kin(table: Table) -> None:
    table.controller.handle("type", "games", {"value": "Dark Heresy"})
    shown = table.region("home").text
    assert "No rules for Dark Heresy here yet. These are the closest:" in shown
    assert [each.attributes["data-arg"] for each in table.region("home").with_class("new")[:1]] == ["move_and_action"]


@pytest.mark.parametrize(
    ("sought", "says"),
    [
        ("pathfindr", "Did you mean:"),
        ("fantasy", "these rules have it:"),
        ("pathfinder on the moon", "These are the closest:"),
        ("zzz", "Yours may still be a few taps away:"),
    ],
)
def test_what_is_no_name_is_said_to_be_none(table: Table, sought: str, says: str) -> None:
    table.controller.handle("type", "games", {"value": sought})
    assert says in table.region("home").text


def test_beside_fights_a_few_are_shown_and_a_search_shows_all() -> None:
    few = games_view(GAMES, "", MOST_BESIDE_FIGHTS)
    assert (len(few.games), few.more) == (MOST_BESIDE_FIGHTS, len(GAMES) - MOST_BESIDE_FIGHTS)
    assert len(games_view(GAMES, "fantasy", MOST_BESIDE_FIGHTS).games) > MOST_BESIDE_FIGHTS
    assert games_view(GAMES, " ", len(GAMES)) == GamesView(GAMES)


def test_those_played_last_come_first_and_then_the_tables_own() -> None:
    (own,) = own_games((SavedRuleSet("1", RuleSet("Ours")), SavedRuleSet("2", RuleSet("Gone"), gone="today")))
    assert own.summary
    cards = SavedFight("a", "Ferry", "table_rules", "", 2, steps=4, left=FightSummary(rules="Cards"))
    zebra = SavedFight("b", "Reeds", "zebra", "", 2, steps=4)
    untouched = SavedFight("c", "New fight", "rond6", "", steps=1)
    order = sort_by_last_played((own, *GAMES), (untouched, cards, zebra, replace(cards, key="d")))
    assert [game.key for game in order[:4]] == ["cards", "zebra", "1", "rond6"]
    assert len(order) == 1 + len(GAMES)


def test_a_game_by_name_is_a_fight_in_three_taps(table: Table) -> None:
    table.controller.handle("type", "games", {"value": "savage"})
    assert [each.attributes["data-arg"] for each in table.region("home").with_class("new")[:1]] == ["cards"]
    table.tap("new", "cards")
    assert "as in Savage Worlds" in table.region("title").text
    table.send("add-lines", lines="Mara\nImp x2, side Imps")
    table.dice.faces[:] = [9, 20, 31]
    table.tap("open")
    assert table.session.encounter.acting()


def test_the_search_is_over_once_a_fight_is_open(table: Table) -> None:
    table.controller.handle("type", "games", {"value": "zebra"})
    table.tap("new", "zebra")
    table.send("add-lines", lines="Mara")
    table.tap("home")
    assert table.region("home").find("input", id="game-search").attributes["value"] == ""
    assert len(table.region("home").with_class("try")) == MOST_BESIDE_FIGHTS
    table.tap("show-all-games")
    assert len(table.region("home").with_class("try")) == len(GAMES)


def test_where_no_game_is_known_the_four_questions_are_a_tap_away(table: Table) -> None:
    table.controller.handle("type", "games", {"value": "zzz"})
    assert "No game here matches" in table.region("home").text
    table.tap("make")
    assert "Four pages of questions" in table.dialog.text


def test_a_game_that_was_chosen_and_left_is_taken_up_again(table: Table) -> None:
    for _ in range(2):
        table.tap("new", "cards")
        assert table.dialog.all("textarea", id="lines")
        table.tap("dismiss")
        table.tap("home")
    table.tap("new", "ticks")
    assert list(table.storage.journals) == ["key-1", "key-2"]


def test_a_game_that_there_is_not(table: Table) -> None:
    table.controller.handle("new", "of-tomorrow", {})
    assert table.last.toast == "There is no game called “of-tomorrow” here."


def test_a_card_is_shown_and_typed_as_a_card(table: Table) -> None:
    table.tap("new", "cards")
    table.send("add-lines", lines="Mara\nImp")
    table.dice.faces[:] = [44, 20]
    table.tap("open")
    table.tap("person", "c1")
    assert table.dialog.find("input", id="of-score").attributes["value"] == "Q♠"
    table.change("score", "K♥")
    score = table.session.encounter.standings["c1"].score
    assert score
    assert score.total == read_card("KH", 54)
    table.change("score", "12")
    assert "A card was expected, such as Q♠, 10H or joker, not “12”." in table.dialog.text


def test_the_only_round_of_a_game_without_rounds_has_no_number(table: Table) -> None:
    table.tap("new", "ticks")
    table.send("add-lines", lines="Mara\nImp")
    table.dice.faces[:] = [5, 3]
    table.tap("open")
    for sheet in (("why", "c1"), ("person", "c1"), ("account", "")):
        table.controller.handle(*sheet, {})
        assert "count 1" not in table.dialog.text


def test_what_the_table_does_itself_is_said_where_the_fight_begins(table: Table) -> None:
    table.tap("new", "seized_turns")
    table.send("add-lines", lines="Mara, side Heroes\nImp, side Threats")
    assert "At your table: Ruin lets the threats begin" in table.region("panel").text
    table.tap("open")
    assert "At your table" not in table.region("panel").text
