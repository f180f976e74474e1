"""Waits for the page: until it is ready, has failed, or meets a condition."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

READY_SECONDS = 60
PATIENCE_SECONDS = 30
"""How long a page may take, beside a busy machine, before a test gives up."""


def until_ready(page: Page) -> None:
    """Wait until the page is ready. Otherwise fails the test with the message of the page."""
    page.locator("html[data-ready], .boot[data-failed]").first.wait_for(state="attached", timeout=READY_SECONDS * 1000)
    if page.locator(".boot[data-failed]").count():
        pytest.fail(f"the page did not start: {page.locator('#boot-error').inner_text()}")


def wait_until(page: Page, expression: str, seconds: float = PATIENCE_SECONDS) -> Any:
    """Evaluate the expression until it is truthy; the content security policy forbids Playwright's own way."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := page.evaluate(expression):
            return value
        page.wait_for_timeout(20)
    raise AssertionError(f"not within {seconds} s: {expression}")


def until_equal[T](page: Page, read: Callable[[], T], wanted: T, seconds: float = PATIENCE_SECONDS) -> None:
    """Read until the value is as expected: a tap ends before its click is handled."""
    end = time.monotonic() + seconds
    while read() != wanted and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert read() == wanted


def expect_saved(page: Page) -> None:
    """Wait until state and text of the screen say that everything is saved."""
    expect(page.locator("#saving")).to_have_attribute("data-state", "saved")
    expect(page.locator("#saving")).to_have_text("Saved")  # later than the state


def resize(page: Page, size: ViewportSize) -> None:
    """Resize the page, and wait for its layout: an earlier tap would hit the old layout."""
    page.set_viewport_size(size)
    drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
    wait_until(page, f"innerWidth === {size['width']} && innerHeight === {size['height']} && {drawn}")


def expect_failure(page: Page, title: str, detail: str = "") -> None:
    """Wait for the panel with this message and a button to start again."""
    panel = page.locator("#boot-error")
    expect(panel).to_be_visible(timeout=30_000)
    expect(panel.get_by_role("heading")).to_have_text(title)
    expect(page.locator("#boot-error-advice")).not_to_be_empty()
    expect(panel.get_by_role("button", name="Load the page again")).to_be_visible()
    expect(page.locator("#boot-error-detail")).to_contain_text(detail)
