"""A device that is really full: a small file system of its own for the browser's profile, filled to the last byte."""

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hosts import Site
from tests.browser.waiting import expect_saved, until_ready, wait_until
from tests.hands.player import STEP
from tests.hands.store import SAVED_NUMBER, journals, saved_number
from tools.chromium import QUICK_TO_START, profile

pytestmark = pytest.mark.soak

SIZE = "150m"
MOST_STEPS = 300
PART = b"x" * 65_536


@pytest.fixture
def small_device(tmp_path: Path) -> Iterator[Path]:
    """A folder with little room."""
    device = tmp_path / "device"
    device.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(device)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("a small file system cannot be mounted here: it takes the machine's administrator")
    yield device
    subprocess.run(["umount", "--lazy", str(device)], check=True)


def fill(device: Path) -> None:
    """Fill the device to the last byte, again after the browser has made room."""
    with contextlib.suppress(OSError), (device / "filler").open("ab", buffering=0) as filler:
        for part in (PART, b"x"):
            with contextlib.suppress(OSError):
                while True:
                    filler.write(part)


def begin(page: Page, system: str) -> None:
    page.locator(f"#sample-{system}").click()
    page.locator("#open").click()
    expect_saved(page)


def test_nothing_is_lost(browser: Browser, site: Site, small_device: Path) -> None:
    """Chromium drops the page's whole database when a device is full: all of it comes back once there is room."""
    with profile(browser.browser_type, small_device / "profile", QUICK_TO_START) as context:
        page = context.pages[0]
        page.goto(site.url)
        until_ready(page)
        begin(page, "unbound")
        page.locator("#menu").click()
        page.locator("#dialog").get_by_role("button", name="All fights").click()
        begin(page, "zebra")
        other = {key: len(records) for key, records in journals(page).items()}
        mark = page.locator("#saving")
        for _ in range(MOST_STEPS):
            fill(small_device)
            before = saved_number(page)
            page.evaluate(STEP)
            wait_until(
                page, f"{SAVED_NUMBER} > {before} || document.getElementById('saving').dataset.state === 'failed'"
            )
            if mark.get_attribute("data-state") == "failed":
                break
        expect(mark).to_contain_text("Not saved")
        expect(page.locator("#notice")).to_contain_text("full")
        page.evaluate(STEP)  # the fight goes on
        shown = page.locator("#track").inner_text()
        (small_device / "filler").unlink()
        # The page may have tried again by itself by now, and have no such button any longer.
        page.evaluate("document.querySelector('#notice [data-do=save-again]')?.click()")
        expect(mark).to_have_text("Saved", timeout=20_000)
        page.reload()
        until_ready(page)
        assert page.locator("#track").inner_text() == shown
        kept = {key: len(records) for key, records in journals(page).items()}
        assert kept.keys() == other.keys()
        assert all(kept[key] >= count for key, count in other.items())
