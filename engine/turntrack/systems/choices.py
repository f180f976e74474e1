"""The content of the now panel, choices in sections with their inputs, and the turns to come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from turntrack.core.commands import Command
from turntrack.core.errors import BadValue, Refused, place_fault
from turntrack.core.fields import Field
from turntrack.core.model import Id

type PanelInput = Mapping[str, object]
"""The raw inputs of the now panel, by ``section.field``."""


class ChoiceKind(StrEnum):
    """The kind of a choice, which decides the icon of its button."""

    STRIKE = "strike"
    SHOOT = "shoot"
    GUARD = "guard"
    DODGE = "dodge"
    AIM = "aim"
    APART = "apart"  # away from somebody: disengage, break free
    WAIT = "wait"  # for a combatant, an event or a later moment
    SPEAK = "speak"
    MOVE = "move"
    READY = "ready"  # a weapon, a device
    ACT = "act"  # take the turn
    OVER = "over"  # end the turn and do nothing else
    END = "end"  # of the round, for one combatant or for all
    HOLD = "hold"  # wrestle and hinder
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ChoiceChange:
    """A number before and after a choice: ``dodge``, ``4D+1``, ``3D+1``."""

    label: str
    before: str
    after: str


LIKELY, FIRST = 1, 2
"""Values of ``Choice.likely``: one of at most eight likely choices of a turn, and the single likeliest."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a choice costs and leads to, or why it is refused."""

    cost: str = ""
    """The cost as the button shows it: ``4``, ``−2D``."""
    after: int | None = None
    """The actor's number after the choice; None without a number."""
    next: Id = ""
    """The combatant who acts next; empty if dice decide that."""
    outcome: str = ""
    """The consequence in words, if ``after`` and ``next`` do not say enough."""
    chance: Fraction | None = None
    """The exact chance of success; None if no dice decide."""
    rule: str = ""
    refusal: Refused | None = None
    """The refusal that dispatching the command raises; a refused choice stays visible with it."""
    lands: Id = ""
    """The combatant directly below the actor on the track after the choice, of those who can still act.

    Empty for nobody, or if unknown.
    """
    fault: str = ""
    """The error that has kept the consequences from being foretold; empty if they are. The choice may be possible."""


@dataclass(frozen=True)
class Choice:
    """A command that the panel offers.

    The preview is made when somebody asks for it: most choices lie in closed drawers. The encounter is immutable, so
    the moment does not matter.
    """

    command: Command
    label: str
    foretell: Callable[[], Preview] = field(default=Preview, repr=False, compare=False)
    """Tries the command on a copy of the fight."""
    row: Id = ""
    """The combatant whose row of the track has a button for this choice too; empty for most choices."""
    kind: ChoiceKind = ChoiceKind.OTHER
    likely: int = 0
    """FIRST for the combatant's likeliest choice, LIKELY for a few others, else 0.

    A refused choice is LIKELY only to keep its place: so no other choice takes that when it is tapped twice.
    """
    changes: tuple[ChoiceChange, ...] = ()
    """The numbers that a declaration changes. Choices of a section with the same labels here are drawn as a scale."""
    step: int = 0
    """The place, from 1, in a sequence of actions that is drawn as a row of cards; 0 outside a sequence."""

    @cached_property
    def preview(self) -> Preview:
        """What the choice costs and leads to. A refusal or an error of ``foretell`` is part of it."""
        try:
            return self.foretell()
        except BadValue as error:
            refusal = Refused("bad_value", str(error))
        except Refused as refused:
            # A new one: a traceback would keep the stack, and all choices in its frames, until garbage is collected.
            refusal = Refused(refused.code, refused.message, refused.rule, refused.lifted_by, refused.leaves)
        except Exception as error:
            fault = place_fault(error)
            return Preview(outcome=f"what follows cannot be told: {fault}", fault=fault)
        return Preview(rule=refusal.rule, refusal=refusal)


@dataclass(frozen=True, slots=True)
class Section:
    """A group of choices with their shared inputs: metres, a target, an extra."""

    key: str
    title: str
    choices: tuple[Choice, ...]
    inputs: tuple[Field, ...] = ()
    """The fields to fill in. ``TurnSystem.sections`` gets their values under ``section.field``."""
    note: str = ""
    """A remark on all choices of the section: how many are allowed, and why."""
    main: bool = True
    """False for a section beside the actor's turn: out of turn or rarely used. The page sets it apart."""
    past: bool = False
    """True if the choices add to a turn that is over, so that nobody waits for them."""
    opens: bool = False
    """True if the button that opens the round carries out the choices first."""


@dataclass(frozen=True, slots=True)
class UpcomingTurn:
    """A turn that is still to come."""

    ids: tuple[Id, ...]
    """The combatants of the turn: one, several who act simultaneously, or several of whom one will be chosen."""
    label: str
    """The name of the turn in a few words."""
    number: int | None = None
    """The number at which the turn comes, in systems with numbers; all ``ids`` then act."""


MOST_UPCOMING_TURNS = 8
"""The greatest number of turns that are told ahead."""
