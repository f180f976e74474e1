"""From one device to another by codes: shown on a screen, read by a camera that is the test's."""

from playwright.sync_api import Page, expect

from tests.browser.camera import see, shown_codes
from tests.browser.play import go_home
from tests.browser.saving import act, begin
from tests.hands.store import stored


def read_codes(page: Page) -> None:
    page.locator("#import").click()
    page.get_by_role("button", name="Read codes with the camera").click()


def test_a_fight_goes_over_by_codes_and_is_shown_before_anything_changes(page: Page) -> None:
    begin(page)
    act(page)
    page.locator("#menu").click()
    page.get_by_role("button", name="Export…").click()
    codes = shown_codes(page)
    assert len(codes) > 1
    page.locator("#dialog .close").click()
    go_home(page)
    before = stored(page)
    see(page, codes)
    read_codes(page)
    expect(page.locator("#dialog-title")).to_have_text("What is in it")
    expect(page.locator("#dialog")).to_contain_text("Here already, and the same (1)")
    expect(page.locator(".handing")).to_have_count(0)
    assert page.evaluate("[asked, lit()]") == ["environment", False]
    assert stored(page) == before
