"""The fields of a combatant's sheet in Unbound, the readings that a table can choose, and a sample fight."""

from __future__ import annotations

from functools import partial

from turntrack.core.commands import Act, AddCombatant, Command, MakeEncounter
from turntrack.core.input_fields import Field, Kind, Option, Pick, Value
from turntrack.systems.toolkit.rule_options import chosen_value

FIELDS = (
    Field("stealth", "Stealth", Kind.NUMBER, 0, low=-20, high=40, help="Counts when the party sneaks (U18)."),
    Field("perception", "Perception", Kind.NUMBER, 0, low=-20, high=40, help="Added to 2d10 (U21)."),
    Field("player", "Player character", Kind.FLAG, False, help="One of them rolls for their side (U3)."),
)

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


def sample() -> tuple[Command, ...]:
    def sheet(stealth: int, perception: int, player: bool = False) -> dict[str, Value]:
        return {"stealth": stealth, "perception": perception, "player": player}

    return (
        MakeEncounter("Bandits at the ford", "unbound"),
        AddCombatant("Ana", side="Travellers", sheet=sheet(4, 4, True), health=14),
        AddCombatant("Bo", side="Travellers", sheet=sheet(2, 1, True), health=18),
        AddCombatant("Bandit", 5, "Bandits", sheet=sheet(3, 2), health=8),
        AddCombatant("Wolf", side="Wolf", sheet=sheet(5, 6), health=10),
        Act("c3", "sneak", {"on": "c1"}),
    )
