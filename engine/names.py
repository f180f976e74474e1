"""Names that tell like combatants apart: Guard A, Guard B, …, Guard Z, Guard AA."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice, product
from string import ascii_uppercase

from engine.fields import LONGEST_NAME


def numbered_names(name: str, many: int, taken: Collection[str]) -> tuple[str, ...]:
    """``many`` names, none of them taken: the bare one if it is free and wanted once, else lettered ones.

    >>> numbered_names("Guard", 2, {"Guard A"})
    ('Guard B', 'Guard C')
    >>> numbered_names("Mara", 1, set())
    ('Mara',)
    >>> [len(name) for name in numbered_names("a" * 60, 2, set())]
    [60, 60]
    """
    if many == 1 and name not in taken:
        return (name,)
    return tuple(islice((lettered for lettered in _family(name) if lettered not in taken), many))


def next_name(name: str, taken: Collection[str]) -> str:
    """The next free name of the same family.

    >>> next_name("Guard A", {"Guard A", "Guard B"})
    'Guard C'
    """
    family = re.sub(r" [A-Z]{1,2}$", "", name)
    return next(lettered for lettered in _family(family) if lettered not in taken)


def _family(name: str) -> Iterator[str]:
    """The name with each of the letters, cut short where the two together would be too long for a name."""
    return (f"{name[: LONGEST_NAME - 1 - len(letters)].rstrip()} {letters}" for letters in _letters())


def _letters() -> Iterator[str]:
    length = 1
    while True:
        for letters in product(ascii_uppercase, repeat=length):
            yield "".join(letters)
        length += 1
