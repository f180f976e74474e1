"""Search for a game: those with all words sought, else the nearest ones; without a search, the first ones."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from app.values.games import Game, join_letters

MOST_AT_FIRST, MOST_BESIDE_FIGHTS = 12, 6
"""The number of games on an empty first screen, and below a list of fights; all others are searched or asked for."""

_WORD = re.compile(r"\d+|[^\W\d_]+")
LEAST_WORD = 3
"""Shorter words alone do not make a game similar to a search."""


@dataclass(frozen=True, slots=True)
class GamesView:
    games: tuple[Game, ...]
    more: int = 0
    """The number of games that are not shown."""
    is_near: bool = False
    """Whether no game has all words of the search, and those shown have some of them."""
    is_empty: bool = False
    """Whether no game has any word of the search."""


def games_view(games: tuple[Game, ...], sought: str, most: int) -> GamesView:
    """Return the games that a search names, those so named first; without a search the first ``most``."""
    words = _split(sought)
    if not words:
        shown = games[:most]
        return GamesView(shown, len(games) - len(shown))
    by_name = [game for game in games if _has_all(words, _names_of(game))]
    by_words = [game for game in games if game not in by_name and _has_all(words, _words_of(game))]
    if matches := (*by_name, *by_words):
        return GamesView(matches)
    near = _near(games, words)
    return GamesView(near, is_near=bool(near), is_empty=not near)


def _near(games: Collection[Game], words: Iterable[str]) -> tuple[Game, ...]:
    """Return the games with the most of those words that tell them apart."""
    telling = [word for word in words if len(word) >= LEAST_WORD and not _is_common(word, games)]
    counts = {game: sum(_begins_any(word, _words_of(game)) for word in telling) for game in games}
    most = max(counts.values(), default=0)
    return tuple(game for game, count in counts.items() if most and count == most)


def _is_common(word: str, games: Collection[Game]) -> bool:
    return sum(_begins_any(word, _words_of(game)) for game in games) * 3 > len(games)


def _has_all(words: Iterable[str], known: Collection[str]) -> bool:
    return all(_begins_any(word, known) for word in words)


def _begins_any(word: str, known: Iterable[str]) -> bool:
    return any(each.startswith(word) for each in known)


@lru_cache(maxsize=512)
def _names_of(game: Game) -> frozenset[str]:
    return frozenset(_split(" ".join((game.title, *game.like))))


@lru_cache(maxsize=512)
def _words_of(game: Game) -> frozenset[str]:
    return frozenset(_split(" ".join((game.title, *game.like, game.words, game.summary))))


def _split(text: str) -> tuple[str, ...]:
    """Split a text into words and numbers in small letters.

    >>> _split("D&D5e, PF2"), _split("Troika!")
    (('dnd', '5', 'e', 'pf', '2'), ('troika',))
    """
    return tuple(_WORD.findall(join_letters(text).casefold()))
