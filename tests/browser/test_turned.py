"""A tablet turned to the players stays turned after every reload; and scripts that are loaded late."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage, Watch
from tests.browser.hosts import reload
from tests.browser.play import stands, worked_fight
from tests.browser.test_players import for_players, second_window
from tests.browser.waiting import until_ready, wait_until

SHEET = "nerve 0, perception 0, level 0, shooting"

SEEN = """() => {
    globalThis.seen = "";
    const look = () => {
        globalThis.seen += ` ${document.body?.innerText ?? ""} ${document.title}`;
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes what can be read on the page in each of its frames."""


HEAR_ALL = """() => {
    globalThis.said = new Set();
    const name = `turntrack-players ${location.pathname} ${location.hash.slice(3)}`;
    new BroadcastChannel(name).onmessage = ({ data }) => said.add(data);
}"""
"""Notes all that is said to a second window."""


def test_a_reload_leaves_it_turned(page: Page) -> None:
    """Not for a frame is the game master's screen there; the way back still is."""
    worked_fight(page)
    page.locator("#undo").tap()
    page.locator("#redo").tap()
    name = "Secret ambusher"
    page.locator("#add").tap()
    page.locator("#dialog textarea").first.fill(f"{name}, {SHEET}")
    page.locator("#dialog button[type=submit]").first.tap()
    expect(page.locator("#track, #acting").filter(has_text=name)).not_to_have_count(0)
    wait_until(page, f"localStorage.getItem('turntrack.last-seen /turntrack/').includes('{name}')")
    for_players(page, "face-players")
    expect(page.locator(".facing h1")).to_be_visible()
    shown = page.locator(".facing").inner_text()
    page.add_init_script(f"({SEEN})()")
    reload(page)
    expect(page.locator(".facing h1")).to_be_visible()
    assert page.locator(".facing").inner_text() == shown
    expect(page).to_have_title("Turntrack")
    seen = page.evaluate("seen")
    assert "Undo" not in seen, "the game master's screen was there for a moment"
    assert "·" not in seen.replace(shown, "")
    page.get_by_role("button", name="Back to the game master’s screen").tap()
    expect(page.locator("#undo")).to_be_visible()
    reload(page)
    expect(page.locator("#undo")).to_be_visible()
    expect(page.locator(".facing")).to_have_count(0)


@pytest.mark.soak
def test_no_key_leads_back_unless_the_button_is_looked_for(page: Page) -> None:
    worked_fight(page)
    for_players(page, "face-players")
    expect(page.locator(".facing h1")).to_be_visible()
    for key in ("Enter", "Escape", " ", "Backspace", "Control+z", "m", "/"):
        page.keyboard.press(key)
        expect(page.locator(".facing h1")).to_be_visible()
    for key in ("Tab", "Tab", "Enter"):  # past the order
        page.keyboard.press(key)
    expect(page.locator(".facing")).to_have_count(0)
    stands(page, ["*A 20", "B 14", "C 9"])


@pytest.mark.soak
def test_it_prints_what_the_players_see(page: Page) -> None:
    """Whether the print-out was laid out before or after."""
    worked_fight(page)
    page.locator("#add").tap()
    page.locator("#dialog textarea").first.fill(f"Secret ambusher, {SHEET}")
    page.locator("#dialog button[type=submit]").first.tap()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#paper")).to_contain_text("Secret ambusher")
    for_players(page, "face-players")
    expect(page.locator(".facing h1")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator(".facing h1")).to_be_visible()
    expect(page.locator("#paper")).to_be_empty()
    expect(page.locator("#app")).to_be_hidden()


@pytest.mark.soak
@pytest.mark.parametrize("link", ["#game=traveller", "#fight=AAAA"])
def test_a_link_waits_until_the_game_master_is_back(page: Page, link: str) -> None:
    worked_fight(page)
    for_players(page, "face-players")
    expect(page.locator(".facing h1")).to_have_text("A")
    page.evaluate("link => { location.hash = link; }", link)
    wait_until(page, "location.hash === ''")
    expect(page.locator("html")).to_have_attribute("data-view", "fight")
    expect(page.locator(".facing h1")).to_have_text("A")
    expect(page.locator("#dialog")).not_to_have_attribute("open", "")
    page.get_by_role("button", name="Back to the game master’s screen").tap()
    said = page.locator("#game-search" if "game" in link else "#dialog")
    expect(said).to_be_visible()


@pytest.mark.soak
def test_nothing_to_face(page: Page) -> None:
    """The fight is gone by the next start: the players see that none is open, and the way back leads to the list."""
    worked_fight(page)
    page.locator("#back").tap()
    expect(page.locator("#home .fight")).to_have_count(1)
    page.evaluate("sessionStorage.setItem('turntrack.facing /turntrack/', 'true')")
    reload(page)
    expect(page.locator(".facing h1")).to_have_text("No fight is open")
    expect(page.locator("#home .fight")).to_be_hidden()
    page.get_by_role("button", name="Back to the game master’s screen").tap()
    expect(page.locator("#home .fight")).to_be_visible()
    expect(page.locator(".facing")).to_have_count(0)


@pytest.mark.soak
def test_a_pull_on_it_loads_nothing(page: Page) -> None:
    """Also where nothing can be scrolled."""
    worked_fight(page)
    for_players(page, "face-players")
    expect(page.locator(".facing h1")).to_be_visible()
    for part in (":root", "body", ".facing", ".players"):
        assert page.locator(part).first.evaluate("it => getComputedStyle(it).overscrollBehaviorY") == "none"


@pytest.mark.soak
def test_a_part_of_another_version(open_page: OpenPage) -> None:
    """The page stays with the game master and says what to do."""
    page = open_page(own=True)
    worked_fight(page)

    def other(route: Route) -> None:
        route.fulfill(content_type="text/javascript", body="export const turned = () => {};")

    page.route("**/players/game_master_side*.js", other)
    for_players(page, "face-players")
    told = page.locator(".stale")
    expect(told).to_contain_text("This page is an older version: reload it.")
    expect(page.locator("#undo")).to_be_visible()
    page.unroute("**/players/game_master_side*.js")
    with page.expect_navigation():
        told.get_by_role("button", name="Reload").tap()
    until_ready(page)
    for_players(page, "face-players")
    expect(page.locator(".facing h1")).to_be_visible()


def test_a_part_that_cannot_be_had(open_page: OpenPage, watch: Watch) -> None:
    """A style sheet, too."""
    page = open_page(own=True)
    worked_fight(page)
    page.route("**/css/players.css", lambda route: route.abort())
    for_players(page, "face-players")
    expect(page.locator(".stale")).to_contain_text("reload the page")
    expect(page.locator("#undo")).to_be_visible()
    watch.problems.clear()


@pytest.mark.soak
def test_a_duplicated_tab_leaves_the_window_to_the_first(page: Page, open_page: OpenPage, watch: Watch) -> None:
    """The first one answers; the other makes a window of its own; when the first goes, the other follows."""
    worked_fight(page)
    window = second_window(page, watch)
    expect(window.locator("h1")).to_have_text("A")
    token = page.evaluate("sessionStorage.getItem('turntrack.players /turntrack/')")
    twin = page.context.new_page()
    watch.follow(twin)
    key = "turntrack.players /turntrack/"
    twin.add_init_script(f"sessionStorage.getItem('{key}') || sessionStorage.setItem('{key}', '{token}')")
    twin.goto(page.url)
    until_ready(twin)
    twin.locator("#back").click()
    window.evaluate(HEAR_ALL)
    wait_until(window, "said.size > 0")
    window.evaluate("said.clear(); document.dispatchEvent(new Event('visibilitychange'))")
    wait_until(window, "said.size > 1")
    assert not [each for each in window.evaluate("[...said]") if "No fight" in each]
    expect(window.locator("h1")).to_have_text("A")
    page.close()
    expect(window.locator("h1")).to_have_text("No fight is open")
