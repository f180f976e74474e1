"""No fight locks a game master out: whatever happens while it is opened, the list of fights is there."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.app.fights import read_file
from tests.browser.conftest import OpenPage, Watch
from tests.browser.hosts import replacing
from tests.browser.waiting import expect_failure, expect_saved, until_ready
from tests.hands.player import STEP
from tests.hands.store import journals

pytestmark = pytest.mark.soak

CURSE = """
      import js
      from turntrack.systems.zebra import SYSTEM
      drawn = SYSTEM.sections

      def sections(encounter, entered):
          if js.localStorage.getItem("curse") == "raises":
              raise KeyError("c99")
          if js.localStorage.getItem("curse") == "dies":
              raise SystemExit("it died")
          return drawn(encounter, entered)

      object.__setattr__(SYSTEM, "sections", sections)
      await main()"""
"""From when localStorage says so, no fight of Zebra Island can be drawn."""

NOTE = "`turntrack.opening ${location.pathname}`"


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A page whose rules can be broken, with a fight of Unbound in the list and one of Zebra Island open."""
    page = open_page(own=True, prepare=replacing("**/turntrack/", "await main()", CURSE.strip()))
    play(page, "unbound")
    page.locator("#menu").tap()
    page.locator("#dialog").get_by_role("button", name="All fights").tap()
    play(page, "zebra")
    return page


def play(page: Page, system: str) -> None:
    """The sample fight, with a round begun and saved."""
    page.locator(f"#sample-{system}").tap()
    page.evaluate(STEP)
    expect_saved(page)


def expect_the_list(page: Page) -> None:
    """All fights are there, and those of other systems open."""
    expect(page.locator("html")).to_have_attribute("data-view", "home")
    expect(page.locator("#home .fight")).to_have_count(2)
    page.locator("#home .fight").filter(has_text="Unbound").tap()
    expect(page.locator("html")).to_have_attribute("data-view", "fight")
    expect(page.locator("#track .row")).not_to_have_count(0)
    page.locator("#menu").tap()
    page.locator("#dialog").get_by_role("button", name="All fights").tap()
    expect(page.locator("html")).to_have_attribute("data-view", "home")


def curse(page: Page, how: str) -> None:
    page.evaluate(f"localStorage.curse = '{how}'")


def test_a_fight_that_cannot_be_drawn_leads_to_the_list_and_is_exported(page: Page) -> None:
    kept = journals(page)
    curse(page, "raises")
    page.reload()
    until_ready(page)
    notice = page.locator("#notice .bad")
    expect(notice).to_contain_text("cannot be shown; it is kept as it is. (KeyError: 'c99')")
    with page.expect_download() as download:
        notice.get_by_role("button", name="Export").tap()
        expect(page.locator("#dialog")).to_contain_text("what is stored, unread")
        page.get_by_role("button", name="Save or share the file").tap()
    page.get_by_role("button", name="Close").tap()
    (encounter,) = read_file(download.value.path().read_text()).encounters
    assert list(encounter.records) == kept[encounter.key]
    assert encounter.system == "zebra"
    notice.get_by_role("button", name="Understood").tap()
    expect(page.locator("#notice")).to_be_empty()
    expect_the_list(page)
    page.locator("#home .fight").filter(has_text="Zebra Island").tap()
    expect(notice).to_contain_text("cannot be shown; it is kept as it is.")
    for _ in range(2):
        page.reload()
        until_ready(page)
        expect_the_list(page)
    assert journals(page) == kept
    curse(page, "")
    page.locator("#home .fight").filter(has_text="Zebra Island").tap()
    expect(page.locator("#track .row")).not_to_have_count(0)


def test_a_step_after_which_nothing_can_be_drawn_is_undone(page: Page) -> None:
    shown = page.locator("#track").inner_text()
    curse(page, "raises")
    page.evaluate(STEP)
    expect(page.locator("#panel")).to_contain_text("This moment of the fight cannot be shown")
    curse(page, "")
    page.locator("#undo").tap()
    # Once it can be drawn, the moment may be seen before it is undone: whatever is saved meanwhile has the page drawn.
    expect(page.locator("#track")).to_have_text(shown, use_inner_text=True)


def load_again(page: Page) -> None:
    page.reload()


def ask_for_the_list(page: Page) -> None:
    page.get_by_role("button", name="Start with the list of fights").tap()


@pytest.mark.parametrize("way", [load_again, ask_for_the_list])
def test_a_start_that_died_begins_with_the_list_the_next_time(
    page: Page, watch: Watch, way: Callable[[Page], None]
) -> None:
    watch.expected = ["it died"]
    curse(page, "dies")
    page.reload()
    expect_failure(page, "The rules engine failed to start", "it died")
    with page.expect_event("load"):
        way(page)
    until_ready(page)
    expect(page.locator("#notice .bad")).to_contain_text("Last time, Turntrack stopped while opening it")
    expect_the_list(page)
    curse(page, "")
    page.reload()
    until_ready(page)
    expect(page.locator("#notice")).to_be_empty()
    expect_the_list(page)


def test_the_list_can_be_asked_for_whatever_the_start_died_of(open_page: OpenPage, watch: Watch) -> None:
    watch.expected = ["a fault of ours"]
    page = open_page(own=True)
    play(page, "zebra")
    replacing("**/turntrack/", "await main()", "raise RuntimeError('a fault of ours')")(page)
    page.reload()
    expect_failure(page, "The rules engine failed to start", "a fault of ours")
    page.unroute("**/turntrack/")
    with page.expect_event("load"):
        ask_for_the_list(page)
    until_ready(page)
    expect(page.locator("html")).to_have_attribute("data-view", "home")
    expect(page.locator("#notice")).to_be_empty()
    assert page.evaluate(f"localStorage.getItem({NOTE})") is None


def test_also_from_the_snapshot(open_page: OpenPage) -> None:
    """The note is read and taken away whichever way Python comes up; a start that goes well leaves none."""
    page = open_page()
    play(page, "zebra")
    (key,) = journals(page)
    page.reload()
    until_ready(page)
    expect(page.locator("html")).to_have_attribute("data-view", "fight")
    assert page.evaluate(f"localStorage.getItem({NOTE})") is None
    page.evaluate(f"localStorage.setItem({NOTE}, {json.dumps(key)})")
    page.reload()
    until_ready(page)
    expect(page.locator("html")).to_have_attribute("data-view", "home")
    expect(page.locator("#notice .bad")).to_contain_text("Last time, Turntrack stopped while opening it")
    assert page.evaluate(f"localStorage.getItem({NOTE})") is None
