"""Commands, in the imperative. ``decide`` turns a command into events, or refuses it."""

from __future__ import annotations

from dataclasses import dataclass

from turntrack.core.dice import DiceCode, Roll
from turntrack.core.fields import NOTHING, Value, Values
from turntrack.core.model import Attempt, Counter, Id, RefillTime, Schedule, Share, Until
from turntrack.core.names import Naming


@dataclass(frozen=True, slots=True)
class MakeEncounter:
    """Make a new, empty encounter for one of the systems."""

    name: str
    system: str
    options: tuple[ChooseOption, ...] = ()
    """How the table plays, where that is known already."""
    origin: str = ""
    """The key of the template that it was begun from; of a template, that of the fight that it was saved from."""


@dataclass(frozen=True, slots=True)
class RenameEncounter:
    name: str


@dataclass(frozen=True, slots=True)
class ChooseOption:
    """Take this reading of a rule at this table."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class AddCombatant:
    """Add a combatant, or ``count`` alike, told apart by letters. They may come in mid-round."""

    name: str
    count: int = 1
    side: str = ""
    group: str = ""
    sheet: Values = NOTHING
    """By field key; the field's default where nothing is given."""
    at_table: bool = False
    health: int = 0
    note: str = ""
    naming: Naming = Naming.LETTERS
    players_name: str = ""
    temporary: int = 0
    counters: tuple[Counter, ...] = ()
    hidden: bool = False
    comes: Schedule | None = None
    """When they come out of the wings; None where they join at once."""
    full_health: int = 0
    """Where that is more than ``health``: they join wounded."""
    fallen: bool = False


@dataclass(frozen=True, slots=True)
class AddAll:
    """Add all of these: one step, and one undo."""

    commands: tuple[AddCombatant, ...]


@dataclass(frozen=True, slots=True)
class ChangeCombatant:
    """Change some of what stands on a sheet; what is None stays."""

    id: Id
    name: str | None = None
    side: str | None = None
    group: str | None = None
    sheet: Values = NOTHING
    at_table: bool | None = None
    health: int | None = None
    full_health: int | None = None
    note: str | None = None
    temporary: int | None = None
    players_name: str | None = None


@dataclass(frozen=True, slots=True)
class DuplicateCombatant:
    """Add another combatant with the same sheet and the next free name."""

    id: Id


@dataclass(frozen=True, slots=True)
class RemoveCombatant:
    """Take a combatant out of the encounter altogether."""

    id: Id


@dataclass(frozen=True, slots=True)
class Fall:
    """Let a combatant fall: unconscious, held, or otherwise unable to act."""

    id: Id


@dataclass(frozen=True, slots=True)
class Rise:
    """Make a combatant able to act again."""

    id: Id


@dataclass(frozen=True, slots=True)
class Hit:
    """A target of damage or healing, and its share of the amount."""

    id: Id
    share: Share = Share.ALL


@dataclass(frozen=True, slots=True)
class Wound:
    """Take an amount off the health of one or several, or give it where it ``heals``.

    ``beyond`` is a ruling: health may end below 0, or above what is full.
    """

    amount: int
    hits: tuple[Hit, ...]
    heals: bool = False
    beyond: bool = False
    leaves: tuple[str, ...] = ()
    """The conditions in which whoever loses something by it is from then on."""


@dataclass(frozen=True, slots=True)
class CountHealth:
    """Keep count of the health of those who have had none: each begins with so much, and is full with that."""

    ids: tuple[Id, ...]
    health: int


@dataclass(frozen=True, slots=True)
class PoolHealth:
    """Let the members of a group have one health together, or (``pooled`` False) one each again."""

    group: str
    pooled: bool = True


@dataclass(frozen=True, slots=True)
class KeepCounter:
    """Keep a counter for a combatant; where there is one of this name, it becomes this one."""

    id: Id
    name: str
    value: int
    most: int = 0
    fills: RefillTime = RefillTime.NEVER


@dataclass(frozen=True, slots=True)
class StepCounter:
    """Count up, or down, by so much."""

    id: Id
    name: str
    by: int = -1


@dataclass(frozen=True, slots=True)
class DropCounter:
    """Keep a counter no longer."""

    id: Id
    name: str


@dataclass(frozen=True, slots=True)
class GiveCondition:
    """Put one or several into a condition.

    ``whose`` turns count is empty for those of each bearer. ``turns`` counts from now, the running turn not counted; 0
    is its end. With ``held`` it lasts no longer than ``by`` holds.
    """

    ids: tuple[Id, ...]
    name: str
    text: str = ""
    by: Id = ""
    until: Until = Until.REMOVED
    whose: Id = ""
    turns: int = 1
    count: int = 0
    attempt: Attempt | None = None
    held: bool = False


@dataclass(frozen=True, slots=True)
class EndConditions:
    """Take conditions off, by their numbers."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KeepCondition:
    """Say that a condition goes on, of which the table was reminded."""

    number: int


@dataclass(frozen=True, slots=True)
class Hide:
    """Hide some from the players, or (``hidden`` False) show them."""

    ids: tuple[Id, ...]
    hidden: bool = True


@dataclass(frozen=True, slots=True)
class WaitInWings:
    """Say when a combatant comes out of the wings; whoever is in the order leaves it for the wings."""

    id: Id
    comes: Schedule


@dataclass(frozen=True, slots=True)
class BringIn:
    """Bring these out of the wings now."""

    ids: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class PlanHappening:
    """Plan something without a body for a round, or a count."""

    text: str
    comes: Schedule


@dataclass(frozen=True, slots=True)
class DropHappening:
    """Have it happen no longer, or settle what has happened."""

    number: int


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Begin the fight, or the next round (sequence) of it."""


@dataclass(frozen=True, slots=True)
class CloseRound:
    """End the round, as the game master may, although some could still act."""


@dataclass(frozen=True, slots=True)
class Act:
    """Do what a choice of the system offers. ``action`` and ``values`` are the system's own keys.

    ``id`` is empty where the choice belongs to nobody in particular.
    """

    id: Id
    action: str
    values: Values = NOTHING


@dataclass(frozen=True, slots=True)
class RepeatedAct:
    """An action that each member of a group repeats; see ``Act``."""

    action: str
    values: Values = NOTHING


@dataclass(frozen=True, slots=True)
class DoTheSame:
    """Have each of these do the same in turn, as they come."""

    ids: tuple[Id, ...]
    deeds: tuple[RepeatedAct, ...]
    calls: int = 0
    """So many of the deeds, the first ones, only bring the turn about: whoever acts already leaves them out."""


@dataclass(frozen=True, slots=True)
class Move:
    """Drag a row of the turn track to just before another, or to the end (empty). The system says what it means."""

    id: Id
    before: Id = ""


@dataclass(frozen=True, slots=True)
class RuleScore:
    """Ruling: this is the combatant's number now."""

    id: Id
    score: int


@dataclass(frozen=True, slots=True)
class CorrectThrow:
    """Ruling: a throw that stands in the number of ``ids`` fell otherwise than it was taken.

    ``who`` and ``purpose`` are those of the throw, ``faces`` what fell, as it is typed.
    """

    ids: tuple[Id, ...]
    who: str
    purpose: str
    was: Roll
    faces: str
    dice: DiceCode | None = None
    """What was thrown, where that is known: a roll does not tell whether its dice would have exploded."""


@dataclass(frozen=True, slots=True)
class RuleTurn:
    """Ruling: this combatant acts now, whatever the order says."""

    id: Id


@dataclass(frozen=True, slots=True)
class RuleSkip:
    """Ruling: this combatant does nothing more in this round."""

    id: Id


@dataclass(frozen=True, slots=True)
class RuleIn:
    """Ruling: this combatant is back in the round, still to act."""

    id: Id


@dataclass(frozen=True, slots=True)
class RuleFact:
    """Ruling: this is so (engaged, reserved, surprised, …). ``id`` is empty for the fight as a whole."""

    id: Id
    key: str
    value: Value


@dataclass(frozen=True, slots=True)
class RuleAct:
    """Ruling: what a choice says is done, although the rules refuse it. ``label`` is what the choice is called."""

    id: Id
    action: str
    label: str
    values: Values = NOTHING


@dataclass(frozen=True, slots=True)
class WriteNote:
    """Write a line of the game master's own into the log."""

    text: str


type Command = (
    MakeEncounter
    | RenameEncounter
    | ChooseOption
    | AddCombatant
    | AddAll
    | ChangeCombatant
    | DuplicateCombatant
    | RemoveCombatant
    | Fall
    | Rise
    | Wound
    | CountHealth
    | PoolHealth
    | KeepCounter
    | StepCounter
    | DropCounter
    | GiveCondition
    | EndConditions
    | KeepCondition
    | Hide
    | WaitInWings
    | BringIn
    | PlanHappening
    | DropHappening
    | OpenRound
    | CloseRound
    | Act
    | DoTheSame
    | Move
    | RuleScore
    | CorrectThrow
    | RuleTurn
    | RuleSkip
    | RuleIn
    | RuleFact
    | RuleAct
    | WriteNote
)
