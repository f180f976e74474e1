"""Sentences of the log about reinforcements and happenings: when they come."""

from __future__ import annotations

from turntrack.core.model import Encounter, Happening, Reinforcement, Schedule
from turntrack.core.score import signed
from turntrack.systems.protocol import TurnSystem


def comes_words(comes: Schedule, system: TurnSystem) -> str:
    """Describe a schedule: ``in round 2, at count 20``."""
    in_round = f"in {system.round_word} {comes.round}" if comes.round else ""
    at_count = "" if comes.count is None else f"at {_count_word(system)}{signed(comes.count)}"
    return ", ".join(filter(None, (in_round, at_count))) or "when called"


def _count_word(system: TurnSystem) -> str:
    return f"{system.count_word} " if system.counts_points else ""


def happens_words(happening: Happening, system: TurnSystem) -> str:
    """Describe when a happening comes: ``in round 2``, ``at 20, every round``."""
    comes, word = happening.comes, system.round_word
    if not happening.every_round:
        return comes_words(comes, system)
    at = f"at {_count_word(system)}{signed(comes.count)}, " if comes.count is not None else ""
    return f"{at}every {word}{f' from {comes.round} on' if comes.round else ''}"


def waiting_words(before: Encounter, waiting: Reinforcement, system: TurnSystem) -> str:
    """Return the sentence for a combatant in the wings: new there, or with a change."""
    combatant, comes = waiting.combatant, comes_words(waiting.comes, system)
    was = before.reinforcement_of(combatant.id)
    if was is None:
        return f"{combatant.name} waits in the wings; comes {comes}."
    if was.combatant.name != combatant.name:
        return f"{was.combatant.name} is now called {combatant.name}."
    if was.comes != waiting.comes:
        return f"{combatant.name} comes {comes}."
    if was.hidden != waiting.hidden:
        return f"{combatant.name} comes {'hidden from' if waiting.hidden else 'seen by'} the players."
    return f"{combatant.name}, waiting in the wings: the sheet has changed."
