"""Nothing that axe finds wrong, on every screen and in every dialog, light and dark, on a tablet and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.play import SHEET, act, begin, choice, row, saved

LONG = "Wilhelmina-Theodora von und zu Greiffenclau-Hohenstaufen 3rd"
LINES = (
    f"{LONG}, side Crew, health 15, note {'poisoned and slow and hiding behind the barrels ' * 3}, table, {SHEET}",
    "Ilko, side Crew, health 12, nerve 6, contact",
    "Guard x3, side Harbour, group Guards, health 10",
    "Rat, side Harbour, shooting, health 4",
)


def home(page: Page) -> None:
    """The first screen with a saved fight on it."""
    page.locator("#sample-zebra").click()
    saved(page)
    page.locator("#menu").click()
    page.get_by_role("button", name="All fights").click()
    expect(page.locator("#home .fight")).to_be_visible()


def between(page: Page) -> None:
    """Everybody is there, nothing has begun."""
    page.locator("#new-zebra").click()
    page.get_by_label("One line each").fill("\n".join(LINES))
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#dialog")).to_be_hidden()


def running(page: Page) -> None:
    """In a sequence: rulings, reserves, refusals, somebody hurt, somebody fallen."""
    between(page)
    page.locator("#open").click()
    page.locator("#dialog input.die").fill("20")
    page.get_by_role("button", name="Take these, roll the rest").click()
    expect(page.locator("#panel .actor")).to_be_visible()
    row(page, "Rat").locator(".body").click()
    page.get_by_role("button", name="−5").click()
    page.get_by_role("button", name="Falls").click()
    row(page, "Guard C").get_by_role("button", name="Move Guard C up").click()
    act(choice(page, "plain", "Reserve"))


def opened(*names: str) -> Callable[[Page], None]:
    """A dialog of a running fight, by the buttons that lead to it."""

    def go(page: Page) -> None:
        running(page)
        page.locator("#menu").click()
        for name in names:
            page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("#dialog")).to_be_visible()

    return go


def dice(page: Page) -> None:
    """The sheet for the table's dice, with a message at its box."""
    between(page)
    page.locator("#open").click()
    page.locator("#dialog input.die").fill("99")
    page.get_by_role("button", name="Take these, roll the rest").click()
    expect(page.locator("#dialog .error")).to_be_visible()


def wrong_lines(page: Page) -> None:
    """The dialog for lines, with a message."""
    page.locator("#new-zebra").click()
    page.get_by_label("One line each").fill("Mara, nerve lots")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#form-error")).to_be_visible()


def person(page: Page) -> None:
    running(page)
    page.locator("#track .body").first.click()
    expect(page.locator("#dialog h3").first).to_be_visible()


def edit(page: Page) -> None:
    person(page)
    page.get_by_role("button", name="Edit…").click()


def why(page: Page) -> None:
    running(page)
    page.locator("#track .number").first.click()
    expect(page.locator("#dialog .sum")).to_be_visible()


def kept(page: Page) -> None:
    """What can be done with a fight of the list."""
    home(page)
    page.get_by_role("button", name="More for Ambush at the ferry").click()
    expect(page.locator("#dialog")).to_be_visible()


def refused(page: Page) -> None:
    """With the reason over the screen, and the way to do it all the same."""
    running(page)
    page.locator(".choice.refused").first.click(force=True)
    expect(page.locator("#dialog .refusal")).not_to_be_empty()


def branched(page: Page) -> None:
    """Gone back from, played on otherwise: the branch in the log, and a step's dialog over it."""
    running(page)
    page.locator("#undo").click()
    page.locator("#undo").click()
    for _ in range(2):
        act(page.locator("#panel .choice:not(.refused)").first)
    page.locator("#undo").click()
    page.locator("#undo").click()
    expect(page.locator("#log .ahead")).to_be_visible()
    expect(page.locator("#log .branch")).to_be_visible()
    page.locator("#log-lines .entry").first.click()
    expect(page.locator("#dialog .moment")).to_be_visible()


def menu_with_branches(page: Page) -> None:
    branched(page)
    page.get_by_role("button", name="Close").click()
    page.locator("#menu").click()
    expect(page.locator("#dialog .branch")).to_be_visible()


def throwing_away(page: Page) -> None:
    menu_with_branches(page)
    page.locator("#dialog .branch").get_by_role("button", name="Throw away").click()
    expect(page.locator("#dialog-title")).to_have_text("Throw away a branch")


SCREENS: dict[str, Callable[[Page], None]] = {
    "first screen": lambda page: None,
    "saved fights": home,
    "between sequences": between,
    "in a sequence": running,
    "a message": refused,
    "lines": wrong_lines,
    "form": opened("Add combatants", "Use a form instead"),
    "person": person,
    "edit": edit,
    "why": why,
    "menu": opened(),
    "a step": branched,
    "menu with branches": menu_with_branches,
    "throwing away": throwing_away,
    "options": opened("How your table plays"),
    "rules": opened("Rules"),
    "note": opened("Write a note"),
    "dice": dice,
    "kept": kept,
    "party": opened("Party…"),
    "import": opened("Import…"),
    "export": opened("Export…"),
}

DEVICES: dict[str, dict[str, Any]] = {
    "tablet, light": {"viewport": {"width": 1024, "height": 768}, "color_scheme": "light"},
    "tablet, dark": {"viewport": {"width": 1024, "height": 768}, "color_scheme": "dark"},
    "phone, light": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "phone, dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(open_page: OpenPage, axe_violations: Callable[[Page], list[str]], screen: str) -> None:
    """One page is brought there; size and colours are changed under it."""
    page = open_page()
    page.emulate_media(reduced_motion="reduce")
    SCREENS[screen](page)
    found = {}
    for name, device in DEVICES.items():
        page.set_viewport_size(device["viewport"])
        page.emulate_media(color_scheme=device["color_scheme"], reduced_motion="reduce")
        if violations := axe_violations(page):
            found[name] = violations
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.setdefault(name, []).append("the page is wider than the screen")
    assert found == {}


@pytest.mark.parametrize("system", ["rond6", "interlock", "unbound", "traveller"])
def test_axe_finds_nothing_in_a_round(
    open_page: OpenPage, axe_violations: Callable[[Page], list[str]], system: str
) -> None:
    """The sample fights of the other systems, the first round begun, everything unfolded."""
    page = open_page()
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.locator(f"#sample-{system}").click()
    begin(page)
    expect(page.locator("#close-round")).to_be_visible()
    page.locator("#panel details").evaluate_all("all => all.forEach(details => (details.open = true))")
    assert axe_violations(page) == []
