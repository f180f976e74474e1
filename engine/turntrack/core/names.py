"""Names of combatants: those that tell like ones apart, and short lists of many."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import chain, islice, product
from string import ascii_uppercase
from typing import assert_never

from turntrack.core.fields import LONGEST_NAME
from turntrack.core.score import write_count

_LETTERS = re.compile("[A-Z]{1,2}")


COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "violet", "brown", "grey", "pink", "turquoise")
ADJECTIVES = (
    *("gaunt", "burly", "scarred", "bald", "bearded", "limping", "one-eyed", "freckled", "tall", "squat", "toothless"),
    *("pale", "tattooed", "lanky", "grizzled", "hooded", "sweating", "grinning", "sullen", "young", "old", "loud"),
)


class Naming(StrEnum):
    """The way to tell like combatants apart."""

    LETTERS = "letters"  # Guard A
    COLOURS = "colours"  # Guard red, like the ring under the figure
    ADJECTIVES = "adjectives"  # Guard gaunt


def distinct_names(name: str, many: int, taken: Collection[str], naming: Naming) -> tuple[str, ...]:
    """Return ``many`` free names, told apart by ``naming``, and by letters when its words run out.

    >>> distinct_names("Guard", 3, {"Guard blue"}, Naming.COLOURS)
    ('Guard red', 'Guard green', 'Guard yellow')
    >>> distinct_names("Rat", 1, set(), Naming.ADJECTIVES)
    ('Rat',)
    >>> [len(name) for name in distinct_names("a" * 60, 2, set(), Naming.LETTERS)]
    [60, 60]
    """
    if many == 1 and name not in taken:
        return (name,)
    worded = [worded for worded in _joined(name, _words(naming)) if worded not in taken][:many]
    rest = many - len(worded)
    return (*worded, *islice((lettered for lettered in _family(name) if lettered not in taken), rest))


def were_dealt(letters: Sequence[str], gone: int) -> bool:
    """Return whether the app can have assigned the letters of a family, of which at most ``gone`` have left.

    Agent J and Agent K were named by the game master.

    >>> were_dealt(("A", "B"), 0), were_dealt(("B",), 1), were_dealt(("J", "K"), 2), were_dealt(("A", "A"), 2)
    (True, True, False, False)
    """
    numbers = {letter_number(each) for each in letters}
    return len(numbers) == len(letters) and max(numbers, default=0) <= len(letters) + gone


def is_told_apart(name: str, taken: Collection[str], naming: Naming, gone: int) -> bool:
    """Return whether others of this name have letters that were dealt, or words of ``naming``.

    >>> is_told_apart("Guard", ["Guard A", "Guard B"], Naming.LETTERS, 0)
    True
    >>> is_told_apart("Agent", ["Agent J", "Agent red"], Naming.LETTERS, 0)
    False
    """
    begin = name[: LONGEST_NAME - LONGEST_WORD]
    words = [each.rpartition(" ")[2] for each in taken if each.startswith(begin)]
    words = [word for word in words if word and next(_joined(name, (word,))) in taken]
    letters = [word for word in words if _LETTERS.fullmatch(word)]
    return any(word in _words(naming) for word in words) or bool(letters and were_dealt(letters, gone))


LONGEST_WORD = 1 + max(map(len, (*COLOURS, *ADJECTIVES)))
"""The length of the longest word that tells combatants apart, with its space."""


def _words(naming: Naming) -> tuple[str, ...]:
    match naming:
        case Naming.LETTERS:
            return ()
        case Naming.COLOURS:
            return COLOURS
        case Naming.ADJECTIVES:
            return ADJECTIVES
        case _:
            assert_never(naming)


def next_name(name: str, taken: Collection[str], naming: Naming = Naming.LETTERS) -> str:
    """Return the next free name of the same family.

    >>> next_name("Guard A", {"Guard A", "Guard B"}), next_name("Guard red", {"Guard red"}, Naming.COLOURS)
    ('Guard C', 'Guard blue')
    """
    family = family_of(name)
    return next(told for told in chain(_joined(family, _words(naming)), _family(family)) if told not in taken)


@lru_cache(maxsize=1024)  # asked for everybody at each tap
def family_of(name: str) -> str:
    """Return the name without the letter, colour or adjective that tells like combatants apart.

    >>> family_of("Guard B"), family_of("Guard red"), family_of("Mara")
    ('Guard', 'Guard', 'Mara')
    """
    family, _, last = name.rpartition(" ")
    is_apart = _LETTERS.fullmatch(last) or last in COLOURS or last in ADJECTIVES
    return family if family and is_apart else name


def known_spelling(name: str, known: Iterable[str]) -> str:
    """Return the known spelling of a name that differs in case only, else the name (UA10).

    >>> known_spelling("orcs", ["Crew", "Orcs"]), known_spelling("Elves", ["Orcs"])
    ('Orcs', 'Elves')
    """
    return next((spelling for spelling in known if spelling.casefold() == name.casefold()), name)


def _family(name: str) -> Iterator[str]:
    return _joined(name, _letters())


def _joined(name: str, words: Iterable[str]) -> Iterator[str]:
    """Join the name with each word; the name is cut short to keep the length of a name."""
    return (f"{name[: LONGEST_NAME - 1 - len(word)].rstrip()} {word}" for word in words)


def _letters() -> Iterator[str]:
    length = 1
    while True:
        for letters in product(ascii_uppercase, repeat=length):
            yield "".join(letters)
        length += 1


def letter_number(letters: str) -> int:
    """Return the number of a letter within its family, from 1; 0 for none. Spaces are ignored.

    >>> [letter_number(letters) for letters in ("", "A", " Z", "AA", "AB")]
    [0, 1, 26, 27, 28]
    """
    return sum((ascii_uppercase.index(letter) + 1) * 26**place for place, letter in enumerate(letters.strip()[::-1]))


_LETTERED = re.compile(r"(.+) ([A-Z]{1,2})")


LONGEST_LIST = 300
"""The greatest length of a list of names in a sentence, in characters, so that saved sentences are bounded."""


def join_names(names: Sequence[str], joint: str = ", ") -> str:
    """Join the names; of a long list only the first two, with the number of the others.

    >>> join_names(["Mara", "Ilko"])
    'Mara, Ilko'
    >>> join_names([f"Imperial trooper {letter}" for letter in "ABCDEFGHIJ" * 10])
    'Imperial trooper A, B and 98 others'
    >>> join_names([f"The {number}th Harbour Watch" for number in range(4, 24)], " and ")
    'The 4th Harbour Watch and The 5th Harbour Watch and 18 others'
    """
    whole = joint.join(names)
    if len(whole) <= LONGEST_LIST or len(names) < 3:
        return whole
    first, second, *others = names
    family = _LETTERED.fullmatch(second)
    if family and (its := _LETTERED.fullmatch(first)) and its[1] == family[1]:
        second = family[2]
    return f"{first}{joint}{second} and {write_count(len(others), 'other')}"


def names_in_words(names: Sequence[str]) -> str:
    """Join the names with commas and a final ``and``; a long list as ``join_names`` does.

    >>> names_in_words(["Mara"]), names_in_words(["Mara", "Ilko", "Rat"])
    ('Mara', 'Mara, Ilko and Rat')
    """
    *others, last = names
    whole = join_names(names)
    return f"{', '.join(others)} and {last}" if others and whole == ", ".join(names) else whole


def name_all(side: str, sides: Iterable[str]) -> str:
    """Name all members of a side, one of these sides.

    >>> name_all("Foes", ["", "Foes"]), name_all("", ["", "Foes"]), name_all("", [""])
    ('all Foes', 'everyone else', 'everyone')
    """
    return f"all {side}" if side else "everyone else" if any(sides) else "everyone"
