"""Three browsers behind one driver, and what a hand does in them."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.hands.drivers import Driver, Point, chromium, firefox, wait_for, webkit
from tests.hands.engines import FIREFOX, WEBKIT
from tools import build
from tools.layout import DIST
from tools.serve import Server, serving

READY = "document.documentElement.dataset.ready === 'true'"
SAVED = "document.getElementById('saving').dataset.state === 'saved'"
LAST_STEP = "document.getElementById('last')?.dataset.step"
TRACK = "[...document.querySelectorAll('#acting .row, #track .row')].map((row) => row.textContent)"

ENDED = "document.getElementById('title').textContent.includes('round 2')"
"""For Unbound, where a nomination may begin the next round."""

MOST_TURNS = 80

type Run = Callable[[pytest.FixtureRequest, Path], AbstractContextManager[Driver]]
"""Starts one of them, given what a test can ask for and a folder; skips the test where it is not here."""


@contextmanager
def host() -> Iterator[Server]:
    """The site, under a path."""
    build.main()
    with serving(DIST, "/turntrack/") as server:
        yield server


@contextmanager
def run_chromium(request: pytest.FixtureRequest, _: Path) -> Iterator[Driver]:
    """The Chromium of the other tests; only here is it asked for."""
    browser: Browser = request.getfixturevalue("browser")
    with chromium(browser) as driver:
        yield driver


@contextmanager
def run_webkit(_: pytest.FixtureRequest, __: Path) -> Iterator[Driver]:
    """WebKitGTK, or the reason why not."""
    if WEBKIT.paths() is None:
        pytest.skip(WEBKIT.reason)
    with webkit() as driver:
        yield driver


@contextmanager
def run_firefox(_: pytest.FixtureRequest, folder: Path) -> Iterator[Driver]:
    """Firefox, or the reason why not."""
    if FIREFOX.paths() is None:
        pytest.skip(FIREFOX.reason)
    with firefox(folder) as driver:
        yield driver


def middle(driver: Driver, selector: str) -> Point:
    """Where to point for an element, brought into sight."""
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


def tap(driver: Driver, selector: str, beside: int = 0) -> None:
    """Press and release in the middle of it, or so many pixels beside."""
    x, y = middle(driver, selector)
    driver.stroke((x + beside, y))


def track(driver: Driver) -> Any:
    """Return what the turn track says."""
    return driver.ask(TRACK)


def play_a_round(driver: Driver) -> int:
    """The first choice again and again, until the round or sequence has ended. Returns the number of taps.

    Where somebody is to be chosen for the next turn, that comes first: what is done on one might go on for ever.
    """
    tap(driver, "#open")
    for turn in range(MOST_TURNS):
        wait_for(driver, "document.querySelector('#open, #panel .choice:not(.refused)') !== null")
        if driver.ask(f"document.getElementById('open') !== null || {ENDED}"):
            return turn
        before = driver.ask(LAST_STEP)
        # Two taps at one place would be a double tap, of which the page takes the first alone.
        who = "#panel .token:not(.refused)"
        has_next = driver.ask(f"document.querySelector('{who}') !== null")
        tap(driver, who if has_next else "#panel .choice:not(.refused)", beside=20 if turn % 2 else -20)
        wait_for(driver, f"{LAST_STEP} !== {json.dumps(before)}")
    raise AssertionError(f"the round does not end: {driver.ask('document.getElementById(`panel`).innerText')}")
