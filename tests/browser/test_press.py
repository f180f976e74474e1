"""A finger on a choice: its preview, the tap when it lifts, and no trace when it slides off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import Finger, act, choice, drag, kept, middle, reload_saved, row, stands, worked_fight
from tests.browser.waiting import wait_until

pytestmark = pytest.mark.same_page

SHOWN = ("#title", "#acting", "#now", "#history", "#track", "#panel")

PREVIEW = "#ghost, .pressed, .coming .would, #line.would"

# Nothing of it may be left, wherever the finger went.
ALONE = f"!document.querySelector('{PREVIEW}')"


@pytest.fixture
def finger(page: Page) -> Finger:
    worked_fight(page)
    return Finger(page)


@pytest.mark.soak
def test_a_finger_that_slides_off_leaves_nothing(page: Page, finger: Finger) -> None:
    records, before = kept(page), [page.locator(part).inner_html() for part in SHOWN]
    x, y = middle(choice(page, "attack", "heavy"))
    finger.down(x, y)
    finger.move(x, y + 200)
    wait_until(page, ALONE)
    finger.up()
    assert kept(page) == records
    assert [page.locator(part).inner_html() for part in SHOWN] == before


@pytest.mark.soak
def test_the_second_of_two_quick_taps_leaves_nothing(page: Page, finger: Finger) -> None:
    x, y = middle(choice(page, "attack", "little"))
    finger.tap_twice(x, y)
    wait_until(page, ALONE)
    stands(page, ["*A 17", "B 14", "C 9"])


def test_of_steady_tapping_no_tap_is_lost(page: Page, finger: Finger) -> None:
    """At 300 ms each is done; at 200 ms each second one, as time counts from the last that was."""
    x, y = middle(choice(page, "attack", "little"))
    finger.tap_steadily(x, y, 0.3, times=2)
    expect(row(page, "A").locator(".number")).to_have_text("14")
    page.locator("#undo").tap()
    page.locator("#undo").tap()
    stands(page, ["*A 20", "B 14", "C 9"])
    finger.tap_steadily(x, y, 0.2, times=3)
    expect(row(page, "A").locator(".number")).to_have_text("14")


@pytest.mark.soak
def test_a_steady_mouse_loses_no_click(page: Page, finger: Finger) -> None:
    del finger
    little = choice(page, "attack", "little")
    little.evaluate("""button => {
        const at = { clientX: 5, clientY: 5, bubbles: true };
        const clicks = [1, 2].map((detail) => new MouseEvent("click", { ...at, detail }));
        for (const click of clicks) button.dispatchEvent(click);
    }""")
    stands(page, ["*A 17", "B 14", "C 9"])
    little.dispatch_event("click", {"detail": 3, "clientX": 90, "clientY": 5})
    expect(row(page, "A").locator(".number")).to_have_text("14")


@pytest.mark.parametrize("gesture", ["slides off", "taps twice"])
def test_the_target_is_still_shown_as_chosen(page: Page, finger: Finger, gesture: str) -> None:
    checked = page.locator("#section-attack [type=radio]:checked")
    expect(checked).to_have_count(1)
    x, y = middle(choice(page, "attack", "heavy"))
    if gesture == "slides off":
        finger.down(x, y)
        finger.move(x, y + 200)
        finger.up()
    else:
        finger.tap_twice(x, y)
    wait_until(page, ALONE)
    expect(checked).to_have_count(1)
    expect(checked).to_have_value("")


def test_what_a_tap_shows_is_what_a_start_shows(page: Page, finger: Finger) -> None:
    """To the letter: with all that the page has made of it by itself."""
    for label in "heavy", "little":
        finger.down(*middle(choice(page, "attack", label)))
        finger.up()
        wait_until(page, ALONE)
    shown = [page.locator(part).inner_text() for part in SHOWN]
    reload_saved(page)
    assert [page.locator(part).inner_text() for part in SHOWN] == shown


def test_a_change_under_a_finger_is_previewed_anew(page: Page, finger: Finger) -> None:
    """The table takes a step back while a finger is down: that is shown, and the finger does what it then means."""
    act(choice(page, "attack", "heavy"))
    stands(page, ["*A 15", "B 14", "C 9"])
    finger.down(*middle(choice(page, "attack", "little")))
    page.keyboard.press("Control+z")
    expect(row(page, "A").locator(".number")).to_have_text("20")
    expect(page.locator("#ghost .bead")).to_have_text("17")
    finger.up()
    wait_until(page, ALONE)
    stands(page, ["*A 17", "B 14", "C 9"])


def test_whoever_acts_is_dragged_after_taps(page: Page, finger: Finger) -> None:
    for label, number in (("little", "17"), ("little", "14")):
        finger.down(*middle(choice(page, "attack", label)))
        finger.up()
        expect(row(page, "A").locator(".number")).to_have_text(number)
        wait_until(page, f"performance.now() > {page.evaluate('performance.now()')} + 250")  # no double tap
    records = kept(page)
    drag(page, "A", "C").up()
    expect(page.locator("#acting .name")).to_have_text("B")
    assert len(kept(page)) == len(records) + 1
    drag(page, "C", "B").up()
    expect(page.locator("#acting .name")).to_have_text("C")
