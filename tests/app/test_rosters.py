"""Tables that are too much are refused before they cost anything; names that nobody sees are none."""

import csv
from collections.abc import Iterable, Iterator

import pytest

from app.keeping import rosters
from app.keeping.rosters import MOST_LINES, read_roster
from engine.errors import BadSave
from engine.systems import SYSTEMS

TOO_MUCH = "A table has at most 100 columns and 1000 lines."


class Counted:
    """Stands for the module csv, and counts the rows that are read."""

    Error = csv.Error

    def __init__(self) -> None:
        self.rows = 0

    def reader(self, text: Iterable[str], delimiter: str, strict: bool) -> Iterator[list[str]]:
        for row in csv.reader(text, delimiter=delimiter, strict=strict):
            self.rows += 1
            yield row


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Return what is read of the tables of this test."""
    counting = Counted()
    monkeypatch.setattr(rosters, "csv", counting)
    return counting


def test_too_many_columns_are_refused_before_they_are_matched(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(rosters, "_column", lambda title, system: asked.append(title))
    with pytest.raises(BadSave, match=TOO_MUCH):
        read_roster("name," + "x," * 100 + "y\nMara\n", SYSTEMS[0])
    assert asked == []


@pytest.mark.parametrize("line", ["", " ", ","])
def test_empty_lines_cost_nothing_at_the_end_and_are_not_read_for_ever(counted: Counted, line: str) -> None:
    """Spreadsheets leave a million of them."""
    many = f"{line}\n" * 900_000
    assert [each.name for each in read_roster(f"name\nMara\n{many}", SYSTEMS[0]).members] == ["Mara"]
    assert counted.rows == 2
    with pytest.raises(BadSave, match=TOO_MUCH):
        read_roster(f"name\nMara\n{many}Rat\n", SYSTEMS[0])
    assert counted.rows <= MOST_LINES + 3


def test_lines_beyond_the_most_are_not_read(counted: Counted) -> None:
    with pytest.raises(BadSave, match=TOO_MUCH):
        read_roster("name\n" + "Mara\n" * 300_000, SYSTEMS[0])
    assert counted.rows < 1_010


def test_empty_lines_between_others_are_passed_over() -> None:
    """As many as a person leaves, and the numbers of the lines are those that an editor shows."""
    roster = read_roster("\n\nname,side\n\n\nMara,A\n,\n,B\n\nRat,B\n\n", SYSTEMS[0])
    assert [each.name for each in roster.members] == ["Mara", "Rat"]
    assert roster.notes == ("Line 8 has no name.",)


def test_a_name_that_nobody_sees_is_no_name() -> None:
    """And one with something unseen in it is the name that it looks like."""
    roster = read_roster("name\n\u200b\u3164\nMa\u00adra\n\u2060Rat\n", SYSTEMS[0])
    assert [each.name for each in roster.members] == ["Mara", "Rat"]
    assert roster.notes == ("Line 2 has no name.",)
