"""Decisions on the counters of a combatant, shared by every system."""

from __future__ import annotations

from dataclasses import replace

from turntrack.core.commands import DropCounter, KeepCounter, StepCounter
from turntrack.core.draft import Draft
from turntrack.core.errors import BadValue, Refused
from turntrack.core.events import (
    CounterDropped,
    CounterSet,
)
from turntrack.core.fields import Field, Kind, read, required_text
from turntrack.core.model import Counter, Id

COUNTED = Field("value", "The count", Kind.NUMBER, 0, high=9999)


STEP = Field("by", "The step", Kind.NUMBER, -1, low=-9999, high=9999)


MOST_COUNTERS = 20


def read_counters(counters: tuple[Counter, ...]) -> tuple[Counter, ...]:
    """Return the counters of a newcomer. Raises BadValue."""
    if len({counter.name for counter in counters}) < len(counters) or len(counters) > MOST_COUNTERS:
        raise BadValue(f"At most {MOST_COUNTERS} counters, each with a name of its own.")
    return tuple(_read_counter(counter) for counter in counters)


def _read_counter(counter: Counter) -> Counter:
    name = required_text("The counter’s name", counter.name)
    most = int(read(replace(COUNTED, label="The most"), counter.most))
    value = int(read(replace(COUNTED, high=most) if most else COUNTED, counter.value))
    return Counter(name, value, most, counter.fills)


def keep_counter(draft: Draft, command: KeepCounter) -> None:
    """Add or replace a counter. Raises Refused and BadValue."""
    kept = draft.combatant(command.id).counters
    counter = _read_counter(Counter(command.name, command.value, command.most, command.fills))
    if counter in kept:
        raise Refused("no_change", "That is already the case.")
    if len(kept) >= MOST_COUNTERS and counter.name not in [present.name for present in kept]:
        raise Refused("too_many", f"One combatant has at most {MOST_COUNTERS} counters.")
    draft.record(CounterSet(command.id, counter))


def step_counter(draft: Draft, command: StepCounter) -> None:
    """Change the value of a counter, within 0 and its maximum. Raises Refused and BadValue."""
    counter = _counter(draft, command.id, command.name)
    most = counter.most or COUNTED.high
    value = max(0, min(most, counter.value + int(read(STEP, command.by))))
    if value == counter.value:
        where = "full" if value else "used up"
        raise Refused("no_change", f"{draft.encounter.name_of(command.id)}: {counter.name} is {where}.")
    draft.record(CounterSet(command.id, replace(counter, value=value)))


def drop_counter(draft: Draft, command: DropCounter) -> None:
    """Remove a counter. Raises Refused."""
    draft.record(CounterDropped(command.id, _counter(draft, command.id, command.name).name))


def _counter(draft: Draft, combatant_id: Id, name: str) -> Counter:
    for counter in draft.combatant(combatant_id).counters:
        if counter.name == name:
            return counter
    raise Refused("no_counter", f"{draft.encounter.name_of(combatant_id)} has no counter called “{name[:40]}”.")
