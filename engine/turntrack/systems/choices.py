"""What the now panel shows: choices, in sections, and what has been typed beside them; and whose turns come after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from turntrack.core.commands import Command
from turntrack.core.errors import Refused
from turntrack.core.fields import Field
from turntrack.core.model import Id

type PanelInput = Mapping[str, object]
"""What has been typed or ticked on the now panel, raw, by ``section.field``."""


class ChoiceKind(StrEnum):
    """What sort of thing a choice is, for the picture on its button."""

    STRIKE = "strike"
    SHOOT = "shoot"
    GUARD = "guard"
    DODGE = "dodge"
    AIM = "aim"
    APART = "apart"  # away from somebody: disengage, break free
    WAIT = "wait"  # for somebody, for something, for later
    SPEAK = "speak"
    MOVE = "move"
    READY = "ready"  # a weapon, a device
    ACT = "act"  # act at all, or now
    OVER = "over"  # the turn is over, and nothing is done in it
    END = "end"  # of the round, for one or for all
    HOLD = "hold"  # wrestle and hinder
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ChoiceChange:
    """A number that a choice changes, as it is and as it would be: ``dodge``, ``4D+1``, ``3D+1``."""

    label: str
    before: str
    after: str


LIKELY, FIRST = 1, 2
"""How likely a choice is: one of at most eight in a turn, and the one that is most likely of all."""


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
    kind: ChoiceKind = ChoiceKind.OTHER
    likely: int = 0
    """FIRST for the one thing that the combatant does most likely, LIKELY for few others; nothing refused is."""
    lands: Id = ""
    """The next on the track below the actor afterwards, of those who can still act; empty for nobody, or not known."""
    changes: tuple[ChoiceChange, ...] = ()
    """What a declaration changes. Choices of one section that change the same are drawn as a scale."""
    step: int = 0
    """Its place, from 1, among what is done one after another, drawn as a row of cards; 0 for all else."""


@dataclass(frozen=True, slots=True)
class Section:
    """Choices that belong together, with what they ask for: metres, a target, an extra."""

    key: str
    title: str
    choices: tuple[Choice, ...]
    inputs: tuple[Field, ...] = ()
    """Their entered values reach ``sections`` under ``section.field``."""
    note: str = ""
    """What there is to know about all of its choices: how many are allowed, and why."""
    main: bool = True
    """False for what the actor's turn does not turn on: out of turn, rarely used; the page sets it apart."""
    past: bool = False
    """True for what is added to a turn that is over: nobody waits for it."""
    opens: bool = False
    """True where the button that opens the round makes its choices first, without a tap of their own."""


@dataclass(frozen=True, slots=True)
class UpcomingTurn:
    """A turn that is still to come."""

    ids: tuple[Id, ...]
    """Whose it is: of one, or of several who act at the same time, or of one of them who is chosen when it comes."""
    label: str
    """Who is next, in a few words."""
    number: int | None = None
    """The number on which it comes, where numbers decide; then the turn is of all ``ids``."""


MOST_UPCOMING_TURNS = 8
"""The limit of turns to tell ahead."""
