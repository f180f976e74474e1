"""Three browsers behind the same driver, and taps and strokes in them."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.hands.drivers import Driver, Point, chromium, firefox, wait_for, webkit
from tests.hands.engines import FIREFOX, WEBKIT
from tests.hands.one_site import PREFIX
from tools import build
from tools.layout import DIST
from tools.serve import Server, serving

READY = "document.documentElement.dataset.ready === 'true'"
SAVED = "document.getElementById('saving').dataset.state === 'saved'"
LAST_STEP = "document.getElementById('last')?.dataset.step"
TRACK = "[...document.querySelectorAll('#acting .row, #track .row')].map((row) => row.textContent)"

ENDED = "document.getElementById('title').textContent.includes('round 2')"
"""In Unbound a nomination begins the next round, without the button."""

MOST_TURNS = 80

type Run = Callable[[pytest.FixtureRequest, Path], AbstractContextManager[Driver]]
"""A function that starts a browser, given the fixture request and a folder; it skips the test if there is none."""


@contextmanager
def host() -> Iterator[Server]:
    """Yield the site under a path."""
    build.main()
    with serving(DIST, PREFIX) as server:
        yield server


@contextmanager
def run_chromium(request: pytest.FixtureRequest, _: Path) -> Iterator[Driver]:
    """Run the Chromium of the other tests, which only this function requests."""
    browser: Browser = request.getfixturevalue("browser")
    with chromium(browser) as driver:
        yield driver


@contextmanager
def run_webkit(_: pytest.FixtureRequest, __: Path) -> Iterator[Driver]:
    """Run WebKitGTK, or skip with the reason."""
    if WEBKIT.paths() is None:
        WEBKIT.miss()
    with webkit() as driver:
        yield driver


@contextmanager
def run_firefox(_: pytest.FixtureRequest, folder: Path) -> Iterator[Driver]:
    """Run Firefox, or skip with the reason."""
    if FIREFOX.paths() is None:
        FIREFOX.miss()
    with firefox(folder) as driver:
        yield driver


def middle(driver: Driver, selector: str) -> Point:
    """Scroll the element into view, and return its middle."""
    box = wait_for(
        driver,
        f"""(() => {{
            const found = document.querySelector({json.dumps(selector)});
            if (!found || found.disabled) return null;
            found.scrollIntoView({{block: "nearest"}});
            const {{x, y, width, height}} = found.getBoundingClientRect();
            return width && height ? [x + width / 2, y + height / 2] : null;
        }})()""",
    )
    return round(box[0]), round(box[1])


def tap(driver: Driver, selector: str, away_from: Point | None = None) -> Point:
    """Press and release in the middle of the element, or 20 pixels beside it, away from a point; return where."""
    x, y = middle(driver, selector)
    if away_from:
        x += 20 if away_from[0] <= x else -20
    driver.stroke((x, y))
    return x, y


def track(driver: Driver) -> Any:
    """Return the text of the turn track."""
    return driver.ask(TRACK)


def play_a_round(driver: Driver) -> int:
    """Take the first choice until the round or sequence has ended. Return the number of taps.

    A choice of the next actor comes first, because other choices might repeat for ever.
    """
    last_point = tap(driver, "#open")
    for turn in range(MOST_TURNS):
        wait_for(driver, "document.querySelector('#open, #panel .choice:not(.refused)') !== null")
        if driver.ask(f"document.getElementById('open') !== null || {ENDED}"):
            return turn
        before = driver.ask(LAST_STEP)
        # Two taps at one place would be a double tap, of which the page takes only the first.
        who = "#panel .token:not(.refused)"
        has_next = driver.ask(f"document.querySelector('{who}') !== null")
        last_point = tap(driver, who if has_next else "#panel .choice:not(.refused)", away_from=last_point)
        wait_for(driver, f"{LAST_STEP} !== {json.dumps(before)}")
    raise AssertionError(f"the round does not end: {driver.ask('document.getElementById(`panel`).innerText')}")
