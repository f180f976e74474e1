"""The state of a fight: the encounter, its combatants and their standings, as immutable values.

Combatants are referred to by id. A change makes a new encounter; the mappings are never modified in place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import NamedTuple, assert_never

from turntrack.core.fields import NOTHING, Values
from turntrack.core.memory import NOTHING_YET, Memory
from turntrack.core.names import join_names
from turntrack.core.score import Score, Term

type StatCard = tuple[str, ...]
"""The lines of a text about what a combatant can do, in simple Markdown."""

type Id = str
"""The id of a combatant, such as ``c3``. An encounter never reuses an id."""


class Status(StrEnum):
    """The state of a combatant in the round."""

    READY = "ready"  # still to act
    ACTING = "acting"  # there is no index of the current combatant: all who have this status act
    HOLDING = "holding"  # keeps a turn or an action for later
    DONE = "done"  # has finished this round


class TurnEffect(StrEnum):
    """The effect of a change of status on the turn, if the status alone does not tell."""

    BY_STATUS = ""  # ACTING begins or continues the turn; DONE ends it
    OVER = "over"  # the turn ends, or passes before it began, although the combatant is ready for another
    ASIDE = "aside"  # the combatant acts out of turn
    BACK = "back"  # the turn is taken back before anything was done in it: it never began


class Stage(Enum):
    """The stage of a combatant’s turn."""

    NONE = 0  # no turn is running
    CALLED = 1  # the turn has begun; nothing has been done in it
    PUT_OFF = 2  # the turn is held, or others act before it; nothing has been done in it
    ACTED = 3  # something has been done in the turn


class Share(StrEnum):
    """The share of an amount of damage or healing that a target gets."""

    ALL = "all"
    HALF = "half"
    NONE = "none"
    DOUBLE = "double"


class RefillTime(StrEnum):
    """The moment when a counter is refilled."""

    NEVER = "never"
    TURN = "turn"  # when a turn of its combatant begins
    ROUND = "round"  # when a round begins
    REST = "rest"  # when its combatant rests


@dataclass(frozen=True, slots=True)
class Counter:
    """A resource of a combatant that the table counts beside health: ammunition, luck, stress."""

    name: str
    value: int
    most: int = 0
    """The maximum; 0 for none. A counter without a maximum is never refilled."""
    fills: RefillTime = RefillTime.NEVER


@dataclass(frozen=True, slots=True)
class FightCounter:
    """A resource of the whole fight, or of one side: Malice, Fear, Momentum, the segments of a clock."""

    name: str
    value: int = 0
    most: int = 0
    """The maximum; 0 for none."""
    gains: str = ""
    """What it gains when a round begins, as an expression such as ``heroes + round`` or ``1d6``; empty for nothing."""
    side: str = ""
    """The side whose counter it is; empty for that of the fight."""
    shown: bool = False
    """Whether the players see it."""
    at_table: bool = False
    """Whether the dice of ``gains`` are rolled at the table."""


@dataclass(frozen=True, slots=True)
class Combatant:
    """A combatant as entered on the sheet, with health and counters."""

    id: Id
    name: str
    side: str = ""
    group: str = ""
    """Combatants of one group share one roll."""
    sheet: Values = NOTHING
    """The values by field key, one for each field of the system."""
    at_table: bool = False
    """True if the combatant's dice are rolled at the table and typed in."""
    health: int = 0
    full_health: int = 0
    """The health without wounds; 0 if health is not counted."""
    note: str = ""
    temporary: int = 0
    """Temporary points, which are lost before health."""
    counters: tuple[Counter, ...] = ()
    players_name: str = ""
    """The name that the players see; empty if it is ``name``."""
    member: str = ""
    """The key of this combatant's party member; empty for others. The rules do not use the key."""

    @property
    def is_counted(self) -> bool:
        """Return whether the health of this combatant is counted."""
        return bool(self.full_health or self.health)


class Standing(NamedTuple):
    """The state of a combatant in the fight.

    A named tuple, because nearly every event makes a new one, and tuples are made faster than frozen dataclasses.
    """

    status: Status = Status.READY
    able: bool = True
    """False for a fallen combatant: unconscious, held, or otherwise unable to act."""
    score: Score | None = None
    spent: tuple[Term, ...] = ()
    """The points or actions spent in this round, oldest first."""
    before: Id = ""
    """The combatant directly before whom a ruling placed this one; valid while their numbers are equal."""
    memory: Memory = NOTHING_YET
    """The private state of the turn system about the combatant: engaged, reserved, surprised."""
    aimed_at: Id = ""
    """The last target, in this round or an earlier one. The target may have left."""
    stage: Stage = Stage.NONE

    @property
    def is_in_turn(self) -> bool:
        """Return whether the combatant's turn is running, or was interrupted after the combatant had acted in it."""
        return self.stage in (Stage.CALLED, Stage.ACTED)

    @property
    def plays(self) -> bool:
        """Return whether the combatant can still act in this round."""
        return self.able and self.status is not Status.DONE

    @property
    def total(self) -> int:
        """Return the score's total, without regard to ``spent``; 0 without a score."""
        return self.score.total if self.score else 0


class Until(StrEnum):
    """The event that ends a condition."""

    REMOVED = "removed"  # the game master removes it
    TURN_BEGINS = "begins"
    TURN_ENDS = "ends"
    ROUND_ENDS = "round"
    COUNT = "count"  # a combatant acts at that number or past it, in systems that count points
    REST = "rest"  # the bearer rests

    @property
    def counts_turns(self) -> bool:
        """Return whether turns of a combatant are counted until the end."""
        match self:
            case Until.TURN_BEGINS | Until.TURN_ENDS:
                return True
            case Until.REMOVED | Until.ROUND_ENDS | Until.COUNT | Until.REST:
                return False
            case _:
                assert_never(self)

    @property
    def outlasts_fight(self) -> bool:
        """Return whether such a condition goes on after the fight."""
        match self:
            case Until.REMOVED | Until.REST:
                return True
            case Until.TURN_BEGINS | Until.TURN_ENDS | Until.ROUND_ENDS | Until.COUNT:
                return False
            case _:
                assert_never(self)


class Due(StrEnum):
    """The reminder of a condition that the table has yet to answer."""

    NOTHING = ""
    ROLL = "roll"  # the bearer's turn has ended: a roll may end the condition
    HURT = "hurt"  # the holding combatant is hurt: the hold may end
    TEST = "test"  # the bearer, who concentrates, is hurt: a roll decides whether that goes on


@dataclass(frozen=True, slots=True)
class Attempt:
    """A roll that may end a condition, after each of the bearer's turns (if fallen, when that turn would have come)."""

    code: str = ""
    """The dice; empty if the table has not named them."""
    needs: int = 0
    """The least total that succeeds, or the greatest with ``or_less``."""
    or_less: bool = False
    name: str = ""
    """What the roll is called if no single success ends the condition: ``death save``."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A state of a combatant that lasts for a while: stunned, held, burning."""

    number: int
    """The identifier of the condition, unique in the fight."""
    bearer: Id
    name: str
    text: str = ""
    by: Id = ""
    """The combatant who caused the condition; empty for nobody. The combatant may have left."""
    until: Until = Until.REMOVED
    whose: Id = ""
    """The combatant whose turns are counted."""
    turns: int = 0
    """The beginnings or ends of turns of ``whose`` that are still to come, with the one that ends the condition."""
    put_off: bool = False
    """True if the turn that ``whose`` has put off counts as beginning when it is taken."""
    count: int = 0
    """The number at which the condition ends, for ``Until.COUNT``."""
    attempt: Attempt | None = None
    held: bool = False
    """True if the condition ends when ``by`` can no longer hold the bearer."""
    due: Due = Due.NOTHING
    rolls_at: Id = ""
    """While the bearer cannot act: the combatant before whose turn the attempt is due; empty for the round’s end."""
    rolled_in: int = 0
    """While the bearer cannot act: the last round in which the attempt was due."""
    lost: int = 0
    """The points that a concentrating bearer has lost by the latest damage."""

    @property
    def roll_name(self) -> str:
        """Return what the roll is called: ``death save``; empty if a success ends the condition."""
        return self.attempt.name if self.attempt else ""


@dataclass(frozen=True, slots=True)
class LastingCondition:
    """A condition that a combatant brings into a fight; it lasts until it is removed, or until a rest."""

    name: str
    text: str = ""
    until: Until = Until.REMOVED


@dataclass(frozen=True, slots=True)
class Schedule:
    """The moment when a reinforcement or a happening comes. With neither round nor count it comes by hand."""

    round: int = 0
    """The round; 0 for any."""
    count: int | None = None
    """The number at which it comes, in systems that count points; None for the start of the round."""


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """A combatant in the wings: entered, but not in the order yet."""

    combatant: Combatant
    comes: Schedule = Schedule()
    hidden: bool = False


class Call(NamedTuple):
    """What changed when a combatant was called to act, so that a turn that is taken back has never begun."""

    stage: Stage = Stage.NONE
    """The stage of the turn before."""
    filled: tuple[Counter, ...] = ()
    """The counters that were refilled, as they were before."""
    counted: tuple[Condition, ...] = ()
    """The conditions that counted the beginning of the turn, as they were before."""
    given: int = 0
    """The number of conditions and happenings that had been made."""


class Away(NamedTuple):
    """The standing of a combatant who left the order for the wings, restored when the combatant comes back."""

    standing: Standing
    round: int
    """The round in which the combatant left."""
    below: tuple[Id, ...] = ()
    """The combatants who were below in the order, from the top."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that is planned and is no combatant: the roof falls in. The screen calls it an event."""

    number: int
    """The identifier of the happening, unique among conditions and happenings of the fight."""
    text: str
    comes: Schedule
    due: bool = False
    """True once the happening has come, until the table settles it."""
    every_round: bool = False
    """True if the happening comes again in each later round."""
    came: int = 0
    """The round in which the happening has come last; 0 for none."""


class Encounter(NamedTuple):
    """The whole state of a fight at one moment.

    A named tuple, because every event makes a new one, and a frozen dataclass of so many fields is slower to make.
    """

    name: str
    system: str
    """The key of the turn system."""
    options: Mapping[str, str] = MappingProxyType({})
    """The chosen values by option key. A missing option has its default."""
    combatants: Mapping[Id, Combatant] = MappingProxyType({})
    standings: Mapping[Id, Standing] = MappingProxyType({})
    order: tuple[Id, ...] = ()
    """All combatants, each once, in the order of the list or of the round."""
    round: int = 0
    """0 before the first round (Zebra Island: sequence)."""
    part: int = 0
    """The part of the round (pass, lap, phase or segment), from 1; always 1 where rounds are not divided."""
    is_open: bool = False
    """Whether a round is running."""
    memory: Memory = NOTHING_YET
    """The private state of the turn system about the fight as a whole."""
    made: int = 0
    """The number of combatants ever added; the next id is made from it."""
    pools: tuple[str, ...] = ()
    """The groups whose members share their health."""
    conditions: tuple[Condition, ...] = ()
    """The current conditions, in the order in which they were given."""
    given: int = 0
    """The number of conditions and happenings ever made; the next number is made from it."""
    words: tuple[str, ...] = ()
    """The names of conditions used in this fight, or brought into it from earlier ones, the latest last."""
    hidden: tuple[Id, ...] = ()
    """The combatants in the order who are hidden from the players."""
    shown: tuple[Id, ...] = ()
    """The combatants whom the players have seen since the first round began."""
    wings: tuple[Reinforcement, ...] = ()
    """The combatants who come later, in the order in which they were set up."""
    away: Mapping[Id, Away] = MappingProxyType({})
    """The stored standings of combatants in the wings: those who left the order, or who have a system's memory."""
    happenings: tuple[Happening, ...] = ()
    calls: Mapping[Id, Call] = MappingProxyType({})
    """The last call of each combatant to act, unless it changed nothing."""
    stat_cards: Mapping[Id, StatCard] = MappingProxyType({})
    """The cards of everybody, by id; apart from ``Combatant``, so that events about health do not repeat them."""
    counters: tuple[FightCounter, ...] = ()
    """The counters of the fight and of its sides, in the order in which they were made."""
    waived: tuple[str, ...] = ()
    """The codes of the refusals that the ruling under way waives (``RuleAct``). Always empty between commands."""

    @property
    def gone(self) -> int:
        """Return the number of combatants who were removed."""
        return self.made - len(self.combatants) - len(self.wings)

    def with_standing(self, combatant_id: Id, standing: Standing) -> Encounter:
        """Return the encounter with a new standing for this combatant; faster than ``_replace``."""
        standings = {**self.standings, combatant_id: standing}
        return tuple.__new__(Encounter, (*self[:_STANDINGS], standings, *self[_STANDINGS + 1 :]))

    def acting(self) -> tuple[Id, ...]:
        """List the combatants who act now, in the encounter's order: none, one, or several who act simultaneously."""
        acting = [combatant_id for combatant_id, standing in self.standings.items() if standing.status is Status.ACTING]
        return tuple(
            acting if len(acting) < 2 else [combatant_id for combatant_id in self.order if combatant_id in acting]
        )

    def able(self, status: Status | None = None) -> tuple[Id, ...]:
        """List the combatants who are able to act, in the encounter's order: all, or those with this status."""
        standings = self.standings
        able = [combatant_id for combatant_id in self.order if standings[combatant_id].able]
        return tuple(able if status is None else [who for who in able if standings[who].status is status])

    def playing(self) -> tuple[Id, ...]:
        """List the combatants who can still act in this round, in the encounter's order."""
        standings, done = self.standings, Status.DONE
        return tuple([who for who in self.order if standings[who].able and standings[who].status is not done])

    def is_ready(self, combatant_id: Id) -> bool:
        """Return whether the combatant takes part, is able to act, and has a turn to come."""
        standing = self.standings.get(combatant_id)
        return standing is not None and standing.able and standing.status is Status.READY

    def name_of(self, combatant_id: Id) -> str:
        """Return the name of a combatant in the order or in the wings, or words for a combatant who has left."""
        combatant = self.combatants.get(combatant_id) or self.in_wings(combatant_id)
        return combatant.name if combatant else "someone who has left"

    def name_of_group(self, group: str) -> str:
        """Return the name of a group for its rolls: not the name of a combatant who rolls alone."""
        alone = any(combatant.name == group and not combatant.group for combatant in self.combatants.values())
        return f"group {group}" if alone else group

    def names_of(self, ids: Iterable[Id]) -> str:
        """Join the names of these combatants for a sentence; a long list is cut short (``join_names``)."""
        return join_names([self.name_of(combatant_id) for combatant_id in ids])

    def everybody(self) -> dict[Id, Combatant]:
        """Return all combatants by id: first those in the order, then those in the wings."""
        waiting = (reinforcement.combatant for reinforcement in self.wings)
        return {**self.combatants, **{combatant.id: combatant for combatant in waiting}}

    def in_wings(self, combatant_id: Id) -> Combatant | None:
        """Return the combatant with this id if it is in the wings, else None."""
        reinforcement = self.reinforcement_of(combatant_id)
        return reinforcement.combatant if reinforcement else None

    def reinforcement_of(self, combatant_id: Id) -> Reinforcement | None:
        """Return the reinforcement with this id; None if the combatant is not in the wings."""
        return next((reinforcement for reinforcement in self.wings if reinforcement.combatant.id == combatant_id), None)


_STANDINGS = Encounter._fields.index("standings")


def derived[P, R](derive: Callable[[P], R]) -> Callable[[P], R]:
    """Make a function keep its last answer, which follows from one part of the encounter, such as ``combatants``.

    A change makes a new part, so an answer is never out of date while the part is the same object.
    """
    last: tuple[P, R] | None = None

    def derived_once(part: P) -> R:
        nonlocal last
        if last is None or last[0] is not part:
            last = (part, derive(part))
        return last[1]

    return derived_once
