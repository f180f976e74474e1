"""Many turns in one page, system by system: the same history everywhere; time per step and memory, early and late.

`make soak` says how many, by TURNTRACK_TURNS, and TURNTRACK_SEED chooses the taps.
"""

import json
import re
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from tests.amounts import count
from tests.browser.hosts import TABLET, Site
from tests.browser.waiting import until_ready
from tests.hands.player import play, stop_playing
from tests.hands.store import journals, saved_number
from tools.chromium import FLAGS, find
from turntrack.core.events import StatusSet
from turntrack.core.model import Status
from turntrack.history.session import Session
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import Did, decode_record, encode_record
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import TurnSystem

pytestmark = pytest.mark.soak

TURNS = count("TURNS", 40)
WATCH_SECONDS = 5


@pytest.fixture
def lasting(browser: Browser) -> Iterator[Browser]:
    """Yield a Chromium with its optimising compilers, as game masters have it."""
    another = browser.browser_type.launch(executable_path=find(browser.browser_type.executable_path), args=FLAGS)
    yield another
    another.close()


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_many_turns(system: TurnSystem, lasting: Browser, site: Site, note: Callable[[str], None]) -> None:
    """The history in the store, on the page and after a reload is one; each step is saved before the next."""
    page = lasting.new_context(viewport=TABLET).new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.goto(site.url)
    until_ready(page)
    page.locator(f"#sample-{'three_actions' if system.has_rules_of_fights else system.key}").click()

    paces, sizes = play_turns(page, lasting.new_browser_cdp_session(), problems)

    (records,) = journals(page).values()
    session = replay([decode_record(record) for record in records], SYSTEMS)
    shown, held = page.locator("#track").inner_text(), exported(page)
    page.reload()
    until_ready(page)
    quarter = max(1, len(paces) // 4)
    note(
        f"{system.key}: {turns_in(records)} turns in {len(records)} records, round {session.encounter.round}; "
        f"{statistics.median(paces[:quarter]):.0f} ms a step early, {statistics.median(paces[-quarter:]):.0f} late; "
        f"{sizes[0]:.0f} MB at first, {sizes[-1]:.0f} at last"
    )
    assert problems == []
    assert page.locator("#track").inner_text() == shown
    assert (held.past, held.future, records_of(held)) == (session.past, session.future, records_of(session))
    assert [encode_record(decode_record(record)) for record in records] == records


def play_turns(page: Page, browser: CDPSession, problems: list[str]) -> tuple[list[float], list[float]]:
    """Play that many turns; returns milliseconds a step and the page's megabytes, watched now and then."""
    play(page, count("SEED", 1))
    paces: list[float] = []
    sizes = [memory(browser)]
    done, goal, since = saved_number(page), TURNS, time.monotonic()
    while done < goal:
        page.wait_for_timeout(WATCH_SECONDS * 1000)
        now = saved_number(page)
        assert now > done, f"the player stands still after {done} steps: {problems}"
        paces.append((time.monotonic() - since) * 1000 / (now - done))
        sizes.append(memory(browser))
        done = now
        if done >= goal:  # a turn may take several steps, and some steps are taken back
            (records,) = journals(page).values()
            goal = max(goal, -(-TURNS * done // max(1, turns_in(records))))
        since = time.monotonic()
    stop_playing(page)
    return paces, sizes


def turns_in(records: list[str]) -> int:
    """Count how often somebody came to act, turns that were undone included."""
    steps = (record for record in map(decode_record, records) if isinstance(record, Did))
    events = (event for step in steps for event in step.events)
    return sum(isinstance(event, StatusSet) and event.status is Status.ACTING for event in events)


def exported(page: Page) -> Session:
    """Return the history that the page holds, read from an exported file."""
    page.locator("#menu").click()
    page.get_by_role("button", name="Export…").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save or share the file").click()
    (encounter,) = json.loads(download.value.path().read_text())["encounters"]
    page.get_by_role("button", name="Close").click()
    return replay([decode_record(json.dumps(record)) for record in encounter["records"]], SYSTEMS)


def memory(browser: CDPSession) -> float:
    """Return the memory of the page's process, Python included, in MB."""
    processes = browser.send("SystemInfo.getProcessInfo")["processInfo"]
    pids = [each["id"] for each in processes if each["type"] == "renderer"]
    sizes = [re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()) for pid in pids]
    return max(int(size[1]) for size in sizes if size) / 1000
