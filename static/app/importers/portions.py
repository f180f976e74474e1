"""Work in portions, between which the page can show how much is done, and can be told to stop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator

type Portions[T] = Generator[float, None, T]
"""Work that yields, after each portion, the share that is done, from 0 to 1."""

type Pause = Callable[[float], Awaitable[None]]
"""What is awaited between two portions, with the share that is done. Raises Stopped."""


class Stopped(Exception):
    """The user has stopped the work."""


def part_of[T](work: Portions[T], start: float, end: float) -> Portions[T]:
    """Do work as a part of longer work, of which its shares are those from ``start`` to ``end``."""
    while True:
        try:
            share = next(work)
        except StopIteration as done:
            result: T = done.value
            return result
        yield start + share * (end - start)


def finish[T](work: Portions[T]) -> T:
    """Return the result of work without a pause."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: T = done.value
            return result


async def finish_with_pauses[T](work: Portions[T], pause: Pause) -> T:
    """Return the result of work with a pause after each portion. Raises Stopped."""
    while True:
        try:
            share = next(work)
        except StopIteration as done:
            result: T = done.value
            return result
        await pause(share)
