"""The weapons on a sheet, and the one in hand (ZA9, ZA14)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from turntrack.core.fields import Values
from turntrack.core.model import Encounter, Id
from turntrack.systems.zebra.memory import recall
from turntrack.systems.zebra.rules import GUESSES, LEVEL, OTHER_WEAPONS, SIZE, SIZES, WEAPON

_MOST_WEAPONS = 12
_WORDS = re.compile(r"[^\s,;]+")


@dataclass(frozen=True, slots=True)
class Weapon:
    name: str
    """Empty for one without a name."""
    level: int
    size: str


def weapons_of(sheet: Values) -> tuple[Weapon, ...]:
    """List the weapons of a sheet, first the one in use at the beginning."""
    named, level, size = str(sheet[WEAPON.key]), int(sheet[LEVEL.key]), str(sheet[SIZE.key])
    return _weapons(named, level, size, str(sheet.get(OTHER_WEAPONS.key, "")))


@lru_cache(maxsize=200)
def _weapons(named: str, level: int, size: str, others: str) -> tuple[Weapon, ...]:
    return (Weapon("" if named == WEAPON.default else named, level, size), *_read_others(others))


def _read_others(text: str) -> tuple[Weapon, ...]:
    """Read ``dagger 3 little; musket 4 heavy``; a level that is not said is 0, a size is guessed from the name.

    >>> _read_others("dagger 3; long bow 5 middle")
    (Weapon(name='dagger', level=3, size='little'), Weapon(name='long bow', level=5, size='middle'))
    """
    read = []
    for part in text.replace(",", ";").split(";")[:_MOST_WEAPONS]:
        words = _WORDS.findall(part)
        size = next((word.casefold() for word in words if word.casefold() in _SIZE_KEYS), "")
        levels = [int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 3]
        name = " ".join(word for word in words if not word.isdecimal() and word.casefold() not in _SIZE_KEYS)
        guess = next((guessed for known, guessed in GUESSES if known in name.casefold()), SIZE.default)
        if name:
            read.append(Weapon(name, levels[0] if levels else 0, size or str(guess)))
    return tuple(read)


_SIZE_KEYS = frozenset(size.key for size in SIZES)


def weapon_in_hand(encounter: Encounter, combatant_id: Id) -> Weapon:
    """Return the weapon that was drawn last, else the first on the sheet."""
    first, *others = weapons_of(encounter.combatants[combatant_id].sheet)
    drawn = recall(encounter.standings[combatant_id]).in_hand
    return next((weapon for weapon in others if weapon.name.casefold() == drawn), first) if drawn else first
