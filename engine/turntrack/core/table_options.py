"""The options that every system has. Their values are stored among the options of the encounter."""

from __future__ import annotations

from turntrack.core.fields import Option, Pick
from turntrack.core.model import Encounter

HALVES = Option(
    "halves",
    "Half of an odd amount",
    (Pick("down", "rounded down"), Pick("up", "rounded up")),
    why="most rulebooks round down where they halve wounds",
)
FALLS = Option(
    "falls",
    "At no health",
    (Pick("offered", "the row offers to fall"), Pick("at_once", "falls at once")),
    why="some fight on, and it is for the game master to say who",
)

REVEALS = Option(
    "reveals",
    "Whoever is hidden",
    (Pick("acting", "is seen on the first own action"), Pick("by_hand", "is seen when the game master says so")),
    why="whoever acts is mostly noticed; the row has a button for both",
)
UNSEEN = Option(
    "unseen",
    "Of whoever is hidden",
    (Pick("nothing", "players see nothing"), Pick("mark", "players see a “?” in the order")),
    why="a “?” tells already that somebody is there",
)

OWN_SIDES = Option(
    "own_sides",
    "The players’ own",
    (
        Pick("first", "the side that came in first"),
        Pick("table", "sides that roll at the table"),
        Pick("none", "nobody: all are shown as others are"),
    ),
    why="most fights begin with the party",
)
OTHERS_HEALTH = Option(
    "others_health",
    "Players see of the others’ health",
    (
        Pick("words", "fine, hurt, badly hurt, down"),
        Pick("nothing", "nothing"),
        Pick("down", "who is down"),
        Pick("tenths", "how many tenths are left"),
        Pick("points", "the points"),
    ),
    why="a word says what the players’ own would see of them",
)
OTHERS_NUMBERS = Option(
    "others_numbers",
    "Players see of the others’ numbers",
    (Pick("none", "nothing but the order"), Pick("all", "the numbers that they act on")),
    why="the order says enough for the players to plan by",
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
    "Keys of a single letter",
    (Pick("on", "on, as the list of keys says"), Pick("off", "off")),
    why="whoever speaks to the device, or rests a hand on the keys, may want them off",
)

NAMES = Option(
    "names",
    "Several of one name",
    (
        Pick("letters", "Guard A, Guard B"),
        Pick("colours", "Guard red, Guard blue: as the rings under the figures"),
        Pick("adjectives", "Guard gaunt, Guard burly"),
    ),
    why="letters are short, and there is no end of them",
)

SETTINGS: tuple[Option, ...] = (HALVES, FALLS, NAMES, REVEALS, *PLAYERS_SETTINGS, TURN_CLOCK, SINGLE_KEYS)
"""All options of the table. No system may use their keys."""


def setting(encounter: Encounter, option: Option) -> str:
    """Return the key of the value that the table has chosen, or of the default."""
    return encounter.options.get(option.key, option.default)
