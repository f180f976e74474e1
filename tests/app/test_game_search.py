"""Tests of the search for a game by the names that people type."""

from __future__ import annotations

import pytest

from app.values.game_search import Match, Search, find_games
from app.values.games import own_games, ready_games
from app.values.published_games import published_games
from app.values.stored import SavedRuleSet
from tests.app.game_names import KIN, MISSPELLED, NAMED, UNKNOWN
from turntrack.systems import SYSTEMS
from turntrack.systems.table_rules.rule_set import RuleSet

GAMES = ready_games(SYSTEMS)


def find(sought: str) -> Search:
    return find_games(GAMES, sought)


def _pairs(names: dict[str, str]) -> list[tuple[str, str]]:
    return [(name, key) for key, listed in names.items() for name in listed.split("; ")]


def test_the_table_of_names_is_long() -> None:
    names = [name for table in (NAMED, KIN, MISSPELLED) for name, _ in _pairs(table)] + UNKNOWN.split("; ")
    assert len({*names}) == len(names) >= 250


@pytest.mark.parametrize(("name", "key"), _pairs(NAMED))
def test_a_name_finds_its_game(name: str, key: str) -> None:
    search = find(name)
    assert (search.match, next(iter(search.names), "")) == (Match.NAMED, key)


@pytest.mark.parametrize(("name", "key"), _pairs(KIN))
def test_a_game_without_rules_of_its_own_finds_its_kin_and_says_so(name: str, key: str) -> None:
    search = find(name)
    assert (search.match, next(iter(search.names), "")) == (Match.KIN, key)


@pytest.mark.parametrize(("name", "key"), _pairs(MISSPELLED))
def test_a_misspelled_name_finds_its_game(name: str, key: str) -> None:
    search = find(name)
    assert search.match in {Match.SPELLED, Match.NAMED}
    assert next(iter(search.names)) == key


@pytest.mark.parametrize("name", UNKNOWN.split("; "))
def test_an_unknown_name_finds_no_false_game(name: str) -> None:
    assert find(name).match in {Match.NOTHING, Match.NEAR}


@pytest.mark.parametrize("name", ["7.5e", "L7R", "SR7", "DSA 3", "D&D 7"])
def test_numbers_and_short_words_are_never_nearly_right(name: str) -> None:
    assert find(name).match not in {Match.NAMED, Match.WORDED, Match.SPELLED}


@pytest.mark.parametrize(
    ("words", "first"),
    [("cards", "cards"), ("ticks", "ticks"), ("popcorn", "popcorn"), ("shots", "shots"), ("superheroes", "segments")],
)
def test_words_of_rules_find_those_titled_so_first(words: str, first: str) -> None:
    search = find(words)
    assert (search.match, next(iter(search.names))) == (Match.WORDED, first)


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("Shadowrun 6 Berlin", ["major_and_minor"]),
        ("Shadowrun Anarchy", ["passes", "countdown", "major_and_minor"]),
        ("Mistborn Adventure Game", []),
        ("The Adventure Zone", []),
    ],
)
def test_a_text_with_a_name_in_it_finds_the_edition_that_it_tells(words: str, keys: list[str]) -> None:
    """An edition that is told is the one meant, and a word that any title may have is no name."""
    search = find(words)
    assert (search.match, [*search.names]) == (Match.NEAR if keys else Match.NOTHING, keys)


def test_every_published_game_finds_its_rules_by_each_of_its_names() -> None:
    for game in published_games():
        for name in (game.name, *game.also):
            search = find(name)
            assert search.match is (Match.KIN if game.is_kin else Match.NAMED), name
            assert game.key in search.names, name


def test_the_table_names_known_rules_and_every_game_of_a_tile() -> None:
    assert {game.key for game in published_games()} <= {game.key for game in GAMES}
    told = {(game.key, game.name) for game in published_games() if not game.is_kin}
    assert [name for game in GAMES if game.rules for name in game.like if (game.key, name) not in told] == []


def test_a_name_while_it_is_typed() -> None:
    for length in range(5, len("savage worlds") + 1):
        assert find("savage worlds"[:length]).names == {"cards": "Savage Worlds"}


def test_rules_of_the_tables_own_are_found_by_name() -> None:
    own = own_games((SavedRuleSet("1", RuleSet("Home Brew")),))
    search = find_games((*own, *GAMES), "home brew")
    assert (search.match, search.names) == (Match.NAMED, {"1": "Home Brew"})
