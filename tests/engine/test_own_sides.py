"""Which side is the players': by what it is called, by who is the only one of a kind, by who came first."""

from __future__ import annotations

import pytest

from tests.engine.table import Table
from turntrack.core.own_sides import is_foe, likely_sides_of_players
from turntrack.systems.toolkit.guards import likely_foes


@pytest.mark.parametrize(
    ("lines", "side"),
    [
        (("Wolf, side Foes", "Bear, side Foes", "Aria, side Heroes"), "Heroes"),
        (("Wolf, side Foes", "Bear, side Foes", "Aria"), ""),
        (("Wolf, side Monsters", "Aria, side Crew", "Borin, side Crew"), "Crew"),
        (("Guard x3, side Watch", "Aria, side Crew"), "Crew"),
        (("Wolf, side Foes", "Bear, side Foes"), "Foes"),
        (("Guard x2, side Watch", "Rat x2, side Vermin"), "Watch"),
    ],
)
def test_whose_side_is_the_players(lines: tuple[str, ...], side: str) -> None:
    assert likely_sides_of_players(Table("traveller", *lines).encounter) == {side}


def test_single_foes_are_foes_although_they_come_first() -> None:
    table = Table("traveller", "Wolf, side Foes", "Bear, side Foes", "Aria, side Heroes")
    assert [is_foe(table.encounter, combatant_id) for combatant_id in table.encounter.order] == [True, True, False]


def test_heroes_and_allies_are_likely_to_attack_foes_alone() -> None:
    table = Table("traveller", "Aria, side Heroes", "Deputy, side Allies", "Wolf, side Foes", "Elk, side Herd")
    aria, deputy, wolf, elk = everybody = table.encounter.order
    attacked = {who: likely_foes(table.encounter, who, everybody) for who in everybody}
    assert attacked == {aria: (wolf, elk), deputy: (wolf, elk), wolf: (aria, deputy, elk), elk: (aria, deputy, wolf)}
