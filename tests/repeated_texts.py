"""Texts that repeat the parts of a pattern, and so reveal backtracking that is not linear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from tests.step_count import REPEATS, SINGLE, Tree, character_test, tree_of

MOST_LETTERS = 4
"""Words come whole, as cuttings of what is matched."""
WHITE_SPACE = (" ", "\n", "\t")
COMMON = " \n\ta1,.:;-([{<\"'*_/#xZ5)]}>+|=&@"
"""Characters to try for a class."""
STOP = "\x01"
"""A character that no pattern wants, so that a match fails late."""


class Repeated(NamedTuple):
    """A text with a token again and again, and an end that fits nothing."""

    begin: str
    token: str

    def text(self, length: int) -> str:
        """Return the text with about so many characters of tokens."""
        return self.begin + self.token * (length // len(self.token)) + STOP


def repeated_texts(pattern: re.Pattern[str], chance: Random, samples: int) -> Iterator[Repeated]:
    """Yield texts from the characters of a pattern, and from beginnings and cuttings of what it matches."""
    tree = tree_of(pattern)
    made_of = [*dict.fromkeys(_characters(tree, pattern.flags))]
    letters = [each for each in made_of if each.isalpha()]
    signs = [each for each in made_of if not each.isalpha()]
    alphabet = [*dict.fromkeys((*signs, *chance.sample(letters, min(MOST_LETTERS, len(letters))), *WHITE_SPACE))]
    tokens = [*alphabet, *(f"{each} " for each in alphabet)]
    matched = [text for _ in range(samples) if (text := _sample(tree, pattern.flags, chance))]
    bodies = [text for body in _bodies(tree) for _ in range(2) if (text := _sample(body, pattern.flags, chance))]
    cuttings = [*(_cut(text, chance) for text in matched), *bodies, *(f"{word} " for word in _words(tree))]
    begins = [*dict.fromkeys(text[:end] for text in matched for end in range(1, len(text) + 1))]
    chance.shuffle(begins)
    for token in dict.fromkeys((*tokens, *matched, *cuttings)):
        yield Repeated("", token)
    for begin in begins[: 2 * samples]:
        for token in (
            *WHITE_SPACE,
            *chance.sample(alphabet, min(3, len(alphabet))),
            *chance.sample(cuttings, min(2, len(cuttings))),
        ):
            yield Repeated(begin, token)


def _cut(text: str, chance: Random) -> str:
    first, last = sorted(chance.sample(range(len(text) + 1), 2))
    return text[first:last]


def _characters(tree: Tree, flags: int) -> Iterator[str]:
    """Yield the characters of a tree, and some of each class."""
    for operator, argument in tree:
        match str(operator):
            case "LITERAL":
                yield chr(argument)
            case name if name in SINGLE:
                yield from _fitting(operator, argument, flags)[:2]
            case _:
                for inner in _parts(operator, argument):
                    yield from _characters(inner, flags)


def _bodies(tree: Tree) -> Iterator[Tree]:
    """Yield what a tree repeats, other than single characters."""
    for operator, argument in tree:
        for inner in _parts(operator, argument):
            if str(operator) in REPEATS and (len(inner) > 1 or str(inner[0][0]) not in SINGLE):
                yield inner
            yield from _bodies(inner)


def _words(tree: Tree) -> Iterator[str]:
    """Yield the words in a tree."""
    yield from re.findall(r"\w{2,}", "".join(chr(each) if str(kind) == "LITERAL" else " " for kind, each in tree))
    for operator, argument in tree:
        for inner in _parts(operator, argument):
            yield from _words(inner)


def _parts(operator: Any, argument: Any) -> list[Tree]:
    """List the trees within an operator."""
    match str(operator):
        case name if name in REPEATS:
            return [argument[2]]
        case "BRANCH":
            return [*argument[1]]
        case "SUBPATTERN":
            return [argument[3]]
        case "ATOMIC_GROUP":
            return [argument]
        case "ASSERT" | "ASSERT_NOT":
            return [argument[1]]
        case _:
            return []


def _fitting(operator: Any, argument: Any, flags: int) -> list[str]:
    """List characters that a class has."""
    fits = character_test(operator, argument, flags)
    members = argument if str(operator) == "IN" else ()
    named = (chr(each) for kind, each in members if str(kind) == "LITERAL")
    begun = (chr(each[0]) for kind, each in members if str(kind) == "RANGE")
    return [each for each in dict.fromkeys((*named, *begun, *COMMON)) if fits(each)]


def _sample(tree: Tree, flags: int, chance: Random) -> str:
    """Return a short text that a tree may match; what looks around may forbid it."""
    parts = []
    for operator, argument in tree:
        match str(operator):
            case "LITERAL":
                parts.append(chr(argument))
            case name if name in SINGLE:
                parts.append(chance.choice(_fitting(operator, argument, flags) or ["?"]))
            case name if name in REPEATS:
                least, most, body = argument
                times = min(most, least + chance.choice((0, 0, 1, 2)))
                parts += [_sample(body, flags, chance) for _ in range(times)]
            case "ASSERT" | "ASSERT_NOT":
                continue
            case _:
                if ways := _parts(operator, argument):
                    parts.append(_sample(chance.choice(ways), flags, chance))
    return "".join(parts)
