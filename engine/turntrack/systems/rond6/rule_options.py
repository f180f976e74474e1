"""The rules of RonD6 that a table can read in several ways, and the reading it has chosen."""

from __future__ import annotations

from functools import partial

from turntrack.core.fields import Option, Pick
from turntrack.systems.toolkit.guards import chosen_value

OPTIONS = (
    Option(
        "wild_die",
        "First 1 on the wild die of initiative",
        (
            Pick("plain", "is a 1"),
            Pick("cancel", "goes, and the highest other die with it"),
            Pick("complication", "is a 1, with a complication"),
            Pick("none", "there is no wild die"),
        ),
        "RA10",
        "nothing exempts initiative from the wild die, and a 1 is the game master’s to judge: the mildest reading",
    ),
    Option(
        "bonus",
        "Initiative bonus",
        (Pick("sum", "search and Agility add up"), Pick("max", "the better of search and Agility")),
        "RA1",
        "“for every 2 Ranks or 4D” counts each of the two, and the parent rules round each part by itself",
    ),
    Option(
        "fate",
        "A Fate Point doubles",
        (Pick("agility", "the dice of Agility, then Quickness adds"), Pick("all", "Agility and Quickness together")),
        "RA5",
        "the number that is doubled is the one of Agility; Quickness comes a paragraph later",
    ),
    Option(
        "allotment",
        "An allotment of actions",
        (
            Pick("within", "does not lift the limit"),
            Pick("lifts", "lifts the limit to itself"),
            Pick("beside", "is not counted against the limit"),
        ),
        "RA5",
        "by the letter: the limit knows no exception",
    ),
    Option(
        "full_tie",
        "All six tie factors equal",
        (
            Pick("reroll", "the tied roll again"),
            Pick("listed", "as the track listed them"),
            Pick("characters", "player characters first"),
        ),
        "RA3",
        "actions are never at once, and a new roll keeps it even",
    ),
    Option(
        "points",
        "Character Points for one initiative roll",
        (Pick("any", "any number"), Pick("two", "two at most"), Pick("five", "five at most")),
        "RA11",
        "the book names no bound",
    ),
    Option(
        "zero",
        "No die left, but pips",
        (Pick("unusable", "cannot be used"), Pick("pips", "the pips alone are the result")),
        "RA4",
        "with no die left there is no wild die to roll",
    ),
    Option(
        "waking",
        "Able again after the turn has passed",
        (Pick("lost", "the turn is lost"), Pick("end", "acts at the end of the round")),
        "RA8",
        "the action is lost for that round",
    ),
)


reading_of = partial(chosen_value, OPTIONS)
"""Return the reading that the table has chosen of an option: ``reading_of(encounter, key)``."""
