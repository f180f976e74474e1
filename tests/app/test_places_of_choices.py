"""Tests that no choice takes the place of the one that was just tapped: a second tap would do another thing."""

from __future__ import annotations

from random import Random

import pytest

from tests.app.elements import Element
from tests.app.table import Table
from turntrack.systems import SYSTEMS
from turntrack.systems.table_rules.presets.catalogue import PRESETS

GAMES = (*(system.key for system in SYSTEMS if system.key != "table_rules"), *(preset.key for preset in PRESETS))


def choices_by_section(table: Table) -> dict[str, list[Element]]:
    """Return the choices in sight on the deck, in their order, by the sections that show them."""
    blocks = [each for each in table.region("panel").with_class("deck")[0].children if isinstance(each, Element)]
    return {
        block.attributes["id"]: [each for each in block.with_class("choice") if "aria-description" in each.attributes]
        for block in blocks
        if "id" in block.attributes
    }


def is_refused(choice: Element) -> bool:
    return "aria-disabled" in choice.attributes


@pytest.mark.parametrize("key", GAMES)
def test_a_second_tap_in_the_same_place_does_the_same(key: str) -> None:
    """While the same combatants act: the next turn has choices of its own."""
    table, random = Table(faces=(4, 3, 5, 2, 6, 1) * 400), Random(key)
    table.tap("sample", key)
    if table.last.dialog:
        table.tap("dismiss")
    table.tap("open")
    for _ in range(25):
        before, acting = choices_by_section(table), table.session.encounter.acting()
        taps = [
            (section, at)
            for section, choices in before.items()
            for at, choice in enumerate(choices)
            if not is_refused(choice)
        ]
        if not taps:
            break
        section, at = random.choice(taps)
        tapped = before[section][at].attributes
        table.controller.handle(tapped["data-do"], tapped["data-arg"], {})
        if table.session.encounter.acting() != acting or not acting:
            continue
        after = choices_by_section(table)
        assert [key for key in before if key in after] == [key for key in after if key in before]
        now = after.get(section, [])[at : at + 1]
        assert all(is_refused(choice) or choice.attributes["id"] == tapped["id"] for choice in now), tapped["id"]
