"""What a system remembers per combatant and per fight: its fields, their defaults and bounds, and their reset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from types import MappingProxyType
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


def all_memories_reader[K: _MemoryOwner, M: Memory](beginning: M) -> Callable[[Mapping[str, K]], dict[str, M]]:
    """Make the function that recalls the memories of all standings at once, by id."""
    kind = type(beginning)

    def recall_all(owners: Mapping[str, K]) -> dict[str, M]:
        return {key: memory if isinstance(memory := owner.memory, kind) else beginning for key, owner in owners.items()}

    return recall_all


LARGEST_NUMBER = 10_000
"""The default upper bound of a number in a memory; the default lower bound is 0."""

_FOR_ROUND, _LOW, _HIGH = "for_round", "low", "high"


def memory_field[T](default: T, *, for_round: bool = False, low: int = 0, high: int = LARGEST_NUMBER) -> T:
    """Make a field of a memory. A ``for_round`` field is reset when the next round opens.

    ``low`` and ``high`` are the inclusive bounds of a number.
    """
    about = MappingProxyType({_FOR_ROUND: for_round, _LOW: low, _HIGH: high})
    return field(default=default, metadata=about)


def bounds(of: Field[object]) -> tuple[int, int]:
    """Return the inclusive bounds of a field's number."""
    return of.metadata.get(_LOW, 0), of.metadata.get(_HIGH, LARGEST_NUMBER)


def forget_round[M: Memory](memory: M) -> M:
    """Return the memory without its fields for a round."""
    kind: type = type(memory)
    left: M = kind(**{name: getattr(memory, name) for name in _outlasting_fields(kind)})
    return left


@cache
def _outlasting_fields(kind: type) -> tuple[str, ...]:
    """Return the names of the fields that outlast a round."""
    return tuple(field.name for field in fields(kind) if not field.metadata.get(_FOR_ROUND))
