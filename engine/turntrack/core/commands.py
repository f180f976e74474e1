"""The commands of a fight, named in the imperative. ``decide`` turns a command into events, or refuses it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from turntrack.core.dice import DiceCode, Roll
from turntrack.core.fields import NOTHING, Value, Values
from turntrack.core.model import (
    Attempt,
    Counter,
    FightCounter,
    Id,
    LastingCondition,
    RefillTime,
    Schedule,
    Share,
    StatCard,
    Until,
)
from turntrack.core.names import Naming


@dataclass(frozen=True, slots=True)
class MakeEncounter:
    """Make a new, empty encounter for one of the systems."""

    name: str
    system: str
    options: tuple[ChooseOption, ...] = ()
    """The options of the table that are known already."""
    origin: str = ""
    """The key of the template from which the fight was begun; in a template, of the fight saved as that template."""
    words: tuple[str, ...] = ()
    """The names of the table’s own conditions in earlier fights, the latest last."""


@dataclass(frozen=True, slots=True)
class RenameEncounter:
    name: str


@dataclass(frozen=True, slots=True)
class ChooseOption:
    """Choose a value of an option at this table."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class AddCombatant:
    """Add a combatant, or ``count`` alike, whose names ``naming`` tells apart. They may join during a round."""

    name: str
    count: int = 1
    side: str = ""
    group: str = ""
    """The group, whose members share a roll where the rules let groups roll."""
    sheet: Values = NOTHING
    """The values by field key. A missing field has its default."""
    at_table: bool = False
    """Whether their dice are rolled at the table."""
    health: int = 0
    """The health of each; 0 if it is not counted."""
    note: str = ""
    """What the game master is to see beside the name; ``AC 13`` stands there as armour."""
    naming: Naming = Naming.LETTERS
    players_name: str = ""
    """What the players read instead of the name; empty for the name."""
    temporary: int = 0
    """The points that damage takes first."""
    counters: tuple[Counter, ...] = ()
    hidden: bool = False
    """Whether the players do not see them."""
    comes: Schedule | None = None
    """The moment when they come out of the wings; None if they join at once."""
    full_health: int = 0
    """The health without wounds, if it is more than ``health``."""
    fallen: bool = False
    health_dice: str = ""
    """The dice of the health, such as ``2d6``, which are rolled for each of them; empty if ``health`` is known."""
    count_dice: str = ""
    """The dice that say how many there are, such as ``1d4``; empty if ``count`` does."""
    conditions: tuple[LastingCondition, ...] = ()
    """The conditions from before the fight, for those who join at once."""
    facts: Values = NOTHING
    """The system’s facts from before the fight, by key (``lasting_facts``), for those who join at once."""
    member: str = ""
    """The key of this combatant's party member; empty for others, and for several combatants."""
    card: StatCard = ()
    """The text about what they can do."""


@dataclass(frozen=True, slots=True)
class AddAll:
    """Add several combatants in one step of the history."""

    commands: tuple[AddCombatant, ...]


@dataclass(frozen=True, slots=True)
class ChangeCombatant:
    """Change a combatant. Fields that are None, and missing keys of the sheet, stay as they are."""

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
class RollAtTable:
    """Let combatants roll real dice, whose results are typed in, or (``at_table`` False) leave the dice to the app."""

    ids: tuple[Id, ...]
    at_table: bool = True


@dataclass(frozen=True, slots=True)
class MemberLink:
    """A combatant, with the key of its party member from now on."""

    id: Id
    member: str


@dataclass(frozen=True, slots=True)
class LinkMembers:
    """Note which combatants are members of the party."""

    links: tuple[MemberLink, ...]


@dataclass(frozen=True, slots=True)
class DuplicateCombatant:
    """Add another combatant with the same sheet, unhurt, and the next free name."""

    id: Id


@dataclass(frozen=True, slots=True)
class RemoveCombatant:
    """Remove a combatant from the encounter."""

    id: Id


@dataclass(frozen=True, slots=True)
class Fall:
    """Let a combatant fall, and perhaps ``others`` at once: unconscious, held, or otherwise unable to act."""

    id: Id
    others: tuple[Id, ...] = ()


@dataclass(frozen=True, slots=True)
class Rise:
    """Make a combatant able to act again."""

    id: Id


@dataclass(frozen=True, slots=True)
class Hit:
    """A target of damage or healing, and its share of the amount."""

    id: Id
    share: Share = Share.ALL
    amount: int = 0
    """The target's own amount; 0 for that of all."""


@dataclass(frozen=True, slots=True)
class Wound:
    """Deal damage to one or several targets, or heal them with ``heals``.

    With ``beyond``, a ruling, health may end below 0 or above full health.
    """

    amount: int
    """0 for a hit that leaves conditions alone."""
    hits: tuple[Hit, ...]
    heals: bool = False
    beyond: bool = False
    leaves: tuple[str, ...] = ()
    """The names of conditions that each target gets who loses health or temporary points."""
    until: Until | None = None
    """How long these conditions last, None for as long as usual; ``whose`` and ``turns`` as in ``GiveCondition``."""
    whose: Id = ""
    turns: int = 1


@dataclass(frozen=True, slots=True)
class CountHealth:
    """Count the health of combatants whose health was not counted; each starts with full health."""

    ids: tuple[Id, ...]
    health: int


@dataclass(frozen=True, slots=True)
class PoolHealth:
    """Let the members of a group share their health, or (``pooled`` False) have their own again."""

    group: str
    pooled: bool = True


@dataclass(frozen=True, slots=True)
class KeepCounter:
    """Add a counter to a combatant, or replace the counter of the same name."""

    id: Id
    name: str
    value: int
    most: int = 0
    fills: RefillTime = RefillTime.NEVER


@dataclass(frozen=True, slots=True)
class StepCounter:
    """Change the value of a counter by ``by``, within 0 and its maximum."""

    id: Id
    name: str
    by: int = -1


@dataclass(frozen=True, slots=True)
class Soak:
    """Spend a point of luck to take wounds back that have just been dealt, and stand again if they were too many."""

    id: Id
    wounds: int
    """What the roll takes back; 0 if it fails."""
    beyond: int = 0
    """How many of the dealt wounds came on top of the last that was counted; they are the first to be taken back."""
    recovers: bool = False
    """Whether the condition that wounds leave ends, too; with no wound, it alone."""


@dataclass(frozen=True, slots=True)
class DropCounter:
    """Remove a counter from a combatant."""

    id: Id
    name: str


@dataclass(frozen=True, slots=True)
class KeepFightCounter:
    """Add a counter of the fight, or replace the counter called ``was``."""

    counter: FightCounter
    was: str = ""


@dataclass(frozen=True, slots=True)
class StepFightCounter:
    """Change the value of a counter of the fight by ``by``, within 0 and its maximum."""

    name: str
    by: int = 1


@dataclass(frozen=True, slots=True)
class DropFightCounter:
    """Remove a counter of the fight."""

    name: str


@dataclass(frozen=True, slots=True)
class WriteStatCard:
    """Write the card of a combatant; without lines, remove it."""

    id: Id
    lines: StatCard


@dataclass(frozen=True, slots=True)
class RollFromCard:
    """Roll dice that a combatant’s card names."""

    id: Id
    dice: str
    purpose: str = ""
    """What the card says before the dice."""
    recharges_on: int = 0
    """The least face of a die that gives an ability back; 0 for other dice."""


class Recovery(StrEnum):
    """The health that a rest restores."""

    NONE = "none"
    ALL = "all"
    HALF = "half"  # half of full health
    AMOUNT = "amount"  # the same for each
    DICE = "dice"  # rolled for each


@dataclass(frozen=True, slots=True)
class Rest:
    """Let combatants rest: restore health, refill counters, and end the conditions that last until a rest."""

    ids: tuple[Id, ...]
    health: Recovery = Recovery.ALL
    amount: int = 0
    """The points, for ``Recovery.AMOUNT``."""
    dice: str = ""
    """The dice, for ``Recovery.DICE``."""


@dataclass(frozen=True, slots=True)
class GiveCondition:
    """Give a condition to one or several combatants.

    ``whose`` is the combatant whose turns are counted; empty for each bearer's own. ``turns`` does not count the
    running turn; 0 means its end. With ``held`` the condition ends when ``by`` can no longer hold the bearer; with
    ``concentrates`` too, ``by`` concentrates on that from now on.
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
    concentrates: bool = False


@dataclass(frozen=True, slots=True)
class EndConditions:
    """End conditions, given by their numbers."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KeepCondition:
    """Answer the reminder of a condition: the condition goes on."""

    number: int


@dataclass(frozen=True, slots=True)
class Hide:
    """Hide combatants from the players, or (``hidden`` False) reveal them."""

    ids: tuple[Id, ...]
    hidden: bool = True


@dataclass(frozen=True, slots=True)
class WaitInWings:
    """Set when a combatant comes out of the wings. A combatant in the order leaves it for the wings."""

    id: Id
    comes: Schedule


@dataclass(frozen=True, slots=True)
class BringIn:
    """Bring combatants out of the wings now."""

    ids: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class PlanHappening:
    """Plan a happening for a round or a number; with ``every_round`` from then on in each round."""

    text: str
    comes: Schedule
    every_round: bool = False


@dataclass(frozen=True, slots=True)
class DropHappening:
    """Settle a happening that has come, or drop one that is planned."""

    number: int


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Begin the fight, or the next round (sequence) of it."""


@dataclass(frozen=True, slots=True)
class CloseRound:
    """End the round by decision of the game master, although combatants could still act."""


@dataclass(frozen=True, slots=True)
class Act:
    """Carry out a choice of the system. ``action`` and the keys of ``values`` are defined by the system.

    ``id`` is empty if the choice belongs to no combatant.
    """

    id: Id
    action: str
    values: Values = NOTHING


@dataclass(frozen=True, slots=True)
class RepeatedAct:
    """An action that each member of a group repeats, as in ``Act``."""

    action: str
    values: Values = NOTHING


@dataclass(frozen=True, slots=True)
class Strike:
    """Carry out an attack with the damage that it deals, and perhaps end the turn, in one step of the history."""

    act: Act
    wound: Wound | None = None
    """None for an attack that deals no damage, or none yet."""
    end: Act | None = None
    """The choice that ends the turn; None if the attack ends it, or if it goes on."""
    misses: bool = False
    """Whether the table says that the attack misses."""


@dataclass(frozen=True, slots=True)
class DoTheSame:
    """Let several combatants do the same actions, one combatant after the other."""

    ids: tuple[Id, ...]
    deeds: tuple[RepeatedAct, ...]
    calls: int = 0
    """The number of leading deeds that only call the combatant to act; one who is already acting skips them."""


@dataclass(frozen=True, slots=True)
class Move:
    """Drag a row of the track directly before another, or to the end (``before`` empty).

    Once the fight has begun, the system defines the meaning (``TurnSystem.move``).
    """

    id: Id
    before: Id = ""


@dataclass(frozen=True, slots=True)
class RuleScore:
    """Ruling: set a combatant's number."""

    id: Id
    score: int


@dataclass(frozen=True, slots=True)
class CorrectThrow:
    """Ruling: correct a roll that is part of the numbers of ``ids``.

    ``who``, ``purpose`` and ``was`` identify the roll; ``faces`` is the true result, as it is typed.
    """

    ids: tuple[Id, ...]
    who: str
    purpose: str
    was: Roll
    faces: str
    dice: DiceCode | None = None
    """The dice of the roll, if known; the roll alone does not tell whether its dice explode."""


@dataclass(frozen=True, slots=True)
class RuleTurn:
    """Ruling: let a combatant act now, against the order."""

    id: Id


@dataclass(frozen=True, slots=True)
class RuleSkip:
    """Ruling: end the round for a combatant."""

    id: Id


@dataclass(frozen=True, slots=True)
class RuleIn:
    """Ruling: bring a combatant who is done back into the round, still to act."""

    id: Id


@dataclass(frozen=True, slots=True)
class RuleFact:
    """Ruling: set a fact of the system (engaged, reserved, surprised, …) to a value.

    ``id`` is empty for a fact of the whole fight. ``TurnSystem.rulable_facts`` lists the keys.
    """

    id: Id
    key: str
    value: Value


@dataclass(frozen=True, slots=True)
class RuleAct:
    """Ruling: carry out a choice although the rules refuse it. ``label`` is the label of the choice.

    ``id`` is empty for a choice that belongs to no combatant, such as the pass of a faction.
    """

    id: Id
    action: str
    label: str
    values: Values = NOTHING


@dataclass(frozen=True, slots=True)
class WriteNote:
    """Write a line of the game master into the log."""

    text: str


@dataclass(frozen=True, slots=True)
class ForgetCondition:
    """Stop offering a condition of the table's own, here and in later fights."""

    name: str


type Command = (
    MakeEncounter
    | RenameEncounter
    | ChooseOption
    | AddCombatant
    | AddAll
    | ChangeCombatant
    | RollAtTable
    | LinkMembers
    | DuplicateCombatant
    | RemoveCombatant
    | Fall
    | Rise
    | Wound
    | CountHealth
    | PoolHealth
    | KeepCounter
    | StepCounter
    | Soak
    | DropCounter
    | KeepFightCounter
    | StepFightCounter
    | DropFightCounter
    | Rest
    | WriteStatCard
    | RollFromCard
    | GiveCondition
    | EndConditions
    | KeepCondition
    | ForgetCondition
    | Hide
    | WaitInWings
    | BringIn
    | PlanHappening
    | DropHappening
    | OpenRound
    | CloseRound
    | Act
    | Strike
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


def acts_of(command: Command) -> tuple[Act, ...]:
    """List the choices that a command carries out as its own: those of an act or of a strike."""
    match command:
        case Act():
            return (command,)
        case Strike(act, _, end):
            return (act, end) if end else (act,)
        case _:
            return ()
