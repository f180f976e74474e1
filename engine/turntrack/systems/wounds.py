"""Wounds, in the games that count them instead of points of health, and points of luck that take them back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from turntrack.core.draft import Draft
from turntrack.core.events import OptionChosen
from turntrack.core.settings import UNIT, setting


@dataclass(frozen=True, slots=True)
class Wounds:
    """How many wounds the combatants of a game take."""

    few: int = 1
    """The wound at which most foes fall."""
    many: int = 4
    """The wound at which heroes fall, and foes who are leaders."""
    leader_words: tuple[str, ...] = ("leader", "boss")
    """What a line says of foes who fall at the later wound, and of heroes."""
    other_words: tuple[str, ...] = ()
    """What a line says of those who fall at the earlier wound, whatever their side."""
    signs: str = ""
    """The signs beside the name of whoever falls at the later wound."""
    leaves: str = ""
    """The condition that a wound leaves, and a hit that wounds nobody; empty for none."""
    recovery: str = ""
    """The roll by which its bearer is rid of it."""


USUAL = Wounds()


@dataclass(frozen=True, slots=True)
class Luck:
    """The points with which a fight begins, counted by counters of combatants and of the fight."""

    name: str
    """The name of the counter."""
    single: str
    """What one of them is called."""
    heroes: int
    leaders: int
    """Of foes who fall at the later wound."""
    pool: str
    """The counter of the game master: one for each hero."""
    from_jokers: bool = False
    """Whether a joker gives one more to all on the side of whoever is dealt it."""
    soaks: str = ""
    """What it is called to take wounds back with one of them; empty where that cannot be done."""


def choose_unit(draft: Draft, unit: str) -> None:
    """Deal damage in another unit from now on; before the fight, a health in the old unit is no longer counted."""
    encounter = draft.encounter
    if setting(encounter, UNIT) != unit and not encounter.round:
        for combatant in encounter.everybody().values():
            if combatant.is_counted:
                draft.change_combatant(replace(combatant, health=0, full_health=0))
    draft.record(OptionChosen(UNIT.key, unit))
