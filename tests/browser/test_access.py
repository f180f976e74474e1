"""Tests that axe reports nothing on every screen and dialog, light and dark, on a tablet and a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.amounts import WHOLE, with_soak
from tests.browser.conftest import AxeViolations
from tests.browser.play import SHEET, act, begin, begin_sample, choice, go_home, open_log, row
from tests.browser.waiting import expect_saved, resize

type Walk = Callable[[Page], None]
"""A function that leads from the screen before to the next."""

LONG = "Wilhelmina-Theodora von und zu Greiffenclau-Hohenstaufen 3rd"
# Who acts first is in contact, and so has choices that are refused, whatever the dice are; so have the guards.
LINES = (
    f"{LONG}, side Crew, health 15, note {'poisoned and slow and hiding behind the barrels ' * 3}, table, {SHEET}",
    "Ilko, side Crew, health 12, nerve 30, perception 30, contact",
    "Guard x3, side Harbour, group Guards, health 10",
    "Rat, side Harbour, shooting, health 4",
)


def in_turn(*walks: Walk) -> Walk:
    def go(page: Page) -> None:
        for walk in walks:
            walk(page)

    return go


def home(page: Page) -> None:
    """The first screen with a saved fight on it."""
    page.locator("#sample-zebra").click()
    expect_saved(page)
    go_home(page)


def wrong_lines(page: Page) -> None:
    """The dialog for lines, with a message."""
    page.locator("#new-zebra").click()
    page.get_by_label("One line each").fill("Mara, nerve lots")
    page.locator("#dialog [type=submit]").click()
    expect(page.locator("#form-error")).to_be_visible()


def kept(page: Page) -> None:
    """What can be done with a fight of the list."""
    page.get_by_role("button", name="More for Ambush at the ferry").click()
    expect(page.locator("#dialog")).to_be_visible()


def between(page: Page) -> None:
    """Everybody is there, nothing has begun."""
    page.locator("#new-zebra").click()
    page.get_by_label("One line each").fill("\n".join(LINES))
    page.locator("#dialog [type=submit]").click()
    expect(page.locator("#dialog")).to_be_hidden()


def dice(page: Page) -> None:
    """The sheet for the table's dice, with a message at its box."""
    page.locator("#open").click()
    page.locator("#dialog input.die").fill("99")
    page.locator("#dialog [type=submit]").click()
    expect(page.locator("#dialog .error")).to_be_visible()


def running(page: Page) -> None:
    """In a sequence: rulings, reserves, refusals, somebody hurt, somebody fallen."""
    page.locator("#open").click()
    # Others act, to whom fighting at close quarters forbids something.
    page.locator("#dialog input.die").fill("1")
    page.locator("#dialog [type=submit]").click()
    expect(page.locator("#acting .row")).to_be_visible()
    row(page, "Rat").locator(".body").click()
    page.get_by_role("button", name="−5").click()
    row(page, "Guard C").locator(".body").click()
    page.get_by_role("button", name="Earlier").click()
    page.get_by_role("button", name="Close").click()
    act(choice(page, "plain", "Reserve"))


def by_menu(*names: str) -> Walk:
    """A dialog of the fight, by the buttons that lead to it."""

    def go(page: Page) -> None:
        page.locator("#menu").click()
        for name in names:
            page.locator("#dialog").get_by_role("button", name=name, exact=True).click()
        expect(page.locator("#dialog")).to_be_visible()

    return go


def person(page: Page) -> None:
    page.locator("#acting .body").first.click()
    expect(page.locator("#dialog h3").first).to_be_visible()


def edit(page: Page) -> None:
    person(page)
    page.get_by_role("button", name="Name, side, values").click()


def why(page: Page) -> None:
    page.locator("#acting .number").first.click()
    expect(page.locator("#dialog .sum")).to_be_visible()


def refused(page: Page) -> None:
    """With the reason over the screen, and the way to do it all the same."""
    page.locator(".drawer.i-lock").first.click()
    page.locator(".choice.refused").first.click(force=True)
    expect(page.locator("#dialog .refusal")).not_to_be_empty()


def branched(page: Page) -> None:
    """Gone back from, played on otherwise: the branch in the log, and a step's dialog over it."""
    page.locator("#undo").click()
    page.locator("#undo").click()
    for _ in range(2):
        act(page.locator("#panel .choice:not(.refused)").first)
    page.locator("#undo").click()
    page.locator("#undo").click()
    open_log(page)
    expect(page.locator("#log .ahead")).to_be_visible()
    expect(page.locator("#log .branch")).to_be_visible()
    page.locator("#log-lines .entry").first.click()
    expect(page.locator("#dialog .moment")).to_be_visible()


def menu_with_branches(page: Page) -> None:
    page.locator("#menu").click()
    expect(page.locator("#dialog .branch")).to_be_visible()


def throwing_away(page: Page) -> None:
    menu_with_branches(page)
    page.locator("#dialog .branch").get_by_role("button", name="Discard").click()
    expect(page.locator("#dialog-title")).to_have_text("Discard a branch")


def wounding(page: Page) -> None:
    """Several at once, some of them half, with a condition for the wounded."""
    page.locator("#track .hp").first.click()
    page.locator("#dialog .whom .chip").nth(1).click()
    page.locator("#digit-9").click()
    page.locator("#dialog .part button", has_text="half").first.click()
    page.locator("#dialog .set .chip", has_text="prone").click()
    expect(page.locator("#deal")).to_be_enabled()


def giving(page: Page) -> None:
    person(page)
    page.locator("#dialog .chip", has_text="burning").click()
    page.locator("#dialog .chip", has_text="a roll after").click()
    expect(page.locator("#dialog .durations")).to_be_visible()


def lasting(page: Page) -> None:
    """Conditions on rows, the last that of the running turn; somebody in the wings, and something to be settled."""
    giving(page)
    page.locator("#till-ends-0").click()
    page.locator("#menu").click()
    page.get_by_role("button", name="What comes later").click()
    page.locator("#wing-lines").fill("The boss")
    page.get_by_role("button", name="Add reinforcements").click()
    expect(page.locator("#later")).to_be_visible()
    expect(page.locator("#acting .ends")).to_be_visible()


def struck(page: Page) -> None:
    """The wounds on the row; on a phone, and where dice make the struck act next, below the choices."""
    page.locator("#panel .people .chip.who").first.click()
    act(page.locator("#panel .choice.leading"))
    expect(page.locator(".hurts:visible").first).to_be_visible()


def question(at: int) -> Walk:
    """Go to a question about rules of the table’s own, everything unfolded."""

    def go(page: Page) -> None:
        if not page.locator("#dialog .steps").is_visible():
            page.locator("#make").click()
        page.locator(".step-of").nth(at - 1).click()
        if page.locator(".made-rows [aria-expanded='false']").count():
            page.locator(".made-rows .answer").first.click()
        page.locator("#dialog details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
        expect(page.locator(f"#asked-{at}")).to_be_visible()

    return go


def rules_out(page: Page) -> None:
    """Rules of the table’s own on their way out, with the code."""
    page.locator("#make").click()
    page.locator(".step-of").first.click()
    page.locator("#make-formula").fill("1d20")
    page.locator(".step-of").last.click()
    page.locator("#make-keep").click()
    page.get_by_role("button", name="Share…").click()
    expect(page.locator(".still-code canvas")).to_be_visible()


def making(page: Page) -> None:
    """An expression that cannot be read, beside what is asked first."""
    page.locator("#make").click()
    page.locator("#dialog .answer[data-arg=three_actions]").click()
    page.locator("#make-formula").fill("1d20 + wits")
    expect(page.locator("#make-missing")).to_be_visible()


def how(page: Page) -> None:
    page.locator("#how").click()
    expect(page.locator(".lessons li")).to_have_count(6)


def about(page: Page) -> None:
    page.locator("#about").click()
    expect(page.locator("#report")).to_be_visible()


NEW = "the first screen"
"""The only one of the walks that needs a device without fights."""


def finding(page: Page) -> None:
    """With something of everything found: done, refused, told, and somebody."""
    page.locator("#find").click()
    page.locator("#sought").fill("a")
    expect(page.locator("#dialog .found .entry").first).to_be_visible()


def dice_put_right(page: Page) -> None:
    """A roll with all that can fall, and what would follow."""
    page.locator("#dialog .die, #track .number").first.click()
    page.locator("#dialog .die").first.click()
    page.locator("#dialog .faces button[aria-pressed=false]").first.click()
    expect(page.locator("#dialog .sheet-foot")).to_be_visible()


def facing(way: str) -> Walk:
    """The tab, turned to the players."""

    def go(page: Page) -> None:
        page.locator(f"#{way}").click()
        expect(page.locator(".facing .players > *").first).to_be_visible()

    return go


def face_back(page: Page) -> None:
    page.locator(".facing .leave").click()
    expect(page.locator(".facing")).to_have_count(0)


WALKS: dict[str, dict[str, Walk]] = {
    NEW: {
        "first screen": lambda page: None,
        "lines": wrong_lines,
        "saved fights": in_turn(go_home, home),
        "kept": kept,
        "about": about,
        "how it works": how,
    },
    "before the first sequence": {"between sequences": between, "dice": dice},
    "a sequence": {
        "in a sequence": in_turn(between, running),
        "a message": refused,
        "person": person,
        "edit": edit,
        "why": why,
        "dice put right": dice_put_right,
        "finding": finding,
        "a step": branched,
        "menu with branches": menu_with_branches,
        "throwing away": throwing_away,
    },
    "wounds and conditions": {
        "struck": in_turn(between, running, struck),
        "wounds": wounding,
        "giving": giving,
        "conditions": lasting,
        "later": by_menu("What comes later"),
    },
    "rules of a table’s own": {
        "a beginning": lambda page: page.locator("#make").click(),
        "who has a place": making,
        "who is next": question(2),
        "what a turn holds": question(3),
        "and then": question(4),
        "handed on": rules_out,
    },
    "the menu of a fight": {
        "menu": in_turn(between, by_menu()),
        "form": by_menu("Add combatants", "Form"),
        "options": by_menu("How your table plays"),
        "rules": by_menu("Rules"),
        "note": by_menu("Write a note"),
        "party": by_menu("Party…"),
        "import": by_menu("Import…"),
        "export": by_menu("Export…"),
        "for the players": by_menu("For the players…"),
        "a code for players": facing("show-players-code"),
        "the players’ screen": in_turn(face_back, by_menu("For the players…"), facing("face-players")),
        "back": face_back,
    },
}
"""Screens in the order in which one walks through them, from the first one; a dialog is closed in between."""

FROM_WHAT_IS_OPEN = {"a code for players"}

DEVICES: dict[str, dict[str, Any]] = {
    "tablet, light": {"viewport": {"width": 1024, "height": 768}, "color_scheme": "light"},
    "tablet, dark": {"viewport": {"width": 1024, "height": 768}, "color_scheme": "dark"},
    "phone, light": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "phone, dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}


def devices(at: int) -> dict[str, dict[str, Any]]:
    """Return what a walk’s screen of that number is looked at with: one by turns, in the soak each size and colour."""
    return DEVICES if WHOLE else dict([list(DEVICES.items())[(0, -1)[at % 2]]])


@pytest.mark.parametrize(
    "walk", [walk if walk == NEW else pytest.param(walk, marks=pytest.mark.same_page) for walk in WALKS]
)
def test_axe_finds_nothing(page: Page, axe_violations: AxeViolations, walk: str) -> None:
    """One page is brought from screen to screen; size and colours are changed under it."""
    page.emulate_media(reduced_motion="reduce")
    problems = {}
    for at, (screen, go) in enumerate(WALKS[walk].items()):
        if page.locator("#dialog").is_visible() and screen not in FROM_WHAT_IS_OPEN:
            page.locator("#dialog .close").click()
            expect(page.locator("#dialog")).to_be_hidden()
        go(page)
        for name, device in devices(at).items():
            resize(page, device["viewport"])
            page.emulate_media(color_scheme=device["color_scheme"], reduced_motion="reduce")
            if violations := axe_violations(page):
                problems[screen, name] = violations
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                problems.setdefault((screen, name), []).append("the page is wider than the screen")
        resize(page, DEVICES["tablet, light"]["viewport"])
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert problems == {}


@pytest.mark.same_page
@pytest.mark.parametrize("system", with_soak("rond6", ["interlock", "unbound", "traveller", "three_actions"]))
def test_axe_finds_nothing_in_a_round(page: Page, axe_violations: AxeViolations, system: str) -> None:
    """The sample fights of the other systems, the first round begun, everything unfolded."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    begin_sample(page, system)
    begin(page)
    expect(page.locator("#line-end")).to_be_attached()
    violations_by_drawer = {"": axe_violations(page)}
    for key in page.locator(".drawer").evaluate_all("all => all.map((drawer) => drawer.id)"):
        page.locator(f"[id='{key}']").click()
        violations_by_drawer[key] = axe_violations(page, "#deck")
    assert {key: violations for key, violations in violations_by_drawer.items() if violations} == {}
