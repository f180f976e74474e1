"""The fields of a combatant's sheet in Traveller, and the Morale Rating read from it."""

from __future__ import annotations

from turntrack.core.fields import Field, Kind, Pick
from turntrack.core.model import Encounter, Id
from turntrack.systems.traveller.rule_options import reading_of

WOUND_DM = (0, 1, 2, 4)
"""The DM on the initiative throw for zero, one, two or three reduced characteristics (TA1)."""
UNGIVEN_MORALE = 7

FIRES = (Pick("single", "single shots"), Pick("semi", "semi-automatic"), Pick("auto", "automatic"))

FIELDS = (
    Field(
        "morale", "Morale", Kind.NUMBER, "", low=1, high=15, help="1 to 15, not above INT; empty for plain 2D (TA1)."
    ),
    Field("dex", "DEX", Kind.NUMBER, 7, high=40, help="Breaks ties where the table wants that (TA1).", code=("upp", 2)),
    Field(
        "end",
        "END",
        Kind.NUMBER,
        7,
        high=40,
        help="In full health. Extra Actions are checked against it (T12).",
        code=("upp", 3),
    ),
    Field(
        "fires", "Weapon fires", Kind.PICK, "single", picks=FIRES, help="Panic Fire needs more than single shots (T23)."
    ),
    Field(
        "initiative",
        "Initiative",
        Kind.NUMBER,
        "",
        low=-99,
        high=99,
        help="Where the table enters initiative: every round, unless another is typed (TA1).",
        is_score=True,
    ),
)


def morale_of(encounter: Encounter, combatant_id: Id) -> int | None:
    """Return the Morale Rating with which the initiative throw is compared; None for plain 2D (TA1)."""
    how, given = reading_of(encounter, "initiative"), encounter.combatants[combatant_id].sheet["morale"]
    if how not in ("given", "morale"):
        return None
    if given == "":
        return UNGIVEN_MORALE if how == "morale" else None
    return int(given)
