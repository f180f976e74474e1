"""Tests that *How it works* is reached from the first screen, the menu of a fight and *About*."""

from __future__ import annotations

import pytest

from tests.app.table import Table

TITLES = ["First fight", "Damage", "Conditions", "Players", "Next fight", "Step back"]


def titles(table: Table) -> list[str]:
    return [head.text for head in table.dialog.all("h3")]


def test_it_is_reached_from_the_first_screen() -> None:
    table = Table()
    table.tap("show-how")
    assert titles(table) == TITLES
    table.tap("dismiss")
    assert titles(table) == []


@pytest.mark.parametrize("way", [("menu",), ("menu", "open-about")])
def test_it_is_reached_from_a_fight(worked: Table, way: tuple[str, ...]) -> None:
    for button in way:
        worked.tap(button)
    worked.tap("show-how")
    assert titles(worked) == TITLES
    worked.tap("step-back")
    assert titles(worked)[0] == "Now"


def test_the_miniatures_are_not_read_out_nor_tapped() -> None:
    table = Table()
    table.tap("show-how")
    miniatures = table.dialog.with_class("mini")
    assert len(miniatures) == len(TITLES)
    assert all(each.attributes["aria-hidden"] == "true" and not each.all("button") for each in miniatures)
