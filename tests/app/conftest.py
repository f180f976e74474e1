"""Fixtures with a table to play at."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.app.table import Table
from turntrack.systems.protocol import TurnSystem

type Change = Callable[[TurnSystem, str, Callable[..., Any]], None]

WORKED = ("A", "B", "C")
SHEET = "nerve 0, perception 0, level 0, shooting"


@pytest.fixture
def table() -> Table:
    """Return the page after a start on a device without fights."""
    return Table()


@pytest.fixture
def worked(table: Table) -> Table:
    """Return the page with the worked sequence of the rules begun: counters 20, 14 and 9."""
    table.tap("new", "zebra")
    table.send("add-lines", lines="\n".join(f"{name}, {SHEET}" for name in WORKED))
    table.dice.faces[:] = [20, 14, 9]
    table.tap("open")
    assert table.track == ["*A 20", "B 14", "C 9"]
    return table


@pytest.fixture
def change() -> Iterator[Change]:
    """Return a function that replaces a method of a system until the test ends."""
    before: list[tuple[TurnSystem, str, Any]] = []

    def put(system: TurnSystem, member: str, function: Callable[..., Any]) -> None:
        before.append((system, member, getattr(system, member)))
        object.__setattr__(system, member, function)  # a record is frozen for everybody else

    yield put
    for system, member, function in reversed(before):
        object.__setattr__(system, member, function)
