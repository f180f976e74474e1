"""The page where the browser withholds functions: storage is blocked, or the address is without https."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from tests.browser.hosts import Site
from tests.browser.waiting import until_ready
from tools.chromium import QUICK_TO_START, profile
from tools.serve import serving

ELSEWHERE = "--host-resolver-rules=MAP table.test 127.0.0.1"
"""Gives this machine a name by which it is no secure context, as an address in the house is none."""

NO_COOKIES = {"profile": {"default_content_setting_values": {"cookies": 2}}}
NO_COOKIES_IN_FRAMES = {"profile": {"cookie_controls_mode": 1}}


@contextmanager
def device(browser: Browser, folder: Path, preferences: dict[str, Any], *flags: str) -> Iterator[BrowserContext]:
    """Run a Chromium with these preferences."""
    (folder / "Default").mkdir(parents=True)
    (folder / "Default" / "Preferences").write_text(json.dumps(preferences))
    with profile(browser.browser_type, folder, [*QUICK_TO_START, *flags]) as context:
        context.set_default_timeout(20_000)
        yield context


def start_fight(place: Page | Frame) -> None:
    """Play the sample, to the first roll."""
    place.get_by_role("button", name="Sample fight:").first.click()
    place.locator("#open").click()
    expect(place.locator("#acting .row")).to_be_visible()


def expect_unsaved_fight(place: Page | Frame) -> None:
    """Play a step, and expect that the page says all the time that nothing is saved."""
    notice = place.locator("#notice")
    expect(notice).to_contain_text("lets this page store nothing")
    start_fight(place)
    expect(place.locator("#saving")).to_have_text("Not saved")
    place.locator("#back").click()
    expect(place.locator("#home .fight")).to_be_visible()
    expect(notice).to_contain_text("lets this page store nothing")
    expect(place.locator("#offline-long")).to_contain_text("keeps no offline copy")


def test_where_storage_is_blocked_it_plays_and_says_that_nothing_is_saved(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    with device(browser, tmp_path / "profile", NO_COOKIES) as context:
        page = context.new_page()
        page.goto(site.url)
        until_ready(page)
        expect_unsaved_fight(page)
        with page.expect_event("dialog") as asked:
            page.close(run_before_unload=True)
        assert asked.value.type == "beforeunload"
        asked.value.accept()


@pytest.mark.soak
def test_within_a_frame_it_plays_and_says_that_nothing_is_saved(site: Site, browser: Browser, tmp_path: Path) -> None:
    """As where a page of another site shows it."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text(
        f'<!doctype html><title>around</title><iframe src="{site.url}" width="1000" height="700"></iframe>'
    )
    with serving(folder) as around, device(browser, tmp_path / "profile", NO_COOKIES_IN_FRAMES) as context:
        page = context.new_page()
        page.goto(around.url.replace("127.0.0.1", "localhost"))
        frame = page.frames[-1]
        frame.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
        expect_unsaved_fight(frame)


@pytest.fixture
def without_https(site: Site, browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """Yield the page at an address that is not secure."""
    with device(browser, tmp_path / "profile", {}, ELSEWHERE) as context:
        page = context.new_page()
        page.goto(site.url.replace("127.0.0.1", "table.test"))
        until_ready(page)
        assert page.evaluate("isSecureContext") is False
        yield page


def test_without_https_it_saves_and_says_what_is_missing(without_https: Page) -> None:
    page = without_https
    expect(page.locator("#offline-long")).to_contain_text("Without https")
    start_fight(page)
    expect(page.locator("#saving")).to_have_text("Saved")
    page.reload()
    until_ready(page)
    expect(page.locator("#acting .row")).to_be_visible()


@pytest.mark.soak
def test_without_https_it_blames_the_address_for_the_camera(without_https: Page) -> None:
    page = without_https
    page.get_by_role("button", name="Import").click()
    page.get_by_role("button", name="Read codes").click()
    expect(page.locator("dialog .said")).to_contain_text("only to an address with https")
