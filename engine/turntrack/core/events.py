"""Events, in the past tense: a small closed set that all systems share.

Dice stand in events with their faces, so nothing is ever rolled again to undo, redo or show the past.
Every event that a rule brought about names it; RULING stands where the game master decided.
"""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.dice import Roll
from turntrack.core.model import Combatant, Condition, Counter, Happening, Id, Reinforcement, Share, Status, TurnEffect
from turntrack.core.score import Score, Term
from turntrack.core.system_memory import Memory

RULING = "ruling"
"""Stands in place of a rule id where the game master decides against, or beside, the rules."""


@dataclass(frozen=True, slots=True)
class EncounterMade:
    name: str
    system: str


@dataclass(frozen=True, slots=True)
class EncounterRenamed:
    name: str


@dataclass(frozen=True, slots=True)
class OptionChosen:
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class CombatantAdded:
    """A combatant joined, and is listed last."""

    combatant: Combatant


@dataclass(frozen=True, slots=True)
class CombatantChanged:
    combatant: Combatant
    """The combatant as he or she is from now on."""


@dataclass(frozen=True, slots=True)
class CombatantRemoved:
    id: Id


@dataclass(frozen=True, slots=True)
class HealthChange:
    """What one of them has afterwards; ``share`` is how much of the amount that one got."""

    id: Id
    health: int
    temporary: int = 0
    share: Share = Share.ALL


@dataclass(frozen=True, slots=True)
class HealthChanged:
    """An amount was taken off the health of some, or given where it ``heals``: one blow, and one sentence.

    Of a group with one health, members stand here whom nobody has named.
    """

    amount: int
    changes: tuple[HealthChange, ...]
    heals: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class HealthCounted:
    """From now on the health of these is counted, and is full with so much."""

    ids: tuple[Id, ...]
    health: int


@dataclass(frozen=True, slots=True)
class PoolSet:
    """The members of a group have one health together, or no longer have."""

    group: str
    pooled: bool


@dataclass(frozen=True, slots=True)
class CounterSet:
    """A counter of this name is kept for the combatant, and stands as it says."""

    id: Id
    counter: Counter


@dataclass(frozen=True, slots=True)
class CounterDropped:
    id: Id
    name: str


@dataclass(frozen=True, slots=True)
class ConditionsGiven:
    """Some came into a condition, all into the same one."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class ConditionChanged:
    condition: Condition
    """The condition of that number as it is from now on."""
    why: str = ""
    """Why other turns count from now on: a short clause for the log."""


@dataclass(frozen=True, slots=True)
class ConditionsEnded:
    """``why`` is a short clause for the log (``Mara’s turn is over``); empty where somebody took them off."""

    numbers: tuple[int, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class HiddenSet:
    """The players see these no longer, or from now on. ``why`` is a short clause for the log."""

    ids: tuple[Id, ...]
    hidden: bool
    why: str = ""
    unseen: bool = False
    """These have just joined, and were seen by nobody."""


@dataclass(frozen=True, slots=True)
class Waited:
    """A combatant waits in the wings: a new one, one whose coming has changed, or one who has left the order."""

    waiting: Reinforcement
    keeps: bool = False
    """Whoever has left the order is the same on coming back: conditions, number, memory. In old fights nobody was."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A combatant came out of the wings: to the place that was left, or listed last."""

    id: Id
    count: int | None = None
    """The count that has come, where one was waited for."""


@dataclass(frozen=True, slots=True)
class HappeningPlanned:
    happening: Happening


@dataclass(frozen=True, slots=True)
class Happened:
    """What was planned under this number happened."""

    number: int


@dataclass(frozen=True, slots=True)
class HappeningDropped:
    number: int


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round begins (``part`` 1), or its next pass. At a round's beginning everyone is ready with nothing spent."""

    round: int
    part: int = 1
    rule: str = ""


@dataclass(frozen=True, slots=True)
class RoundClosed:
    round: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """``who`` threw, or typed, a roll for ``purpose``."""

    who: str
    purpose: str
    roll: Roll
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ScoreSet:
    """The combatant's score became this one, with the terms that it is made of."""

    id: Id
    score: Score
    rule: str = ""


@dataclass(frozen=True, slots=True)
class StatusSet:
    """``why`` is a short clause for the log (``is out for this sequence``); empty where the track says enough."""

    id: Id
    status: Status
    why: str = ""
    rule: str = ""
    turn: TurnEffect = TurnEffect.BY_STATUS


@dataclass(frozen=True, slots=True)
class AbleSet:
    id: Id
    able: bool
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Spent:
    """The combatant does what the term's label says (``attacks``), for what it costs.

    The term's rule sets the price, ``rule`` says that it is paid; ``note`` is the table's own words.
    """

    id: Id
    term: Term
    note: str = ""
    rule: str = ""
    at: Id = ""
    """Whom it is done to; empty where nobody is named."""
    quiet: bool = False
    """Nobody sees it: aiming, watching, keeping an action for later, letting it go."""


@dataclass(frozen=True, slots=True)
class OrderSet:
    """Everyone's place was set anew: every id once, first to act first."""

    order: tuple[Id, ...]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """One combatant's place changed: directly before another, or last (empty). ``why`` is a clause for the log."""

    id: Id
    before: Id
    why: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Remembered:
    """From now on this is remembered of a combatant, or of the fight (``id`` empty): all of it, changed or not."""

    id: Id
    memory: Memory
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """The game master, or a system, wrote a sentence into the log: ``about`` one combatant, or (empty) the fight."""

    text: str
    rule: str = ""
    about: Id = ""


type Event = (
    EncounterMade
    | EncounterRenamed
    | OptionChosen
    | CombatantAdded
    | CombatantChanged
    | CombatantRemoved
    | HealthChanged
    | HealthCounted
    | PoolSet
    | CounterSet
    | CounterDropped
    | ConditionsGiven
    | ConditionChanged
    | ConditionsEnded
    | HiddenSet
    | Waited
    | Entered
    | HappeningPlanned
    | Happened
    | HappeningDropped
    | RoundOpened
    | RoundClosed
    | DiceRolled
    | ScoreSet
    | StatusSet
    | AbleSet
    | Spent
    | OrderSet
    | Placed
    | Remembered
    | Noted
)
