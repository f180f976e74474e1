"""The events of a fight: a closed set that all systems share, named in the past tense.

Events contain their rolls with all faces, so undo, redo and replay never roll again. The ``rule`` of an event is the id
of the rule that caused it, RULING for a decision of the game master, or empty. ``why`` is a short clause for the log.
"""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.dice import Roll
from turntrack.core.memory import Memory
from turntrack.core.model import (
    Combatant,
    Condition,
    Counter,
    FightCounter,
    Happening,
    Id,
    Reinforcement,
    Share,
    StatCard,
    Status,
    TurnEffect,
)
from turntrack.core.score import Score, Term

RULING = "ruling"
"""The rule id of a decision that the game master makes against, or without, the rules."""


@dataclass(frozen=True, slots=True)
class EncounterMade:
    """The encounter was made, with the key of its turn system."""

    name: str
    system: str
    words: tuple[str, ...] = ()
    """The names of conditions from earlier fights."""


@dataclass(frozen=True, slots=True)
class EncounterRenamed:
    name: str


@dataclass(frozen=True, slots=True)
class OptionChosen:
    """The table chose a value of an option."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class CombatantAdded:
    """A new combatant joined, last in the order."""

    combatant: Combatant


@dataclass(frozen=True, slots=True)
class CombatantChanged:
    combatant: Combatant
    """The new state of the combatant."""


@dataclass(frozen=True, slots=True)
class CombatantRemoved:
    """A combatant was removed from the order or the wings."""

    id: Id


@dataclass(frozen=True, slots=True)
class HealthChange:
    """The health and temporary points of a combatant after damage or healing, and the share of the amount."""

    id: Id
    health: int
    temporary: int = 0
    share: Share = Share.ALL
    amount: int = 0
    """Its own amount; 0 for that of all."""


@dataclass(frozen=True, slots=True)
class HealthChanged:
    """Damage, or healing with ``heals``, reached one or several combatants.

    ``changes`` also contains the members of a group with shared health whose health changed, besides the targets;
    these take none of the amount.
    """

    amount: int
    changes: tuple[HealthChange, ...]
    heals: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class HealthCounted:
    """The health of these combatants is counted from now on; ``health`` is both their current and their full health."""

    ids: tuple[Id, ...]
    health: int


@dataclass(frozen=True, slots=True)
class PoolSet:
    """The members of a group share their health, or (``pooled`` False) no longer do."""

    group: str
    pooled: bool


@dataclass(frozen=True, slots=True)
class CounterSet:
    """A counter of a combatant was added, or replaced the counter of the same name."""

    id: Id
    counter: Counter


@dataclass(frozen=True, slots=True)
class CounterDropped:
    """A counter of a combatant was removed."""

    id: Id
    name: str


@dataclass(frozen=True, slots=True)
class FightCounterSet:
    """A counter of the fight was added, or replaced the counter called ``was``. ``why`` says what it has gained."""

    counter: FightCounter
    was: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class FightCounterDropped:
    """A counter of the fight was removed."""

    name: str


@dataclass(frozen=True, slots=True)
class StatCardWritten:
    """The card of these combatants was written, or (without lines) removed.

    An event of its own, so that undo, branches, templates and files keep cards without a store for them.
    """

    ids: tuple[Id, ...]
    lines: StatCard


@dataclass(frozen=True, slots=True)
class ConditionsGiven:
    """One or several combatants got the same condition."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class ConditionChanged:
    condition: Condition
    """The new state of the condition, which replaces the one with its number."""
    why: str = ""
    """The reason if another combatant's turns are counted from now on, else empty."""


@dataclass(frozen=True, slots=True)
class ConditionsEnded:
    """Conditions ended. ``why`` is the reason (``Mara’s turn is over``); empty if they were removed by hand."""

    numbers: tuple[int, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class HiddenSet:
    """Combatants were hidden from the players, or (``hidden`` False) revealed."""

    ids: tuple[Id, ...]
    hidden: bool
    why: str = ""
    unseen: bool = False
    """True if the combatants have just joined, so that the players never saw them."""


@dataclass(frozen=True, slots=True)
class Waited:
    """A combatant was put into the wings, from the order or new, or a combatant in the wings was changed."""

    waiting: Reinforcement
    keeps: bool = False
    """True if a combatant who leaves the order keeps conditions, score and memory for the return."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A combatant came out of the wings, to the former place in the order or to its end."""

    id: Id
    count: int | None = None
    """The count for which the combatant waited, if any."""


@dataclass(frozen=True, slots=True)
class HappeningPlanned:
    happening: Happening


@dataclass(frozen=True, slots=True)
class Happened:
    """The happening with this number came, and is due until the table settles it."""

    number: int


@dataclass(frozen=True, slots=True)
class HappeningSettled:
    """The happening with this number was settled, and comes again in the next round."""

    number: int


@dataclass(frozen=True, slots=True)
class HappeningDropped:
    """The happening with this number was settled, or is no longer planned."""

    number: int


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round (``part`` 1) or its next pass began. A new round makes everybody ready, with nothing spent."""

    round: int
    part: int = 1
    rule: str = ""


@dataclass(frozen=True, slots=True)
class RoundClosed:
    round: int
    rule: str = ""


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The app or the table rolled dice for ``purpose``. ``who`` is the name of the combatant or the group."""

    who: str
    purpose: str
    roll: Roll
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ScoreSet:
    """The score of a combatant was set."""

    id: Id
    score: Score
    rule: str = ""


@dataclass(frozen=True, slots=True)
class StatusSet:
    """The status of a combatant changed. ``why`` (``is out for this sequence``) is empty if no log line is needed."""

    id: Id
    status: Status
    why: str = ""
    rule: str = ""
    turn: TurnEffect = TurnEffect.BY_STATUS


@dataclass(frozen=True, slots=True)
class AbleSet:
    """A combatant fell, or became able to act again."""

    id: Id
    able: bool
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Spent:
    """A combatant did the action in the term's label (``attacks``) and paid the term's amount.

    The term's rule sets the price; ``rule`` is the rule by which it is paid; ``note`` is free text of the table.
    """

    id: Id
    term: Term
    note: str = ""
    rule: str = ""
    at: Id = ""
    """The target; empty for none."""
    quiet: bool = False
    """True if nobody sees the action: aiming, watching, reserving an action or giving it up."""
    misses: bool = False
    """True if the table has said that the attack misses."""


@dataclass(frozen=True, slots=True)
class OrderSet:
    """The order was replaced: every combatant once, first to act first."""

    order: tuple[Id, ...]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A combatant moved in the order: directly before ``before``, or to the end if that is empty."""

    id: Id
    before: Id
    why: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Remembered:
    """The system's memory of a combatant, or of the fight (``id`` empty), was replaced as a whole."""

    id: Id
    memory: Memory
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """The game master or a system wrote a log line about a combatant, or about the fight (``about`` empty)."""

    text: str
    rule: str = ""
    about: Id = ""


@dataclass(frozen=True, slots=True)
class ConditionForgotten:
    """The name of a condition is offered no more."""

    name: str


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
    | FightCounterSet
    | FightCounterDropped
    | StatCardWritten
    | ConditionsGiven
    | ConditionChanged
    | ConditionsEnded
    | ConditionForgotten
    | HiddenSet
    | Waited
    | Entered
    | HappeningPlanned
    | Happened
    | HappeningSettled
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
