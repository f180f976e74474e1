"""The private state of a system per combatant and per fight.

Each system derives frozen dataclasses from ``Memory``. Every field has a default; records omit fields with their
default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Memory:
    """An empty memory: the base class, the start of every combatant, and the memory of a system without state."""


NOTHING_YET = Memory()


def recall[M: Memory](memory: Memory, beginning: M) -> M:
    """Return the memory with its type, or ``beginning`` if the memory is not of that type."""
    return memory if isinstance(memory, type(beginning)) else beginning


class _MemoryOwner(Protocol):
    @property
    def memory(self) -> Memory: ...


def memory_reader[K: _MemoryOwner, M: Memory](beginning: M) -> Callable[[K], M]:
    """Make the function that recalls the memory of a standing, or of an encounter, as ``recall`` does."""
    kind = type(beginning)

    def recall_from(owner: K) -> M:
        memory = owner.memory  # ``recall`` inlined: this runs thousands of times for a tap
        return memory if isinstance(memory, kind) else beginning

    return recall_from
