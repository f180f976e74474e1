"""A fight with its history: dispatch, undo, redo, and the branches that were cut off."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from turntrack.core.commands import Command
from turntrack.core.dice import Dice
from turntrack.core.errors import Refused
from turntrack.core.events import Event
from turntrack.core.evolve import NO_ENCOUNTER
from turntrack.core.model import Encounter
from turntrack.rules.decide import write_draft
from turntrack.systems.protocol import TurnSystem


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the history: what was asked for, what happened, and the encounter after it."""

    command: Command
    events: tuple[Event, ...]
    after: Encounter
    at: int = field(default=0, compare=False)
    """When it was done first, in milliseconds since 1970; 0 where that is not known."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Steps that were done once, and that something else was done instead of.

    ``fork`` is how many steps stand before its first one. ``number`` tells it from all others of the session.
    """

    number: int
    fork: int
    steps: tuple[Step, ...]
    at: int = 0
    """When it was cut off, in milliseconds since 1970; 0 where that is not known."""


class Session:
    """The steps taken, oldest first, the steps undone, next to redo last, and what was cut off from either.

    Undo drops the last step and redo puts it back, dice and all; nothing is computed backwards. ``branches`` leave from
    these steps (before the last of them) and stand in the order of their forks, and of when they were cut off where
    several leave from one step: a journal names a branch by its place there. What leaves from a branch hangs on it, so
    that each step of the fight stands in one place only.
    """

    def __init__(self, systems: tuple[TurnSystem, ...]) -> None:
        self.systems = systems
        self.past: list[Step] = []
        self.future: list[Step] = []
        self.branches: list[Branch] = []
        # By the number of the branch that they leave from, and not in it: a chain of objects as long as a fight can be
        # ends Python in the browser when it is let go of.
        self._hanging: dict[int, list[Branch]] = {}
        self._cuts = 0

    @property
    def encounter(self) -> Encounter:
        return self.past[-1].after if self.past else NO_ENCOUNTER

    @property
    def before_last(self) -> Encounter:
        """Return the encounter that undoing the last step would bring back."""
        return self.past[-2].after if len(self.past) > 1 else NO_ENCOUNTER

    @property
    def size(self) -> int:
        """Count the steps that can be undone, done again, or found in a branch."""
        cut_off = (len(each.steps) for branch in self.branches for each in self.with_hanging(branch))
        return len(self.past) + len(self.future) + sum(cut_off)

    def copy(self) -> Session:
        """Return another session with the same history, so far: each goes on by itself."""
        copied = Session(self.systems)
        copied.past, copied.future, copied.branches = self.past[:], self.future[:], self.branches[:]
        copied._hanging, copied._cuts = dict(self._hanging), self._cuts
        return copied

    def dispatch(self, command: Command, dice: Dice, at: int = 0) -> Step:
        """Do what the command asks; what was undone before becomes a branch, cut off ``at`` this time.

        Raises Refused and DiceNeeded, with nothing changed.
        """
        draft = write_draft(self.encounter, command, dice, self.systems)
        return self.add(Step(command, tuple(draft.events), draft.encounter, at), at)

    def add(self, step: Step, at: int = 0) -> Step:
        """Add a step that has been decided already.

        The very step that was done here before leads on to what followed it then, and stands there once only.
        """
        if self.future:
            place = self._place_of(step)
            if place is None and not _is_same(self.future[-1], step):
                self._cut_off(at)
            else:
                if place is not None:
                    self._change_to(place, at)
                return self.redo()
        self.past.append(step)
        return step

    def undo(self, count: int = 1) -> Step:
        """Take back so many steps; returns the first of them. Raises Refused where there are fewer."""
        _move(count, self.past, self.future, "undo")
        return self.future[-1]

    def redo(self, count: int = 1) -> Step:
        """Do so many steps again; returns the last of them. Raises Refused where there are fewer."""
        _move(count, self.future, self.past, "redo")
        return self.past[-1]

    def open_branch(self, place: int, at: int = 0) -> None:
        """Go to the end of that branch; what followed its fork until now is cut off ``at`` this time, and kept as one.

        Raises Refused where there is no such branch.
        """
        self._check_branch(place)
        self._change_to(place, at)
        self.redo(len(self.future))

    def drop_branch(self, place: int) -> None:
        """Forget that branch and all that hangs on it. Raises Refused where there is no such branch."""
        self._check_branch(place)
        for branch in self.with_hanging(self.branches.pop(place)):
            self._hanging.pop(branch.number, None)

    def hanging_on(self, branch: Branch) -> Sequence[Branch]:
        """Return the branches that leave from the steps of this branch, in the same order as ``branches``."""
        return self._hanging.get(branch.number, ())

    def with_hanging(self, branch: Branch) -> tuple[Branch, ...]:
        """Return this branch, those that hang on it, those that hang on them, and so on."""
        branches = [branch]
        for each in branches:  # it grows meanwhile
            branches += self.hanging_on(each)
        return tuple(branches)

    def _check_branch(self, place: int) -> None:
        if not 0 <= place < len(self.branches):
            raise Refused("no_branch", "There is no such branch.")

    def _place_of(self, step: Step) -> int | None:
        """Find the place of the branch that leaves from here with this very step; None where there is none."""
        first = bisect_left(self.branches, len(self.past), key=_fork_of)
        beyond = bisect_right(self.branches, len(self.past), lo=first, key=_fork_of)
        return next((place for place in range(first, beyond) if _is_same(self.branches[place].steps[0], step)), None)

    def _change_to(self, place: int, at: int) -> None:
        """Let a branch and what follows its fork change places. The present is the fork then."""
        branch = self.branches.pop(place)
        if branch.fork > len(self.past):
            self.redo(branch.fork - len(self.past))
        elif branch.fork < len(self.past):
            self.undo(len(self.past) - branch.fork)
        self._cut_off(at)
        self.future += reversed(branch.steps)
        self.branches += self._hanging.pop(branch.number, ())

    def _cut_off(self, at: int) -> None:
        """Make a branch of what could be redone, with the branches that hang on it."""
        here = len(self.past)
        beyond = bisect_right(self.branches, here, key=_fork_of)
        self._cuts += 1
        cut = Branch(self._cuts, here, tuple(reversed(self.future)), at)
        if self.branches[beyond:]:
            self._hanging[cut.number] = self.branches[beyond:]
        self.branches[beyond:] = [cut]
        self.future.clear()


def _move(count: int, source: list[Step], to: list[Step], doing: str) -> None:
    """Move so many steps, the last one first."""
    there = len(source)
    if not 0 < count <= there:
        words = f"There are {there} steps to {doing}, not {count}." if there else f"There is nothing to {doing}."
        raise Refused("no_past" if doing == "undo" else "no_future", words)
    to += reversed(source[-count:])
    del source[-count:]


def _is_same(left: Step, right: Step) -> bool:
    return left.command == right.command and left.events == right.events


def _fork_of(branch: Branch) -> int:
    return branch.fork
