"""A player's die typed wrongly: corrected after an undo, and corrected in the score."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import SHEET, begin, new_fight, roll, row, track

pytestmark = pytest.mark.same_page


def test_one_wrong_digit(page: Page) -> None:
    """The box holds what was typed, the pirate's die falls as it fell; and without an undo the number is corrected."""
    new_fight(page, f"Mara, {SHEET}, table", f"Pirate, {SHEET}")
    begin(page, 4)
    (pirate,) = [each for each in track(page) if "Pirate" in each]
    number = int(pirate.split()[-1])
    page.locator("#undo").tap()
    page.locator("#open").tap()
    expect(page.locator("#dialog input.die")).to_have_value("4")
    roll(page, 14)
    assert {each.lstrip("*") for each in track(page)} == {"Mara 14", f"Pirate {number}"}
    row(page, "Mara").locator("[data-do=why]").tap()
    page.locator("#dialog .die").get_by_text("14", exact=True).tap()
    page.locator("#dialog .faces button").get_by_text("20", exact=True).tap()
    page.get_by_role("button", name="20, not 14").tap()
    expect(page.locator("#dialog")).to_be_hidden()
    expect(row(page, "Mara").locator(".number")).to_have_text("20")
    row(page, "Mara").locator("[data-do=why]").tap()
    expect(page.locator("#dialog .sum")).to_contain_text("corrected: d20 14 → 20")
