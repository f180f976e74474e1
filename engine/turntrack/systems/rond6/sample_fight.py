"""The sample fight of RonD6."""

from __future__ import annotations

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.fields import Value


def sample() -> tuple[Command, ...]:
    mara: dict[str, Value] = {
        "kind": "character",
        "perception": "3D+1",
        "search": "4D+1",
        "search_ranks": 1,
        "agility": "4D",
        "dodge": "4D+1",
        "melee_combat": "5D",
        "weapon": "rapier",
        "quickness": 1,
    }
    ilko: dict[str, Value] = {
        "kind": "character",
        "perception": "4D",
        "search": "6D",
        "search_ranks": 2,
        "agility": "3D+1",
        "dodge": "4D",
        "ranged_weapons": "5D+1",
        "weapon": "musket",
        "slow": True,
    }
    thug: dict[str, Value] = {"perception": "2D+2", "agility": "2D+1", "fighting": "3D+1", "melee_combat": "3D"}
    captain: dict[str, Value] = {
        "kind": "boss",
        "perception": "3D+1",
        "agility": "4D+2",
        "dodge": "5D",
        "melee_combat": "5D+2",
        "weapon": "cutlass",
        "allotment": 2,
    }
    return (
        MakeEncounter("Boarders at dawn", "rond6"),
        AddCombatant("Mara", side="Crew", sheet=mara, health=20),
        AddCombatant("Ilko", side="Crew", sheet=ilko, health=18),
        AddCombatant("Thug", 3, "Boarders", "Thugs", thug, health=10),
        AddCombatant("Captain", side="Boarders", sheet=captain, health=25),
    )
