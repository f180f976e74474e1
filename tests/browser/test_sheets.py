"""What opens beside the fight: what it leaves in reach, where the keyboard goes, and the way back."""

import pytest
from playwright.sync_api import Page, expect

from tests.amounts import with_soak
from tests.browser.hosts import TABLET
from tests.browser.play import STILL, act, choices, kept, row, worked_fight
from tests.browser.waiting import resize, wait_until

pytestmark = pytest.mark.same_page

SIZES = {"side": TABLET, "below": {"width": 768, "height": 1024}, "phone": {"width": 390, "height": 844}}

FOCUSED = "document.activeElement.id"


@pytest.fixture
def fight(page: Page) -> Page:
    """Three of whom the first has done something, with the keyboard nowhere in particular."""
    resize(page, TABLET)
    worked_fight(page)
    act(choices(page, "attack").first)
    return page


@pytest.mark.parametrize("size", with_soak("below", ["side", "phone"]))
def test_undo_stays_in_reach(fight: Page, size: str) -> None:
    """The sheet lies above the line; what it tells of is shown at once."""
    records = len(kept(fight))
    resize(fight, SIZES[size])  # type: ignore[arg-type]  # whichever of them
    fight.locator("#menu").tap()
    wait_until(fight, STILL)
    sheet, line = fight.locator("#dialog").bounding_box(), fight.locator("#line").bounding_box()
    assert sheet
    assert line
    assert sheet["y"] + sheet["height"] <= line["y"] + 0.5
    fight.locator("#undo").tap()
    assert len(kept(fight)) == records + 1
    expect(fight.locator("#dialog")).to_be_visible()
    if size == "below":
        string = fight.locator("#track .row").all()
        assert all((box := each.bounding_box()) and box["y"] + box["height"] <= sheet["y"] for each in string)


@pytest.mark.parametrize("size", with_soak("side", ["below"]))
def test_a_tap_on_the_string_asks_the_same_of_that_one(fight: Page, size: str) -> None:
    resize(fight, SIZES[size])  # type: ignore[arg-type]  # whichever of them
    row(fight, "B").locator(".number").tap()
    expect(fight.locator("#dialog-title")).to_contain_text("B")
    row(fight, "C").locator(".body").tap()
    expect(fight.locator("#dialog-title")).to_contain_text("C")
    expect(fight.locator("#dialog .sum")).to_be_visible()


@pytest.mark.parametrize("size", with_soak("side", ["below"]))
def test_the_deck_is_not_reached_through_it(fight: Page, size: str) -> None:
    """Neither by a finger, which closes the sheet where the deck is seen, nor by the keyboard."""
    resize(fight, SIZES[size])  # type: ignore[arg-type]  # whichever of them
    records = len(kept(fight))
    fight.locator("#menu").tap()
    expect(fight.locator("#deck-area")).to_have_attribute("inert", "")
    if size == "below":
        fight.touchscreen.tap(600, 190)
        expect(fight.locator("#dialog")).to_be_hidden()
        expect(fight.locator("#deck-area")).not_to_have_attribute("inert", "")
    assert len(kept(fight)) == records


@pytest.mark.soak
def test_the_keyboard_goes_in_and_back_to_where_it_came_from(fight: Page) -> None:
    """Escape goes back, then closes."""
    fight.locator("#menu").focus()
    fight.keyboard.press("Enter")
    title = fight.locator("#dialog-title")
    expect(title).to_contain_text("A, B, C")
    assert fight.evaluate("document.getElementById('dialog').contains(document.activeElement)")
    fight.get_by_role("button", name="Write a note").focus()
    fight.keyboard.press("Enter")
    expect(title).to_have_text("A note in the log")
    assert fight.evaluate(FOCUSED) == "text"
    fight.keyboard.press("Escape")
    expect(title).to_contain_text("A, B, C")
    expect(fight.locator("#sheet-back")).to_have_count(0)
    fight.keyboard.press("Escape")
    expect(fight.locator("#dialog")).to_be_hidden()
    assert fight.evaluate(FOCUSED) == "menu"


def test_the_back_button_goes_one_step(fight: Page) -> None:
    fight.locator("#menu").tap()
    fight.get_by_role("button", name="Rules", exact=True).tap()
    fight.get_by_role("button", name="How your table plays").tap()
    fight.locator("#sheet-back").tap()
    expect(fight.locator("#rules-search")).to_be_visible()
    fight.locator("#sheet-back").tap()
    expect(fight.get_by_role("button", name="Rename")).to_be_visible()
    expect(fight.locator("#sheet-back")).to_have_count(0)


def test_what_is_refused_is_mended_where_it_was_typed(fight: Page) -> None:
    fight.locator("#add").tap()
    fight.locator("#lines").fill("Mara, nerve lots")
    fight.locator("#dialog [type=submit]").tap()
    expect(fight.locator("#form-error")).to_be_visible()
    assert fight.evaluate(FOCUSED) == "lines"


@pytest.mark.soak
def test_what_is_looked_for_is_found_and_done_by_keyboard(fight: Page) -> None:
    """A slash opens it, arrows lead to what is found and foretell it, Enter does it."""
    fight.locator("#add").focus()
    fight.keyboard.press("/")
    assert fight.evaluate(FOCUSED) == "sought"
    fight.keyboard.type("aim")
    results = fight.locator("#dialog .found .choice")
    expect(results.first).to_contain_text("Aim")
    fight.keyboard.press("ArrowDown")
    expect(results.nth(0)).to_be_focused()
    expect(fight.locator("#would")).to_contain_text("Aim (3)")
    fight.keyboard.press("ArrowDown")
    expect(results.nth(1)).to_be_focused()
    fight.keyboard.press("ArrowUp")
    fight.keyboard.press("ArrowUp")
    assert fight.evaluate(FOCUSED) == "sought"
    fight.keyboard.press("Enter")
    expect(fight.locator("#dialog")).to_be_hidden()
    expect(fight.locator("#last")).to_contain_text("aims")
    expect(fight.locator("#would")).to_be_hidden()


def test_what_is_looked_for_is_found_and_done_by_touch(fight: Page) -> None:
    fight.locator("#find").tap()
    fight.locator("#sought").fill("message")
    fight.locator("#dialog .found .choice").first.tap()
    expect(fight.locator("#dialog")).to_be_hidden()
    expect(fight.locator("#last")).to_contain_text("message")


@pytest.mark.soak
def test_a_slash_in_a_field_is_a_slash(fight: Page) -> None:
    fight.locator("#add").tap()
    fight.locator("#lines").focus()
    fight.keyboard.type("Guard/Dog")
    expect(fight.locator("#lines")).to_have_value("Guard/Dog")


def test_words_are_tapped_slips_are_mended_and_ctrl_enter_adds(fight: Page) -> None:
    fight.locator("#add").tap()
    lines = fight.locator("#lines")
    lines.focus()
    fight.keyboard.type("Dog x2, nreve 5")
    fight.locator("#dialog .ask").tap()
    expect(lines).to_have_value("Dog x2, nerve 5")
    fight.locator("#words").get_by_role("button", name="health", exact=True).tap()
    fight.keyboard.type("9")
    expect(lines).to_have_value("Dog x2, nerve 5, health 9")
    expect(fight.get_by_role("button", name="Add 2", exact=True)).to_be_visible()
    fight.keyboard.press("Control+Enter")
    expect(fight.locator("#dialog")).to_be_hidden()
    expect(row(fight, "Dog B")).to_be_visible()


def test_the_line_being_typed_is_in_sight_with_how_it_is_understood(fight: Page) -> None:
    fight.locator("#add").tap()
    lines = fight.locator("#lines")
    lines.focus()
    fight.keyboard.insert_text("\n".join(f"Dog {letter}, nerve 5" for letter in "ABCDEFGHIJKLMN"))
    fight.keyboard.type("\nLast")
    expect(lines).to_be_in_viewport(ratio=1)
    expect(fight.locator("#line-15")).to_be_in_viewport(ratio=1)
    fight.keyboard.press("Control+Home")
    fight.keyboard.type("Old ")
    expect(lines).to_be_in_viewport(ratio=1)
    expect(fight.locator("#line-1")).to_be_in_viewport(ratio=1)
