"""The built page in Chromium: served under a sub-path, at tablet size, with touch.

Every page that a test opens is watched: an error, a breach of the content security policy, a failed request or a
request to another host fails the test, unless the test says what it expects (`watch.expected`).
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from tests.browser.hosts import PREFIX, TABLET, Host, Troubled, tablet
from tests.browser.waiting import until_ready
from tools import build
from tools.browser import chromium
from tools.layout import DIST, NODE_MODULES
from tools.serve import Server, serving


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs the browser."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@dataclass
class Watch:
    """What went wrong on the pages of one test, in the words of the browser."""

    own_host: str
    problems: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def follow(self, page: Page) -> None:
        """Note whatever goes wrong on this page from now on."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        page.on("request", self._request)
        page.on("requestfailed", lambda request: self.problems.append(f"failed: {request.url} {request.failure}"))

    def unexpected(self) -> list[str]:
        """The problems that no expected text explains."""
        return [problem for problem in self.problems if not any(text in problem for text in self.expected)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.own_host, "data:", "blob:")):
            self.problems.append(f"request to another host: {request.url}")


class OpenPage(Protocol):
    """Opens a page of the site in a browser of its own, and by default waits until it is ready."""

    def __call__(
        self, path: str = "", *, ready: bool = True, prepare: Callable[[Page], object] | None = None, **options: Any
    ) -> Page:
        """Take options such as viewport or color_scheme; `prepare` is called before the page is opened."""


@pytest.fixture(scope="session")
def site() -> Iterator[Server]:
    """The site as it is now, under a sub-path as on GitHub Pages."""
    build.main()
    with serving(DIST, prefix=PREFIX) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; each page has its own context."""
    with chromium() as running:
        yield running


@pytest.fixture
def watch(site: Server) -> Iterator[Watch]:
    """What goes wrong on the pages of this test; anything that is not expected fails it."""
    watching = Watch(own_host=site.url)
    yield watching
    assert watching.unexpected() == []


@pytest.fixture
def open_page(site: Server, browser: Browser, watch: Watch) -> Iterator[OpenPage]:
    """Opens pages, and closes them after the test."""
    contexts: list[BrowserContext] = []

    def opener(
        path: str = "", *, ready: bool = True, prepare: Callable[[Page], object] | None = None, **options: Any
    ) -> Page:
        # What the offline copy does has its own tests; here it would only answer in the place of the server.
        context = browser.new_context(**{"viewport": TABLET, "has_touch": True, "service_workers": "block", **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        watch.follow(page)
        if prepare:
            prepare(page)
        page.goto(site.url + path)
        if ready:
            until_ready(page)
        return page

    yield opener
    for context in contexts:
        context.close()


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """The page at tablet size, ready."""
    return open_page()


@pytest.fixture
def host(tmp_path: Path, site: Server) -> Iterator[Host]:
    """The built site, copied, on a host of its own."""
    del site  # only to have it built
    folder = tmp_path / "site"
    shutil.copytree(DIST, folder)
    troubles: dict[str, str] = {}
    with serving(folder, PREFIX, type("Trouble", (Troubled,), {"troubles": troubles})) as server:
        yield Host(folder, server, troubles)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A tablet that has never seen the page."""
    with tablet(browser) as fresh:
        yield fresh


@pytest.fixture
def axe_violations() -> Callable[[Page], list[str]]:
    """Runs axe on a page and says what it found, one line a rule."""

    def run(page: Page) -> list[str]:
        page.evaluate(_axe())
        options = {"rules": {"target-size": {"enabled": True}}}
        found = page.evaluate("options => axe.run(document, options)", options)
        return [
            f"{rule['id']}: {rule['help']} ({', '.join(str(node['target']) for node in rule['nodes'])})"
            for rule in found["violations"]
        ]

    return run


@cache
def _axe() -> str:
    return (NODE_MODULES / "axe-core" / "axe.min.js").read_text()
