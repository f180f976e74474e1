"""The same evening at the table in three engines: start, a whole sequence, drag, undo, reload, and no network."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.driven import (
    LAST_STEP,
    READY,
    SAVED,
    Run,
    host,
    middle,
    play_a_round,
    run_chromium,
    run_firefox,
    run_webkit,
    tap,
    track,
)
from tests.hands.drivers import Driver, wait_for
from tests.hands.store import SNAPSHOT_IS_THERE


def drag_first_below_second(driver: Driver) -> None:
    """By the handle, slowly enough to be a drag, once nothing glides any more."""
    wait_for(driver, "!document.querySelector('.row[style*=translate]') && document.getAnimations().length === 0")
    x, start = middle(driver, "#track .row .handle")
    _, below = middle(driver, "#track .row ~ .row .handle")
    # A row is as high as its way down the string is long: what counts is on which side of the bead one lets go.
    driver.stroke((x, start), (x, start + 8), (x, (start + below) // 2), (x, below), (x, below + 20))


@pytest.mark.parametrize(
    "run",
    [
        pytest.param(
            run_chromium, id="chromium", marks=pytest.mark.soak
        ),  # most other tests of the page drive Chromium
        pytest.param(run_webkit, id="webkit"),
        pytest.param(run_firefox, id="firefox", marks=pytest.mark.soak),
    ],
)
def test_an_evening(run: Run, request: pytest.FixtureRequest, tmp_path: Path, note: Callable[[str], None]) -> None:
    """From the first visit to a start without a network."""
    with run(request, tmp_path / "profile") as driver:
        with host() as server:
            driver.open(server.url)
            wait_for(driver, READY)
            tap(driver, "#sample-zebra")
            taps = play_a_round(driver)
            assert taps > 5

            tap(driver, "#open")
            wait_for(driver, "document.querySelector('#acting .row') !== null")
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
            wait_for(driver, SNAPSHOT_IS_THERE)

        # The host is gone.
        driver.open(f"{server.url}?again")
        wait_for(driver, f"location.search === '?again' && {READY}")
        assert driver.ask("performance.getEntriesByName('turntrack:snapshot').length") == 1
        assert track(driver) == moved
        tap(driver, "#undo")
        wait_for(driver, f"{order} === {json.dumps(f'{first},{second}')}")
        note(f"{driver.ask('navigator.userAgent')}: {taps} taps a sequence, drag, undo, redo, reload, offline")
