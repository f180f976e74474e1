"""What a combatant's sheet holds in Unbound, and the readings that a table can choose."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from engine.fields import Field, Kind, Option, Pick
from engine.systems.protocol import FactKind
from engine.table.readings import reading

FIELDS = (
    Field("stealth", "Stealth", Kind.NUMBER, 0, low=-20, high=40, help="Counts when the party sneaks (U18)."),
    Field("perception", "Perception", Kind.NUMBER, 0, low=-20, high=40, help="Added to 2d10 (U21)."),
    Field("player", "Player character", Kind.FLAG, False, help="One of them rolls for their side (U3)."),
)

FACTS: Mapping[str, FactKind] = MappingProxyType(
    {
        **dict.fromkeys(("roller", "surprised", "had_turn", "begun"), FactKind(bool)),
        "reaction": FactKind(str),
        **dict.fromkeys(("factions", "passed", "sneaking"), FactKind(tuple, of_fight=True)),
        **dict.fromkeys(("turn", "now"), FactKind(str, of_fight=True)),
        "stealthy": FactKind(bool, of_fight=True),
    }
)

OPTIONS = (
    Option(
        "pass",
        "A faction compares with",
        (Pick("all", "all other factions together"), Pick("each", "each of the other factions")),
        "UA2",
        "A faction passes when it has fewer than half as many left to act.",
    ),
    Option(
        "new_round",
        "A new round starts",
        (Pick("top", "at the top of the order"), Pick("cycle", "where the order stood")),
        "UA4",
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
    ),
    Option(
        "left",
        "Left to act are",
        (Pick("able", "only those able to act"), Pick("everyone", "everyone without a turn")),
        "UA7",
    ),
)

chosen = partial(reading, OPTIONS)
"""The reading that the table has chosen of an option: ``chosen(encounter, key)``."""
