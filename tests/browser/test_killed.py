"""The browser is killed in mid-play, in three engines: what was called saved is there. More kills: `make soak`."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from playwright.sync_api import Browser

from tests.hands.engines import FIREFOX, WEBKIT, Engine
from tests.hands.killing import kill_again_and_again
from tests.hands.launch import Launch, launch_chromium, launch_firefox, launch_webkit
from tools import build
from tools.chromium import find

pytestmark = pytest.mark.soak


def kill(name: str, launching: AbstractContextManager[Launch], kills: int, note: Callable[[str], None]) -> None:
    """So many times, at random moments."""
    build.main()
    with launching as launch:
        tally = kill_again_and_again(name, launch, kills, seed=5)
    note(f"saving: {tally}")
    assert tally.kills == kills
    assert tally.acknowledged
    assert tally.lost == 0


def test_chromium(browser: Browser, note: Callable[[str], None]) -> None:
    path = find(browser.browser_type)
    assert path
    kill("Chromium", launch_chromium(path), 3, note)


@pytest.mark.parametrize(
    ("engine", "launching", "kills"),
    [(WEBKIT, launch_webkit, 1), (FIREFOX, launch_firefox, 2)],
    ids=["webkit", "firefox"],
)
def test_another_engine(
    engine: Engine, launching: Callable[[], AbstractContextManager[Launch]], kills: int, note: Callable[[str], None]
) -> None:
    if engine.paths() is None:
        pytest.skip(engine.reason)
    kill(engine.name, launching(), kills, note)
