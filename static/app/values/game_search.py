"""The search for a game: by its name however it is written, by its nearest kin, or by words of the rules."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import Enum, auto
from functools import lru_cache, partial
from typing import NamedTuple

from app.values.games import Game
from app.values.published_games import published_games


class Match(Enum):
    """How the games of a search were found."""

    NAMED = auto()
    """What was typed is their name, or begins it."""
    KIN = auto()
    """What was typed is the name of a game that has no rules here; these are the nearest."""
    SPELLED = auto()
    """What was typed is nearly their name."""
    WORDED = auto()
    """What was typed is no name; their rules have these words."""
    NEAR = auto()
    """Their name is a part of what was typed."""
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class Search:
    match: Match
    names: dict[str, str] = field(default_factory=dict)
    """The keys of the games, the best first, with the name by which each was found."""


class _Name(NamedTuple):
    """A name of a published game, ready to be compared."""

    key: str
    name: str
    is_kin: bool
    words: tuple[str, ...]

    @property
    def letters(self) -> str:
        return "".join(self.words)


_AND = re.compile(r"(?<=\b\w)&(?=\w)|(?<=\b\w\w)&(?=\w)|(?<=\b\w)\s&\s(?=\w\b)")
"""The sign in ``D&D``, ``AD&D`` and ``D & D``."""
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
_WORD = re.compile(r"\d+(?:[.,]\d+)*[^\W\d_]*\d*|[^\W\d_]+(?:\d+(?:\.\d+)?[^\W\d_]*)?")
_EDITION = re.compile(r"([^\W\d_]{2,})?(\d+(?:[.,]\d+)*)(?:e|ed|st|nd|rd|th)?")
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "ł": "l", "đ": "d"})
_ORDINALS = {
    word: str(number)
    for number, words in enumerate(
        ("first", "second ii", "third iii", "fourth iv", "fifth", "sixth vi", "seventh vii", "eighth viii"), 1
    )
    for word in words.split()
}
_EMPTY_WORDS = frozenset({
    "the", "of", "and", "n", "a", "an", "for", "in", "rpg", "ttrpg", "rpgs", "roleplaying", "roleplay", "rollenspiel",
    "role", "playing", "game", "games", "edition", "ed", "e", "editions", "system", "rules", "ruleset", "core",
    "rulebook",
})  # fmt: skip
"""Words that tell no game from another."""
_LEAST_NEAR = 5
"""A shorter name inside a longer text is chance: “fate” in “Fate of the Norns”."""
LONGEST = 99
"""No word is as long: only whole ones are found."""
_LEAST_WORD = 3
"""Shorter words are looked for in names alone."""
_FEW_WORDED = 3
"""So many games have a word that is no name."""
LEAST_SPELLED, SHORT, ALIKE_SHORT, ALIKE, ALIKE_WHOLE = 5, 6, 0.8, 0.85, 0.9
"""The least length of a word that may be misspelled; how alike a short word, another, and a whole name must be."""


@lru_cache(maxsize=4096)
def split_words(text: str) -> tuple[str, ...]:
    """Split a name into words as people mean them: without accents and empty words, with editions as numbers.

    >>> split_words("D&D 3.5e"), split_words("Mörk Borg"), split_words("PF2e"), split_words("The Dark Eye, 5th edition")
    (('dnd', '3.5'), ('mork', 'borg'), ('pf', '2'), ('dark', 'eye', '5'))
    >>> split_words("L5R"), split_words("2d20"), split_words("The Of"), split_words("Warhammer 40,000")
    (('l5r',), ('2d20',), ('the', 'of'), ('warhammer', '40000'))
    """
    words = _all_words(text)
    return tuple(word for word in words if word not in _EMPTY_WORDS) or words


@lru_cache(maxsize=4096)
def _all_words(text: str) -> tuple[str, ...]:
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    plain = "".join(letter for letter in folded if not unicodedata.combining(letter))
    joined = _APOSTROPHE.sub("", _AND.sub("n", plain))
    return tuple(_ORDINALS.get(part, part) for word in _WORD.findall(joined) for part in _split_edition(word))


def _split_edition(word: str) -> Iterable[str]:
    edition = _EDITION.fullmatch(word)
    return filter(None, (edition[1], edition[2].replace(",", "").removesuffix(".0"))) if edition else (word,)


@lru_cache(maxsize=4)
def _names_of(games: tuple[Game, ...]) -> tuple[_Name, ...]:
    keys = {game.key for game in games}
    known = ((each.key, each.name, each.also, each.is_kin) for each in published_games() if each.key in keys)
    # The title of a preset says how it is played, and is no name of a game.
    here = ((game.key, name, (), False) for game in games for name in (*game.like, *[game.title] * _is_game(game)))
    return tuple(
        _Name(key, name, is_kin, split_words(written))
        for key, name, also, is_kin in (*known, *here)
        for written in (name, *also)
    )


def _is_game(game: Game) -> bool:
    return game.is_own or game.rules is None


@lru_cache(maxsize=512)
def _words_of(game: Game) -> frozenset[str]:
    words = split_words(" ".join((game.title, *game.like, game.terms, game.summary)))
    return frozenset(word for word in words if not word[0].isdigit())


def find_games(games: Collection[Game], sought: str) -> Search:
    """Find the games that a text names; what is no name is looked for in the words of the rules."""
    words, names = split_words(sought), _names_of(tuple(games))
    letters, in_any_order = "".join(words), sorted(words)
    exact = [name for name in names if name.letters == letters or sorted(name.words) == in_any_order]
    own_exact = [name for name in exact if not name.is_kin]
    worded = [game for game in games if _has_all(words, _words_of(game), least=_LEAST_WORD)]
    if exact and not own_exact:
        return _search(Match.KIN, exact)
    if not exact and _is_of_rules(words, worded):
        return Search(Match.WORDED, {game.key: "" for game in sorted(worded, key=partial(_is_elsewhere, words))})
    least = 1 if _all_words(sought)[-1:] == words[-1:] else LONGEST
    begun = [name for name in names if _is_begun(words, name, least)]
    own_begun = [name for name in begun if not name.is_kin and not all(map(_is_number, words))]
    if own := (*own_exact, *own_begun):
        return _search(Match.NAMED, own)
    if kin := [name for name in begun if name.is_kin and name.letters.startswith(words[0])]:
        return _search(Match.KIN, kin)
    if worded:
        return Search(Match.WORDED, {game.key: "" for game in worded})
    if spelled := [name for name in names if _is_nearly(words, name.words)]:
        return _search(Match.KIN if all(name.is_kin for name in spelled) else Match.SPELLED, spelled)
    if within := [name for name in names if _is_within(name.words, words)]:
        within = [name for name in within if {*_numbers_of(name.words)} & {*words}] or within
        longest = max(_told_letters(name.words) for name in within)
        return _search(Match.NEAR, [name for name in within if _told_letters(name.words) == longest])
    return Search(Match.NOTHING)


def game_called(name: str, games: Collection[Game]) -> Game | None:
    """Return the game with this key or whole name; None if there is none, or several.

    >>> from app.values.games import ready_games
    >>> from turntrack.systems import SYSTEMS
    >>> [game.key for name in ("dnd 2024", "zebra", "d20_once") if (game := game_called(name, ready_games(SYSTEMS)))]
    ['d20_twice', 'zebra', 'd20_once']
    >>> game_called("d", ready_games(SYSTEMS))
    """
    letters = "".join(split_words(name))
    own = {each.key for each in _names_of(tuple(games)) if each.letters == letters and not each.is_kin}
    called = [game for game in games if game.key == name or game.key in own]
    return called[0] if len(called) == 1 else None


def _is_of_rules(words: tuple[str, ...], worded: Collection[Game]) -> bool:
    """Return whether words are those of rules or genres: “cards”, “fantasy”."""
    is_title = any(words == split_words(game.title) for game in worded)
    return is_title or sum(_has_all(words, _words_of(game), least=LONGEST) for game in worded) >= _FEW_WORDED


def _is_elsewhere(words: tuple[str, ...], game: Game) -> tuple[bool, bool]:
    """Return the place of a game among those with some words: first those titled so."""
    title = split_words(game.title)
    return title != words, not _has_all(words, title, least=_LEAST_WORD)


def _search(match: Match, names: Iterable[_Name]) -> Search:
    first = dict[str, str]()
    for name in names:
        first.setdefault(name.key, name.name)
    return Search(match, first)


def _is_begun(words: tuple[str, ...], name: _Name, least: int) -> bool:
    """Return whether a name begins with a word, or has several of them in any order."""
    return _has_all(words, name.words, least) and (len(words) > 1 or name.letters.startswith(words[0]))


def _has_all(words: tuple[str, ...], known: Collection[str], least: int) -> bool:
    """Return whether all words are known; the last one may be only the beginning of a known word."""
    *whole, last = words
    return all(word in known for word in whole) and (
        last in known or (last.isalpha() and len(last) >= least and any(each.startswith(last) for each in known))
    )


def _is_nearly(words: tuple[str, ...], known: tuple[str, ...]) -> bool:
    """Return whether a name is misspelled. Numbers and short words must be right: SR5 is not SR6."""
    if len(words) == len(known) and all(map(_is_nearly_word, words, known)):
        return True
    left, right = "".join(words), "".join(known)
    return (
        len(left) > SHORT
        and left[0] == right[0]
        and _numbers_of(words) == _numbers_of(known)
        and SequenceMatcher(None, left, right, autojunk=False).ratio() >= ALIKE_WHOLE
    )


def _is_nearly_word(word: str, known: str) -> bool:
    if word == known:
        return True
    if min(len(word), len(known)) < LEAST_SPELLED or word[0] != known[0] or not (word + known).isalpha():
        return False
    ratio = SequenceMatcher(None, word, known, autojunk=False).ratio()
    return ratio >= (ALIKE_SHORT if len(known) <= SHORT else ALIKE)


def _numbers_of(words: Iterable[str]) -> list[str]:
    return [*filter(_is_number, words)]


def _is_number(word: str) -> bool:
    return not word.isalpha()


def _told_letters(words: Iterable[str]) -> int:
    return sum(len(word) for word in words if not _is_number(word))


def _is_within(known: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Return whether a text has a name in it, of whatever edition."""
    told = {word for word in known if not _is_number(word)}
    others = {*words} - told
    is_edition = all(map(_is_number, others))
    is_told = not _is_number(known[0]) and (is_edition or _told_letters(known) >= _LEAST_NEAR)
    return bool(told) and told <= {*words} and is_told
