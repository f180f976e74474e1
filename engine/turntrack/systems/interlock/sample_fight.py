"""The sample fight of Interlock."""

from __future__ import annotations

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.systems.interlock.sheet import HANDGUN, KEY, MARTIAL, MELEE, SUBMACHINE


def sample() -> tuple[Command, ...]:
    rogue = {"ref": 8, "initiative": 5, "combat_sense": 4, HANDGUN: 8, MARTIAL: 4, "body": 6}
    tomo = {"ref": 7, "initiative": 3, MARTIAL: 8, MELEE: 5, "body": 8}
    ganger = {"ref": 6, "initiative": 2, SUBMACHINE: 5, MELEE: 3, "body": 6}
    bruiser = {"ref": 5, "initiative": 4, MELEE: 7, "body": 7, "weapon_body": 9}
    return (
        MakeEncounter("Night market", KEY),
        AddCombatant("Rogue", side="Crew", sheet=rogue, health=20),
        AddCombatant("Tomo", side="Crew", sheet=tomo, health=25),
        AddCombatant("Ganger", 2, "Gang", "Gangers", ganger, health=15),
        AddCombatant("Bruiser", side="Gang", sheet=bruiser, health=30),
    )
