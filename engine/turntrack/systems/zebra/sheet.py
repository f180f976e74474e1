"""The fields of a combatant's sheet in Zebra Island."""

from __future__ import annotations

from turntrack.core.fields import Field, Kind, Pick

LOADS = (Pick("none", "not loaded"), Pick("somewhat", "somewhat loaded"), Pick("heavily", "heavily loaded"))
POSITIONS = (Pick("contact", "at contact"), Pick("shooting", "in shooting position"))

SIZES = (Pick("little", "little"), Pick("middle", "middle"), Pick("heavy", "heavy"))
WEAPON = Field("weapon", "Weapon in use", Kind.TEXT, "weapon", names="level")
GUESSES = (
    *((word, "little") for word in ("knife", "dagger", "hands", "fists")),
    *((word, "heavy") for word in ("musket", "halberd")),
)
"""The sizes of the weapons that the chart names as examples."""
SIZE = Field(
    "size", "Size of the weapon", Kind.PICK, "middle", picks=SIZES, help="What attack, protect and draw cost (ZA14).",
    guessed_from="weapon", guesses=GUESSES,
)  # fmt: skip

FIELDS = (
    Field("nerve", "Got a Nerve!", Kind.NUMBER, 5, high=30),
    Field("nimbleness", "Nimbleness", Kind.NUMBER, 5, high=30, help="Counts in the first sequence at contact (Z3)."),
    Field(
        "perception",
        "Perception",
        Kind.NUMBER,
        5,
        high=30,
        help="Counts in shooting position (Z6), later for all (Z15).",
    ),
    WEAPON,
    Field("level", "Level with it", Kind.NUMBER, 3, high=30),
    SIZE,
    Field("position", "Begins", Kind.PICK, "contact", picks=POSITIONS),
    Field("load", "Load", Kind.PICK, "none", picks=LOADS, help="Makes a dodge cost more (Z27)."),
)
