"""Rules of a table's own, made by touch from an empty home page: the taps are counted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from app.storage.export_writer import Link, pack_link
from tests.amounts import with_soak
from tests.browser.conftest import OpenPage, Watch
from tests.browser.hosts import TABLET, Site
from tests.browser.play import STILL, go_home, log, track
from tests.browser.saving import choose_file, export_all, open_emptied
from tests.browser.waiting import resize, until_ready, wait_until
from turntrack.systems.table_rules.presets.catalogue import preset_rules
from turntrack.systems.table_rules.rule_set import write_rules

PHONE = {"width": 390, "height": 844}
FINGER = 40
"""No control that is tapped here is lower or narrower than so many pixels."""


class Hand:
    """A finger that counts its taps, and reaches only what is big enough."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        target.scroll_into_view_if_needed()
        wait_until(self.page, STILL)
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGER
        target.tap()
        self.taps += 1

    def answer(self, title: str) -> None:
        self.tap(self.page.locator("#dialog").locator(".answer, .chip").filter(has_text=title).first)

    def next(self) -> None:
        self.tap(self.page.locator("#make-next"))


@pytest.fixture(params=with_soak(TABLET, [PHONE]), ids=["tablet", "phone"])
def hand(page: Page, request: pytest.FixtureRequest) -> Hand:
    resize(page, request.param)
    page.locator("#home #make").scroll_into_view_if_needed()
    return Hand(page)


def begin(hand: Hand, *lines: str) -> Page:
    """Begin a fight by the rules that were just kept, with the least that can fall."""
    page = hand.page
    hand.tap(page.locator("#new-by"))
    page.locator("#lines").fill("\n".join(lines))
    hand.tap(page.locator("#dialog .sheet-foot .primary"))
    hand.tap(page.locator("#open"))
    expect(page.locator("#acting .row")).to_have_count(1)
    return page


@pytest.mark.same_page
def test_a_d20_three_actions_and_delaying_for_good(hand: Hand) -> None:
    """“d20 plus a bonus, once, highest first, three actions a turn, delaying moves you for good”: in eight taps."""
    page = hand.page
    hand.tap(page.locator("#make"))
    hand.answer("Start from scratch")
    expect(page.locator(".trial")).to_contain_text("The highest number is first.")
    hand.next()
    hand.next()
    hand.answer("Three actions")
    hand.answer("Yes, and it moves them for good")
    expect(page.locator(".trial .turns").first).to_contain_text("One action ×3")
    hand.next()
    hand.tap(page.locator("#make-keep"))
    expect(page.locator("#dialog")).to_contain_text("and stays there for good;")
    assert hand.taps == 8
    begin(hand, "Mara, bonus 30", "Rat, bonus 1")
    for name in ("Delay", "Two actions"):
        hand.tap(page.locator("#panel .choice", has_text=name).first)
    hand.tap(page.locator("#panel .choice", has_text="Act now").first)
    assert "Mara stands before Rat from now on." in " ".join(log(page, 8))
    assert track(page)[0].startswith("*Mara")


@pytest.mark.same_page
def test_everybodys_counter_and_ticks(hand: Hand) -> None:
    """“Everybody's counter, actions cost ticks, lowest acts”: in eight taps."""
    page = hand.page
    hand.tap(page.locator("#make"))
    hand.answer("Start from scratch")
    hand.next()
    hand.answer("A counter for everybody")
    hand.answer("The lowest number")
    hand.next()
    expect(page.locator(".trial .turns")).to_contain_text("Quick action +3")
    hand.next()
    hand.tap(page.locator("#make-keep"))
    expect(page.locator("#dialog")).to_contain_text("There are no rounds: the count goes on.")
    assert hand.taps == 8
    begin(hand, "Mara, bonus 0", "Rat, bonus 30")
    hand.tap(page.locator("#panel .choice", has_text="Quick action").first)
    assert "Mara does something quick" in " ".join(log(page, 4))


@pytest.mark.same_page
def test_a_wrong_expression_keeps_its_text_and_the_focus(hand: Hand) -> None:
    """It is read with each key; a tap puts what it names onto the sheet."""
    page = hand.page
    hand.tap(page.locator("#make"))
    hand.answer("Start from scratch")
    box = page.locator("#make-formula")
    box.fill("")
    box.press_sequentially("1d20 + dex +")
    expect(page.locator("#dialog .error")).to_contain_text(
        "place 8: a number, dice such as 2d6, or a field of the sheet (bonus)"
    )
    expect(box).to_have_value("1d20 + dex +")
    expect(box).to_be_focused()
    box.press("Backspace")
    hand.tap(page.locator("#make-missing"))
    expect(page.locator(".told")).to_contain_text("The number is 1d20 + dex.")
    hand.tap(page.locator(".step-of").last)
    hand.tap(page.locator("#make-keep"))
    expect(page.locator("#new-by")).to_be_visible()
    expect(page.locator("#dialog")).to_contain_text("The number is 1d20 + dex.")


def test_what_is_typed_into_a_number_or_a_new_name_replaces_it(hand: Hand) -> None:
    """The tap that enters the box selects all of it; a second tap sets the cursor, as anywhere."""
    page = hand.page
    hand.tap(page.locator("#make"))
    hand.answer("Start from scratch")
    hand.tap(page.locator(".made-rows .answer").first)
    expect(page.locator("#row-field-0")).to_be_in_viewport(ratio=0.9)
    for box, typed in (("#make-field-0-label", "Wits"), ("#make-field-0-high", "12")):
        hand.tap(page.locator(box))
        page.keyboard.type(typed)
        expect(page.locator(box)).to_have_value(typed)
    hand.tap(page.locator("#make-field-0-high"))
    page.keyboard.press("End")
    page.keyboard.type("0")
    expect(page.locator("#make-field-0-high")).to_have_value("120")


def test_all_that_a_table_has_made_goes_into_an_empty_browser(open_page: OpenPage, site: Site, watch: Watch) -> None:
    """Rules, a template, an enemy and a fight that is under way: out in one file, in by touch, and played on."""
    page = open_page()
    page.locator("#make").tap()
    page.locator("#dialog .answer", has_text="Ticks by speed").tap()
    page.locator(".step-of").last.tap()
    page.locator("#make-name").fill("Our ticks")
    page.locator("#make-keep").tap()
    page.locator("#new-by").tap()
    page.locator("#lines").fill("Mara, side Crew, health 12\nRat, side Harbour, health 8")
    page.locator("#dialog .sheet-foot .primary").tap()
    page.locator("#menu").tap()
    page.get_by_role("button", name="Save as a template").tap()
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.locator("#dialog")).to_be_hidden()  # a tap beside an open sheet would only close it
    page.locator(".row", has_text="Rat").locator(".body").tap()
    page.locator("#save-enemy").tap()
    page.locator("#dialog .close").tap()
    page.locator("#open").tap()
    expect(page.locator("#acting .row")).not_to_have_count(0)
    before = track(page)
    go_home(page)
    text = export_all(page)
    other = open_emptied(page, site, watch)
    choose_file(other, text)
    expect(other.locator("#dialog")).to_contain_text("Our ticks")
    other.locator("#dialog").get_by_role("button", name="Import").tap()
    expect(other.locator("#games")).to_contain_text("Our ticks")
    expect(other.locator("#home .last")).to_contain_text("Our ticks · the count")
    other.locator("#home .last .fight").tap()
    expect(other.locator("#acting .row")).not_to_have_count(0)
    assert track(other) == before
    other.locator("#panel .choice", has_text="Guard").first.tap()
    expect(other.locator("#line")).to_contain_text("guards")
    go_home(other)
    other.locator("#templates .fight").tap()
    expect(other.locator("#open")).to_be_visible()
    other.locator("#add-first").tap()
    other.locator("#kept-here .chip", has_text="Rat").tap()
    expect(other.locator("#track .row")).to_have_count(3)


@pytest.mark.soak
def test_they_survive_a_reload_and_travel_by_link(open_page: OpenPage) -> None:
    """What a link holds is shown before it is kept, and the address forgets it."""
    page = open_page(pack_link(Link.RULES, write_rules(preset_rules("ticks"))))
    expect(page.locator("#dialog h2")).to_contain_text("Ticks")
    assert page.evaluate("location.hash") == ""
    page.get_by_role("button", name="Save these rules").tap()
    expect(page.locator("#games")).to_contain_text("Ticks")
    page.locator("#make").tap()
    page.locator("#from-nothing").tap()
    page.locator("#make-next").tap()
    page.locator("#dialog").get_by_role("button", name="Sides take turns").tap()
    expect(page.locator("#dialog [aria-pressed=true]").first).to_contain_text("Sides take turns")
    page.reload()
    until_ready(page)
    expect(page.locator("#dialog h2")).to_contain_text("Who is next?")
    expect(page.locator("#dialog [aria-pressed=true]").first).to_contain_text("Sides take turns")
    page.locator("#dialog .close").tap()
    page.get_by_role("button", name="More for Ticks").tap()
    page.get_by_role("button", name="Share…").tap()
    expect(page.get_by_role("img", name="The link, as a QR code")).to_be_visible()
    page.locator("#dialog .close").tap()
    page.evaluate("link => { location.hash = link; }", pack_link(Link.RULES, write_rules(preset_rules("bag"))))
    expect(page.locator("#dialog h2")).to_contain_text("Drawn from a bag")
