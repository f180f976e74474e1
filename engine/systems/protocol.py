"""What a turn system gives. Everything else (the page, the log, undo, saving) is shared and knows no system.

A system is one module with one instance of a class that has these members; nothing is inherited. To add
one: docs/ADDING_A_SYSTEM.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, assert_never

from engine.choices import Choice as Choice
from engine.choices import Entered as Entered
from engine.choices import Section as Section
from engine.commands import Act, Command, Move
from engine.dice import DiceCode, Roll
from engine.draft import Draft
from engine.errors import Refused
from engine.fields import Field, Option, Value
from engine.model import Encounter, FactValue, Id
from engine.sums import Sum


@dataclass(frozen=True, slots=True)
class RuleText:
    """A printed rule, or one of our readings, in a short sentence of our own."""

    id: str
    text: str
    line: int = 0
    """The line of the rulebook it stands on; 0 for a reading."""
    background: bool = False
    """True where no number, refusal or log line can ever cite it."""


LARGEST_FACT = 10_000
"""A number that is a fact lies between this and its negative, where its system says nothing else."""


@dataclass(frozen=True, slots=True)
class FactKind:
    """What a fact of a system holds: a flag, a number, a text or a list of texts. False and () always forget it."""

    holds: type[bool] | type[int] | type[str] | type[tuple[str, ...]]
    of_fight: bool = False
    """True for a fact of the fight as a whole; all others are of a combatant."""
    low: int = 0
    high: int = LARGEST_FACT
    length: int = 0
    """So many texts, no more and no less, where it is not 0."""

    def takes(self, value: FactValue) -> bool:
        """Whether the fact can hold this."""
        if value is False or value == ():
            return True
        if type(value) is not self.holds:
            return False
        match value:
            case bool() | str():
                return True
            case int():
                return self.low <= value <= self.high
            case tuple():
                return not self.length or len(value) == self.length
            case _:
                assert_never(value)


@dataclass(frozen=True, slots=True)
class Badge:
    """A word on the row: ``contact``, ``reserved``, ``out``. ``tone`` is one of plain, good, warn, off."""

    text: str
    rule: str = ""
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Chance:
    """An exact chance worth showing. ``about`` is empty where it concerns the fight as a whole."""

    about: Id
    """Empty where the label says it all: a faction, a number of combatants."""
    label: str
    chance: Fraction
    rule: str = ""
    goes_first: bool = False
    """The chance to act first, which the row of the track shows while there is no number yet."""


class TurnSystem(Protocol):
    """One set of rules for turn order and action economy."""

    @property
    def key(self) -> str:
        """Short and stable: it stands in saved files."""

    @property
    def title(self) -> str:
        """As its players call it."""

    @property
    def summary(self) -> str:
        """One sentence: how it decides who acts."""

    @property
    def round_word(self) -> str:
        """``round`` or ``sequence``."""

    @property
    def part_word(self) -> str:
        """``pass`` where a round has passes, else empty."""

    @property
    def counts_points(self) -> bool:
        """Whether numbers are points spent down through the round, so that the page draws their ruler."""

    @property
    def fields(self) -> tuple[Field, ...]:
        """The sheet of a combatant; the form is drawn from it."""

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def rules(self) -> tuple[RuleText, ...]: ...

    @property
    def facts(self) -> Mapping[str, FactKind]:
        """Every fact that it sets, by key: a saved fight that holds another thing under it is refused."""

    def rulable(self, encounter: Encounter, one: Id) -> tuple[Field, ...]:
        """The facts that a ruling can set, about one combatant or (``one`` empty) the fight as a whole."""

    def rule_fact(self, draft: Draft, one: Id, key: str, value: Value) -> None:
        """The game master rules that one of them is so. The value has been read by its field."""

    def open_round(self, draft: Draft) -> None:
        """Open the first or the next round: dice, scores, order. ``settle`` follows."""

    def close_round(self, draft: Draft) -> None:
        """The round is being ended (RoundClosed follows): what that costs or loses."""

    def act(self, draft: Draft, command: Act) -> None:
        """Carry out one of the choices, or refuse it. ``settle`` follows."""

    def ruled_cost(self, encounter: Encounter, command: Act) -> int:
        """What an action that ``act`` refuses takes off the number when it is done by ruling; 0 for nothing.

        Raises BadValue where a value of the command cannot be read.
        """

    def move(self, draft: Draft, command: Move) -> None:
        """What dragging a row means once the fight has begun. While a round is open ``settle`` follows.

        Between rounds it changes the order really, or is refused with the reason (``engine.listing``).
        """

    def settle(self, draft: Draft) -> None:
        """Bring the fight to where somebody acts, or the table has a choice, or the round is closed.

        Called after every command while a round is open; must leave a way forward (a choice, or a closed round).
        """

    def joined(self, draft: Draft, one: Id) -> None:
        """A combatant came into, or is able again in, the open round."""

    def leaving(self, draft: Draft, one: Id) -> None:
        """A combatant is about to be removed, or has fallen: what ends with that. Also between rounds."""

    def rescored(self, draft: Draft, one: Id) -> None:
        """A ruling has set this combatant's number: place it by that."""

    def dice_in_number(self, encounter: Encounter, one: Id, purpose: str) -> DiceCode | None:
        """The dice of a throw for this purpose, where what they come to is a part of the combatant's number.

        None where more hangs on such a throw: the fight has to go back to it, where it was wrong.
        """

    def corrected(self, encounter: Encounter, one: Id, purpose: str, score: Sum, now: Roll) -> Sum:
        """The number once a throw in it has been corrected to ``now``: what else in it hangs on these dice changes too.

        ``score`` has the difference already.
        """

    def sections(self, encounter: Encounter, entered: Entered) -> tuple[Section, ...]:
        """All that can be done now, or could but for a reason, as the now panel shows it.

        Opening and closing rounds is shared and not among them.
        """

    def track(self, encounter: Encounter) -> tuple[Id, ...]:
        """Everyone in the order in which they stand to act, first to act first, those done last."""

    def number(self, encounter: Encounter, one: Id) -> Sum | None:
        """The combatant's number on the track (score, counter) with its reasons; None where it has none."""

    def badges(self, encounter: Encounter, one: Id) -> tuple[Badge, ...]: ...

    def fact_words(self, encounter: Encounter, one: Id, key: str, value: FactValue) -> str:
        """A fact that has just been set, as a sentence for the log without the name (``is engaged by Rat``).

        Empty where the log need not say it.
        """

    def chances(self, encounter: Encounter) -> tuple[Chance, ...]:
        """Exact chances that matter before the next dice fall, in the track's order."""

    def uncounted(self, encounter: Encounter) -> str:
        """What is left out of ``chances`` for the work it would be, as a sentence; empty where nothing is."""

    def sample(self) -> tuple[Command, ...]:
        """The commands that set up a small fight that shows what the system is like, from nothing."""


def system_of(encounter_key: str, systems: tuple[TurnSystem, ...]) -> TurnSystem:
    """The system with that key. Raises Refused when this version does not have it."""
    for system in systems:
        if system.key == encounter_key:
            return system
    raise Refused("no_system", f"This version knows no rules called “{encounter_key[:40]}”.")
