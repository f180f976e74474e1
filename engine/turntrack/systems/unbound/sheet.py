"""The fields of a combatant's sheet in Unbound."""

from __future__ import annotations

from turntrack.core.fields import Field, Kind

FIELDS = (
    Field("stealth", "Stealth", Kind.NUMBER, 0, low=-20, high=40, help="Counts when the party sneaks (U18)."),
    Field("perception", "Perception", Kind.NUMBER, 0, low=-20, high=40, help="Added to 2d10 (U21)."),
    Field("player", "Player character", Kind.FLAG, False, help="One of them rolls for their side (U3)."),
)
