"""The session: a fight with its history, which has undo, redo and branches."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import get_args

from turntrack.core.commands import Command
from turntrack.core.dice import Dice
from turntrack.core.errors import Refused
from turntrack.core.events import Event
from turntrack.core.evolve import NO_ENCOUNTER
from turntrack.core.model import Encounter
from turntrack.core.score import write_count
from turntrack.rules.decide import write_draft
from turntrack.systems.protocol import TurnSystem, system_of

_COMMANDS = frozenset(get_args(Command.__value__))
NEVER_UNDONE = 1
"""The number of steps that stay: the first one makes the encounter."""


@dataclass(frozen=True, slots=True)
class Step:
    """An entry of the history: the command, its events, and the encounter after them."""

    command: Command
    events: tuple[Event, ...] = field(repr=False)
    after: Encounter = field(repr=False)
    at: int = field(default=0, compare=False, repr=False)
    """The time when the step was first done, in milliseconds since 1970; 0 if unknown."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Undone steps that were replaced by other steps.

    ``number`` identifies the branch in the session. ``fork`` is the number of steps before the branch.
    """

    number: int
    fork: int
    steps: tuple[Step, ...]
    at: int = 0
    """The time when the branch was cut off, in milliseconds since 1970; 0 if unknown."""


def describe(encounter: Encounter) -> str:
    """Return an encounter in short: ``“At the ferry”: zebra, 2 combatants, round 1``."""
    if not encounter.system:
        return "without a fight"
    many = len(encounter.combatants)
    fighters = write_count(many, "combatant") if many else "nobody"
    when = f"round {encounter.round}" if encounter.round else "before the first round"
    return f"“{encounter.name}”: {encounter.system}, {fighters}, {when}"


class Session:
    """The history of a fight.

    ``past`` has the steps taken, oldest first; ``future`` the undone steps, the next to redo last. Undo moves the last
    step from one to the other with its dice; nothing is computed backwards.

    ``branches`` fork from these steps. They are sorted by fork, then by the time when they were cut off; a journal
    refers to a branch by its index. Branches that fork from a branch hang on it (``hanging_on``), so that each step is
    stored once.
    """

    def __init__(self, systems: tuple[TurnSystem, ...]) -> None:
        self.systems = systems
        self.past: list[Step] = []
        self.future: list[Step] = []
        self.branches: list[Branch] = []
        # Keyed by the number of the branch that they fork from, not stored inside it: freeing a chain of objects as
        # long as a fight crashes Python in the browser.
        self._hanging: dict[int, list[Branch]] = {}
        self._cuts = 0

    def __repr__(self) -> str:
        return f"<Session {describe(self.encounter)}, {write_count(len(self.past), 'step')}>"

    @property
    def encounter(self) -> Encounter:
        """Return the current encounter."""
        return self.past[-1].after if self.past else NO_ENCOUNTER

    @property
    def system(self) -> TurnSystem:
        """Return the system of the fight, with the fight's own rules. Raises Refused before a fight is made."""
        return system_of(self.encounter.system, self.systems).at(self.encounter)

    @property
    def before_last(self) -> Encounter:
        """Return the encounter before the last step."""
        return self.past[-2].after if len(self.past) > 1 else NO_ENCOUNTER

    @property
    def size(self) -> int:
        """Count all steps: past, future, and in branches."""
        cut_off = (len(each.steps) for branch in self.branches for each in self.with_hanging(branch))
        return len(self.past) + len(self.future) + sum(cut_off)

    def copy(self) -> Session:
        """Return an independent session with the same history."""
        copied = Session(self.systems)
        copied.past, copied.future, copied.branches = self.past[:], self.future[:], self.branches[:]
        copied._hanging, copied._cuts = dict(self._hanging), self._cuts
        return copied

    def dispatch(self, command: Command, dice: Dice, at: int = 0) -> Step:
        """Decide the command and add the step. Undone steps become a branch, cut off ``at`` this time.

        ``at`` is in milliseconds since 1970. Raises Refused and DiceNeeded, with nothing changed, and TypeError for
        what is no command.
        """
        if type(command) not in _COMMANDS:
            raise TypeError(f"A command was expected, such as commands.OpenRound(), not {command!r:.80}")
        draft = write_draft(self.encounter, command, dice, self.systems)
        return self.add(Step(command, tuple(draft.events), draft.encounter, at), at)

    def add(self, step: Step, at: int = 0) -> Step:
        """Add a step that has been decided already.

        If a redo or a branch begins with an equal step here, go along that instead of storing the step again.
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
        """Undo ``count`` steps and return the first of them. Raises Refused if there are fewer that can be undone."""
        _move(count, self.past, self.future, "undo", stays=NEVER_UNDONE)
        return self.future[-1]

    def redo(self, count: int = 1) -> Step:
        """Redo ``count`` steps and return the last of them. Raises Refused if there are fewer."""
        _move(count, self.future, self.past, "redo")
        return self.past[-1]

    def open_branch(self, place: int, at: int = 0) -> None:
        """Go to the end of the branch at this index. The steps after its fork become a branch (cut off ``at``).

        Raises Refused if there is no such branch.
        """
        self._check_branch(place)
        self._change_to(place, at)
        self.redo(len(self.future))

    def drop_branch(self, place: int) -> None:
        """Delete the branch at this index with all that hang on it. Raises Refused if there is no such branch."""
        self._check_branch(place)
        for branch in self.with_hanging(self.branches.pop(place)):
            self._hanging.pop(branch.number, None)

    def hanging_on(self, branch: Branch) -> Sequence[Branch]:
        """Return the branches that fork from this branch, in the same order as ``branches``."""
        return self._hanging.get(branch.number, ())

    def with_hanging(self, branch: Branch) -> tuple[Branch, ...]:
        """Return this branch and all branches that hang on it, directly or not."""
        branches = [branch]
        for each in branches:  # the list grows in the loop
            branches += self.hanging_on(each)
        return tuple(branches)

    def _check_branch(self, place: int) -> None:
        if not 0 <= place < len(self.branches):
            raise Refused("no_branch", "There is no such branch.")

    def _place_of(self, step: Step) -> int | None:
        """Return the index of the branch that forks here and begins with an equal step; None if there is none."""
        first = bisect_left(self.branches, len(self.past), key=_fork_of)
        beyond = bisect_right(self.branches, len(self.past), lo=first, key=_fork_of)
        return next((place for place in range(first, beyond) if _is_same(self.branches[place].steps[0], step)), None)

    def _change_to(self, place: int, at: int) -> None:
        """Exchange a branch with the steps after its fork, and go to the fork."""
        branch = self.branches.pop(place)
        if branch.fork > len(self.past):
            self.redo(branch.fork - len(self.past))
        elif branch.fork < len(self.past):
            self.undo(len(self.past) - branch.fork)
        self._cut_off(at)
        self.future += reversed(branch.steps)
        self.branches += self._hanging.pop(branch.number, ())

    def _cut_off(self, at: int) -> None:
        """Make a branch of the future, with the branches that hang on it."""
        here = len(self.past)
        beyond = bisect_right(self.branches, here, key=_fork_of)
        self._cuts += 1
        cut = Branch(self._cuts, here, tuple(reversed(self.future)), at)
        if self.branches[beyond:]:
            self._hanging[cut.number] = self.branches[beyond:]
        self.branches[beyond:] = [cut]
        self.future.clear()


def _move(count: int, source: list[Step], to: list[Step], doing: str, stays: int = 0) -> None:
    """Move ``count`` steps, the last one first, but not those that stay. Raises Refused if there are fewer."""
    there = max(0, len(source) - stays)
    if not 0 < count <= there:
        words = f"There are {there} steps to {doing}, not {count}." if there else f"There is nothing to {doing}."
        raise Refused("no_past" if doing == "undo" else "no_future", words)
    to += reversed(source[-count:])
    del source[-count:]


def _is_same(left: Step, right: Step) -> bool:
    return left.command == right.command and left.events == right.events


def _fork_of(branch: Branch) -> int:
    return branch.fork
