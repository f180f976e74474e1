"""The interface of a turn system. Everything else (page, log, undo, saving) is shared and knows no system.

A system is one ``TurnSystem``: a record of its words and functions; nothing is inherited. How to add a system:
docs/ADDING_A_SYSTEM.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from turntrack.core.cards import name_card, show_card
from turntrack.core.commands import Act, Command, Move
from turntrack.core.dice import DiceCode, Roll
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.fields import Field, Option, Value
from turntrack.core.model import Encounter, Id
from turntrack.core.score import Score, signed
from turntrack.core.system_memory import Memory
from turntrack.systems.choices import Choice as Choice
from turntrack.systems.choices import PanelInput as PanelInput
from turntrack.systems.choices import Section as Section
from turntrack.systems.choices import UpcomingTurn as UpcomingTurn


@dataclass(frozen=True, slots=True)
class RuleText:
    """A printed rule, or one of our readings, in a short sentence of our own."""

    id: str
    text: str
    line: int = 0
    """The line of the rulebook it stands on; 0 for a reading."""
    background: bool = False
    """True where no number, refusal or log line can ever cite it."""


class Emblem(StrEnum):
    """A drawing that stands for a system: how its turns go."""

    ROW = "row"  # one after the other
    STACKS = "stacks"  # each takes several actions, at a growing price
    STAIRS = "stairs"  # one order for the whole fight, each action a step further down
    WEAVE = "weave"  # sides take turns
    PASSES = "passes"  # all act once, then again behind a bar
    RULER = "ruler"  # points are spent along a ruler


@dataclass(frozen=True, slots=True)
class Badge:
    """A word on the row: ``contact``, ``reserved``, ``out``. ``tone`` is one of plain, good, warn, off."""

    text: str
    rule: str = ""
    tone: str = "plain"
    ends_now: bool = False
    """Whether it is over with the turn that is under way."""


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


def _do_nothing(draft: Draft, *about: object) -> None:
    """Leave everything as it is."""


def _say_no(encounter: Encounter) -> bool:
    return False


def _have_none(encounter: Encounter, *about: object) -> tuple[()]:
    return ()


def _know_nothing(encounter: Encounter, *about: object) -> None:
    return None


def _say_nothing(encounter: Encounter, *about: object) -> str:
    return ""


def _cost_nothing(encounter: Encounter, command: Act) -> int:
    return 0


def _change_no_more(encounter: Encounter, combatant_id: Id, purpose: str, score: Score, now: Roll) -> Score:
    return score


def _is_never(command: Act) -> bool:
    return False


def _as_it_is(system: TurnSystem, encounter: Encounter) -> TurnSystem:
    return system


def _refuse_to_move(draft: Draft, command: Move) -> None:
    raise Refused("no_move", "Here nobody is placed elsewhere.")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TurnSystem:
    """One set of rules for turn order and action economy: its words, and a function for each thing that it decides.

    The first ones every system has. Each of the others has a default, which is that there is nothing of the kind.
    """

    key: str
    """Short and stable: it stands in saved files."""
    title: str
    """As its players call it."""
    summary: str
    """One sentence: how it decides who acts."""
    rules: tuple[RuleText, ...]

    open_round: Callable[[Draft], None]
    """Open the first or the next round: dice, scores, order. ``settle`` follows."""
    settle: Callable[[Draft], None]
    """Bring the fight to where somebody acts, or the table has a choice, or the round is closed.

    Called after every command while a round is open; must leave a way forward (a choice, or a closed round). Called
    only after unable combatants have lost ACTING.
    """
    act: Callable[[Draft, Act], None]
    """Carry out one of the choices, or refuse it. ``settle`` follows."""
    sections: Callable[[Encounter, PanelInput], tuple[Section, ...]]
    """All that can be done now, or could but for a reason, as the now panel shows it.

    Opening and closing rounds is shared and not among them.
    """
    track: Callable[[Encounter], tuple[Id, ...]]
    """Everyone in the order in which they stand to act, first to act first, those done last."""
    sample: Callable[[], tuple[Command, ...]]
    """The commands that set up a small fight that shows what the system is like, from nothing."""

    emblem: Emblem = Emblem.ROW
    """The drawing beside its name, where a fight is chosen."""
    round_word: str = "round"
    """``round`` or ``sequence``; ``count`` where one count goes on and on."""
    part_word: str = ""
    """``pass`` where a round has passes, else empty."""
    counts_points: bool = False
    """Whether what is done is paid in the number by which one acts."""
    counts_up: bool = False
    """Whether that adds to it: the lowest acts, and no round ends at a count."""
    count_word: str = "count"
    """What a number is called at which something comes or ends: ``count 12``, ``tick 12``."""
    deck: int = 0
    """How many cards there are, where a number is a card that was dealt; 0 where none is."""
    fields: tuple[Field, ...] = ()
    """The sheet of a combatant; the form is drawn from it."""
    options: tuple[Option, ...] = ()

    of_combatant: type[Memory] = Memory
    """What it remembers of a combatant: a record that holds anything else is refused."""
    of_fight: type[Memory] = Memory
    """What it remembers of the fight as a whole."""

    is_beside: Callable[[Act], bool] = _is_never
    """Whether a choice is no deed of its combatant’s turn, even if he or she acts just then.

    It answers somebody else’s deed, or the table notes something of the combatant.
    """
    interrupters: Callable[[Encounter], tuple[Id, ...]] = _have_none
    """Those who may break into what is being done, and can no longer once it is over."""
    close_round: Callable[[Draft], None] = _do_nothing
    """The round is being ended (RoundClosed follows): what that costs or loses."""
    joined: Callable[[Draft, Id], None] = _do_nothing
    """A combatant came into, or is able again in, the open round."""
    missed: Callable[[Draft, Id], None] = _do_nothing
    """A combatant is back out of the wings, and was not there when the running round opened. ``joined`` follows."""
    leaving: Callable[[Draft, Id], None] = _do_nothing
    """A combatant is about to be removed, or has fallen: what ends with that. Also between rounds."""
    move: Callable[[Draft, Move], None] = _refuse_to_move
    """What dragging a row means once the fight has begun. While a round is open ``settle`` follows.

    Between rounds it changes the order really, or is refused with the reason (``turntrack.core.reordering``).
    """

    coming: Callable[[Encounter], tuple[UpcomingTurn, ...]] = _have_none
    """The next turns of the running round, the next first, if all who act and whose turns come do the ordinary thing.

    That is to end the turn with nothing special: nobody waits, passes, breaks in or leaves, and nothing is ruled. Where
    points decide, it is to do what is FIRST among the choices, for what that costs. The list ends where dice decide who
    is next, with the round, and after ``MOST_COMING`` turns; it is empty where not even the next is known.
    """
    number: Callable[[Encounter, Id], Score | None] = _know_nothing
    """The combatant's number on the track (score, counter) with its reasons; None where it has none."""
    rescored: Callable[[Draft, tuple[Id, ...], Encounter | None], None] = _do_nothing
    """A ruling has set the numbers of these combatants: place all of them by that.

    Where a throw was corrected, the encounter is as it was before; else there is none, and nobody throws for a tie.
    """
    number_lasts: Callable[[Encounter], bool] = _say_no
    """Whether numbers outlast the round, so that a throw in one can be corrected between rounds too."""
    dice_in_number: Callable[[Encounter, Id, str], DiceCode | None] = _know_nothing
    """The dice of a throw for this purpose, where what they come to is a part of the combatant's number.

    None where more hangs on such a throw: the fight has to go back to it, where it was wrong.
    """
    corrected: Callable[[Encounter, Id, str, Score, Roll], Score] = _change_no_more
    """Adjust a score after one of its rolls was corrected to the given roll.

    The score already contains the difference; return it with everything else that depends on that roll.
    """
    ruled_cost: Callable[[Encounter, Act], int] = _cost_nothing
    """What an action that ``act`` refuses takes off the number when it is done by ruling; 0 for nothing.

    Raises BadValue where a value of the command cannot be read.
    """
    rulable: Callable[[Encounter, Id], tuple[Field, ...]] = _have_none
    """What a ruling can set, about one combatant or (with an empty id) the fight as a whole."""
    rule_fact: Callable[[Draft, Id, str, Value], None] = _do_nothing
    """The game master rules that one of them, by its key, is so. The value has been read by its field."""

    badges: Callable[[Encounter, Id], tuple[Badge, ...]] = _have_none
    memory_words: Callable[[Encounter, Encounter, Id], str] = _say_nothing
    """What is remembered now of a combatant, or (empty) of the fight, and was not before, as a sentence for the log.

    Without the name (``is engaged by Rat``); empty where the log need not say it.
    """
    chances: Callable[[Encounter], tuple[Chance, ...]] = _have_none
    """Exact chances that matter before the next dice fall, in the track's order."""
    uncounted: Callable[[Encounter], str] = _say_nothing
    """What is left out of ``chances`` for the work it would be, as a sentence; empty where nothing is."""
    for_fight: Callable[[TurnSystem, Encounter], TurnSystem] = _as_it_is
    """The system in the words, and with the sheet, of one fight, where a fight has rules of its own."""

    own_rules: Callable[[Encounter], tuple[Act, ...]] = _have_none
    """What gives a new fight the rules that this one goes by, where a fight has rules of its own."""

    @property
    def counts_down(self) -> bool:
        """Whether numbers are spent down through the round: the page draws a ruler, down to its end."""
        return self.counts_points and not self.counts_up

    def round_name(self, number: int) -> str:
        """Name a round: ``round 2``; where none ends by itself, ``the count``, and ``count 2`` once it was ended."""
        return "the count" if self.counts_up and number == 1 else f"{self.round_word} {number}"

    def has_come(self, count: int, number: int) -> bool:
        """Whether the count has come, now that somebody acts on the number: down to it, or up to it."""
        return self.counts_points and (number >= count if self.counts_up else number <= count)

    def show_number(self, number: int) -> str:
        """Write a number as the screen prints it: ``29``, or ``Q♠``."""
        return show_card(number, self.deck) if 0 < number <= self.deck else signed(number)

    def say_number(self, number: int) -> str:
        """Write a number as it is said: ``29``, or ``queen of spades``."""
        return name_card(number, self.deck) if 0 < number <= self.deck else signed(number)

    def is_deal(self, roll: Roll) -> bool:
        """Whether what fell is a card that was dealt."""
        return bool(self.deck) and roll.code == f"1d{self.deck}"

    @property
    def has_rules_of_fights(self) -> bool:
        """Whether each fight says by which rules it goes."""
        return self.for_fight is not _as_it_is

    def at(self, encounter: Encounter) -> TurnSystem:
        """Return the system as it plays this fight."""
        return self.for_fight(self, encounter)


def system_of(encounter_key: str, systems: tuple[TurnSystem, ...]) -> TurnSystem:
    """Return the system with that key. Raises Refused when this version does not have it."""
    for system in systems:
        if system.key == encounter_key:
            return system
    raise Refused("no_system", f"This version knows no rules called “{encounter_key[:40]}”.")
