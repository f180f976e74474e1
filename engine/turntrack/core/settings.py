"""The options that every system has. Their values are stored among the options of the encounter."""

from __future__ import annotations

from turntrack.core.fields import Option, Pick
from turntrack.core.model import Encounter

HALVES = Option(
    "halves",
    "Half of an odd amount",
    (Pick("down", "rounded down"), Pick("up", "rounded up")),
    why="most rulebooks round halved damage down",
)
COUNTING = Option(
    "counting",
    "Health is counted",
    (Pick("down", "down, as what is left"), Pick("up", "up, as damage taken")),
    why="most sheets say how much there is; damage counted up needs no maximum",
)
UNIT = Option(
    "unit",
    "Damage",
    (
        Pick("points", "in points of health"),
        Pick("wounds", "in wounds; most fall at the first, heroes and leaders later"),
    ),
    why="the rules of a fight choose, as some games count no points",
)
FALLS = Option(
    "falls",
    "With no health left",
    (
        Pick("foes", "foes down at once; ask for heroes"),
        Pick("offered", "ask"),
        Pick("at_once", "down at once"),
    ),
    why="a foe without health is hardly ever kept in the fight; a hero often is",
)

SPENT = Option(
    "spent",
    "After the last attack of a turn",
    (Pick("goes_on", "the turn goes on"), Pick("ends", "the turn ends")),
    why="many still move or do something small",
)

DICE_SAID = Option(
    "dice_said",
    "For dice at the table you enter",
    (Pick("die", "the die"), Pick("total", "the total")),
    why="some players call the die, others what they add to it as well",
)

REVEALS = Option(
    "reveals",
    "Hidden combatants",
    (Pick("acting", "are seen once they act"), Pick("by_hand", "are seen only when you say so")),
    why="acting is mostly noticed; the row has a button for either",
)
UNSEEN = Option(
    "unseen",
    "Hidden combatants on the players’ screen",
    (Pick("nothing", "nothing"), Pick("mark", "a “?” in the order")),
    why="even a “?” tells that someone is there",
)

OWN_SIDES = Option(
    "own_sides",
    "The players’ side",
    (
        Pick("auto", "automatic"),
        Pick("table", "sides that roll at the table"),
        Pick("none", "none: all are shown as enemies"),
    ),
    why="real dice tell; failing that, a side without look-alikes; failing that, who came first",
)
OTHERS_HEALTH = Option(
    "others_health",
    "Enemy health shown as",
    (
        Pick("words", "fine, hurt, badly hurt, down"),
        Pick("nothing", "nothing"),
        Pick("down", "who is down"),
        Pick("tenths", "tenths left"),
        Pick("points", "the points"),
    ),
    why="a word tells what the characters can see",
)
OTHERS_NUMBERS = Option(
    "others_numbers",
    "Enemy numbers shown",
    (Pick("none", "the order only"), Pick("all", "their numbers")),
    why="the order is enough for the players to plan by",
)

PLAYERS_SETTINGS: tuple[Option, ...] = (OWN_SIDES, OTHERS_HEALTH, OTHERS_NUMBERS, UNSEEN)
"""The options of the players' screen."""

TURN_CLOCK = Option(
    "turn_clock",
    "Turn clock",
    (Pick("off", "off"), Pick("on", "on, beside the name of the fight")),
    why="most tables play better without one",
)

SINGLE_KEYS = Option(
    "single_keys",
    "Single-letter shortcuts",
    (Pick("on", "on, as the list of keys says"), Pick("off", "off")),
    why="turn them off for speech input, or if a hand rests on the keys",
)

NAMES = Option(
    "names",
    "Same name",
    (
        Pick("letters", "Guard A, Guard B"),
        Pick("colours", "Guard red, Guard blue: like the rings under your miniatures"),
        Pick("adjectives", "Guard gaunt, Guard burly"),
    ),
    why="letters are short and never run out",
)

SETTINGS: tuple[Option, ...] = (
    COUNTING,
    UNIT,
    HALVES,
    FALLS,
    SPENT,
    NAMES,
    DICE_SAID,
    REVEALS,
    *PLAYERS_SETTINGS,
    TURN_CLOCK,
    SINGLE_KEYS,
)
"""All options of the table. No system may use their keys."""


def setting(encounter: Encounter, option: Option) -> str:
    """Return the key of the value that the table has chosen, or of the default."""
    return encounter.options.get(option.key, option.default)
