"""Typed text survives a dialog that is closed by mistake, and slow work says that it runs."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hosts import TABLET
from tests.browser.play import new_fight, open_log, row, stands, worked_fight
from tests.browser.waiting import expect_saved, resize

pytestmark = pytest.mark.same_page

LINES = "Guard x2, shooting\nRat, shooting"

FRAMES = """() => {
    window.frames_seen = [];
    const look = () => {
        window.frames_seen.push(document.getElementById("dialog").textContent);
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


def test_a_tap_on_what_the_sheet_lies_over_escape_and_the_way_by_the_form(page: Page) -> None:
    """Fifteen lines are typed once; the page tells that they are still there, and forgets them when they were used."""
    new_fight(page, "Mara, shooting")
    dialog, box = page.locator("#dialog"), page.get_by_label("One line each")
    page.locator("#add").tap()
    box.fill(LINES)
    resize(page, {"width": 768, "height": 1024})  # upright, the deck is faded behind it
    page.touchscreen.tap(600, 200)
    expect(dialog).to_be_hidden()
    resize(page, TABLET)
    page.locator("#add").tap()
    expect(box).to_have_value(LINES)
    expect(page.locator("#typed-earlier")).to_be_visible()
    box.press("End")
    page.keyboard.type(", health 9")
    typed = box.input_value()
    assert len(typed) == len(LINES) + len(", health 9")
    expect(page.locator("#understood")).to_contain_text("health 9")
    box.press("Home")
    page.keyboard.type("Big ")  # one key after the other: what is drawn for each must not move the cursor
    expect(page.locator("#understood")).to_contain_text("Big Guard ×2")
    typed = box.input_value()
    assert len(typed) == len(LINES) + len(", health 9") + len("Big ")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.locator("#add").tap()
    expect(box).to_have_value(typed)
    page.get_by_role("button", name="Form", exact=True).tap()
    page.get_by_label("Name", exact=True).fill("Boss")
    page.get_by_label("Rolls at the table").check()
    page.get_by_role("button", name="Type quick lines instead").tap()
    expect(box).to_have_value(typed)
    page.get_by_role("button", name="Form", exact=True).tap()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Boss")
    expect(page.get_by_label("Rolls at the table")).to_be_checked()
    page.get_by_role("button", name="Close").tap()
    page.locator("#add").tap()
    page.locator("#dialog [type=submit]").tap()
    expect(dialog).to_be_hidden()
    expect(row(page, "Rat")).to_be_visible()
    page.locator("#add").tap()
    expect(box).to_have_value("")


def test_what_was_sent_is_not_unsent(page: Page) -> None:
    """A number that was ruled follows an undo, although its field kept the focus when it was sent."""
    worked_fight(page)
    row(page, "C").locator(".body").tap()
    number = page.locator("#of-score")
    number.fill("12")
    number.press("Enter")
    stands(page, ["*A 20", "B 14", "C 12"])
    page.get_by_role("button", name="Close").tap()
    page.locator("#undo").tap()
    stands(page, ["*A 20", "B 14", "C 9"])
    row(page, "C").locator(".body").tap()
    expect(number).to_have_value("9")
    expect(page.locator("#typed-earlier")).to_be_hidden()


def test_cleared_by_its_button(page: Page) -> None:
    """With what was typed since, in whichever field."""
    new_fight(page, "Mara, shooting")
    open_log(page).locator("#note").tap()
    page.get_by_label("Note", exact=True).fill("The tide comes in")
    page.keyboard.press("Escape")
    open_log(page).locator("#note").tap()
    expect(page.get_by_label("Note", exact=True)).to_have_value("The tide comes in")
    page.get_by_role("button", name="Clear it").tap()
    expect(page.get_by_label("Note", exact=True)).to_have_value("")
    page.get_by_role("button", name="Close").tap()
    page.locator("#add").tap()
    page.get_by_role("button", name="Form", exact=True).tap()
    page.get_by_label("Name", exact=True).fill("Ilko")
    page.get_by_role("button", name="Close").tap()
    page.locator("#add").tap()
    page.get_by_role("button", name="Form", exact=True).tap()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ilko")
    page.get_by_label("Side", exact=True).fill("Harbour")
    page.get_by_label("Rolls at the table").check()
    page.get_by_role("button", name="Clear it").tap()
    expect(page.get_by_label("Name", exact=True)).to_have_value("")
    expect(page.get_by_label("Side", exact=True)).to_have_value("")
    expect(page.get_by_label("Rolls at the table")).not_to_be_checked()


def test_a_field_that_is_taken_when_it_is_left(page: Page) -> None:
    """By Enter, by a tap elsewhere, or by the next field; Escape takes nothing, and what was typed is there again."""
    new_fight(page, "Mara, shooting")
    row(page, "Mara").locator(".body").tap()
    page.get_by_role("button", name="Name, side, values").tap()
    name, side = page.get_by_label("Name", exact=True), page.get_by_label("Side", exact=True)
    name.fill("Ilko")
    name.press("Enter")
    expect(page.locator("#track .name")).to_have_text("Ilko")
    side.fill("Crew")
    page.get_by_label("Group", exact=True).focus()
    expect(page.locator("#last")).to_contain_text("Crew")
    side.fill("Harbour")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Name, side, values").tap()
    expect(side).to_have_value("Harbour")
    expect(page.locator("#typed-earlier")).to_be_visible()
    expect(page.locator("#last")).to_contain_text("Crew")
    page.get_by_role("button", name="Clear it").tap()
    expect(side).to_have_value("Crew")


@pytest.mark.soak
def test_a_browser_that_closes_the_dialog_by_itself(page: Page) -> None:
    """Android's second gesture back in a row is not asked for; the page then knows that the dialog is closed."""
    new_fight(page, "Mara, shooting")
    page.locator("#add").tap()
    page.evaluate("document.getElementById('dialog').close()")
    expect(page.locator("#dialog-title")).to_have_count(0)
    open_log(page).locator("#note").tap()
    page.get_by_label("Note", exact=True).fill("The tide comes in")
    page.get_by_role("button", name="Add to the log").tap()
    expect_saved(page)
    expect(page.locator("#dialog")).to_be_hidden()


def test_reading_is_painted_before_it_begins(page: Page) -> None:
    """A long text is read on the page's own thread: nothing can be painted once that has begun."""
    page.get_by_role("button", name="Import").tap()
    page.locator("#text").evaluate("""box => { box.value = '{"kind": "turntrack-' + "x".repeat(300_000) }""")
    page.evaluate(FRAMES)
    page.get_by_role("button", name="Preview").tap()
    expect(page.locator("#form-error")).to_be_visible()
    assert any("Reading…" in seen for seen in page.evaluate("window.frames_seen"))
    assert page.locator("#text").evaluate("box => box.value.length") > 300_000
