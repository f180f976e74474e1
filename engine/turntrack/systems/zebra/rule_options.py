"""The rules of Zebra Island that a table can read in several ways, and the reading it has chosen."""

from __future__ import annotations

from functools import partial

from turntrack.core.fields import Option, Pick
from turntrack.systems.toolkit.guards import chosen_value

OPTIONS = (
    Option(
        "last_action",
        "Last action",
        (
            Pick("completes", "the action that brings the counter to 0 or less is the last"),
            Pick("bonus", "one more action after the counter has reached 0 or less"),
        ),
        "ZA1",
        "the sentence describes the action that overdraws",
    ),
    Option(
        "carry",
        "Carried into a new sequence",
        (
            Pick("debt", "what was overdrawn is taken off"),
            Pick("literal", "minus the level, which adds what was overdrawn"),
            Pick("none", "nothing"),
        ),
        "ZA2",
        "the next sentence says that a costly last action slows you down",
    ),
    Option(
        "later_attribute",
        "From the second sequence on",
        (
            Pick("perception", "Perception for everyone"),
            Pick("position", "Nimbleness at contact, Perception when shooting"),
        ),
        "ZA3",
        "by the letter, though a slip of copying is likely",
    ),
    Option(
        "tie",
        "Equal counters",
        (
            Pick("not_again", "not whoever has just acted, then as listed"),
            Pick("higher_base", "the higher base, then as listed"),
            Pick("listed", "as listed"),
        ),
        "ZA4",
        "unstated; deterministic, and nobody is favoured twice",
    ),
    Option(
        "keep_reserve",
        "A reserved action",
        (Pick("no", "is lost when the sequence ends"), Pick("yes", "is kept into the next sequence")),
        "ZA6",
        "it is bought with points of this sequence",
    ),
    Option(
        "reaction",
        "Defending out of turn",
        (Pick("reserve", "only with a reserved action"), Pick("paid", "is paid on the spot")),
        "ZA7",
        "the chart prices defences but gives no rule to interrupt",
    ),
)


reading_of = partial(chosen_value, OPTIONS)
"""``reading_of(encounter, key)`` returns the reading of an option that the table has chosen."""
