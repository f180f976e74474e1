"""Four hundred in one go: the page adds them, goes on answering, and opens them again."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import new_fight, reload_saved

pytestmark = pytest.mark.soak

LEFT_OUT = "Chances are not worked out for so many combatants."


def test_four_hundred(page: Page) -> None:
    """Interlock, where the chances alone once took for ever."""
    new_fight(page, "Ganger x100", "Thug x100", "Goon x100", "Boss x100", system="interlock")
    expect(page.locator("#track li[data-id]")).to_have_count(400)
    expect(page.locator("#panel")).to_contain_text(LEFT_OUT)
    reload_saved(page)
    expect(page.locator("#track li[data-id]")).to_have_count(400)
    page.locator("#open").tap()
    expect(page.locator("#stage h2")).to_contain_text("Now: ")
