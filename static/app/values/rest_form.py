"""The form of a rest: who rests, and the health that the rest restores."""

from __future__ import annotations

from collections.abc import Mapping

from turntrack.core.commands import Recovery, Rest
from turntrack.core.fields import Field, Kind, Pick, read
from turntrack.rules.damage import AMOUNT
from turntrack.rules.health import read_health_dice

RESTS = "rests-"
"""The beginning of the names of the boxes that tell who rests."""

HEALTH = Field(
    "health",
    "Health",
    Kind.PICK,
    Recovery.ALL.value,
    picks=(
        Pick(Recovery.ALL, "all of it"),
        Pick(Recovery.HALF, "half of full health"),
        Pick(Recovery.AMOUNT, "points or dice"),
        Pick(Recovery.NONE, "none"),
    ),
)
POINTS = Field("points", "Points or dice", Kind.TEXT, "", help="5, or 2d6 for each")


def read_rest(form: Mapping[str, str | bool]) -> Rest:
    """Read the form as a command; its ids are those of the boxes that are ticked. Raises BadValue."""
    ids = tuple(name.removeprefix(RESTS) for name, value in form.items() if name.startswith(RESTS) and value is True)
    health = Recovery(str(read(HEALTH, str(form.get("health", HEALTH.default)))))
    points = str(form.get("points", "")).strip()
    if health is not Recovery.AMOUNT:
        return Rest(ids, health)
    if points.isdecimal() or not points:
        return Rest(ids, health, int(read(AMOUNT, points)))
    return Rest(ids, Recovery.DICE, dice=str(read_health_dice(points)))
