"""The sample fight of Zebra Island."""

from __future__ import annotations

from turntrack.core.commands import AddCombatant, Command, MakeEncounter
from turntrack.core.fields import Value


def sample() -> tuple[Command, ...]:
    names = ("nerve", "nimbleness", "perception", "weapon", "level", "size", "position")

    def sheet(*values: Value) -> dict[str, Value]:
        return dict(zip(names, values, strict=True))

    return (
        MakeEncounter("Ambush at the ferry", "zebra"),
        AddCombatant("Mara", side="Crew", sheet=sheet(6, 7, 6, "sabre", 5, "middle", "contact"), health=15),
        AddCombatant("Ilko", side="Crew", sheet=sheet(6, 5, 9, "bow", 5, "middle", "shooting"), health=12),
        AddCombatant("Guard", 2, "Harbour", "Guards", sheet(4, 5, 4, "halberd", 4, "heavy", "contact"), health=10),
        AddCombatant("Rat", side="Harbour", sheet=sheet(5, 8, 6, "knife", 3, "little", "shooting"), health=8),
    )
