"""The words for a round, and for the time between rounds."""

from __future__ import annotations

from turntrack.core.model import Encounter
from turntrack.systems.protocol import TurnSystem


def round_words(number: int, part: int, system: TurnSystem | None) -> str:
    """Name a round in the words of its rules, with its part if rounds have parts: ``round 2, pass 1``."""
    said = system.round_name(number) if system else f"round {number}"
    return f"{said}, {system.part_word} {part}" if system and system.part_word and part else said


def name_numbered_round(number: int, system: TurnSystem) -> str:
    """Name a round; empty before the first, and for the only round of rules whose rounds have no end."""
    return "" if not number or (system.is_endless and number == 1) else system.round_name(number)


def between_words(encounter: Encounter, system: TurnSystem) -> str:
    """Describe a fight in which no round is running."""
    return f"{system.round_name(encounter.round).capitalize()} is over" if encounter.round else "Ready to begin"
