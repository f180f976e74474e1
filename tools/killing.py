"""Kills the browser in mid-play, again and again, and looks whether everything is there that was called saved."""

import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserType, Error, Page

from engine.codec import decode_record, replay
from engine.systems import SYSTEMS
from tools.browser import profile
from tools.player import journals, kill_browser, play, saved_number
from tools.serve import Server

LONGEST_PLAY_SECONDS = 3


@dataclass
class Tally:
    """What was seen over all kills."""

    kills: int = 0
    acknowledged: int = 0
    """Steps called saved, over all kills."""
    beyond: int = 0
    """Steps found that had not been called saved yet when the browser was killed."""
    lost: int = 0
    """Steps called saved, and not found."""

    def __str__(self) -> str:
        return (
            f"{self.kills} kills: {self.acknowledged} steps were called saved, {self.lost} of them lost; "
            f"{self.beyond} more had reached the store without an answer yet"
        )


def kill_again_and_again(site: Server, chromium: BrowserType, kills: int, seed: int) -> Tally:
    """Play on one profile, killed and started again so many times. Each history found is replayed whole."""
    chance = random.Random(seed)
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="turntrack-kill-", ignore_cleanup_errors=True) as folder:
        known = 0
        for _ in range(kills):
            known = _one_kill(site, chromium, Path(folder), chance, tally, known)
        with profile(chromium, Path(folder)) as context:
            page = context.pages[0]
            page.goto(site.url)
            _until_ready(page)
            _check(page, tally, known)
    return tally


def _one_kill(
    site: Server, chromium: BrowserType, folder: Path, chance: random.Random, tally: Tally, known: int
) -> int:
    """Start, check what the last kill has left, play on, kill. Returns the last number that was called saved."""
    try:
        with profile(chromium, folder) as context:
            page = context.pages[0]
            page.goto(site.url)
            _until_ready(page)
            if known:
                known = _check(page, tally, known)
            else:
                page.get_by_role("button", name="Play the sample fight").first.click()
            play(page, chance.randrange(1, 2**31))
            end = time.monotonic() + chance.uniform(0.05, LONGEST_PLAY_SECONDS)
            before = known
            while time.monotonic() < end:
                known = max(known, saved_number(page))
            tally.kills += 1
            tally.acknowledged += known - before
            kill_browser(folder)
            while True:  # until Playwright has noticed
                page.evaluate("1")
    except Error as problem:
        if "closed" not in str(problem) and "crashed" not in str(problem):
            raise
    return known


def _check(page: Page, tally: Tally, known: int) -> int:
    (records,) = journals(page).values()
    replay([decode_record(record) for record in records], SYSTEMS)
    tally.lost += max(0, known - len(records))
    tally.beyond += max(0, len(records) - known)
    shown = page.evaluate("document.documentElement.dataset.view")
    if shown != "fight":
        raise AssertionError("the fight was not opened again")
    return len(records)


def _until_ready(page: Page) -> None:
    page.locator("html[data-ready], .boot[data-failed]").first.wait_for(state="attached", timeout=60_000)
