"""The event by which versions 1 and 2 said what is remembered: one thing, under a key."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from turntrack.codec.dataclass_json import FactValue
from turntrack.core.events import Event
from turntrack.core.model import Id


class Lasting(StrEnum):
    """How long a fact stayed true if nobody changed it."""

    ROUND = "round"  # until the next round opened
    ENCOUNTER = "encounter"


@dataclass(frozen=True, slots=True)
class FactSet:
    """A fact of a combatant, or of the fight (``id`` empty), was set. False and the empty tuple forgot the fact."""

    id: Id
    key: str
    value: FactValue
    lasting: Lasting = Lasting.ENCOUNTER
    rule: str = ""


type Told = Event | FactSet
"""What a record of any version tells."""
