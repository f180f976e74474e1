"""What the address of the page holds is shown, and the address forgets it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage

BARE = "location.hash + location.search"


def test_a_link_leads_to_a_game(open_page: OpenPage) -> None:
    page = open_page("#game=savage-worlds")
    expect(page.locator("#game-search")).to_have_value("savage worlds")
    expect(page.locator("#games .try")).to_have_count(1)
    assert page.evaluate(BARE) == ""
    page.locator("#new-cards").tap()
    expect(page.locator("#lines")).to_be_visible()
    page.evaluate("location.hash = '#game='")  # the shortcut of the installed page
    expect(page.locator("#game-search")).to_have_value("")
    expect(page.locator("#dialog")).to_be_hidden()


def test_a_text_that_another_app_shares_is_a_preview(open_page: OpenPage) -> None:
    page = open_page("?text=3%20Orcs%2C%20hp%2015&url=")
    expect(page.locator("#dialog h2")).to_contain_text("A list of combatants")
    expect(page.locator("#dialog")).to_contain_text("Orcs")
    assert page.evaluate(BARE) == ""


def test_what_a_damaged_link_lacks_is_said(open_page: OpenPage) -> None:
    page = open_page("#fight=AAAA")
    expect(page.locator("[role=alert]").first).to_contain_text("This link")
