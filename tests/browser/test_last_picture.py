"""Tests that the last screen is shown before Python is up, and becomes live without a trace."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage, Watch
from tests.browser.hosts import Site
from tests.browser.waiting import READY_SECONDS, expect_saved, until_ready, wait_until
from tools.layout import DIST

KEY = "turntrack.last-seen /turntrack/"
LIVE = "document.documentElement.dataset.ready"
PICTURE = f"localStorage.getItem('{KEY}')"


class Gate:
    """A gate that holds the engine back, so that a test can look at the page before it is live."""

    def __init__(self, page: Page) -> None:
        self._held: list[Route] = []
        self._is_shut = False
        page.route("**/stdlib.zip", self._arrive)

    def shut(self) -> None:
        """Hold the engine's library back from now on."""
        self._is_shut = True

    def open(self) -> None:
        """Let the library through."""
        self._is_shut = False
        for route in self._held:
            route.continue_()
        self._held.clear()

    def _arrive(self, route: Route) -> None:
        if self._is_shut:
            self._held.append(route)
        else:
            route.continue_()


type Start = Callable[..., tuple[Page, Gate]]
"""With ``own``, on a device of its own, which has no offline copy."""


@pytest.fixture
def left(open_page: OpenPage) -> Start:
    """A page on which a fight was played; from its opening on, the engine can be held back."""

    def start(own: bool = False) -> tuple[Page, Gate]:
        gates: list[Gate] = []
        page = open_page(prepare=lambda page: gates.append(Gate(page)), own=own)
        (gate,) = gates
        page.get_by_role("button", name="Sample fight:").first.click()
        page.locator("#open").click()
        expect(page.locator("#acting .row")).to_be_visible()
        expect_saved(page)
        return page, gate

    return start


def leave_and_return(page: Page, gate: Gate) -> None:
    """Load the page again, up to what was last seen."""
    gate.shut()
    page.reload(wait_until="commit")
    page.locator("html[data-early], html[data-ready]").wait_for(state="attached", timeout=READY_SECONDS * 1000)
    expect(page.locator("html[data-early]")).to_be_attached()


def steps(page: Page) -> int:
    """Return the number of steps."""
    return int(page.locator("#last").get_attribute("data-step") or 0)


def test_the_same_picture_marked_and_then_live_without_a_change(left: Start) -> None:
    """Not one element of the fight is touched when Python takes over."""
    page, gate = left()
    track = page.locator("#track").inner_html()
    panel = page.locator("#panel").inner_html()
    leave_and_return(page, gate)
    assert page.locator("#track").inner_html() == track
    assert page.locator("#panel").inner_html() == panel
    expect(page.locator("#panel")).to_be_visible()
    expect(page.locator("#boot")).to_be_hidden()
    expect(page.locator("#early")).to_have_text("Read only: the rules are waking up…")
    expect(page.locator("#app")).to_have_attribute("aria-busy", "true")
    page.evaluate(
        """() => {
            window.changes = [];
            const watch = new MutationObserver((all) => window.changes.push(...all.map((it) => it.target.id)));
            for (const id of ["title", "acting", "now", "history", "track", "panel"])
                watch.observe(document.getElementById(id), {
                    subtree: true, childList: true, attributes: true, characterData: true});
        }"""
    )
    places = (
        "JSON.stringify([...document.querySelectorAll('#app [id]')].map(it => [it.id, it.getBoundingClientRect()]))"
    )
    before = page.evaluate(places)
    gate.open()
    until_ready(page)
    expect(page.locator("#early")).to_be_hidden()
    assert page.evaluate("window.changes") == []
    fight = "#title, #acting, #now, #history, #track, #panel"
    where = dict(json.loads(before))
    for name, box in json.loads(page.evaluate(places)):
        if page.evaluate(f"name => Boolean(document.getElementById(name).closest('{fight}'))", name):
            assert where[name] == box, name


def test_a_tap_waits_and_is_made_once(left: Start) -> None:
    """However often it is tapped, it is one step."""
    page, gate = left()
    before = steps(page)
    leave_and_return(page, gate)
    choice = page.locator("#panel .choice:not(.refused)").first
    choice.click()
    expect(choice).to_have_attribute("data-waits", "")
    expect(page.locator("#early")).to_contain_text("Your tap waits")
    choice.click()
    expect(page.locator("[data-waits]")).to_have_count(0)
    choice.click()
    gate.open()
    until_ready(page)
    wait_until(page, f"document.getElementById('last').dataset.step === '{before + 1}'")
    expect_saved(page)
    page.reload()
    until_ready(page)
    assert steps(page) == before + 1


@pytest.mark.soak
def test_a_tap_on_what_is_no_longer_so_is_dropped(left: Start) -> None:
    """The picture is of a moment before: what was tapped may mean something else now."""
    page, gate = left()
    wait_until(page, f"{PICTURE}.includes('choice-')")
    old = page.evaluate(PICTURE)
    page.locator("#panel .choice:not(.refused)").first.click()
    expect_saved(page)
    before = steps(page)
    page.evaluate(f"addEventListener('pagehide', () => localStorage.setItem('{KEY}', {json.dumps(old)}))")
    leave_and_return(page, gate)
    page.locator("#panel .choice:not(.refused)").first.click()
    gate.open()
    until_ready(page)
    expect(page.locator("#toast")).to_have_text("The fight has moved on: please tap again.")
    assert steps(page) == before


def test_text_stays_text_and_nothing_acts(left: Start) -> None:
    """Neither a name that looks like markup nor a picture that someone has tampered with."""
    page, gate = left()
    wait_until(page, f"{PICTURE}.includes('choice-')")
    picture = json.loads(page.evaluate(PICTURE))
    evil = [
        "<img src=x onerror='window.acted = 1'>",
        ["script", {}, "window.acted = 1"],
        ["iframe", {"srcdoc": "<script>parent.acted = 1</script>"}],
        ["p", {"onclick": "window.acted = 1", "style": "color: red", "id": "odd"}, "odd"],
    ]
    picture["regions"] = [[name, evil if name == "track" else children] for name, children in picture["regions"]]
    page.evaluate(
        f"addEventListener('pagehide', () => localStorage.setItem('{KEY}', {json.dumps(json.dumps(picture))}))"
    )
    leave_and_return(page, gate)
    log = page.locator("#track")
    assert log.inner_text().startswith("<img src=x")
    assert log.locator("img, script, iframe").count() == 0
    assert page.locator("#odd").evaluate("it => it.getAttributeNames()") == ["id"]
    gate.open()
    until_ready(page)
    assert page.evaluate("window.acted") is None


def tampered(page: Page, gate: Gate, change: Callable[[dict[str, list[object]]], None]) -> None:
    """Load the page again, with another picture of what was seen."""
    wait_until(page, f"{PICTURE}.includes('choice-')")
    picture = json.loads(page.evaluate(PICTURE))
    regions = dict(picture["regions"])
    change(regions)
    picture["regions"] = list(regions.items())
    text = json.dumps(json.dumps(picture))
    page.evaluate(f"addEventListener('pagehide', () => localStorage.setItem('{KEY}', {text}))")
    leave_and_return(page, gate)


def test_only_regions_are_drawn(left: Start) -> None:
    """A picture cannot replace the page's own skeleton, without which nothing starts."""
    page, gate = left()
    tampered(page, gate, lambda regions: regions.update(app=["gone"], dialog=["gone"], toast=["gone"]))
    expect(page.locator("#slab > nav#bar")).to_be_attached()
    gate.open()
    until_ready(page)
    expect(page.locator("#acting .row")).to_be_visible()


@pytest.mark.soak
def test_nothing_drawn_takes_the_place_of_the_skeleton(left: Start, site: Site) -> None:
    """Neither by an id nor by a class that scripts look for, nor by a name; and PyScript hooks nothing up."""
    page, gate = left()
    skeleton = re.findall(r'id="([\w-]+)"', (DIST / "index.html").read_text())
    assert {"app", "boot-error", "dialog"} <= set(skeleton)
    evil: list[object] = [["p", {"id": name, "class": "evil"}, name] for name in skeleton]
    evil += [["button", {"class": "update evil", "py-click": "1", "mpy-click": "1"}, "x"]]
    evil += [["form", {"name": "body", "class": "evil"}]]
    tampered(page, gate, lambda regions: regions.update(title=evil))
    names = page.locator("#title > *").evaluate_all("all => all.map(it => it.getAttributeNames().join())")
    assert names == ["class"] * len(skeleton) + ["", "class"]
    gate.open()
    until_ready(page)
    expect(page.locator("#menu")).to_be_visible()


@pytest.mark.soak
def test_a_picture_is_forgotten_when_a_start_fails(left: Start, watch: Watch) -> None:
    """It may be what the start has failed of."""
    watch.expected = [""]
    page, _ = left(own=True)
    wait_until(page, f"{PICTURE}.includes('choice-')")
    page.route("**/stdlib.zip", lambda route: route.abort())
    page.reload()
    expect(page.locator("#boot-error")).to_be_visible(timeout=30_000)
    assert page.evaluate(PICTURE) is None


@pytest.mark.soak
@pytest.mark.parametrize("picture", ["{", "null", '{"regions": [["elsewhere", []]]}'])
def test_a_damaged_picture_is_no_obstacle(open_page: OpenPage, picture: str) -> None:
    """The page starts as if there were none."""
    page = open_page(prepare=lambda page: page.add_init_script(f"localStorage['{KEY}'] ??= {json.dumps(picture)}"))
    assert page.evaluate(LIVE)
    expect(page.locator("#home")).to_be_visible()


@pytest.mark.soak
def test_the_fight_stays_readable_when_the_engine_fails(left: Start, watch: Watch) -> None:
    """With the panel that says what to do below it."""
    watch.expected = [""]
    page, _ = left(own=True)  # an offline copy would sometimes answer before the server has refused
    name = page.locator("#acting .name").inner_text()
    page.route("**/stdlib.zip", lambda route: route.abort())
    page.reload()
    expect(page.locator("#boot-error")).to_be_visible(timeout=30_000)
    expect(page.locator("#acting .name")).to_have_text(name)
    expect(page.locator("#early")).to_be_hidden()
    expect(page.get_by_role("button", name="Load the page again")).to_be_in_viewport()
