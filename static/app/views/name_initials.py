"""Two letters for each name: its initials, changed where two names would have the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from turntrack.core.model import Encounter


@lru_cache(maxsize=16)
def letters_for(names: tuple[str, ...]) -> Mapping[str, str]:
    """Return two letters for each name, different from those of earlier names if possible.

    >>> [*letters_for(("Borin", "Boss", "Guard A", "Guard B")).values()]
    ['Bo', 'Bs', 'GA', 'GB']
    """
    letters: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        usual = initials(name)
        others = (usual[:1] + letter for letter in name.split()[-1][1:] if letter.isalnum()) if name.strip() else ()
        letters[name] = next((pair for pair in (usual, *others) if pair not in taken), usual)
        taken.add(letters[name])
    return letters


def letters_of(encounter: Encounter) -> Mapping[str, str]:
    """Return the letters of all combatants by their names."""
    return letters_for(tuple(combatant.name for combatant in encounter.combatants.values()))


@lru_cache(maxsize=1024)
def initials(name: str) -> str:
    """Return the two letters of a name by default: ``Guard B`` is GB, ``Mara`` is Ma."""
    words = name.split()
    return (words[0][:1] + words[-1][:1] if len(words) > 1 else name[:2]).strip()
