"""Counters of the fight in the head of the screen, by touch."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import begin, log, new_fight, reload_saved

pytestmark = pytest.mark.same_page

HEROES = ("Ana, side Heroes", "Bo, side Heroes", "Goblin x2, side Goblins")


def counts(page: Page, *words: str) -> None:
    """Check the counters in the head of the screen, and that nothing beside them is cut off or covered."""
    expect(page.locator("#fight-counters .counted")).to_have_text(list(words))
    bar, width = page.locator("#bar").bounding_box(), page.evaluate("innerWidth")
    assert bar
    for step in page.locator("#fight-counters button").all():
        box = step.bounding_box()
        assert box
        assert box["height"] >= 44, box
        assert bar["y"] <= box["y"] <= bar["y"] + bar["height"] - box["height"], (box, bar)
        assert 0 <= box["x"] <= width - box["width"], box


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)], ids=["tablet", "phone"])
def test_a_counter_is_made_and_counted(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    new_fight(page, *HEROES, system="die_for_sides")
    counts(page, "Malice 0")
    page.get_by_role("button", name="Malice: one more").tap()
    counts(page, "Malice 1")
    begin(page)
    counts(page, "Malice 4")
    page.locator("#menu").tap()
    page.get_by_role("button", name="Add a counter…").tap()
    page.get_by_label("Name", exact=True).fill("Clock")
    page.get_by_label("Maximum").fill("6")
    page.locator("#dialog [type=submit]").tap()
    expect(page.locator("#dialog")).to_be_hidden()
    counts(page, "Malice 4", "Clock 0/6")
    page.get_by_role("button", name="Clock: one more").tap()
    counts(page, "Malice 4", "Clock 1/6")
    assert log(page) == ["Clock 0 → 1."]
    page.locator("#undo").tap()
    counts(page, "Malice 4", "Clock 0/6")
    page.get_by_role("button", name="Malice 4: change the counter").tap()
    page.get_by_role("button", name="Stop counting").tap()
    counts(page, "Clock 0/6")
    reload_saved(page)
    counts(page, "Clock 0/6")
