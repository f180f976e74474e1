"""Previews of choices, under a finger or with the keyboard, and their removal when the fight changes."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import SHEET, Finger, act, begin, choice, middle, new_fight, reload_saved, stands

pytestmark = pytest.mark.same_page

STRING = "[...document.querySelectorAll('#track > *')].map(({ className, dataset }) => [className, dataset.way])"


@pytest.fixture
def fight(page: Page) -> Page:
    """A has shot once, and would still stand above B after a little shot."""
    new_fight(page, *(f"{name}, {SHEET}, table" for name in "ABC"))
    begin(page, 20, 10, 2)
    act(choice(page, "attack", "heavy"))
    stands(page, ["*A 15", "B 10", "C 2"])
    return page


@pytest.mark.soak
def test_a_step_back_while_the_keyboard_is_on_a_choice(fight: Page) -> None:
    """The way to B was shown as it would be; it is longer now, and stays so when the keyboard goes on."""
    fight.keyboard.press("Tab")
    choice(fight, "attack", "little").focus()
    expect(fight.locator("#ghost .bead")).to_have_text("12")
    fight.keyboard.press("Control+z")
    stands(fight, ["*A 20", "B 10", "C 2"])
    choice(fight, "plain", "Reserve").focus()
    fight.locator("#undo").focus()
    expect(fight.locator("#ghost")).to_have_count(0)
    shown = fight.evaluate(STRING)
    reload_saved(fight)
    assert fight.evaluate(STRING) == shown


def test_a_step_back_while_a_finger_is_down(fight: Page) -> None:
    """What the finger would do now is foretold anew."""
    finger = Finger(fight)
    finger.down(*middle(choice(fight, "attack", "heavy")))
    expect(fight.locator("#ghost .bead")).to_have_text("10")
    fight.keyboard.press("Control+z")
    expect(fight.locator("#ghost .bead")).to_have_text("15")
    expect(fight.locator(".choice.pressed")).to_have_count(1)
    finger.up()
    stands(fight, ["*A 15", "B 10", "C 2"])
    shown = fight.evaluate(STRING)
    reload_saved(fight)
    assert fight.evaluate(STRING) == shown
