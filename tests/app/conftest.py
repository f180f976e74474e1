"""The table at which these tests play."""

import pytest

from tests.app.table import Table

WORKED = ("A", "B", "C")
SHEET = "nerve 0, perception 0, level 0, shooting"


@pytest.fixture
def table() -> Table:
    """The page as it comes up on a device that has no fights yet."""
    return Table()


@pytest.fixture
def worked(table: Table) -> Table:
    """The worked sequence of the rules, begun: counters 20, 14 and 9."""
    table.tap("new", "zebra")
    table.send("add-lines", lines="\n".join(f"{name}, {SHEET}" for name in WORKED))
    table.dice.faces[:] = [20, 14, 9]
    table.tap("open")
    assert table.track == ["*A 20", "B 14", "C 9"]
    return table
