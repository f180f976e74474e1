"""The settings of a rule set, as frozen values with the words in which they are stored, said and asked."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self, assert_never

from turntrack.core.fields import COUNT

_NO_WORD = re.compile(r"\W+")

LONGEST_WORD = 40
LONGEST_EXTRA = 60
"""The longest page reference, and the longest log phrase of an action."""
NUMBER = "number"
"""The name that an action gives in place of a counter to cost points of the number."""
PLACES, LAP_STEP, SEGMENTS, RISES, COST, FACES, DIE = (1, 9), (1, 99), (2, 24), (1, 99), (0, 99), (2, 100), (0, 100)
"""The inclusive bounds of numbers."""
MOST_SUMMED = 20
"""The number of members whose values are added up at most, so that no dice can be too many."""


class SettingValue(StrEnum):
    """A value of a setting, with all its words."""

    label: str
    """The name of the answer in the rule editor."""
    rule: str
    """Its sentence in the rules, or a part of it; empty if ``rule_texts.py`` makes it of more than this value."""
    hint: str
    """The sentence below the label; empty if the label says it all."""
    effect: object
    """What it does, where several facts say that; its type stands in the class of the value."""

    def __new__(cls, value: str, label: str = "", rule: str = "", hint: str = "", effect: object = None) -> Self:
        """Make a value that is stored as its first word."""
        made = str.__new__(cls, value)
        made._value_ = value
        made.label, made.rule, made.hint, made.effect = label, rule, hint, effect
        return made


class Holder(SettingValue):
    EACH = "each", "Everybody", "Everybody has {many} in the order", "Each combatant has turns of their own."
    GROUP = ("group", "Groups together", "A group has {many} in the order together, everybody else alone",
            "A group has one place; everybody else has their own.")  # fmt: skip
    SIDE = ("side", "Sides together", "A side has {many} in the order together",
            "All of a side act when their side’s turn comes.")  # fmt: skip
    SLOT = ("slot", "Open places of a side", "Everybody brings {many} to the side, which any of its members may take",
            "A side has a turn for each member; any member may take it.")  # fmt: skip
    FOES = ("foes", "Foes together",
            "Everybody on the players’ side has {many} in the order, any other side has {many} together",
            "Each of the players has a turn; the foes of a side act at once.")  # fmt: skip

    @property
    def is_shared(self) -> bool:
        """Return whether several combatants have one place, one number and one turn."""
        return self in (Holder.SIDE, Holder.GROUP, Holder.FOES)


class Shared(SettingValue):
    """Which values a place has that several share."""

    FIRST = "first", "The first member’s", "those of the first member"
    HIGHEST = "highest", "The highest", "the highest of its members"
    SUM = "sum", "The sum", "the sum of its members"
    AVERAGE = "average", "The average", "the average of its members, rounded down"

    def of(self, values: Sequence[int]) -> int:
        """Return the value of a place, by those of its members."""
        match self:
            case Shared.FIRST:
                return values[0]
            case Shared.HIGHEST:
                return max(values)
            case Shared.SUM:
                return sum(values[:MOST_SUMMED])
            case Shared.AVERAGE:
                return sum(values) // len(values)
            case _:
                assert_never(self)


class Source(SettingValue):
    """The source of the number."""

    NONE = "none", "No number", "Nobody has a number.", "Sides take turns, anyone may act, or a bag decides."
    EXPRESSION = "expression", "Dice and values", "", "Rolled, or from the sheet: a d20 plus a bonus."
    CARDS = "cards", "A card each", "", "Dealt from a deck, no card twice."
    LISTED = "listed", "The list", "The order is that of the list.", "They act in the order in which they were added."
    TYPED = "typed", "A number I type", "The game master types the number.", "Rolled or found elsewhere."

    @property
    def makes_numbers(self) -> bool:
        return self in (Source.EXPRESSION, Source.CARDS, Source.TYPED)


class Fresh(SettingValue):
    ONCE = "once", "Once, for the whole fight", "Numbers are rolled or set once, for the whole fight."
    ROUND = "round", "Every round", "Every round makes new numbers."
    LAP = "lap", "Every lap", "Every lap makes new numbers."

    @property
    def is_lasting(self) -> bool:
        """Return whether a number lasts for the whole fight."""
        return self is Fresh.ONCE


class First(SettingValue):
    HIGH = "high", "The highest number", "highest"
    LOW = "low", "The lowest number", "lowest"

    @property
    def is_high(self) -> bool:
        """Return whether the highest number acts first."""
        return self is First.HIGH


class TieEffect(NamedTuple):
    """What a rule for ties does."""

    is_rolled: bool = False
    is_final: bool = False
    """No tie is left for a later rule."""


class TieBy(SettingValue):
    effect: TieEffect

    FIELD = "field", "the higher {field}", "", "", TieEffect()
    SIDE = "side", "{side}", "", "", TieEffect()
    AGAIN = "again", "roll again", "", "", TieEffect(is_rolled=True)
    COIN = "coin", "a coin, once for the fight", "", "", TieEffect(is_rolled=True)
    REACHED = "reached", "whoever came to it first", "", "", TieEffect()
    TOGETHER = "together", "at the same time", "", "", TieEffect(is_final=True)
    LISTED = "listed", "as listed", "", "", TieEffect(is_final=True)


class Chooser(SettingValue):
    APP = "app", "Nobody", "The order decides who acts next.", "They go as they are listed."
    SIDE = "side", "The side", "The side chooses who acts next.", "The players agree, and you choose for your side."
    ACTOR = "actor", "Whoever acted", "Whoever has acted chooses who acts next.", "They name the next."
    MASTER = "master", "The game master", "The game master chooses who acts next.", "You tap who is next."

    @property
    def is_somebody(self) -> bool:
        """Return whether a person says who is next."""
        return self is not Chooser.APP


class OrderEffect(NamedTuple):
    """How an order finds who is next."""

    choosers: tuple[Chooser, ...] = (Chooser.APP,)
    """Who may say who is next, the usual one first."""
    by_number: bool = False
    """Down the numbers, or the list."""
    by_seat: bool = False
    """Down the list, which begins with the highest (or lowest) number."""
    by_count: bool = False
    """The highest (or lowest) counter acts, again and again."""
    by_side: bool = False
    """The next side is known, and one of its members acts."""
    alternates: bool = False
    """The side changes after each turn."""
    is_drawn: bool = False
    is_free: bool = False
    """Anybody who has a turn left may be next."""

    @property
    def is_ranked(self) -> bool:
        """Return whether a combatant's place is found by numbers or the list."""
        return self.by_number or self.by_seat or self.by_count

    @property
    def has_no_numbers(self) -> bool:
        return self.is_drawn or self.is_free


class Order(SettingValue):
    """Who is next."""

    effect: OrderEffect

    NUMBER = ("number", "Down the order", "Turns run in number order.", "One after the other, by their numbers.",
            OrderEffect((Chooser.APP,), by_number=True))  # fmt: skip
    SEATS = ("seats", "Round the table", "Turns go down the list, which begins with the {first} number.",
            "As they are listed, beginning with the highest number, or the lowest.",
            OrderEffect((Chooser.APP,), by_seat=True))  # fmt: skip
    COUNT = ("count", "A counter for everybody", "Whoever stands {first} acts, again and again.",
            "The highest, or the lowest, acts, again and again. Each action takes ticks, shots or points.",
            OrderEffect((Chooser.APP,), by_count=True))  # fmt: skip
    SIDES = ("sides", "Side after side", "One side takes all its turns, then the next side.",
            "One side takes all its turns, then the next side.",
            OrderEffect((Chooser.APP, Chooser.SIDE, Chooser.MASTER), by_side=True))  # fmt: skip
    ALTERNATING = ("alternating", "Sides take turns", "The sides take turns, one member at a time.",
            "One of ours, then one of theirs.",
            OrderEffect((Chooser.APP, Chooser.SIDE, Chooser.MASTER), by_side=True, alternates=True))  # fmt: skip
    BAG = ("bag", "Drawn from a bag", "The next to act is drawn from a bag with a token for every turn.",
            "There is a token in it for every turn.",
            OrderEffect((Chooser.APP, Chooser.SIDE), is_drawn=True))  # fmt: skip
    POPCORN = ("popcorn", "Whoever acted passes it on", "Whoever has acted passes the turn on.",
            "They choose the next.", OrderEffect((Chooser.ACTOR,), is_free=True))  # fmt: skip
    ANYONE = ("anyone", "Whoever wants to", "Anyone may be next{until}.", "In any order.",
            OrderEffect((Chooser.MASTER, Chooser.SIDE), is_free=True))  # fmt: skip


class LapKind(SettingValue):
    ONE = "one", "Once", "", "Each turn comes once a round."
    NUMBER = "number", "Again, for less", "", "Some is taken off the number; whoever is above 0 goes round again."
    BUDGET = "budget", "While points last", "", "Whoever has some left goes round again."
    PHASES = "phases", "In phases", "", "The fast first, then the slow: phases that you name."
    CHART = "chart", "By a chart", "", "A value says in how many segments of a round you act."


class Beats(SettingValue):
    """How a roll has to compare with a number, for the check to be passed."""

    UNDER = "under", "Less than", "less than"
    MOST = "most", "At most", "at most"
    LEAST = "least", "At least", "at least"
    OVER = "over", "More than", "more than"

    def is_met(self, total: int, needed: int) -> bool:
        match self:
            case Beats.UNDER:
                return total < needed
            case Beats.MOST:
                return total <= needed
            case Beats.LEAST:
                return total >= needed
            case Beats.OVER:
                return total > needed
            case _:
                assert_never(self)


class Refill(SettingValue):
    TURN = "turn", "When their turn begins", "refilled at the start of their turn"
    END = "end", "When their turn ends", "refilled at the end of their turn"
    ANY = "any", "At every turn", "refilled at every turn"
    ROUND = "round", "Each round", "refilled each round"
    NEVER = "never", "Never", "never refilled"

    @property
    def is_by_turn(self) -> bool:
        """Return whether it is filled with turns, not with rounds."""
        return self in (Refill.TURN, Refill.END, Refill.ANY)


class DelayEnd(SettingValue):
    """What becomes of a delay when the round ends."""

    ONCE = "once", "They act last, this once", "acts last, this once"
    GOOD = "good", "They act last, from then on", "acts last, from now on"
    NEXT = ("next", "They wait on, until their own turn comes",
            "may still act in the next {part}, before their own turn comes")  # fmt: skip
    USED = ("used", "They wait on, and get no new turn",
            "may still act in later rounds, and gets no new {place} before that")  # fmt: skip

    @property
    def crosses_rounds(self) -> bool:
        return self in (DelayEnd.NEXT, DelayEnd.USED)


class DelayEffect(NamedTuple):
    """What a delay rule lets a combatant do."""

    ends: tuple[DelayEnd, ...] = (DelayEnd.ONCE,)
    """What may become of a delay when the round ends, the usual first."""
    waits: bool = False
    """Act later than its turn came."""
    stays: bool = False
    """Keep the later place for the rest of the fight."""
    swaps: bool = False
    """Swap numbers with somebody who is still to act."""
    exchanges: bool = False
    """Exchange numbers with another of the side, before the first turn of a round."""

    @property
    def is_of_numbers(self) -> bool:
        """Return whether two combatants give each other their numbers."""
        return self.swaps or self.exchanges


class DelayRule(SettingValue):
    effect: DelayEffect

    NONE = "none", "No", "Nobody waits for a later turn.", "Nobody waits for a later turn.", DelayEffect()
    ROUND = ("round", "Yes, for this round", "Whoever {waits} may act later{part}, {place} whoever acts then{end}.",
            "They act later, and have their old place in the next round.", DelayEffect(waits=True))  # fmt: skip
    GOOD = ("good", "Yes, and it moves them for good",
            "Whoever {waits} may act later{part}, {place} whoever acts then, and stays there for good{end}.",
            "They act later, and stay at that place.",
            DelayEffect((DelayEnd.GOOD, DelayEnd.ONCE, DelayEnd.NEXT), waits=True, stays=True))  # fmt: skip
    ACROSS = ("across", "Yes, also into the next round",
            "Whoever {waits} may act later, {place} whoever acts then{end}.",
            "They may act later, also before their place comes again.",
            DelayEffect((DelayEnd.NEXT, DelayEnd.USED), waits=True))  # fmt: skip
    SWAP = ("swap", "They swap numbers instead", "On your turn you may swap numbers with somebody who is still to act.",
            "With somebody who is still to act.", DelayEffect(swaps=True))  # fmt: skip
    EXCHANGE = ("exchange", "They exchange numbers as a round begins",
            "Before the first turn of a round the members of a side may exchange numbers.",
            "Members of a side, before the first turn of a round.", DelayEffect(exchanges=True))  # fmt: skip


class EndEffect(NamedTuple):
    """What a rule for the end of a round does."""

    at_zero: bool = False
    """Combatants at 0 or less act no more in the round."""
    has_token: bool = False
    """A token among those in the bag ends the round."""
    is_endless: bool = False


class EndRule(SettingValue):
    effect: EndEffect

    DONE = ("done", "When all have acted", "The round ends when everybody has had all their turns.",
            "Everybody has had all their turns.", EndEffect())  # fmt: skip
    ZERO = ("zero", "When all are at 0", "The round ends when all numbers are at 0 or less.",
            "All numbers are used up.", EndEffect(at_zero=True))  # fmt: skip
    TOKEN = ("token", "When the end token comes", "The round ends when the end token is drawn.",
            "It is in the bag too.", EndEffect(has_token=True))  # fmt: skip
    NEVER = ("never", "Never", "There are no rounds: {what} goes on.", "There are no rounds.",
            EndEffect(is_endless=True))  # fmt: skip


class SurpriseEffect(NamedTuple):
    """What surprise does."""

    is_marked: bool = True
    """Combatants are marked as surprised, or as surprising."""
    costs_turns: bool = False
    """The surprised lose turns."""
    lasts_a_turn: bool = False
    """They lose the next turn, whenever it comes; else those of the first lap."""
    bars_reactions: bool = False
    """They do nothing out of turn for as long as they are surprised."""
    yields_the_beginning: bool = False
    """A side all of whose members are surprised does not begin the fight."""
    modifies_number: bool = False
    rolls_twice: bool = False
    """The worse of two rolls counts."""
    acts_first: bool = False
    """Those who surprise the others act first in the first round."""
    others_hold: bool = False
    """The surprised sit out the first round, which the sides begin waiting of which nobody is surprised."""


class Surprise(SettingValue):
    effect: SurpriseEffect

    NONE = ("none", "Nothing", "Surprise is up to the game master.", "No surprise, or you handle it.",
            SurpriseEffect(is_marked=False))  # fmt: skip
    TURN = ("turn", "They lose a turn",
            "The surprised lose their first turn, and do nothing out of turn before it is over.",
            "Their first one, with all reactions until then.",
            SurpriseEffect(costs_turns=True, lasts_a_turn=True, bars_reactions=True))  # fmt: skip
    LAP = ("lap", "They lose the first lap",
            "The surprised lose all turns of the first {part}, and do nothing out of turn in it.",
            "All their turns of the first lap.", SurpriseEffect(costs_turns=True, bars_reactions=True))  # fmt: skip
    MODIFIER = ("modifier", "Their number changes", "The surprised have {amount} on their first number{s}.",
            "Their first one, by an amount you set.", SurpriseEffect(modifies_number=True))  # fmt: skip
    TWICE = ("twice", "They roll twice", "The surprised roll their first number{s} twice, and the worse counts.",
            "For their first number, and the worse counts.", SurpriseEffect(rolls_twice=True))  # fmt: skip
    FIRST = ("first", "The others act first", "Those who surprise the others act first in the first round.",
            "Those who surprise them, in the first round.", SurpriseEffect(acts_first=True))  # fmt: skip
    REACTIONS = ("reactions", "They lose their reactions", "The surprised do nothing out of turn in the first round.",
            "They act as usual, and do nothing out of turn in the first round.",
            SurpriseEffect(bars_reactions=True, yields_the_beginning=True))  # fmt: skip
    HOLD = ("hold", "They sit out, the others hold",
            ("The surprised get no {place} and do nothing in the first round; a side of which nobody is surprised "
            "begins it on hold."),
            "They get no card or number in the first round; a side that surprises them begins on hold.",
            SurpriseEffect(others_hold=True, bars_reactions=True))  # fmt: skip


class LateEffect(NamedTuple):
    """What a combatant who comes late gets."""

    misses_round: bool = False
    takes_count: bool = False
    """Its number is the running count."""
    pays_for_laps: bool = False
    """Its number is less by what the laps before would have taken off."""


class LateRule(SettingValue):
    effect: LateEffect

    ROUND = ("round", "At once", "Latecomers join at once.", "They get a number, and take their place by it.",
            LateEffect())  # fmt: skip
    NEXT = ("next", "With the next round", "Latecomers join the next round.", "Until then they watch.",
            LateEffect(misses_round=True))  # fmt: skip
    COUNT = ("count", "At the running count", "Latecomers enter at the running count.",
            "They enter where the count is.", LateEffect(takes_count=True))  # fmt: skip
    LESS = ("less", "With less", "Latecomers enter with what the laps before would have left.",
            "What the earlier laps would have left them.", LateEffect(pays_for_laps=True))  # fmt: skip


class WhichSide(SettingValue):
    """A selection of sides: any, the players’, or the others."""

    ANY = "any", "Everybody", "everybody"
    PLAYERS = "first", "The players’ side", "the players’ side"
    OTHERS = "others", "The other sides", "the other sides"


class FirstSideEffect(NamedTuple):
    """How the side that begins is found."""

    is_rolled: bool = False
    lasts: bool = False
    """It begins every round of the fight."""
    is_asked: bool = False
    goes_on: bool = False
    """Later rounds begin with the side after the one that acted last."""


class FirstSide(SettingValue):
    """The side that begins, where sides take turns without numbers."""

    effect: FirstSideEffect

    LISTED = "listed", "The players’ side", "The players’ side begins.", "", FirstSideEffect()
    FIGHT = ("fight", "A die, once",
            "A {die} says which side begins the fight and its rounds; high is the players’ side.", "",
            FirstSideEffect(is_rolled=True, lasts=True))  # fmt: skip
    ROUND = ("round", "A die each round", "A {die} says which side begins the round; high is the players’ side.", "",
            FirstSideEffect(is_rolled=True))  # fmt: skip
    MASTER = ("master", "The game master says", "The game master says which side begins the round.", "",
            FirstSideEffect(is_asked=True))  # fmt: skip
    ONCE = ("once", "The game master says, once",
            "The game master says which side begins the fight and its rounds.", "",
            FirstSideEffect(is_asked=True, lasts=True))  # fmt: skip
    PLAYERS_ONWARD = ("players_onward", "The players’ side, once; then turns go on",
            "The players’ side begins the fight, and a later round the side after the one that acted last.", "",
            FirstSideEffect(goes_on=True))  # fmt: skip
    MASTER_ONWARD = ("master_onward", "The game master says, once; then turns go on",
            ("The game master says which side begins the fight; a later round begins with the side after the one that "
            "acted last."), "",
            FirstSideEffect(is_asked=True, goes_on=True))  # fmt: skip


@dataclass(frozen=True, slots=True)
class SheetField:
    key: str = "bonus"
    label: str = "Bonus"
    default: int = 0
    low: int = 0
    high: int = 30
    is_modifier: bool = False
    """Whether it is the modifier of an attribute, not its score."""
    is_declared: bool = False
    """Whether the app asks for the value before each round, such as the speed of a weapon or of a spell (G2)."""
    is_whole: bool = False
    """Whether somebody has all of it or nothing, such as a gun that is ready; before a round that is a tap (G2)."""


@dataclass(frozen=True, slots=True)
class Place:
    """The holders of places (G1) and their number, which a field of the sheet may give."""

    holder: Holder = Holder.EACH
    many: int = 1
    field: str = ""
    values: Shared = Shared.FIRST
    alike: bool = False
    """Whether creatures of one kind share a roll or a card, where each has a place; or the place, where groups have."""

    @property
    def joins_kinds(self) -> bool:
        """Return whether creatures of one kind share something without being a group."""
        return self.alike and self.holder in (Holder.EACH, Holder.SLOT, Holder.GROUP)


@dataclass(frozen=True, slots=True)
class Bag:
    """The tokens that are a side's, where the side chooses who takes one (G7)."""

    sides: WhichSide = WhichSide.ANY
    again: bool = False
    """Whether the same member may take several, as all share them."""
    once: bool = False
    """Whether only the first token of each is a turn."""


@dataclass(frozen=True, slots=True)
class Number:
    source: Source = Source.EXPRESSION
    text: str = "1d20 + bonus"
    cards: int = 54
    draws: str = ""
    """The field that says how many cards are drawn: the best is kept, of a negative number the worst."""
    redraws: str = ""
    """The field that says up to which rank a card is drawn again."""


@dataclass(frozen=True, slots=True)
class TieRule:
    by: TieBy = TieBy.LISTED
    field: str = ""
    side: WhichSide = WhichSide.PLAYERS


@dataclass(frozen=True, slots=True)
class Phase:
    name: str
    side: WhichSide = WhichSide.ANY
    pace: str = ""
    amount: int = 0
    """How much a turn in it holds of the first counter that each own turn fills; 0 for as much as usual."""
    named: str = ""
    """The name of the one side that acts in it, instead of ``side``; that side then acts in no other."""


@dataclass(frozen=True, slots=True)
class Laps:
    kind: LapKind = LapKind.ONE
    step: int = 10
    counter: str = ""
    phases: tuple[Phase, ...] = ()
    field: str = ""
    segments: int = 12
    start: int = 1
    """The segment in which the first round begins."""
    single: int = 0
    """The segment of those with one turn; 0 for the last one."""


@dataclass(frozen=True, slots=True)
class Check:
    """The roll that says in which of its phases a combatant acts (G8)."""

    text: str = ""
    """The expression that is rolled; empty where everybody declares."""
    beats: Beats = Beats.LEAST
    against: str = ""
    """The expression with which it is compared, by the same sheet."""
    is_opposed: bool = False
    """Whether it is the other side's instead, with the highest values there."""


@dataclass(frozen=True, slots=True)
class TurnCounter:
    name: str
    amount: int = 1
    field: str = ""
    refill: Refill = Refill.TURN


@dataclass(frozen=True, slots=True)
class ActionPrice:
    """An action and its cost (G10)."""

    name: str
    cost: int = 1
    of: str = ""
    """A counter's name, ``number``, or empty for no cost."""
    field: str = ""
    """A value of the sheet that is added to the cost."""
    die: int = 0
    """The faces of a die that is added to the cost, of the number only; 0 for none."""
    halves: bool = False
    """Whether it takes half of the number instead of the cost."""
    repeat: tuple[int, ...] = ()
    """The penalties for the second, third … time in a turn; the last one stays."""
    paid_once: bool = False
    """Whether all further uses in a turn take nothing, as they are part of the first."""
    once: bool = False
    ends: bool = False
    off_turn: bool = False
    says: str = ""
    """The words of the log after the name, such as ``strikes``."""

    def points(self, number: int, value: int) -> int:
        """Return the points that it takes of a number, without its die; ``value`` is that of the sheet."""
        return number - number // 2 if self.halves else max(0, self.cost + value)

    @property
    def takes_something(self) -> bool:
        return bool(self.of) and bool(self.cost or self.field or self.die or self.halves)

    @property
    def key(self) -> str:
        return _NO_WORD.sub("_", self.name.casefold()).strip("_")


ATTACK = ActionPrice("Attack", 0, says="attacks")


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    waiting: DelayRule = DelayRule.NONE
    after: bool = False
    """Whether a waiting combatant acts after the acting one, not before."""
    reaction: str = ""
    """The counter of which an action out of turn takes 1, instead of its cost."""
    end: DelayEnd = DelayEnd.ONCE
    idle: bool = False
    """Whether a waiting combatant does nothing out of turn."""
    each_round: bool = False
    """Whether actions out of turn count until the round ends, not until the combatant's next turn."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    when: EndRule = EndRule.DONE
    carries: bool = False
    """Whether an overdrawn number reduces the next one."""
    shuffles: bool = False
    """Whether the deck is shuffled only after a joker."""
    rises: str = ""
    """The name of a counter of the fight that goes up by 1 every round."""
    most: int = 6


@dataclass(frozen=True, slots=True)
class Start:
    surprise: Surprise = Surprise.NONE
    amount: int = -5
    late: LateRule = LateRule.ROUND
    side: FirstSide = FirstSide.LISTED
    faces: int = 6
    """The faces of the die that says which side begins."""


TYPED = dataclasses.replace(
    COUNT, key="initiative", label="Initiative", help="Typed by the game master.", is_score=True
)
FIXED = dataclasses.replace(
    COUNT,
    key="fixed",
    label="Fixed initiative",
    default="",
    help="Used every round instead of a roll.",
    rare=True,
)
