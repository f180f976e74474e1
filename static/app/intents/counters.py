"""Intents about the counters of a combatant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.intents.base import ForFight, OfCombatant, TypedAs
from turntrack.core.model import RefillTime


class ForCounters(ForFight):
    """An intent about counters."""


class Counters(ForCounters, OfCombatant):
    """Open the sheet that adds a counter."""

    do = "counters"


@dataclass(frozen=True)
class KeepCounterIntent(ForCounters, OfCombatant):
    do = "keep-counter"
    name: Annotated[str, TypedAs("counter")] = ""
    most: Annotated[str, TypedAs("most")] = ""
    fills: Annotated[str, TypedAs("fills")] = RefillTime.NEVER


type CountersIntent = Counters | KeepCounterIntent
