"""A host that can change and fail, and a browser that keeps an offline copy of its site."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple, override

from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect

from tests.browser.waiting import expect_saved, until_ready, wait_until
from tests.hands.one_site import PREFIX
from tests.hands.store import SNAPSHOT_IS_THERE
from tools import build
from tools.serve import Handler, Server

TABLET: ViewportSize = {"width": 1024, "height": 768}
CACHE = f"turntrack {PREFIX}"

FILES = f"caches.open('{CACHE}').then(cache => cache.keys()).then(keys => keys.length)"
"""The number of files in the offline copy."""


class Site(NamedTuple):
    """The built site, served unchanged to all tests of a run."""

    url: str


class Troubled(Handler):
    """A handler with faults in its answers."""

    troubles: dict[str, str]
    """The fault of a file, by its name: `absent`, `damaged` or `cut`."""

    @override
    def do_GET(self) -> None:
        """Send the file, with its fault."""
        self.trouble = self.troubles.get(self.path.removeprefix(PREFIX), "")
        if self.trouble == "damaged":
            del self.headers["Accept-Encoding"]  # browsers do not look at the last bytes of what is compressed
        if self.trouble == "absent":
            self._answer(HTTPStatus.NOT_FOUND, {}, b"")
        else:
            super().do_GET()

    @override
    def _answer(self, status: HTTPStatus, headers: dict[str, str], body: bytes) -> None:
        if self.trouble == "damaged":
            body = body[:-1] + bytes([body[-1] ^ 1])
        if self.trouble != "cut":
            super()._answer(status, headers, body)
            return
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body[: len(body) // 2])
        self.close_connection = True


class Host:
    """A copy of the site that can change and fail."""

    def __init__(self, folder: Path, server: Server, troubles: dict[str, str]) -> None:
        self.folder = folder
        self.url = server.url
        self.troubles = troubles
        self._server = server

    def release(self, marks: str, *changed: str) -> None:
        """Publish a new version: its page carries the marks; the given files differ, or a style sheet and a script."""
        page = self.folder / "index.html"
        page.write_text(page.read_text().replace('<html lang="en"', f'<html lang="en" data-release="{marks}"', 1))
        for name in changed or ("static/css/site.css", "static/js/boot/bundle_entry.js"):
            file = self.folder / name
            file.write_text(f"{file.read_text()}\n/* {marks} */\n")
        self.publish()

    def move(self, old: str, new: str, *mentioned_in: str) -> None:
        """Move a file from the next version on, and change its path in these files."""
        (self.folder / old).rename(self.folder / new)
        for name in mentioned_in:
            file = self.folder / name
            text = file.read_text()
            assert old in text
            file.write_text(text.replace(old, new))

    def publish(self) -> None:
        """Write the current files of the folder into the list of files."""
        build.write_lists(self.folder)

    def asked(self) -> Counter[str]:
        """Return how often each file was requested since the last call."""
        sent = Counter(each.path.removeprefix(PREFIX) for each in self._server.sent if each.status == HTTPStatus.OK)
        self._server.sent.clear()
        return sent


def refusing(pattern: str) -> Callable[[Page], object]:
    """Return a preparation of a page that answers requests of a file with 404."""
    return lambda page: page.route(pattern, lambda route: route.fulfill(status=404, body="no such file"))


def replacing(pattern: str, old: str, new: str) -> Callable[[Page], object]:
    """Return a preparation of a page that changes the text of a file."""

    def replace(route: Route) -> None:
        response = route.fetch()
        text = response.text()
        assert old in text
        route.fulfill(response=response, body=text.replace(old, new))

    return lambda page: page.route(pattern, replace)


@contextmanager
def tablet(browser: Browser) -> Iterator[BrowserContext]:
    """Return a new browser context with service workers."""
    context = browser.new_context(viewport=TABLET, has_touch=True)
    context.set_default_timeout(20_000)
    yield context
    context.close()


def visit(context: BrowserContext, host: Host | Site) -> Page:
    """Open the page, ready, in a new tab."""
    page = context.new_page()
    page.goto(host.url)
    until_ready(page)
    return page


def expect_copy(page: Page) -> None:
    """Wait until the page says that it is ready offline."""
    expect(page.locator("#offline")).to_have_text("Ready offline", timeout=30_000)


def visit_and_keep(context: BrowserContext, host: Host | Site) -> Page:
    """Open the page, and wait until the offline copy is complete and in use."""
    page = visit(context, host)
    expect_copy(page)
    wait_until(page, "navigator.serviceWorker.controller?.state === 'activated'")
    return page


def visit_and_freeze(context: BrowserContext, host: Host | Site) -> Page:
    """Open the page with a complete offline copy, and wait until there is a snapshot."""
    page = visit_and_keep(context, host)
    wait_until(page, SNAPSHOT_IS_THERE, seconds=60)
    return page


def look_for_news(page: Page) -> None:
    """Report that the device is online again, so that the page checks for a new version."""
    page.evaluate("dispatchEvent(new Event('online'))")


def release_of(page: Page) -> str:
    """Return the version of the page."""
    return page.locator("html").get_attribute("data-release") or ""


def start_fight(page: Page) -> None:
    """Play the sample, to the first roll."""
    page.get_by_role("button", name="Sample fight:").first.click()
    page.locator("#open").click()
    expect(page.locator("#acting .row")).to_be_visible()
    expect_saved(page)


def track_of(page: Page) -> list[str]:
    """Return what the turn track says."""
    return page.locator("#track .row").all_inner_texts()


def reload(page: Page) -> None:
    """Load the page again, until it is ready."""
    page.reload()
    until_ready(page)
