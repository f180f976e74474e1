"""The rules of Traveller that a table can read in several ways, and the reading it has chosen."""

from __future__ import annotations

from functools import partial

from turntrack.core.fields import Option, Pick
from turntrack.systems.toolkit.guards import chosen_value

OPTIONS = (
    Option(
        "initiative",
        "Initiative",
        (
            Pick("given", "2D; with a Morale on the sheet also wounds, and above it 10 more"),
            Pick("morale", "2D and wounds; above Morale (7 where there is none), 10 more"),
            Pick("plain", "plain 2D"),
            Pick("entered", "entered by the table"),
        ),
        "TA1",
        "the same author’s own roll, for those who have a Morale: this rulebook has none",
    ),
    Option(
        "tie",
        "Equal numbers",
        (Pick("simultaneous", "act at the same time"), Pick("dex", "the higher DEX first, then as listed")),
        "TA1",
        "Classic Traveller resolves at the end of the round",
    ),
    Option(
        "hold",
        "A hold’s +20 counts",
        (Pick("round", "for the rest of the round"), Pick("first", "for the held action alone")),
        "TA2",
        "+20 is added to the roll, which is rolled again each round",
    ),
    Option(
        "run",
        "To run after another action",
        (Pick("refused", "is refused"), Pick("allowed", "is allowed, and bars what follows")),
        "TA4",
        "no other type of action in the round, before or after",
    ),
    Option(
        "double_run",
        "A Double Action with a run",
        (Pick("own", "is of its own kind"), Pick("run", "counts as a Run")),
        "TA6",
        "it is one action of its own kind",
    ),
    Option(
        "double_auto",
        "Automatic fire in a round with a Double Action",
        (Pick("pull", "is one attack a pull"), Pick("rolls", "is two attacks a pull")),
        "TA6",
        "one pull of the trigger, two rolls",
    ),
    Option(
        "end",
        "Checks use",
        (Pick("current", "END as wounds have left it"), Pick("full", "full END")),
        "TA7",
        "wounds lower END",
    ),
)


reading_of = partial(chosen_value, OPTIONS)
"""``reading_of(encounter, key)`` returns the reading of an option that the table has chosen."""
