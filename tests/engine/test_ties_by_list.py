"""Tests of ties for the first turn that the list decides: the chances depend on its order, and the page says so."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.engine.table import Table
from turntrack.core import commands as c

ALIKE = ("A", "B")

CASES: tuple[tuple[str, dict[str, str], tuple[str, ...], bool], ...] = (
    ("zebra", {}, ALIKE, True),
    ("zebra", {"tie": "listed"}, ALIKE, True),
    ("zebra", {"tie": "higher_base"}, ALIKE, True),
    ("zebra", {"tie": "higher_base"}, ("A, nimbleness 3", "B, nimbleness 1"), False),
    ("interlock", {}, ALIKE, False),
    ("interlock", {"tie": "ref"}, ALIKE, True),
    ("interlock", {"tie": "ref"}, ("A, ref 8", "B, ref 6"), False),
    ("traveller", {}, ALIKE, False),
    ("traveller", {"tie": "dex"}, ALIKE, True),
    ("traveller", {"tie": "dex"}, ("A, dex 9", "B, dex 7"), False),
    ("rond6", {}, ALIKE, False),
    ("rond6", {"full_tie": "listed"}, ALIKE, True),
    ("rond6", {"full_tie": "listed"}, ("A, perception 4D", "B"), False),
    ("unbound", {}, ("A, side Cats", "B, side Rats"), False),
    ("table_rules", {}, ALIKE, True),
    ("table_rules", {}, ("A, bonus 2", "B, bonus 1"), True),
)


def table_of(key: str, options: dict[str, str], lines: tuple[str, ...]) -> Table:
    table = Table(key, *lines)
    for option, value in options.items():
        table.do(c.ChooseOption(option, value))
    return table


def chances_by_name(table: Table) -> dict[str, Fraction]:
    return {table.encounter.name_of(combatant_id): chance for combatant_id, chance in table.first().items() if chance}


@pytest.mark.parametrize(("key", "options", "lines", "is_by_list"), CASES)
def test_the_list_decides_ties(key: str, options: dict[str, str], lines: tuple[str, ...], is_by_list: bool) -> None:
    listed, reversed_list = table_of(key, options, lines), table_of(key, options, lines[::-1])
    assert (chances_by_name(listed) != chances_by_name(reversed_list)) is is_by_list
    system = listed.system.at(listed.encounter)
    assert system.may_go_by_list(listed.encounter) is is_by_list
