"""Finds the Chromium for whatever looks at the page in a browser, and installs one where there is none."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, BrowserType, sync_playwright

from tools.system_packages import from_distribution, succeeds

# What a browser does on its own account fails slowly without a network, and disturbs measurements with one.
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]

QUICK_TO_START = ["--js-flags=--liftoff-only", "--in-process-gpu"]
"""For a browser whose pages live for seconds: compiling what runs often once more, and better, would never pay off,
nor does a process of its own for drawing: a start takes a fifth less of the processor without."""

_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def find(own: str) -> str | None:
    """Return the path of a Chromium: Playwright's own, if it is there, else the system's."""
    if Path(own).exists():
        return own
    return next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def chromium(flags: Sequence[str] = ()) -> Iterator[Browser]:
    """Run a Chromium without a window, with further flags."""
    with sync_playwright() as playwright:
        path = _needed(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        yield browser
        browser.close()


@contextmanager
def profile(chromium: BrowserType, folder: Path, flags: Sequence[str] = (), **options: Any) -> Iterator[BrowserContext]:
    """Run a Chromium that keeps what it caches and stores in a folder, with flags, and options of its context."""
    context = chromium.launch_persistent_context(folder, **of_profile(chromium.executable_path, flags), **options)
    yield context
    context.close()


def of_profile(own: str, flags: Sequence[str] = ()) -> dict[str, Any]:
    """Return the launch options of such a Chromium for its driver; ``own`` is the path of Playwright's."""
    size = {"width": 1024, "height": 768}
    return {"executable_path": _needed(own), "args": [*FLAGS, *flags], "viewport": size}


def _needed(own: str) -> str:
    path = find(own)
    if path is None:
        raise FileNotFoundError("there is no Chromium: `make browser` installs one")
    return path


def install() -> None:
    """Install Playwright's Chromium, or the distribution's where that cannot be downloaded."""
    print("Installing Chromium for the browser tests")
    if succeeds([sys.executable, "-m", "playwright", "install", "chromium"]):
        return
    print("Playwright's download is not to be had; trying the distribution's package")
    if from_distribution("chromium", "fonts-liberation"):
        return
    raise SystemExit(
        "The browser tests need Chromium and it could not be installed: install it by hand "
        "(Debian: apt-get install chromium; others: the package chromium or google-chrome) and run the command again."
    )


def installed() -> str | None:
    """Return the path of the Chromium that is here."""
    with sync_playwright() as playwright:
        return find(playwright.chromium.executable_path)


def main() -> None:
    """Make sure that there is a Chromium."""
    if not installed():
        install()


if __name__ == "__main__":
    main()
