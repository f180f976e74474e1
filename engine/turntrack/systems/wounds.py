"""Wounds, in the games that count them instead of points of health: at which one falls, and who takes more."""

from __future__ import annotations

from dataclasses import dataclass


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


USUAL = Wounds()
