"""A fight with its history: dispatch, undo, redo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.commands import Command
from engine.decide import decide
from engine.dice import Dice
from engine.errors import Refused
from engine.events import Event
from engine.evolve import NO_ENCOUNTER, fold
from engine.model import Encounter
from engine.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the history: what was asked for, what happened, and the encounter after it."""

    command: Command
    events: tuple[Event, ...]
    after: Encounter


class Session:
    """The steps taken, oldest first, and the steps undone, next to redo last.

    Undo drops the last step and redo puts it back, dice and all; nothing is computed backwards.
    """

    def __init__(self, systems: tuple[TurnSystem, ...], past: Iterable[Step] = (), future: Iterable[Step] = ()) -> None:
        self.systems = systems
        self.past = list(past)
        self.future = list(future)

    @property
    def encounter(self) -> Encounter:
        return self.past[-1].after if self.past else NO_ENCOUNTER

    @property
    def before_last(self) -> Encounter:
        """The encounter that undoing the last step would bring back."""
        return self.past[-2].after if len(self.past) > 1 else NO_ENCOUNTER

    def dispatch(self, command: Command, dice: Dice) -> Step:
        """Do what is asked, and forget what was undone before. Raises Refused and DiceNeeded, with nothing changed."""
        events = decide(self.encounter, command, dice, self.systems)
        return self.take(command, events)

    def take(self, command: Command, events: tuple[Event, ...]) -> Step:
        """Add a step that has been decided already."""
        step = Step(command, events, fold(self.encounter, events))
        self.past.append(step)
        self.future.clear()
        return step

    def undo(self) -> Step:
        """Raises Refused when there is nothing to undo."""
        if not self.past:
            raise Refused("no_past", "There is nothing to undo.")
        step = self.past.pop()
        self.future.append(step)
        return step

    def redo(self) -> Step:
        """Raises Refused when there is nothing to redo."""
        if not self.future:
            raise Refused("no_future", "There is nothing to redo.")
        step = self.future.pop()
        self.past.append(step)
        return step
