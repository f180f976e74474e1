"""Points of luck, in the games where heroes and leaders of foes have them: Bennies."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Luck:
    """The points with which a fight begins, counted by counters of combatants and of the fight."""

    name: str
    """The name of the counter."""
    heroes: int
    leaders: int
    """Of foes who fall at the later wound."""
    pool: str
    """The counter of the game master: one for each hero."""
    from_jokers: bool = False
    """Whether a joker gives one more to all on the side of whoever is dealt it."""
    soaks: str = ""
    """What it is called to take wounds back with one of them; empty where that cannot be done."""
