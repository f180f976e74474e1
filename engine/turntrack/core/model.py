"""The encounter as it stands: frozen values, pointed at by id.

Mappings here are never changed after they are made; a changed encounter is a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import NamedTuple, assert_never

from turntrack.core.fields import NOTHING, Values
from turntrack.core.names import join_names
from turntrack.core.score import Score, Term
from turntrack.core.system_memory import NOTHING_YET, Memory

type Id = str
"""A combatant's id, such as ``c3``. Ids are never used twice in an encounter."""


class Status(StrEnum):
    """Where a combatant stands in the round."""

    READY = "ready"  # still to act
    ACTING = "acting"  # whoever has this one acts; there is no current index
    HOLDING = "holding"  # keeps a turn or an action for later
    DONE = "done"  # no more in this round


class TurnEffect(StrEnum):
    """What a change of status means for the turn, where the status alone does not say it."""

    BY_STATUS = ""  # ACTING begins a turn, or goes on with it; DONE ends it
    OVER = "over"  # the turn is over, although its combatant is ready for another; or passes without having begun
    ASIDE = "aside"  # the combatant acts out of turn


class Stage(Enum):
    """How far a combatant’s turn has come."""

    NONE = 0  # none is under way
    CALLED = 1  # it has begun, and nothing has been done in it
    PUT_OFF = 2  # it waits with nothing done in it: held, or others came before
    ACTED = 3


class Share(StrEnum):
    """How much of an amount one of several gets."""

    ALL = "all"
    HALF = "half"
    NONE = "none"
    DOUBLE = "double"


class RefillTime(StrEnum):
    """When a counter is full again."""

    NEVER = "never"
    TURN = "turn"  # when a turn of its combatant begins
    ROUND = "round"  # when a round begins


@dataclass(frozen=True, slots=True)
class Counter:
    """Something that a table counts for one combatant beside health: ammunition, luck, stress."""

    name: str
    value: int
    most: int = 0
    """0 where there is no most; then it never fills either."""
    fills: RefillTime = RefillTime.NEVER


@dataclass(frozen=True, slots=True)
class Combatant:
    """Who fights: what stands on the sheet, before anything has happened."""

    id: Id
    name: str
    side: str = ""
    group: str = ""
    """Combatants of one group share one roll."""
    sheet: Values = NOTHING
    """By field key, complete for the system's fields."""
    at_table: bool = False
    """Its dice are thrown at the table and typed."""
    health: int = 0
    full_health: int = 0
    """0 where nobody keeps count."""
    note: str = ""
    temporary: int = 0
    """Points that are lost before health is."""
    counters: tuple[Counter, ...] = ()
    players_name: str = ""
    """What the players call this one, where that differs."""

    @property
    def is_counted(self) -> bool:
        """Whether somebody keeps count of this health."""
        return bool(self.full_health or self.health)


class Standing(NamedTuple):
    """How a combatant stands in the fight. Nearly every event makes one anew, as it does the encounter."""

    status: Status = Status.READY
    able: bool = True
    """False once fallen: unconscious, held, or otherwise unable to act."""
    score: Score | None = None
    spent: tuple[Term, ...] = ()
    """What has been spent in this round, oldest first: points, actions."""
    before: Id = ""
    """Placed directly before this one by a ruling, for as long as their numbers are equal."""
    memory: Memory = NOTHING_YET
    """What only its system knows about the combatant: engaged, reserved, surprised."""
    aimed_at: Id = ""
    """Whom the combatant has named as a target last, in this round or an earlier one; they may have left."""
    stage: Stage = Stage.NONE

    @property
    def is_in_turn(self) -> bool:
        """Whether a turn is running: of whoever acts, or was broken into after having done something."""
        return self.stage in (Stage.CALLED, Stage.ACTED)

    @property
    def plays(self) -> bool:
        """Whether the combatant can still act in the round: able, and not done."""
        return self.able and self.status is not Status.DONE

    @property
    def total(self) -> int:
        """Return the number, what was spent of it not taken off; 0 where there is none."""
        return self.score.total if self.score else 0


class Until(StrEnum):
    """What ends a condition."""

    REMOVED = "removed"  # somebody takes it off
    TURN_BEGINS = "begins"
    TURN_ENDS = "ends"
    ROUND_ENDS = "round"
    COUNT = "count"  # a combatant acts on that number or past it, where points are counted

    @property
    def counts_turns(self) -> bool:
        """Whether turns of a combatant are counted until the end."""
        match self:
            case Until.TURN_BEGINS | Until.TURN_ENDS:
                return True
            case Until.REMOVED | Until.ROUND_ENDS | Until.COUNT:
                return False
            case _:
                assert_never(self)


class Due(StrEnum):
    """What the table is reminded of, until it has answered."""

    NOTHING = ""
    ROLL = "roll"  # an own turn is over, and with a throw the condition may be
    HURT = "hurt"  # whoever holds has been hurt


@dataclass(frozen=True, slots=True)
class Attempt:
    """A throw at the end of each own turn, with which a condition may end; no code where the table has said no dice."""

    code: str = ""
    needs: int = 0
    """So much or more, or so much ``or_less``."""
    or_less: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that is so of a combatant for a while: stunned, held, burning."""

    number: int
    """Counted through the fight: a condition is pointed at by it."""
    bearer: Id
    name: str
    text: str = ""
    by: Id = ""
    """Who has brought it about; they may have left."""
    until: Until = Until.REMOVED
    whose: Id = ""
    """Whose turns count."""
    turns: int = 0
    """How many beginnings, or ends, of turns of ``whose`` are still to come, the one that ends it among them."""
    put_off: bool = False
    """The turn that ``whose`` has put off counts as one that begins when it is taken."""
    count: int = 0
    attempt: Attempt | None = None
    held: bool = False
    """It lasts no longer than ``by`` holds."""
    due: Due = Due.NOTHING


@dataclass(frozen=True, slots=True)
class Schedule:
    """When something comes: in a round (0 for any), at a count where points are counted; neither is by hand."""

    round: int = 0
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """A combatant in the wings, who has been set up and is not in the order yet."""

    combatant: Combatant
    comes: Schedule = Schedule()
    hidden: bool = False


class Away(NamedTuple):
    """How a combatant in the wings stood in the order, to stand so again."""

    standing: Standing
    round: int
    """In which round that was."""
    below: tuple[Id, ...] = ()
    """Who stood below, from the top."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something without a body that happens in a round, or at a count: the roof falls in."""

    number: int
    text: str
    comes: Schedule
    due: bool = False
    """It has happened, and the table has not said that it is settled."""


class Encounter(NamedTuple):
    """A whole fight at one moment.

    It is made anew with every event, which a frozen dataclass of so many fields takes three times as long for.
    """

    name: str
    system: str
    """The key of its turn system."""
    options: Mapping[str, str] = MappingProxyType({})
    """The readings that this table has chosen, by option key; the default where one is missing."""
    combatants: Mapping[Id, Combatant] = MappingProxyType({})
    standings: Mapping[Id, Standing] = MappingProxyType({})
    order: tuple[Id, ...] = ()
    """Every combatant once: as listed, or as the round has put them."""
    round: int = 0
    """0 before the first round (Zebra Island: sequence)."""
    part: int = 0
    """The pass within the round, from 1, where a system has passes; else 1."""
    is_open: bool = False
    """Whether a round is running."""
    memory: Memory = NOTHING_YET
    """What only its system knows of the fight as a whole."""
    made: int = 0
    """How many combatants have ever been added: the source of ids."""
    pools: tuple[str, ...] = ()
    """The groups whose members have one health together."""
    conditions: tuple[Condition, ...] = ()
    """All that there are, in the order in which they were given."""
    given: int = 0
    """How many conditions and happenings there have ever been: the source of their numbers."""
    words: tuple[str, ...] = ()
    """What the conditions of this fight were called, the latest last."""
    hidden: tuple[Id, ...] = ()
    """Those in the order whom the players do not see."""
    shown: tuple[Id, ...] = ()
    """Those whom the players have seen since the first round began."""
    wings: tuple[Reinforcement, ...] = ()
    away: Mapping[Id, Away] = MappingProxyType({})
    """What is known of those in the wings who have been in the order, or of whom something is remembered."""
    happenings: tuple[Happening, ...] = ()

    def with_standing(self, combatant_id: Id, standing: Standing) -> Encounter:
        """Return the encounter where this combatant stands so: what most events change, and so without ``_replace``."""
        standings = {**self.standings, combatant_id: standing}
        return tuple.__new__(Encounter, (*self[:_STANDINGS], standings, *self[_STANDINGS + 1 :]))

    def acting(self) -> tuple[Id, ...]:
        """List who acts now, in the order of the track: nobody, one combatant, or several who act at once."""
        acting = [combatant_id for combatant_id, standing in self.standings.items() if standing.status is Status.ACTING]
        return tuple(
            acting if len(acting) < 2 else [combatant_id for combatant_id in self.order if combatant_id in acting]
        )

    def able(self) -> tuple[Id, ...]:
        """List those able to act, in the order of the track."""
        return tuple([combatant_id for combatant_id in self.order if self.standings[combatant_id].able])

    def name_of(self, combatant_id: Id) -> str:
        combatant = self.combatants.get(combatant_id) or self.in_wings(combatant_id)
        return combatant.name if combatant else "someone who has left"

    def names_of(self, ids: Iterable[Id]) -> str:
        """List their names in a sentence: of a crowd the first, and how many more."""
        return join_names([self.name_of(combatant_id) for combatant_id in ids])

    def everybody(self) -> dict[Id, Combatant]:
        """Return all combatants, by id: those in the order, then those in the wings."""
        waiting = (reinforcement.combatant for reinforcement in self.wings)
        return {**self.combatants, **{combatant.id: combatant for combatant in waiting}}

    def in_wings(self, combatant_id: Id) -> Combatant | None:
        """Return the combatant of that id who waits in the wings."""
        return next(
            (reinforcement.combatant for reinforcement in self.wings if reinforcement.combatant.id == combatant_id),
            None,
        )


_STANDINGS = Encounter._fields.index("standings")
