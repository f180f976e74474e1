"""The sample fight of Traveller."""

from __future__ import annotations

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.fields import Value


def sample() -> tuple[Command, ...]:
    def sheet(dex: int, end: int, fires: str) -> dict[str, Value]:
        return {"dex": dex, "end": end, "fires": fires}

    return (
        MakeEncounter("Trouble at the starport bar", "traveller"),
        AddCombatant("Jamison", side="Crew", sheet=sheet(8, 7, "semi"), health=24),
        AddCombatant("Okoro", side="Crew", sheet=sheet(7, 9, "auto"), health=27),
        AddCombatant("Bouncer", 2, "Locals", "Bouncers", sheet(6, 8, "single"), health=22),
        AddCombatant("Gunman", side="Locals", sheet=sheet(10, 4, "semi"), health=18),
    )
