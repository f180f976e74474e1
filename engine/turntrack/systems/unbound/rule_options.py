"""The rules of Unbound that a table can read in several ways, and the reading it has chosen."""

from __future__ import annotations

from functools import partial

from turntrack.core.fields import Option, Pick
from turntrack.systems.toolkit.guards import chosen_value

OPTIONS = (
    Option(
        "pass",
        "A faction compares with",
        (Pick("all", "all other factions together"), Pick("each", "each of the other factions")),
        "UA2",
        "“all other factions” is one count",
    ),
    Option(
        "new_round",
        "A new round starts",
        (Pick("top", "at the top of the order"), Pick("cycle", "where the order stood")),
        "UA4",
        "a round begins with the order",
    ),
    Option(
        "mutual",
        "When everybody is surprised",
        (
            Pick("ask", "the table is asked"),
            Pick("always", "it always counts as no surprise"),
            Pick("never", "everybody stays surprised"),
        ),
        "UA6",
        "the Director may treat it as none: so the Director is asked",
    ),
    Option(
        "left",
        "Left to act are",
        (Pick("able", "only those able to act"), Pick("everyone", "everyone without a turn")),
        "UA7",
        "the round ends without the fallen, too",
    ),
)


reading_of = partial(chosen_value, OPTIONS)
"""``reading_of(encounter, key)`` returns the reading of an option that the table has chosen."""
