"""What a tap will show lies behind what is in sight while a finger is down, and comes forward when it lifts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import (
    Finger,
    act,
    begin,
    choice,
    drag,
    kept,
    middle,
    new_fight,
    row,
    stands,
    track,
    worked_fight,
)
from tests.browser.waiting import resize, until_ready, wait_until

pytestmark = pytest.mark.same_page

LAYERS = ("#stage", "#panel")
SHOWN = ("#title", "#acting", "#now", "#history", "#track", "#panel")

FORETOLD = ".behind, #ghost, .pressed, .coming .would, #line.would"

# Nothing of it may be left, wherever the finger went.
ALONE = f"document.querySelectorAll('.layer').length === 2 && !document.querySelector('{FORETOLD}')"


@pytest.fixture
def finger(page: Page) -> Finger:
    worked_fight(page)
    return Finger(page)


def lie_behind(page: Page) -> None:
    """Wait until both layers do."""
    expect(page.locator(".layer.behind[aria-hidden=true]")).to_have_count(len(LAYERS))


def test_what_comes_lies_there_and_what_is_in_front_stays_as_it_was(page: Page, finger: Finger) -> None:
    before = {layer: page.locator(layer).inner_text() for layer in LAYERS}
    finger.down(*middle(choice(page, "attack", "heavy")))
    lie_behind(page)
    front = page.locator(".layer:not(.behind)")
    assert [front.nth(place).inner_text() for place in range(len(LAYERS))] == list(before.values())
    expect(page.locator(".layer.behind #acting .number")).to_have_text("15")
    finger.up()
    wait_until(page, ALONE)
    stands(page, ["*A 15", "B 14", "C 9"])


def test_a_finger_takes_what_it_touches_and_not_what_lies_behind(page: Page, finger: Finger) -> None:
    finger.down(*middle(choice(page, "attack", "heavy")))
    lie_behind(page)
    x, y = middle(page.locator(".layer:not(.behind) .choice.pressed"))
    assert page.evaluate(f"!document.elementFromPoint({x}, {y}).closest('.behind')")
    finger.up()
    stands(page, ["*A 15", "B 14", "C 9"])


def test_a_finger_that_slides_off_leaves_nothing(page: Page, finger: Finger) -> None:
    records, before = kept(page), [page.locator(part).inner_html() for part in SHOWN]
    x, y = middle(choice(page, "attack", "heavy"))
    finger.down(x, y)
    lie_behind(page)
    finger.move(x, y + 200)
    wait_until(page, ALONE)
    finger.up()
    assert kept(page) == records
    assert [page.locator(part).inner_html() for part in SHOWN] == before


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


def test_a_steady_mouse_loses_no_click(page: Page, finger: Finger) -> None:
    del finger
    little = choice(page, "attack", "little")
    little.dispatch_event("click", {"detail": 1, "clientX": 5, "clientY": 5})
    little.dispatch_event("click", {"detail": 2, "clientX": 5, "clientY": 5})
    stands(page, ["*A 17", "B 14", "C 9"])
    little.dispatch_event("click", {"detail": 3, "clientX": 90, "clientY": 5})
    expect(row(page, "A").locator(".number")).to_have_text("14")


@pytest.mark.parametrize("gesture", ["slides off", "taps twice"])
def test_the_target_is_still_shown_as_chosen(page: Page, finger: Finger, gesture: str) -> None:
    """What lies behind has the same targets: of radio buttons with one name one alone is checked."""
    checked = page.locator("#section-attack [type=radio]:checked")
    expect(checked).to_have_count(1)
    x, y = middle(choice(page, "attack", "heavy"))
    if gesture == "slides off":
        finger.down(x, y)
        lie_behind(page)
        finger.move(x, y + 200)
        finger.up()
    else:
        finger.tap_twice(x, y)
    wait_until(page, ALONE)
    expect(checked).to_have_count(1)
    expect(checked).to_have_value("")


def test_what_has_come_forward_is_what_a_start_shows(page: Page, finger: Finger) -> None:
    """To the letter: with all that the page has made of it by itself."""
    for label in "heavy", "little":
        finger.down(*middle(choice(page, "attack", label)))
        lie_behind(page)
        finger.up()
        wait_until(page, ALONE)
    shown = [page.locator(part).inner_text() for part in SHOWN]
    page.reload()
    until_ready(page)
    assert [page.locator(part).inner_text() for part in SHOWN] == shown


def test_what_changes_meanwhile_is_not_covered(page: Page, finger: Finger) -> None:
    """The table takes a step back while a finger is down: that is shown, and the finger does what it then means."""
    act(choice(page, "attack", "heavy"))
    stands(page, ["*A 15", "B 14", "C 9"])
    finger.down(*middle(choice(page, "attack", "little")))
    lie_behind(page)
    page.keyboard.press("Control+z")
    expect(page.locator(".layer.behind")).to_have_count(0)
    expect(row(page, "A").locator(".number")).to_have_text("20")
    expect(page.locator("#ghost .bead")).to_have_text("17")
    finger.up()
    wait_until(page, ALONE)
    stands(page, ["*A 17", "B 14", "C 9"])


def test_whoever_acts_is_dragged_from_what_has_come_forward(page: Page, finger: Finger) -> None:
    for label, number in (("little", "17"), ("little", "14")):
        finger.down(*middle(choice(page, "attack", label)))
        lie_behind(page)
        finger.up()
        expect(row(page, "A").locator(".number")).to_have_text(number)
        wait_until(page, f"performance.now() > {page.evaluate('performance.now()')} + 250")  # no double tap
    records = kept(page)
    drag(page, "A", "C").up()
    expect(page.locator("#acting .name")).to_have_text("B")
    assert len(kept(page)) == len(records) + 1
    drag(page, "C", "B").up()
    expect(page.locator("#acting .name")).to_have_text("C")


@pytest.mark.parametrize(("height", "part"), [(540, "#deck"), (420, "#panel")])
def test_the_choices_stay_where_they_were_scrolled_to(page: Page, height: int, part: str) -> None:
    """Where the turn goes on, also on a low screen; with another one they begin at their top, as ever."""
    new_fight(page, "A, agility 3D", "B, agility 3D", system="rond6")
    begin(page)
    resize(page, {"width": 1024, "height": height})
    last = page.locator("#deck .choice:not(.refused)").last
    last.scroll_into_view_if_needed()
    assert page.locator(part).evaluate("part => part.scrollTop") > 0
    finger = Finger(page)
    finger.down(*middle(last))
    lie_behind(page)
    assert page.locator(f".layer.behind:is({part}), .layer.behind {part}").evaluate("part => part.scrollTop") > 0
    finger.up()
    wait_until(page, ALONE)


def test_on_a_phone_nothing_lies_behind(page: Page, finger: Finger) -> None:
    """All is as high as it is there, and what comes would move what is below."""
    resize(page, {"width": 390, "height": 844})
    finger.down(*middle(choice(page, "attack", "heavy")))
    expect(page.locator("#would")).to_be_visible()
    expect(page.locator(".layer.behind")).to_have_count(0)
    finger.up()
    wait_until(page, ALONE)
    assert track(page) == ["*A 15", "B 14", "C 9"]
