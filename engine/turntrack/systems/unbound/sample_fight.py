"""The sample fight of Unbound."""

from __future__ import annotations

from turntrack.core.commands import Act, AddCombatant, Command, MakeEncounter
from turntrack.core.fields import Value


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
