"""Which rows animate, and what a quick tap must not wait for."""

import pytest
from playwright.sync_api import Page

from tests.browser.play import SHEET, STILL, act, begin, choice, new_fight, stands
from tests.browser.waiting import wait_until

pytestmark = pytest.mark.same_page

NOTE_GLIDING = """() => {
    window.glided = [];
    const animate = (window.animate ??= Element.prototype.animate); // the page may be one that notes it already
    Element.prototype.animate = function (...given) {
        window.glided.push(this.querySelector(".name").textContent);
        return animate.apply(this, given);
    };
}"""


@pytest.fixture
def fight(page: Page) -> Page:
    """Four on the string, with beads that glide."""
    return gliding(page, 18, 17, 16, 15)


def gliding(page: Page, *numbers: int) -> Page:
    """Begin with A, B, C and so on at these numbers, and note which rows animate from then on."""
    page.emulate_media(reduced_motion="no-preference")
    new_fight(page, *(f"{name}, {SHEET}, table" for name, _ in zip("ABCDEFG", numbers, strict=False)))
    begin(page, *numbers)
    wait_until(page, STILL)
    page.evaluate(NOTE_GLIDING)
    return page


def test_whoever_finds_another_place_glides(fight: Page) -> None:
    """A goes behind D, and B comes to act; C and D only make room, together."""
    act(choice(fight, "attack", "heavy"))
    stands(fight, ["*B 17", "C 16", "D 15", "A 13"])
    wait_until(fight, STILL)
    assert sorted(fight.evaluate("glided")) == ["A", "B"]


@pytest.mark.soak
def test_whoever_makes_room_does_not_glide(page: Page) -> None:
    """A goes between B and C; a point is higher then, so that each of the others stands elsewhere by another length."""
    fight = gliding(page, 20, 17, 13, 11, 7, 4, 2)
    act(choice(fight, "attack", "heavy"))
    stands(fight, ["*B 17", "A 15", "C 13", "D 11", "E 7", "F 4", "G 2"])
    wait_until(fight, STILL)
    assert sorted(fight.evaluate("glided")) == ["A", "B"]


@pytest.mark.soak
def test_no_caret_is_left_behind(fight: Page) -> None:
    """A caret left in the box for combatants makes browsers look for its place with every change."""
    wait_until(fight, "getSelection().type === 'None'")


def test_nothing_moves_under_a_finger(fight: Page) -> None:
    """Browsers draw what moves before they tell that the finger has lifted: every tap would wait for it."""
    choice(fight, "attack", "heavy").hover()
    fight.mouse.down()
    wait_until(fight, "document.querySelector('.choice.pressed') && document.querySelector('#ghost')")
    assert fight.evaluate("document.getAnimations().length") == 0
    fight.mouse.up()
    stands(fight, ["*B 17", "C 16", "D 15", "A 13"])
