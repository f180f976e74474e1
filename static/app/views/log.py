"""The log: what each step says, what was thrown in it, and what was cut off from the fight."""

from __future__ import annotations

from dataclasses import dataclass

from app.intents.fight import Correct
from turntrack.core.dice import DiceCode
from turntrack.core.model import Id
from turntrack.log.narrate import Sentence

LONGEST_QUOTE = 100
"""The characters of a log line that are repeated elsewhere: a note may be twenty times as long."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """The sentences of one step. ``step`` is how many steps the history has after it."""

    step: int
    sentences: tuple[Sentence, ...]
    round: int


@dataclass(frozen=True, slots=True)
class BranchView:
    """Steps that were cut off. ``place`` names the branch, ``fork`` is the step that it leaves from."""

    place: int
    fork: int
    steps: int
    beyond: int
    """How many more are in branches that hang on it."""
    words: str
    """What the last of them is called."""
    when: str
    """When it was cut off, as a clock shows it; empty where that is not known."""


@dataclass(frozen=True, slots=True)
class ThrowView:
    """A throw in words. Where it stands in a number: how to correct it, with the faces as typed."""

    words: str
    total: int
    who: str
    purpose: str
    code: DiceCode | None = None
    """What was thrown, where that is known; and then:"""
    correct: Correct | None = None
    about: Id = ""
    """In whose number it stands."""

    @property
    def field(self) -> str:
        """Name the field for what fell really."""
        return f"faces-{self.correct.step}-{self.correct.event}" if self.correct else ""


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of the log, looked at."""

    step: int
    round: int
    sentences: tuple[Sentence, ...]
    rolls: tuple[ThrowView, ...]
    people: tuple[tuple[Id, str], ...]
    """Those whom it is about and who are in the fight now: id and name."""
    later: int
    """How many steps came after it."""
    branches: tuple[BranchView, ...]
    """Those that leave from it."""


def count_steps(steps: int) -> str:
    return f"{steps} step{'s' * (steps != 1)}"


def quote(text: str) -> str:
    """Make words a part of a sentence, not too long for it.

    >>> quote("Mara attacks"), len(quote("a" * 2000))
    ('Mara attacks', 100)
    """
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1].rstrip()}…"
