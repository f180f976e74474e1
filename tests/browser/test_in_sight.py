"""What a new turn brings into sight: the row of whoever acts, and the choices from their top."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import SHEET, act, begin, new_fight, track

pytestmark = pytest.mark.same_page

SCROLL_DOWN = "panel => (panel.scrollTop = panel.scrollHeight, panel.scrollTop)"
SCROLL_AWAY = "area => (area.scrollTop = area.scrollHeight, area.scrollTop)"


def test_the_same_one_goes_on(page: Page) -> None:
    """Mara acts again and again, far above the fourteen others: each turn begins at the top, on both sides."""
    new_fight(page, f"Mara, {SHEET}, table", f"Guard x14, {SHEET}, group Watch, table")
    begin(page, 20, 3)
    panel, area, acting = page.locator("#panel"), page.locator("#track-area"), page.locator("#track .acting")
    for left in (16, 12):
        assert panel.evaluate(SCROLL_DOWN) > 100
        assert area.evaluate(SCROLL_AWAY) > 100
        page.locator("#section-attack .choice").first.evaluate("button => button.click()")
        expect(page.locator("#track .number").first).to_have_text(str(left))
        assert track(page)[0] == f"*Mara {left}"
        expect(acting).to_be_in_viewport(ratio=1)
        expect(page.locator("#panel .actor")).to_be_in_viewport(ratio=1)
        assert panel.evaluate("panel => panel.scrollTop") == 0


def test_a_fight_that_is_opened_again(page: Page) -> None:
    """The one who acts is in sight also where the list of fights has been looked at in between."""
    new_fight(page, f"Mara, {SHEET}, table", f"Guard x14, {SHEET}, group Watch, table")
    begin(page, 20, 3)
    act(page.locator("#section-attack .choice").first)
    page.locator("#track-area").evaluate(SCROLL_AWAY)
    page.locator("#panel").evaluate(SCROLL_DOWN)
    page.locator("#menu").tap()
    page.get_by_role("button", name="All fights").tap()
    page.locator(".fight").first.tap()
    expect(page.locator("#track .acting")).to_be_in_viewport(ratio=1)
    expect(page.locator("#panel .actor")).to_be_in_viewport(ratio=1)
