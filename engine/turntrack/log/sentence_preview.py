"""The preview of the log sentence of a choice."""

from __future__ import annotations

from turntrack.core.commands import Command
from turntrack.core.dice import DiceNeeded, NoDice
from turntrack.core.errors import Refused
from turntrack.core.events import Spent
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter
from turntrack.log.narrate import Sentence, sentences
from turntrack.rules.decide import decide
from turntrack.systems.protocol import TurnSystem


def preview(encounter: Encounter, command: Command, system: TurnSystem) -> Sentence | None:
    """Return the log sentence of the command's first Spent event, else of its first event.

    None if the command is refused or needs dice. This decides the command: too slow for all choices of a panel.
    """
    try:
        events = decide(encounter, command, NoDice(), (system,))
    except (DiceNeeded, Refused):
        return None
    at = next((at for at, event in enumerate(events) if isinstance(event, Spent)), 0)
    return next(sentences(fold(encounter, events[:at]), events[at:], system), None)
