"""Templates, printing and keyboard shortcuts in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hosts import TABLET
from tests.browser.play import begin, go_home, log, new_fight, reload_saved, row
from tests.browser.waiting import expect_saved, resize

pytestmark = pytest.mark.same_page

SHEET = "nerve 0, perception 0, level 0, table"


@pytest.fixture
def fight(page: Page) -> Page:
    resize(page, TABLET)
    new_fight(page, f"Mara, side Crew, health 15, {SHEET}", f"Guard x2, side Harbour, health 10, {SHEET}")
    begin(page, 20, 9, 5)
    return page


def test_a_fight_is_begun_from_its_template_after_a_new_start(fight: Page) -> None:
    fight.locator("#menu").tap()
    fight.get_by_role("button", name="Save as a template").tap()
    expect(fight.locator("#dialog-title")).to_contain_text("template")  # the menu has a name too
    expect(fight.get_by_label("Name")).to_have_value("Guard ×2")
    fight.get_by_label("Name").fill("The harbour")
    fight.get_by_role("button", name="Save", exact=True).tap()
    expect(fight.locator("#notice")).to_contain_text("“The harbour” is saved as a template")
    expect_saved(fight)
    row(fight, "Guard A").locator(".body").tap()
    fight.locator("#save-enemy").tap()
    expect(fight.locator("#toast")).to_have_text("Guard is kept for later fights.")
    go_home(fight)
    reload_saved(fight)
    template = fight.locator("#templates [data-do=begin-template]").first
    expect(template).to_contain_text("The harbour")
    template.tap()
    expect(fight.locator("#open")).to_be_visible()
    expect(fight.locator("#track .row .name")).to_have_text(["Mara", "Guard A", "Guard B"])
    fight.locator("#add").tap()
    fight.locator("#kept-here").get_by_role("button", name="Guard").tap()
    expect(fight.locator("#track .row .name")).to_have_text(["Mara", "Guard A", "Guard B", "Guard C"])


@pytest.mark.soak
def test_wounds_are_typed_and_single_keys_can_be_off(fight: Page) -> None:
    fight.locator("#track .row .hp, #acting .row .hp").first.tap()
    expect(fight.locator(".pad")).to_be_visible()
    for key in ("1", "2", "Backspace", "4", "h"):
        fight.keyboard.press(key)
    expect(fight.locator(".amount-shown")).to_have_text("7")
    fight.keyboard.press("d")
    assert log(fight)[0].startswith("Mara takes 7")
    fight.keyboard.press("Escape")
    fight.keyboard.press("?")
    fight.get_by_label("Single-letter shortcuts").select_option("off")
    fight.keyboard.press("Escape")
    for key in ("?", "/", "m"):
        fight.keyboard.press(key)
    expect(fight.locator("#dialog")).to_be_hidden()
    fight.keyboard.press("Control+z")
    fight.keyboard.press("m")
    expect(fight.get_by_role("button", name="Rename")).to_be_visible()


def test_what_is_printed_is_laid_out_for_paper(fight: Page) -> None:
    """However it is printed, and only while it is."""
    fight.evaluate(
        "() => addEventListener('beforeprint', () => (globalThis.printed = document.getElementById('paper').innerText))"
    )
    assert fight.pdf().startswith(b"%PDF")
    printed = fight.evaluate("globalThis.printed")
    assert "THE ORDER" in printed.upper()
    assert "Guard B" in printed
    expect(fight.locator("#paper")).to_be_empty()
    expect(fight.locator("#app")).to_be_visible()
