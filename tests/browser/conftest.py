"""The built page in Chromium: served under a sub-path, at tablet size, with touch.

Every page that a test opens is watched: an error, a breach of the content security policy, a failed request or a
request to another host fails the test, unless the test says what it expects (`watch.expected`).
"""

import fcntl
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from tests.amounts import WHOLE
from tests.browser import traces
from tests.browser.hosts import TABLET, Host, Site, Troubled, tablet, visit_and_freeze
from tests.browser.play import go_home
from tests.browser.waiting import PATIENCE_SECONDS, resize, until_ready, wait_until
from tests.hands.dice import DICE_ALIKE, THROW_FROM_THE_START
from tests.hands.one_site import PREFIX, told_site
from tests.hands.store import OPEN_DATABASE
from tools import build
from tools.chromium import QUICK_TO_START, chromium, profile
from tools.layout import DIST, NODE_MODULES
from tools.serve import serving

expect.set_options(timeout=PATIENCE_SECONDS * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder as browser tests, and bring those of one page in a file together."""
    files: dict[Path, int] = {}
    for item in items:
        files.setdefault(item.path, len(files))
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)
    # Each test with a page of its own, between two of them, would cost another start.
    items.sort(key=lambda item: (files[item.path], item.get_closest_marker("same_page") is not None))


def pytest_runtest_setup() -> None:
    """Begin the trace of a test, where failed ones leave theirs."""
    traces.begin_test()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep the trace of a test that fails, while its pages are open."""
    report = yield
    if report.failed:
        traces.keep(item.nodeid)
    return report


class AxeViolations(Protocol):
    """A function that runs axe on a page, or on the part with this selector."""

    def __call__(self, page: Page, part: str = "html") -> list[str]: ...


@dataclass
class Watch:
    """The errors on the pages of a test, in the words of the browser."""

    own_host: str
    problems: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def follow(self, page: Page) -> Callable[[], None]:
        """Record the errors of this page until the returned function is called."""
        heard: dict[Any, Callable[[Any], None]] = {
            "console": self._console,
            "pageerror": lambda error: self.problems.append(f"page error: {error}"),
            "request": self._request,
            "requestfailed": lambda request: self.problems.append(f"failed: {request.url} {request.failure}"),
        }
        for event, note in heard.items():
            page.on(event, note)

        def leave() -> None:
            for event, note in heard.items():
                page.remove_listener(event, note)

        return leave

    def unexpected(self) -> list[str]:
        """Return the errors that contain no expected text."""
        return [problem for problem in self.problems if not any(text in problem for text in self.expected)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.own_host, "data:", "blob:")):
            self.problems.append(f"request to another host: {request.url}")


class OpenPage(Protocol):
    """A function that opens a page on a device without fights, and by default waits until it is ready."""

    def __call__(
        self,
        path: str = "",
        *,
        ready: bool = True,
        prepare: Callable[[Page], object] | None = None,
        own: bool = False,
        everywhere: str = "",
        **options: Any,
    ) -> Page:
        """Take options of a browser context, such as has_touch; `prepare` is called before the page is opened.

        The first page of a test is on a device that knows the site, as at the table; each other one, one with options
        and one of its `own` is on a new device without an offline copy, and asks the server for everything. A script
        that runs `everywhere`, in all pages of the device, makes it such a new one: no later test is to meet it.
        """


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    """Yield the current site, under a sub-path as on GitHub Pages; it is the same for all workers of a run."""
    build.main()
    told = told_site(request.config)
    if told:
        yield Site(told)
        return
    with serving(DIST, prefix=PREFIX) as server:
        yield Site(server.url)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield the Chromium of all tests; each page has its own context."""
    with chromium(QUICK_TO_START) as running:
        running.on("context", traces.record)
        yield running


@pytest.fixture
def watch(site: Site) -> Iterator[Watch]:
    """Yield the errors on the pages of this test; an unexpected one fails the test."""
    watching = Watch(own_host=site.url)
    yield watching
    assert watching.unexpected() == []


@pytest.fixture(scope="session")
def used_device(
    site: Site, browser: Browser, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """Yield a tablet that has visited the page before: it starts from the offline copy and the snapshot.

    The first worker that needs such a tablet makes it; every worker then uses a copy.
    """
    own = tmp_path_factory.mktemp("device") / "profile"
    shared = tmp_path_factory.getbasetemp().parent if told_site(request.config) else own.parent
    made = shared / "used-device"
    with _alone(shared / "used-device.lock"):
        if not made.exists():
            making = shared / "used-device.new"
            with profile(browser.browser_type, making, QUICK_TO_START, has_touch=True) as context:
                visit_and_freeze(context, site)
            making.rename(made)
    shutil.copytree(made, own, symlinks=True)
    with profile(browser.browser_type, own, QUICK_TO_START, has_touch=True) as context:
        traces.record(context)
        yield context


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Enter the block alone: wait until no other process is in it."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def wipe(device: BrowserContext, site: Site) -> None:
    """Close the pages of the test before, and remove what it left; the snapshot of Python stays."""
    device.set_offline(False)
    device.clear_permissions()
    first, *others = device.pages
    for page in others:
        page.close()
    origin = site.url.removesuffix(PREFIX)
    if not first.url.startswith(origin):
        first.goto(f"{origin}/nothing")
    session = device.new_cdp_session(first)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage,indexeddb"})
    session.detach()


@pytest.fixture
def open_page(site: Site, browser: Browser, watch: Watch, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Return a function that opens pages; they are closed after the test."""
    own_devices: list[BrowserContext] = []
    opened: list[Page] = []

    def device(own: bool, options: dict[str, Any]) -> BrowserContext:
        if opened or own or options:
            # What the offline copy does has its own tests; here it would only answer in the place of the server.
            usual = {"viewport": TABLET, "has_touch": True, "service_workers": "block"}
            own_devices.append(browser.new_context(**{**usual, **options}))
            return own_devices[-1]
        used: BrowserContext = request.getfixturevalue("used_device")
        wipe(used, site)
        return used

    def opener(
        path: str = "",
        *,
        ready: bool = True,
        prepare: Callable[[Page], object] | None = None,
        own: bool = False,
        everywhere: str = "",
        **options: Any,
    ) -> Page:
        where = device(own or bool(everywhere), options)
        if everywhere:
            where.add_init_script(everywhere)
        page = where.new_page()
        opened.append(page)
        page.set_default_timeout(PATIENCE_SECONDS * 1000)
        page.emulate_media(reduced_motion="reduce")  # whatever glides is not yet where it will be tapped
        _settle_dice(page)
        watch.follow(page)
        if prepare:
            prepare(page)
        page.goto(site.url + path)
        if ready:
            until_ready(page)
        return page

    yield opener
    for page in opened:
        page.close()
    for context in own_devices:
        context.close()


LASTING_NOTICE = "#notice > :not(.passing)"
"""A notice that takes room until it is dismissed, in later tests too."""


@pytest.fixture
def page(request: pytest.FixtureRequest) -> Iterator[Page]:
    """Return the ready page at tablet size, on a device without fights.

    It is newly opened, or with `same_page` that of the test before, if it can be brought back to the same state.
    """
    if not request.node.get_closest_marker("same_page"):
        yield request.getfixturevalue("open_page")()
        return
    site: Site = request.getfixturevalue("site")
    watch: Watch = request.getfixturevalue("watch")
    device: BrowserContext = request.getfixturevalue("used_device")
    left = _page_left(device)
    if left and not _made_new(left):
        left = None
    if left is None:
        wipe(device, site)
    page = left or device.new_page()
    # What glides is drawn sixty times a second: half as much again for the same tests. The soak plays with motion, and
    # in every run the drag and the evenings of the other engines do.
    page.emulate_media(
        reduced_motion="no-preference" if WHOLE else "reduce",
        forced_colors="none",
        color_scheme="light",
        media="screen",
    )
    leave = watch.follow(page)
    if left is None:
        _settle_dice(page)
        page.set_default_timeout(PATIENCE_SECONDS * 1000)
        page.goto(site.url)
        until_ready(page)
        page.evaluate(f"answered = true; firstHome = {HOME}; firstNames = {NAMES}")
    yield page
    leave()
    if not page.is_closed() and (watch.unexpected() or page.locator(LASTING_NOTICE).count()):
        page.close()


def _settle_dice(page: Page) -> None:
    """Make the page roll the same dice in every run from its start; in the soak any."""
    if not WHOLE:
        page.add_init_script(DICE_ALIKE)


def _page_left(device: BrowserContext) -> Page | None:
    """Return the only page of the device; None if there is none or it is not ready."""
    match device.pages:
        case [_, page] if page.locator("html[data-ready]").count():
            return page
        case _:
            return None


HOME = "document.getElementById('home').innerText"

NAMES = "Object.keys(window).length"
"""How many names the window has. A test that has added some may have left listeners, too, which the next would hear."""

EMPTY_DEVICE = (
    f"async () => {{ const db = {OPEN_DATABASE};"
    """
    const emptying = db.transaction([...db.objectStoreNames], "readwrite");
    for (const name of db.objectStoreNames) emptying.objectStore(name).clear();
    await new Promise((resolve) => { emptying.oncomplete = resolve; });
    db.close();
    for (const name of Object.keys(localStorage)) if (name.startsWith("turntrack:")) localStorage.removeItem(name);
    const channel = new BroadcastChannel("turntrack " + new URL(".", location).pathname);
    channel.postMessage({ kind: "list" });
    channel.close();
}"""
)
"""Removes all that the page has saved, and tells the page that the list has changed."""


def _made_new(page: Page) -> bool:
    """Bring the page home and empty the device; return whether the first screen is that of a new device again."""
    if not page.evaluate(f"'firstHome' in window && firstNames + 1 === {NAMES}"):
        return False
    _bring_home(page)
    wait_until(page, "document.getElementById('saving').dataset.state !== 'saving'")
    page.evaluate(EMPTY_DEVICE)
    try:
        wait_until(page, f"{HOME} === window.firstHome", seconds=3)
    except AssertionError:
        return False
    return True


def _bring_home(page: Page) -> None:
    """Go to the first screen at tablet size, with dialogs and fights closed."""
    resize(page, TABLET)
    page.evaluate(THROW_FROM_THE_START)
    if page.locator("dialog[open]").count():
        page.evaluate("document.activeElement?.blur()")  # a field that is left draws the sheet anew
        page.locator("#dialog .close").click()
        expect(page.locator("#dialog")).to_be_hidden()
    if page.locator("html[data-view=fight]").count():
        go_home(page)


@pytest.fixture
def host(tmp_path: Path, site: Site) -> Iterator[Host]:
    """Yield a copy of the built site on a host of its own."""
    del site  # only to have it built
    folder = tmp_path / "site"
    shutil.copytree(DIST, folder)
    troubles: dict[str, str] = {}
    with serving(folder, PREFIX, type("Trouble", (Troubled,), {"troubles": troubles})) as server:
        yield Host(folder, server, troubles)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a tablet that has never visited the page."""
    with tablet(browser) as fresh:
        yield fresh


@pytest.fixture
def axe_violations() -> AxeViolations:
    """Return a function that runs axe on a page, or a part of it, and lists the violations, one line per rule."""

    def run(page: Page, part: str = "html") -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(_axe())
        # Everything that passes, with all of its elements, takes most of the time.
        options = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"]}
        look = "([part, options]) => axe.run(part, options).then(({violations}) => violations)"
        violations = page.evaluate(look, [part, options])
        return [
            f"{rule['id']}: {rule['help']} ({', '.join(str(node['target']) for node in rule['nodes'])})"
            for rule in violations
        ]

    return run


@cache
def _axe() -> str:
    return (NODE_MODULES / "axe-core" / "axe.min.js").read_text()
