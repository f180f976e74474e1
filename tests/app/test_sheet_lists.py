"""Tests of sheets with lists: the state comes before the controls, and each sheet has one purpose."""

from __future__ import annotations

import pytest

from app.ui.sheet import Sheet, render_sheet
from tests.app.elements import read
from tests.app.table import Table
from turntrack.core import commands as c
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import system_of


def test_readings_begin_with_those_that_are_not_the_usual_ones(table: Table) -> None:
    table.tap("sample", "zebra")
    table.tap("menu")
    table.tap("options")
    assert "All defaults." in table.dialog.text
    assert not table.dialog.with_class("changed-options")
    table.give(c.ChooseOption("keep_reserve", "yes"))
    (otherwise,) = table.dialog.with_class("changed-options")
    assert otherwise.text == "A reserved action is kept into the next sequence"
    assert "All defaults." not in table.dialog.text


def test_the_usual_reading_is_marked_and_no_other(table: Table) -> None:
    table.tap("sample", "zebra")
    table.tap("menu")
    table.tap("options")
    for option in table.dialog.all("fieldset"):
        assert [" · default" in flag.text for flag in option.with_class("flag")].count(True) == 1
        assert "usual" not in option.text


@pytest.mark.parametrize("opens", [("options",), ("rules",), ("note",), ("open-party",), ("import",), ("export-open",)])
def test_each_is_for_one_thing_at_most(table: Table, opens: tuple[str, ...]) -> None:
    table.tap("sample", "zebra")
    table.tap("menu")
    for do in opens:
        table.tap(do)
    primary = table.dialog.with_class("primary")
    assert len(primary) <= 1
    for each in primary:
        assert each in list(table.dialog.with_class("sheet-foot")[0]), "in its corner"


def test_the_menu_says_where_each_way_leads_and_what_belongs_together(table: Table) -> None:
    table.tap("sample", "zebra")
    table.tap("menu")
    groups: dict[str, list[str]] = {}
    for each in table.dialog:
        if each.name == "h3":
            groups[each.text] = []
        elif "menu-item" in each.attributes.get("class", "").split():
            groups[[*groups][-1]].append(each.text)
    assert groups == {
        "Now": [
            *("End the fight…", "Next fight…", "Rest…", "For the players…", "What comes later", "Add a counter…"),
            *("Add combatants", "Party…"),
        ],
        "This fight": ["Write a note", "Restart", "Save as a template…", "Print…", "Export…"],
        "Rules": ["How your table plays", "Rules", "Turns and time"],
        "Turntrack": ["All fights", "Import…", "How it works", "Keyboard shortcuts", "About Turntrack"],
    }


def test_rules_are_searched(table: Table) -> None:
    table.tap("sample", "zebra")
    table.tap("menu")
    table.tap("rules")
    table.enter("rules.search", "nothing like that")
    assert "No rule matches." in table.dialog.text
    table.enter("rules.search", "")
    assert len(table.dialog.with_class("rules")[0].all("li")) == len(system_of("zebra", SYSTEMS).rules)


def test_a_sheet_without_a_foot_has_none() -> None:
    assert not read(render_sheet(Sheet("Rules", ()), False, False)).with_class("sheet-foot")
