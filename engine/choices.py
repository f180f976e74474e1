"""What the now panel shows: choices, in sections, and what has been typed beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.commands import Command
from engine.errors import Refused
from engine.fields import Field
from engine.model import Id

type Entered = Mapping[str, object]
"""What has been typed or ticked on the now panel, raw, by ``section.field``."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be done now: a command, and what it leads to.

    A refused choice stays in sight, with the reason; its command would be refused in the same words.
    """

    command: Command
    label: str
    cost: str = ""
    """What it takes, as a button shows it: ``4``, ``−2D``."""
    after: int | None = None
    """The actor's number after it, where it has one."""
    next: Id = ""
    """Who would act next, where that can be told before any dice fall."""
    outcome: str = ""
    """The consequence in the system's own words, where number and successor do not say it all."""
    chance: Fraction | None = None
    """The exact chance that it succeeds, where dice decide."""
    rule: str = ""
    refusal: Refused | None = None
    row: Id = ""
    """The row of the track that has a button for this choice too, to give the turn; most choices have none."""


@dataclass(frozen=True, slots=True)
class Section:
    """Choices that belong together, with what they ask for: metres, a target, an extra."""

    key: str
    title: str
    choices: tuple[Choice, ...]
    inputs: tuple[Field, ...] = ()
    """Their entered values reach ``sections`` under ``section.field``."""
    main: bool = True
    """False for what the actor's turn does not turn on: out of turn, rarely used; the page sets it apart."""
    opens: bool = False
    """True where the button that opens the round makes its choices first, without a tap of their own."""
