"""The words of the questions: value, title and sentence of each choice."""

from __future__ import annotations

import re

from turntrack.systems.protocol import Emblem
from turntrack.systems.table_rules.settings import (
    Chooser,
    DelayEnd,
    DelayRule,
    EndRule,
    First,
    FirstSide,
    Fresh,
    Holder,
    LapKind,
    LateRule,
    Order,
    Refill,
    Source,
    Surprise,
    WhichSide,
)

type Words = tuple[str, str, str]
"""A choice: its value, its title, and one plain sentence."""

HOLDERS: tuple[Words, ...] = (
    (Holder.EACH, "Everybody", "Each combatant has turns of their own."),
    (Holder.GROUP, "Groups together", "A group has one place; everybody else has their own."),
    (Holder.SIDE, "Sides together", "All of a side act when their side’s turn comes."),
    (Holder.SLOT, "Open places of a side", "A side has a turn for each member; any member may take it."),
)
SOURCES: tuple[Words, ...] = (
    (Source.EXPRESSION, "Dice and values", "Rolled, or from the sheet: a d20 plus a bonus."),
    (Source.CARDS, "A card each", "Dealt from a deck, no card twice."),
    (Source.TYPED, "A number I type", "Rolled or found elsewhere."),
    (Source.LISTED, "The list", "They act in the order in which they were added."),
    (Source.NONE, "No number", "Sides take turns, anyone may act, or a bag decides."),
)
FRESH: tuple[Words, ...] = (
    (Fresh.ONCE, "Once, for the whole fight", ""),
    (Fresh.ROUND, "Every round", ""),
    (Fresh.LAP, "Every lap", ""),
)
FIRSTS: tuple[Words, ...] = (
    (First.HIGH, "The highest number", ""),
    (First.LOW, "The lowest number", ""),
)
ORDERS: tuple[Words, ...] = (
    (Order.NUMBER, "Down the order", "One after the other, by their numbers."),
    (Order.SEATS, "Round the table", "As they are listed, beginning with the highest number, or the lowest."),
    (
        Order.COUNT,
        "A counter for everybody",
        "The highest, or the lowest, acts, again and again. Each action takes ticks, shots or points.",
    ),
    (Order.ALTERNATING, "Sides take turns", "One of ours, then one of theirs."),
    (Order.SIDES, "Side after side", "One side takes all its turns, then the next side."),
    (Order.POPCORN, "Whoever acted passes it on", "They choose the next."),
    (Order.BAG, "Drawn from a bag", "There is a token in it for every turn."),
    (Order.ANYONE, "Whoever wants to", "In any order."),
)
CHOOSERS: tuple[Words, ...] = (
    (Chooser.APP, "Nobody", "They go as they are listed."),
    (Chooser.SIDE, "The side", "The players agree, and you choose for your side."),
    (Chooser.MASTER, "The game master", "You tap who is next."),
    (Chooser.ACTOR, "Whoever acted", "They name the next."),
)
FIRST_SIDES: tuple[Words, ...] = (
    (FirstSide.LISTED, "The side listed first", ""),
    (FirstSide.FIGHT, "A die, once", ""),
    (FirstSide.ROUND, "A die each round", ""),
    (FirstSide.MASTER, "The game master says", ""),
)
CHOOSERS_OF_BAG: tuple[Words, ...] = (
    (Chooser.APP, "Nobody", "Whoever is drawn acts."),
    (Chooser.SIDE, "The side", "A token is a side’s, and it chooses who acts."),
)
LAPS: tuple[Words, ...] = (
    (LapKind.ONE, "Once", "Each turn comes once a round."),
    (LapKind.NUMBER, "Again, for less", "Some is taken off the number; whoever is above 0 goes round again."),
    (LapKind.BUDGET, "While points last", "Whoever has some left goes round again."),
    (LapKind.PHASES, "In phases", "The fast first, then the slow: phases that you name."),
    (LapKind.CHART, "By a chart", "A value says in how many segments of a round you act."),
)
ACTIONS: tuple[Words, ...] = (
    ("0", "Not counted", "Anything goes."),
    ("1", "One action", "And then the turn is over."),
    ("2", "Two actions", "Each thing done takes one or more of them."),
    ("3", "Three actions", "Each thing done takes one or more of them."),
)
WAITS: tuple[Words, ...] = (
    (DelayRule.NONE, "No", "Nobody waits for a later turn."),
    (DelayRule.ROUND, "Yes, for this round", "They act later, and have their old place in the next round."),
    (DelayRule.GOOD, "Yes, and it moves them for good", "They act later, and stay at that place."),
    (DelayRule.ACROSS, "Yes, also into the next round", "They may act later, also before their place comes again."),
    (DelayRule.SWAP, "They swap numbers instead", "With somebody who is still to act."),
)
DELAY_ENDS: tuple[Words, ...] = (
    (DelayEnd.ONCE, "They act last, this once", ""),
    (DelayEnd.GOOD, "They act last, from then on", ""),
    (DelayEnd.NEXT, "They wait on, until their own turn comes", ""),
    (DelayEnd.USED, "They wait on, and get no new turn", ""),
)
WAITS_BY_COUNT: tuple[Words, ...] = (
    WAITS[0],
    (DelayRule.ROUND, "Yes", "They act later, at the count of that moment."),
)
ENDS: tuple[Words, ...] = (
    (EndRule.DONE, "When all have acted", "Everybody has had all their turns."),
    (EndRule.ZERO, "When all are at 0", "All numbers are used up."),
    (EndRule.TOKEN, "When the end token comes", "It is in the bag too."),
    (EndRule.NEVER, "Never", "There are no rounds."),
)
SURPRISES: tuple[Words, ...] = (
    (Surprise.NONE, "Nothing", "No surprise, or you handle it."),
    (Surprise.TURN, "They lose a turn", "Their first one, with all reactions until then."),
    (Surprise.LAP, "They lose the first lap", "All their turns of the first lap."),
    (Surprise.MODIFIER, "Their number changes", "Their first one, by an amount you set."),
    (Surprise.TWICE, "They roll twice", "For their first number, and the worse counts."),
    (Surprise.FIRST, "The others act first", "Those who surprise them, in the first round."),
)
LATES: tuple[Words, ...] = (
    (LateRule.ROUND, "At once", "They get a number, and take their place by it."),
    (LateRule.NEXT, "With the next round", "Until then they watch."),
    (LateRule.COUNT, "At the running count", "They enter where the count is."),
    (LateRule.LESS, "With less", "What the earlier laps would have left them."),
)
REFILL_WORDS: tuple[Words, ...] = (
    (Refill.TURN, "Each own turn", ""),
    (Refill.END, "After each own turn", ""),
    (Refill.ANY, "Each turn of anybody", ""),
    (Refill.ROUND, "Each round", ""),
    (Refill.NEVER, "Never", ""),
)
WHICH: tuple[Words, ...] = (
    (WhichSide.ANY, "Everybody", ""),
    (WhichSide.FIRST, "The side listed first", ""),
    (WhichSide.OTHERS, "The other sides", ""),
)
FORMULAS = ("1d20 + {value}", "1d10 + {value}", "1d6", "2d6 + {value}", "1d100", "{value}")
EMBLEMS: tuple[Words, ...] = (
    (Emblem.ROW, "One after the other", ""),
    (Emblem.STACKS, "Several actions", ""),
    (Emblem.STAIRS, "A staircase", ""),
    (Emblem.WEAVE, "Sides", ""),
    (Emblem.PASSES, "Laps", ""),
    (Emblem.RULER, "A count", ""),
)
SENTENCES = (
    "Places", "The number", "When it is made", "Who goes first", "Ties", "Who is next", "Who chooses", "Laps",
    "What a turn holds", "Actions", "Waiting", "The end of a round", "The beginning",
)  # fmt: skip

_DICE = re.compile(r"[dkhl]+\d*")
_NAME = re.compile(r"(?<![A-Za-z_0-9])[A-Za-z_][A-Za-z_0-9]*")


def pattern_of_name(name: str) -> re.Pattern[str]:
    """Return the pattern of a name that stands alone in an expression."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


def names_in(text: str) -> tuple[str, ...]:
    """List the names in an expression that could be fields of the sheet.

    >>> names_in("1d20 + dex + max(2d6, speed)")
    ('dex', 'speed')
    """
    names = (name.lower() for name in _NAME.findall(text))
    words = ("max", "min", "gap")
    return tuple(dict.fromkeys(name for name in names if name not in words and not _DICE.fullmatch(name)))
