"""The tally of health: what is left, or the damage taken; whether it is counted, and whether it has a limit."""

from __future__ import annotations

from typing import NamedTuple

from turntrack.core.model import Combatant, Encounter
from turntrack.core.score import signed
from turntrack.core.settings import COUNTING, setting


def counts_up(encounter: Encounter) -> bool:
    """Return whether the table counts the damage taken up, instead of what is left down."""
    return setting(encounter, COUNTING) == "up"


def is_counted(encounter: Encounter, combatant: Combatant) -> bool:
    """Return whether the health of a combatant is counted; damage that is counted up needs no maximum."""
    return combatant.is_counted or counts_up(encounter)


def has_limit(encounter: Encounter, combatant: Combatant) -> bool:
    """Return whether damage can leave a combatant without health: not if damage is counted up without a maximum."""
    return combatant.full_health > 0 or not counts_up(encounter)


class Tally(NamedTuple):
    """A health as the table counts it: what is left, or the damage taken."""

    points: int
    full: int
    """The maximum; 0 for none."""
    is_damage: bool

    def __str__(self) -> str:
        """Return the count in words.

        >>> str(tally(11, 15, up=False)), str(tally(11, 15, up=True)), str(tally(-9, 0, up=True))
        ('11 of 15', 'damage 4 of 15', 'damage 9')
        """
        points = f"{'damage ' if self.is_damage else ''}{signed(self.points)}"
        return f"{points} of {self.full}" if self.full else points


def tally(health: int, full: int, *, up: bool) -> Tally:
    """Return a health as the table counts it, which is stored as what is left, below 0 without a maximum."""
    return Tally(full - health if up else health, full, up)


def tally_of(encounter: Encounter, combatant: Combatant) -> Tally | None:
    """Return the health of a combatant as the table counts it; None if it is not counted."""
    if not is_counted(encounter, combatant):
        return None
    return tally(combatant.health, combatant.full_health, up=counts_up(encounter))
