"""The interface of a turn system, ``TurnSystem``; page, log, undo and saving know systems by it alone.

A system is one record of words and functions; nothing is inherited. docs/ADDING_A_SYSTEM.md says how to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Literal, NamedTuple, assert_never

from turntrack.core.cards import name_card, show_card
from turntrack.core.commands import Act, Command, Move
from turntrack.core.dice import DiceCode, Roll
from turntrack.core.draft import Draft
from turntrack.core.errors import Refused
from turntrack.core.fields import NOTHING, TOLD, Field, Option, Value, Values
from turntrack.core.memory import Memory
from turntrack.core.model import Encounter, Id, Until
from turntrack.core.score import Score, signed
from turntrack.systems.choices import Choice as Choice
from turntrack.systems.choices import PanelInput as PanelInput
from turntrack.systems.choices import Preview as Preview
from turntrack.systems.choices import Section as Section
from turntrack.systems.choices import UpcomingTurn as UpcomingTurn
from turntrack.systems.last_stand import LastStand
from turntrack.systems.wounds import USUAL, Luck, Wounds


@dataclass(frozen=True, slots=True)
class RuleText:
    """A printed rule, or our reading of an ambiguous one, in a short sentence of our own."""

    id: str
    text: str
    line: int = 0
    """The line of the rulebook; 0 for a reading."""
    background: bool = False
    """True if no number, refusal or log line can cite the rule, so that no transcript has to show it."""


class Emblem(StrEnum):
    """The drawing of a system, which shows the course of its turns."""

    ROW = "row"  # combatants act one after the other
    STACKS = "stacks"  # a combatant takes several actions, at a growing price
    STAIRS = "stairs"  # one order for the whole fight, each action a step further down
    WEAVE = "weave"  # sides take turns
    PASSES = "passes"  # all act once, then again in the next pass
    RULER = "ruler"  # points are spent along a ruler


class NumberOrder(Enum):
    """Whether turns run from high to low scores, or from low to high."""

    NONE = "none"  # numbers do not decide who acts
    FALLING = "falling"
    RISING = "rising"


type Tone = Literal["plain", "good", "warn", "off", "condition", "counter"]
"""The look of a badge. Conditions and counters have a background, and rows fold only where theirs are equal."""


class Badge(NamedTuple):
    """A word on a row of the track: ``contact``, ``reserved``, ``out``."""

    text: str
    rule: str = ""
    tone: Tone = "plain"
    ends_now: bool = False
    """True if the state ends with the running turn."""


@dataclass(frozen=True, slots=True)
class Chance:
    """An exact chance to show before dice fall."""

    about: Id
    """The combatant; empty if the chance belongs to a faction, a number of combatants or the whole fight."""
    label: str
    chance: Fraction
    rule: str = ""
    goes_first: bool = False
    """True for the chance to act first, which the row of the track shows while the combatant has no number."""


def _do_nothing(draft: Draft, *about: object) -> None:
    pass


def _have_none(encounter: Encounter, *about: object) -> tuple[()]:
    return ()


def _know_nothing(encounter: Encounter, *about: object) -> None:
    return None


def _told_total(encounter: Encounter, combatant_id: Id) -> int | None:
    told = encounter.combatants[combatant_id].sheet.get(TOLD.key)
    return told if isinstance(told, int) else None


def _remember_nothing(encounter: Encounter, combatant_id: Id) -> Values:
    return NOTHING


def _never(encounter: Encounter) -> bool:
    return False


def _say_nothing(encounter: Encounter, *about: object) -> str:
    return ""


def _change_no_more(encounter: Encounter, combatant_id: Id, purpose: str, score: Score, now: Roll) -> Score:
    return score


def _is_always(encounter: Encounter, combatant_id: Id) -> bool:
    return True


def _is_never(command: Act) -> bool:
    return False


def _as_it_is(system: TurnSystem, encounter: Encounter) -> TurnSystem:
    return system


def _refuse_to_move(draft: Draft, command: Move) -> None:
    raise Refused("no_move", "Here nobody is placed elsewhere.")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TurnSystem:
    """A set of rules for turn order and action economy: its words, and one function for each decision.

    The members without a default are required. The default of every other member means that the system has nothing of
    the kind.
    """

    def __repr__(self) -> str:
        return f"<TurnSystem {self.key}: {self.title}>"

    key: str
    """A short, stable key, which is part of saved files."""
    title: str
    """The name that players use."""
    summary: str
    """One sentence on how the system decides who acts."""
    rules: tuple[RuleText, ...]
    """The printed rules and the readings."""

    open_round: Callable[[Draft], None]
    """Open the first or the next round: roll dice, set scores and order. ``settle`` is called afterwards."""
    settle: Callable[[Draft], None]
    """Advance an open round until a combatant acts, the table has a choice, or the round is closed.

    Called after every command while a round is open, and only after unable combatants have lost ACTING. Must leave a
    way forward: a choice, or a closed round.
    """
    act: Callable[[Draft, Act], None]
    """Carry out a choice. ``settle`` is called afterwards. Raises Refused and BadValue."""
    sections: Callable[[Encounter, PanelInput], tuple[Section, ...]]
    """Return the choices of the now panel, those refused for a reason included.

    The choices to open and to close a round are shared by all systems and not among them.
    """
    track: Callable[[Encounter], tuple[Id, ...]]
    """List all combatants in the order in which they act: first to act first, those done last."""
    sample: Callable[[], tuple[Command, ...]]
    """Return the commands that set up a small example fight."""

    emblem: Emblem = Emblem.ROW
    """The drawing beside the title in the list of systems."""
    like: tuple[str, ...] = ()
    """The published games with such rules, the best known first."""
    terms: str = ""
    """Further words by which a search finds it: abbreviations, genres, and words of the rules."""
    round_word: str = "round"
    """The word for a round: ``round`` or ``sequence``; where rounds have no end ``count`` or ``scene``."""
    is_endless: bool = False
    """True if no round ends by itself."""
    holds_by_number: bool = False
    """True if whoever holds acts at a number, and not when called or after all others."""
    part_word: str = ""
    """The word for a part of a round: ``pass``; empty where rounds are not divided."""
    counts_points: bool = False
    """True if actions are paid from the number that decides who acts."""
    counts_up: bool = False
    """True if actions add to the number, so that the lowest acts and a count ends no round."""
    number_order: NumberOrder = NumberOrder.NONE
    """The direction of the numbers, in systems that do not count points."""
    count_word: str = "count"
    """The word for a number at which something comes or ends: ``count 12``, ``tick 12``."""
    deck: int = 0
    """The number of cards in the deck, in systems whose numbers are dealt cards; else 0."""
    fields: tuple[Field, ...] = ()
    """The fields of a combatant's sheet."""
    options: tuple[Option, ...] = ()
    """The readings of the rules that a table can choose."""

    of_combatant: type[Memory] = Memory
    """The type of the memory of a combatant. Reading a record with another type is refused."""
    of_fight: type[Memory] = Memory
    """The type of the memory of the fight."""

    is_beside: Callable[[Act], bool] = _is_never
    """Whether the choice is no action of the combatant’s own turn, even if the combatant acts at that moment.

    True for a reaction to another combatant, and for a note that the table makes.
    """
    has_begun: Callable[[Encounter, Id], bool] = _is_always
    """Whether anything has been done in the actor’s turn. If not, losing it means that it never began."""
    interrupters: Callable[[Encounter], tuple[Id, ...]] = _have_none
    """List the combatants who may interrupt the current action and lose that possibility when it is over."""
    close_round: Callable[[Draft], None] = _do_nothing
    """Apply the consequences of a round that the game master ends, before RoundClosed."""
    join: Callable[[Draft, Id], None] = _do_nothing
    """Include a combatant who joins the open round or becomes able again in it."""
    begin_late: Callable[[Draft, Id], None] = _do_nothing
    """Update a combatant who returns from the wings and was absent when the round opened. ``join`` is called next."""
    come_back: Callable[[Draft, Id], None] = _do_nothing
    """Update a combatant who returns from the wings in the round in which the order was left."""
    change_side: Callable[[Draft, Id], None] = _do_nothing
    """End the states that a combatant in the order loses on a change of sides. Called between rounds too."""
    leave: Callable[[Draft, Id], None] = _do_nothing
    """End the states that a combatant loses on falling, or before leaving the order. Called between rounds too."""
    move: Callable[[Draft, Move], None] = _refuse_to_move
    """Apply the drag of a row once the fight has begun. During a round ``settle`` is called afterwards.

    Between rounds, change the order or raise Refused with the reason (``turntrack.core.drag``).
    """

    upcoming_turns: Callable[[Encounter], Iterable[UpcomingTurn]] = _have_none
    """Return the next turns of the running round, the next first, if every combatant makes the ordinary choice.

    The ordinary choice ends the turn; in systems that count points it is the choice marked FIRST, at its cost. Nobody
    waits, passes, interrupts or leaves, and there are no rulings. The list ends with the round, before a turn that dice
    decide, and after ``MOST_UPCOMING_TURNS`` turns. It is empty if even the next turn is unknown. Only the first turns
    are shown, so each is found when it is asked for.
    """
    number: Callable[[Encounter, Id], Score | None] = _know_nothing
    """Return the combatant's number on the track (score, counter) with its terms; None without a number."""
    rescore: Callable[[Draft, tuple[Id, ...], Encounter, bool], None] = _do_nothing
    """Place these combatants anew after their numbers have changed from those of the given encounter.

    The last argument is whether dice were corrected: other rulings let nobody roll for a tie.
    """
    known_number: Callable[[Encounter, Id], int | None] = _told_total
    """Return the number that a combatant without one will have instead of a roll; None if that is not known yet."""
    number_lasts: Callable[[Encounter], bool] = _never
    """Whether numbers outlast the round, so that their rolls can be corrected between rounds too."""
    dice_in_number: Callable[[Encounter, Id, str], DiceCode | None] = _know_nothing
    """Return the dice of a roll for this purpose if their total is a term of the combatant's number.

    None if more depends on the roll; a wrong roll then needs an undo.
    """
    correct_score: Callable[[Encounter, Id, str, Score, Roll], Score] = _change_no_more
    """Adjust a score after one of its rolls was corrected to the given roll.

    The score already contains the difference; return it with everything else that depends on that roll.
    """
    conditions: tuple[str, ...] = ()
    """The names of conditions in its games, the most frequent first; empty for the usual ones."""
    condition_ends: tuple[tuple[Until, tuple[str, ...]], ...] = ()
    """The ends of conditions that always end alike; without one, the end depends on the cause."""
    last_stand: LastStand | None = None
    """How heroes who are down fight for their lives, in the games that count it."""
    wounds: Wounds = USUAL
    """At which wound combatants fall, where the fight counts wounds."""
    luck: Luck | None = None
    """The points of luck of heroes and leaders, in the games that have them."""
    line_words: tuple[str, ...] = ()
    """What is said on a line of a newcomer, in place of the names of the fields; empty for those."""
    by_hand: str = ""
    """What the table does itself, as the rules do not; said where a fight begins."""
    rulable_facts: Callable[[Encounter, Id], tuple[Field, ...]] = _have_none
    """Return the facts that a ruling can set, as fields: of a combatant, or (empty id) of the fight."""
    rule_fact: Callable[[Draft, Id, str, Value], None] = _do_nothing
    """Set a fact of ``rulable_facts`` by its key to a value that its field has already read."""
    lasting_facts: Callable[[Encounter, Id], Values] = _remember_nothing
    """Return the facts of ``rulable_facts`` that outlast a fight, by key, unless they are those of a newcomer."""
    recover: Callable[[Draft, Id], None] = _do_nothing
    """Undo the facts that outlast a fight, after a rest that restores all health."""

    badges: Callable[[Encounter, Id], tuple[Badge, ...]] = _have_none
    """Return the words on the combatant's row."""
    memory_words: Callable[[Encounter, Encounter, Id], str] = _say_nothing
    """Describe the change of memory of a combatant, or (empty id) of the fight, for the log.

    The arguments are the encounters before and after. The sentence has no name (``is engaged by Rat``), and is empty if
    the log says nothing.
    """
    chances: Callable[[Encounter], tuple[Chance, ...]] = _have_none
    """Return the exact chances that matter before the next dice fall, in the track's order."""
    why_uncounted: Callable[[Encounter], str] = _say_nothing
    """Say in a sentence which chances are left out because they take too long to count; empty if none is."""
    may_go_by_list: Callable[[Encounter], bool] = _never
    """Return whether some may tie for the first turn of the next round, and then go as listed."""
    for_fight: Callable[[TurnSystem, Encounter], TurnSystem] = _as_it_is
    """Return the system with the words and the sheet of this fight, in systems with rules for each fight."""

    own_rules: Callable[[Encounter], tuple[Act, ...]] = _have_none
    """Return the commands that give a new fight the rules of this one, in systems with rules for each fight."""

    @property
    def counts_down(self) -> bool:
        """Return whether numbers are spent during the round; the page then draws a ruler."""
        return self.counts_points and not self.counts_up

    def round_name(self, number: int) -> str:
        """Name a round: ``round 2``; where it has no end ``the count``, and ``count 2`` once that was ended."""
        return f"the {self.round_word}" if self.is_endless and number == 1 else f"{self.round_word} {number}"

    def has_come(self, count: int, number: int) -> bool:
        """Return whether the count is reached or passed when a combatant acts at the number."""
        return self.counts_points and (number >= count if self.counts_up else number <= count)

    @property
    def has_moments(self) -> bool:
        """Return whether a number names a moment of the round."""
        return self.counts_points or self.number_order is not NumberOrder.NONE

    def has_passed(self, moment: int, number: int) -> bool:
        """Return whether a moment of the round has passed when a combatant acts at ``number``.

        Where points are counted, a moment has passed when it is reached; elsewhere, after those who have its number.
        """
        match self.number_order:
            case NumberOrder.NONE:
                return self.has_come(moment, number)
            case NumberOrder.FALLING:
                return number < moment
            case NumberOrder.RISING:
                return number > moment
            case _:
                assert_never(self.number_order)

    def show_number(self, number: int) -> str:
        """Write a number for the screen: ``29``, or ``Q♠``."""
        return show_card(number, self.deck) if 0 < number <= self.deck else signed(number)

    def say_number(self, number: int) -> str:
        """Write a number for a sentence: ``29``, or ``queen of spades``."""
        return name_card(number, self.deck) if 0 < number <= self.deck else signed(number)

    def is_deal(self, roll: Roll) -> bool:
        """Return whether the roll is a card that was dealt."""
        return bool(self.deck) and roll.code == f"1d{self.deck}"

    @property
    def has_rules_of_fights(self) -> bool:
        """Return whether each fight has rules of its own."""
        return self.for_fight is not _as_it_is

    def at(self, encounter: Encounter) -> TurnSystem:
        """Return the system with the rules of this fight."""
        return self.for_fight(self, encounter)


def system_of(encounter_key: str, systems: tuple[TurnSystem, ...]) -> TurnSystem:
    """Return the system with this key. Raises Refused if this version has none."""
    for system in systems:
        if system.key == encounter_key:
            return system
    raise Refused("no_system", f"This version knows no rules called “{encounter_key[:40]}”.")
