"""Views of the log: its entries, the rolls in them, and the branches that leave it."""

from __future__ import annotations

from dataclasses import dataclass

from app.intents.fight import Correct
from turntrack.core.dice import DiceCode
from turntrack.core.model import Id
from turntrack.log.narrate import Sentence

LONGEST_QUOTE = 100
"""Most characters of a log line that is quoted elsewhere; notes may be much longer."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """The sentences of one step. ``step`` is the length of the history up to it."""

    step: int
    sentences: tuple[Sentence, ...]
    round: int


@dataclass(frozen=True, slots=True)
class BranchView:
    """A branch: steps that were undone and replaced. ``place`` is its index, ``fork`` the step it leaves from."""

    place: int
    fork: int
    steps: int
    beyond: int
    """Number of further steps, in branches of this branch."""
    words: str
    """The title of its last step."""
    when: str
    """The local time at which it was cut off; empty if unknown."""


@dataclass(frozen=True, slots=True)
class ThrowView:
    """A roll in words. If it still stands in a score, it has the means to correct it."""

    words: str
    total: int
    who: str
    purpose: str
    code: DiceCode | None = None
    """The dice of the roll, if known."""
    correct: Correct | None = None
    about: Id = ""
    """The combatant in whose score the roll stands."""

    @property
    def field(self) -> str:
        """Return the name of the form field for the corrected roll."""
        return f"faces-{self.correct.step}-{self.correct.event}" if self.correct else ""


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of the log in detail."""

    step: int
    round: int
    sentences: tuple[Sentence, ...]
    rolls: tuple[ThrowView, ...]
    people: tuple[tuple[Id, str], ...]
    """The combatants of the step who are in the fight now: id and name."""
    later: int
    """Number of steps after this one."""
    branches: tuple[BranchView, ...]
    """The branches that leave from this step."""


def quote(text: str) -> str:
    """Shorten a text so that it can be part of a sentence.

    >>> quote("Mara attacks"), len(quote("a" * 2000))
    ('Mara attacks', 100)
    """
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1].rstrip()}…"
