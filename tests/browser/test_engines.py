"""The same evening at the table in three engines: start, a whole sequence, drag, undo, reload, and no network."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.hosts import MADE
from tools import build
from tools.drivers import Driver, Point, chromium, firefox, wait_for, webkit
from tools.engines import FIREFOX, WEBKIT
from tools.layout import DIST
from tools.serve import Server, serving

READY = "document.documentElement.dataset.ready === 'true'"
SAVED = "document.getElementById('saving').dataset.state === 'saved'"
TRACK = "[...document.querySelectorAll('#track .row')].map((row) => row.textContent)"
SNAPSHOT = (
    "caches.open('turntrack-snapshot /turntrack/').then((cache) => cache.keys()).then((keys) => keys.length === 1)"
)
MOST_TURNS = 80


@contextmanager
def host() -> Iterator[Server]:
    """The site, under a path."""
    build.main()
    with serving(DIST, "/turntrack/") as server:
        yield server


@contextmanager
def run_chromium(browser: Browser, _: Path) -> Iterator[Driver]:
    """The Chromium of the other tests."""
    with chromium(browser) as driver:
        yield driver


@contextmanager
def run_webkit(_: Browser, __: Path) -> Iterator[Driver]:
    """WebKitGTK, or the reason why not."""
    if WEBKIT.paths() is None:
        pytest.skip(WEBKIT.reason)
    with webkit() as driver:
        yield driver


@contextmanager
def run_firefox(_: Browser, folder: Path) -> Iterator[Driver]:
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


LAST_STEP = "document.querySelector('#log-lines > li')?.id"


def track(driver: Driver) -> Any:
    """What the turn track says."""
    return driver.ask(TRACK)


def play_a_sequence(driver: Driver) -> int:
    """The first choice again and again, until the next sequence can be begun. Returns the number of taps."""
    tap(driver, "#open")
    for turn in range(MOST_TURNS):
        wait_for(driver, "document.querySelector('#open, #panel .choice:not(.refused), #close-round') !== null")
        if driver.ask("document.getElementById('open') !== null"):
            return turn
        before = driver.ask(LAST_STEP)
        # Two taps at one place would be a double tap, of which the page takes the first alone.
        tap(driver, "#panel .choice:not(.refused)", beside=20 if turn % 2 else -20)
        wait_for(driver, f"{LAST_STEP} !== {json.dumps(before)}")
    raise AssertionError(f"the sequence does not end: {driver.ask('document.getElementById(`panel`).innerText')}")


def drag_first_below_second(driver: Driver) -> None:
    """By the handle, slowly enough to be a drag."""
    x, y = middle(driver, "#track .row .handle")
    height = driver.ask("document.querySelector('#track .row').offsetHeight")
    driver.stroke((x, y), (x, y + 8), (x, y + height // 2), (x, y + height), (x, y + height + height // 3))


@pytest.mark.parametrize("run", [run_chromium, run_webkit, run_firefox], ids=["chromium", "webkit", "firefox"])
def test_an_evening(
    run: Callable[[Browser, Path], Any], browser: Browser, tmp_path: Path, note: Callable[[str], None]
) -> None:
    """From the first visit to a start without a network."""
    with run(browser, tmp_path / "profile") as driver:
        with host() as server:
            driver.open(server.url)
            wait_for(driver, READY)
            tap(driver, "#sample-zebra")
            taps = play_a_sequence(driver)
            assert taps > 5

            tap(driver, "#open")
            wait_for(driver, "document.querySelector('#track .acting') !== null")
            first, second, *_ = driver.ask("[...document.querySelectorAll('#track .row')].map((row) => row.dataset.id)")
            before = driver.ask(LAST_STEP)
            drag_first_below_second(driver)
            wait_for(driver, f"{LAST_STEP} !== {json.dumps(before)}")
            order = "[...document.querySelectorAll('#track .row')].map((row) => row.dataset.id).slice(0, 2).join()"
            wait_for(driver, f"{order} === {json.dumps(f'{second},{first}')}")

            moved = track(driver)
            tap(driver, "#undo")
            wait_for(driver, f"{order} === {json.dumps(f'{first},{second}')}")
            tap(driver, "#redo")
            wait_for(driver, f"{order} === {json.dumps(f'{second},{first}')}")
            assert track(driver) == moved
            wait_for(driver, SAVED)
            wait_for(driver, "document.getElementById('offline').dataset.state === 'ready'")
            wait_for(driver, "navigator.serviceWorker.controller !== null")
            wait_for(driver, MADE)

        # The host is gone.
        driver.open(f"{server.url}?again")
        wait_for(driver, f"location.search === '?again' && {READY}")
        assert driver.ask("performance.getEntriesByName('turntrack:snapshot').length") == 1
        assert track(driver) == moved
        tap(driver, "#undo")
        wait_for(driver, f"{order} === {json.dumps(f'{first},{second}')}")
        note(f"{driver.ask('navigator.userAgent')}: {taps} taps a sequence, drag, undo, redo, reload, offline")
