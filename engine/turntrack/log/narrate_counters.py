"""Sentences of the log about the counters of a combatant."""

from __future__ import annotations

from typing import assert_never

from turntrack.core.events import CounterSet
from turntrack.core.model import Combatant, RefillTime


def counter_words(before: Combatant, event: CounterSet) -> str:
    """Describe the change of a counter's value, or a new counter with its maximum and refill time."""
    now = event.counter
    was = next((counter for counter in before.counters if counter.name == now.name), None)
    if was and (was.most, was.fills) == (now.most, now.fills):
        return f"{before.name}: {now.name} {was.value} → {now.value}"
    most = f" of {now.most}" if now.most else ""
    fills = _refill_words(now.fills) if now.most else ""
    return f"{before.name}: {now.name} {now.value}{most}{fills}"


def _refill_words(fills: RefillTime) -> str:
    match fills:
        case RefillTime.NEVER:
            return ""
        case RefillTime.TURN:
            return ", refilled on each own turn"
        case RefillTime.ROUND:
            return ", refilled each round"
        case RefillTime.REST:
            return ", refilled after a rest"
        case _:
            assert_never(fills)
