"""Drivers of three browsers with the same methods: open an address, evaluate JavaScript, move the pointer."""

import contextlib
import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import websocket
from playwright.sync_api import Browser, Page
from selenium import webdriver
from selenium.webdriver.remote.command import Command

from tests.hands.engines import WEBKIT
from tests.hands.launch import HEIGHT, WIDTH, display, firefox_command, webkit_environment

WAIT_SECONDS = 60

type Point = tuple[int, int]


class Driver(Protocol):
    """A browser with one page."""

    def open(self, url: str) -> None:
        """Open the address, and return once the page has begun to load."""

    def ask(self, expression: str) -> Any:
        """Evaluate a JavaScript expression on the page, await a promise, and return the value through JSON."""

    def stroke(self, *points: Point) -> None:
        """Press at the first point, move over the others, and release at the last."""

    def another_tab(self) -> "Driver":
        """Return a new tab of the same browser; both can be used alternately."""

    def close(self) -> None:
        """Close this tab; another one must be open."""


def wait_for(driver: Driver, expression: str, seconds: float = WAIT_SECONDS) -> Any:
    """Evaluate until the value is truthy. Raises AssertionError with the text of the page."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(Unanswered):
            if value := driver.ask(expression):
                return value
        time.sleep(0.05)
    try:
        shown = driver.ask("document.body.innerText")
    except Unanswered as problem:
        shown = f"no answer: {problem}"
    raise AssertionError(f"not within {seconds} s: {expression}\nThe page shows:\n{shown}")


class Unanswered(Exception):
    """An error while the page was being replaced by another."""


class Chromium:
    """Chromium through Playwright, which the other browser tests use."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def open(self, url: str) -> None:
        """Go there."""
        self._page.goto(url, wait_until="commit")

    def ask(self, expression: str) -> Any:
        """Evaluate on the page."""
        try:
            return self._page.evaluate(expression)
        except Exception as problem:
            raise Unanswered(str(problem)) from problem

    def stroke(self, *points: Point) -> None:
        """Mouse events."""
        mouse = self._page.mouse
        mouse.move(*points[0])
        mouse.down()
        for point in points[1:]:
            mouse.move(*point, steps=5)
        mouse.up()

    def another_tab(self) -> "Chromium":
        """Return a page of the same context."""
        return Chromium(self._page.context.new_page())

    def close(self) -> None:
        """Close the page."""
        self._page.close()


@contextlib.contextmanager
def chromium(browser: Browser) -> Iterator[Driver]:
    """Return a fresh page."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    try:
        yield Chromium(context.new_page())
    finally:
        context.close()


def hand(points: tuple[Point, ...]) -> dict[str, Any]:
    """Return a stroke as an action of the WebDriver standards."""
    moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 80, "origin": "viewport"} for x, y in points]
    steps = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
    return {"type": "pointer", "id": "hand", "parameters": {"pointerType": "mouse"}, "actions": steps}


class WebKit:
    """WebKitGTK by its WebDriver."""

    def __init__(self, driver: webdriver.WebKitGTK) -> None:
        self._driver = driver
        self._tab = driver.current_window_handle

    def open(self, url: str) -> None:
        """Go there."""
        self._turn_to()
        self._driver.get(url)

    def ask(self, expression: str) -> Any:
        """Evaluate on the page."""
        script = f"const done = arguments[0]; Promise.resolve({expression}).then(done, (stop) => done(String(stop)));"
        self._turn_to()
        try:
            return self._driver.execute_async_script(script)
        except Exception as problem:
            raise Unanswered(str(problem)) from problem

    def stroke(self, *points: Point) -> None:
        """Pointer actions."""
        self._turn_to()
        self._driver.execute(Command.W3C_ACTIONS, {"actions": [hand(points)]})

    def another_tab(self) -> "WebKit":
        """Return a tab of the same window."""
        self._driver.switch_to.new_window("tab")
        return WebKit(self._driver)

    def close(self) -> None:
        """Close the tab."""
        self._turn_to()
        self._driver.close()
        self._driver.switch_to.window(self._driver.window_handles[0])

    def _turn_to(self) -> None:
        if self._driver.current_window_handle != self._tab:
            self._driver.switch_to.window(self._tab)


@contextlib.contextmanager
def webkit() -> Iterator[Driver]:
    """Yield a fresh WebKitGTK on a virtual screen."""
    paths = WEBKIT.paths()
    assert paths
    driver_path, browser_path, _ = paths
    with display() as number:
        options = webdriver.WebKitGTKOptions()
        options.binary_location = browser_path
        options.add_argument("--automation")
        service = webdriver.WebKitGTKService(driver_path, env=webkit_environment(number))
        driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            driver.set_window_size(WIDTH, HEIGHT)
            driver.set_script_timeout(WAIT_SECONDS)
            yield WebKit(driver)
        finally:
            driver.quit()


class Firefox:
    """Firefox through WebDriver BiDi, which needs no helper program."""

    def __init__(self, connection: websocket.WebSocket, tab: str = "") -> None:
        self._connection = connection
        self._number = 0
        if not tab:
            self._send("session.new", capabilities={})
            (first, *_) = self._send("browsingContext.getTree")["contexts"]
            tab = first["context"]
        self._context = tab
        self._send("browsingContext.setViewport", context=tab, viewport={"width": WIDTH, "height": HEIGHT})

    def open(self, url: str) -> None:
        """Go there."""
        self._send("browsingContext.navigate", context=self._context, url=url, wait="none")

    def ask(self, expression: str) -> Any:
        """Evaluate on the page."""
        answer = self._send(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then((value) => JSON.stringify(value) ?? 'null')",
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            raise Unanswered(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def stroke(self, *points: Point) -> None:
        """Pointer actions."""
        self._send("input.performActions", context=self._context, actions=[hand(points)])

    def another_tab(self) -> "Firefox":
        """Return a tab of the same window."""
        return Firefox(self._connection, self._send("browsingContext.create", type="tab")["context"])

    def close(self) -> None:
        """Close the tab."""
        self._send("browsingContext.close", context=self._context)

    def _send(self, method: str, **parameters: Any) -> Any:
        self._number += 1
        self._connection.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._connection.recv())
            if answer.get("id") != self._number:
                continue
            if answer["type"] == "error":
                raise Unanswered(f"{answer['error']}: {answer['message']}")
            return answer["result"]


@contextlib.contextmanager
def firefox(profile: Path) -> Iterator[Driver]:
    """Yield a headless Firefox with its profile in the folder."""
    address = profile / "WebDriverBiDiServer.json"
    address.unlink(missing_ok=True)
    # It chooses a free port, and writes it into this file.
    command = firefox_command(profile, "--remote-debugging-port", "0", "about:blank")
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as browser:
        try:
            connection = _connect(address)
            yield Firefox(connection)
            connection.close()
        finally:
            browser.terminate()


def _connect(address: Path) -> websocket.WebSocket:
    end = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            server = json.loads(address.read_text())
            url = f"ws://{server['ws_host']}:{server['ws_port']}/session"
            return websocket.create_connection(url, timeout=WAIT_SECONDS, suppress_origin=True)
        except (OSError, ValueError, websocket.WebSocketException):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
