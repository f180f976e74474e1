"""Tests of kills during play, in three engines: every step called saved is there afterwards.

`make soak` says how often, by TURNTRACK_KILLS, and TURNTRACK_SEED chooses the moments.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from playwright.sync_api import Browser

from tests.amounts import count
from tests.hands.engines import FIREFOX, WEBKIT, Engine
from tests.hands.killing import Tally, kill_again_and_again
from tests.hands.launch import Launch, launch_chromium, launch_firefox, launch_webkit
from tools import build
from tools.chromium import find

pytestmark = pytest.mark.soak


EVENING = {"GiveCondition", "Hide", "WaitInWings", "Wound"}


def kill(
    name: str, launching: AbstractContextManager[Launch], kills: int, note: Callable[[str], None], evening: str = ""
) -> None:
    """Kill the browser this many times, at random moments."""
    build.main()
    tally = Tally(name)
    try:
        with launching as launch:
            kill_again_and_again(launch, tally, kills, count("SEED", 5), evening)
    finally:
        note(f"saving: {tally}")
    assert tally.kills == kills
    assert tally.acknowledged
    assert tally.lost == 0
    assert not evening or tally.deeds >= EVENING


def test_chromium(browser: Browser, note: Callable[[str], None]) -> None:
    path = find(browser.browser_type.executable_path)
    assert path
    kill("Chromium", launch_chromium(path), count("KILLS", 3), note)


@pytest.mark.parametrize("system", ["zebra", "unbound", "traveller"])
def test_an_evening_in_chromium(system: str, browser: Browser, note: Callable[[str], None]) -> None:
    """A fight with wounds, conditions, somebody hidden and somebody in the wings."""
    path = find(browser.browser_type.executable_path)
    assert path
    kill(f"Chromium, {system}", launch_chromium(path), count("KILLS", 2), note, system)


@pytest.mark.parametrize("evening", ["", "zebra"], ids=["any fight", "an evening"])
@pytest.mark.parametrize(
    ("engine", "launching", "kills"),
    [(WEBKIT, launch_webkit, 1), (FIREFOX, launch_firefox, 2)],
    ids=["webkit", "firefox"],
)
def test_another_engine(
    engine: Engine,
    launching: Callable[[], AbstractContextManager[Launch]],
    kills: int,
    evening: str,
    note: Callable[[str], None],
) -> None:
    if engine.paths() is None:
        engine.miss()
    kill(f"{engine.name} {evening}".strip(), launching(), count("KILLS", kills), note, evening)
