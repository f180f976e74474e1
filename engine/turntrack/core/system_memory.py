"""A system's private state per combatant and per fight, some of which lasts only for a round.

Each system derives its own frozen dataclasses from ``Memory``. Every field has a default, which is that there is
nothing of the kind: what has its default is not written into a record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from functools import cache
from types import MappingProxyType
from typing import Protocol

LARGEST_NUMBER = 10_000
"""A number that is remembered lies between this and 0, where its field says nothing else."""

_FOR_ROUND, _LOW, _HIGH = "for_round", "low", "high"


@dataclass(frozen=True, slots=True)
class Memory:
    """Nothing at all: what a system remembers that keeps nothing, and where everybody begins."""


NOTHING_YET = Memory()


def memory_field[T](default: T, *, for_round: bool = False, low: int = 0, high: int = LARGEST_NUMBER) -> T:
    """Make a field of a memory. What is remembered ``for_round`` is forgotten when the next round opens.

    ``low`` and ``high`` bound a number, both ends included.
    """
    about = MappingProxyType({_FOR_ROUND: for_round, _LOW: low, _HIGH: high})
    return field(default=default, metadata=about)


def bounds(of: Field[object]) -> tuple[int, int]:
    """Return the least and the greatest number that the field can hold."""
    return of.metadata.get(_LOW, 0), of.metadata.get(_HIGH, LARGEST_NUMBER)


def recall[M: Memory](memory: Memory, beginning: M) -> M:
    """Return the memory, typed; the beginning where nothing has been remembered yet, or not by this system."""
    return memory if isinstance(memory, type(beginning)) else beginning


class _Keeper(Protocol):
    @property
    def memory(self) -> Memory: ...


def memory_reader[K: _Keeper, M: Memory](beginning: M) -> Callable[[K], M]:
    """Return the function that recalls, in that way, what is remembered of a standing, or of an encounter."""
    kind = type(beginning)

    def recall_from(keeper: K) -> M:
        memory = keeper.memory  # what ``recall`` does, without a call more: it is asked thousands of times a tap
        return memory if isinstance(memory, kind) else beginning

    return recall_from


def forget_round[M: Memory](memory: M) -> M:
    """Return what of the memory is left when a round opens."""
    kind: type = type(memory)
    left: M = kind(**{name: getattr(memory, name) for name in _outlasting_fields(kind)})
    return left


@cache
def _outlasting_fields(kind: type) -> tuple[str, ...]:
    """Name the fields that outlast a round."""
    return tuple(field.name for field in fields(kind) if not field.metadata.get(_FOR_ROUND))
