"""Traces and pictures of browser tests that fail, for those who were not there: `TURNTRACK_TRACES=1` keeps them."""

import os
import re
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import BrowserContext, Error

from tools.layout import BUILD

FOLDER = BUILD / "traces"
IS_WANTED = bool(os.environ.get("TURNTRACK_TRACES"))

_recorded: list[BrowserContext] = []


def record(context: BrowserContext) -> None:
    """Record what happens in a browser context until it is closed, if that is wanted."""
    if IS_WANTED:
        context.tracing.start(screenshots=True, snapshots=True)
        _recorded.append(context)
        context.on("close", lambda _: _recorded.remove(context))


def begin_test() -> None:
    """Drop what was recorded before this test."""
    for context in _recorded:
        with suppress(Error):  # it is closed, and Playwright has not said so yet
            context.tracing.stop_chunk()
            context.tracing.start_chunk()


def keep(test: str, folder: Path | None = None) -> None:
    """Write the trace of each open context, and a picture of each page, into files named after the test."""
    name = re.sub(r"[^\w.-]+", "-", test.removeprefix("tests/browser/")).strip("-")
    for number, context in enumerate(_recorded, 1):
        start = (folder or FOLDER) / f"{name}-{number}"
        start.parent.mkdir(parents=True, exist_ok=True)
        with suppress(Error):  # it is closed, or its page has crashed
            context.tracing.stop_chunk(path=f"{start}.zip")
            context.tracing.start_chunk()
            for place, page in enumerate(context.pages, 1):
                page.screenshot(path=f"{start}-{place}.png", timeout=5_000)
