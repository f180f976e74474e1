"""Helpers to play on the tablet: taps, fingers, reads of the screen and of the stored data."""

import json
import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.hosts import reload
from tests.browser.waiting import expect_saved, until_equal, wait_until
from tests.hands.store import stored

SHEET = "nerve 0, perception 0, level 0, shooting"
ROWS = "#acting .row, #track .row"
WORKED = {"A": 20, "B": 14, "C": 9}


class Finger:
    """A finger on the screen, or several: real touch events, not synthesized ones."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._cdp = page.context.new_cdp_session(page)
        self._at: dict[int, tuple[float, float]] = {}

    def down(self, x: float, y: float, finger: int = 0) -> None:
        self._at[finger] = (x, y)
        self._send("touchStart")

    def move(self, x: float, y: float, finger: int = 0, steps: int = 8) -> None:
        """Move in this many steps, a frame apart."""
        from_x, from_y = self._at[finger]
        for step in range(1, steps + 1):
            self._at[finger] = (from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps)
            self._send("touchMove")
            self._page.wait_for_timeout(20)

    def up(self, finger: int = 0) -> None:
        """The others stay down."""
        x, y = self._at.pop(finger)
        lifted = [{"x": x, "y": y, "id": finger}] if self._at else []
        self._cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": lifted})

    def tap_twice(self, x: float, y: float) -> None:
        """Tap twice so quickly that it is a double tap, however slow the browser is."""
        self.tap_steadily(x, y, 0.1, times=2)

    def tap_steadily(self, x: float, y: float, apart: float, times: int) -> None:
        """Tap one place this many seconds apart, however slow the browser is."""
        began = time.time()
        for tap in range(times):
            for kind, after in (("touchStart", 0.0), ("touchEnd", 0.05)):
                points = [{"x": x, "y": y}] if kind == "touchStart" else []
                when = {"timestamp": began + apart * tap + after}
                self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **when})

    def cancel(self) -> None:
        """Cancel the touch, as the system does for a notification, a gesture or a palm."""
        self._at.clear()
        self._send("touchCancel")

    def _send(self, kind: str) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in self._at.items()]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


STILL = """new Promise(requestAnimationFrame)
    .then(() => !document.querySelector(".row[style*='translate(']") && !document.getAnimations().length)"""
"""A script that tells whether no element glides or waits to glide."""


def middle(place: Locator) -> tuple[float, float]:
    """Return the middle of the element on the screen, once nothing glides."""
    wait_until(place.page, STILL)
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, name: str, onto: str) -> Finger:
    """Drag a row by its handle over another; the finger stays down.

    The target is the current place of the other row, which makes room for the carried one.
    """
    finger = Finger(page)
    x, start = middle(handle(page, name))
    finger.down(x, start)
    above = middle(row(page, onto))[1] < start
    for _ in range(20):
        _, y = middle(row(page, onto))
        y += -20 if above else 20
        finger.move(x, y)
        finger.move(x, y + 1, steps=4)  # it comes to rest there: what is under it is looked at only now and then
        if page.evaluate(_is_beside(page, onto, above)):
            return finger
    finger.cancel()
    raise AssertionError(f"{name} does not come beside {onto}")


def until_beside(page: Page, name: str, above: bool) -> None:
    """Wait until the carried row would be dropped there."""
    wait_until(page, _is_beside(page, name, above))


def _is_beside(page: Page, name: str, above: bool) -> str:
    rows = "[...document.querySelectorAll('#acting .row, #track .row')]"
    gap = f"{rows}.findIndex(it => it.matches('.gap'))"
    other = f"{rows}.findIndex(it => it.id === {json.dumps(row(page, name).get_attribute('id'))})"
    return f"{gap} >= 0 && {gap} {'<' if above else '>'} {other}"


def new_fight(page: Page, *lines: str, system: str = "zebra") -> None:
    """Begin a new fight from the first screen."""
    show_game(page, system)
    page.locator(f"#new-{system}").tap()
    page.get_by_label("One line each").fill("\n".join(lines))
    page.locator("#dialog [type=submit]").tap()
    expect(page.locator("#dialog")).to_be_hidden()


def show_game(page: Page, key: str) -> None:
    """Show the tile of a game, which may stand below a list of fights only on request."""
    if not page.locator(f"#new-{key}").count():
        page.locator("#all-games").click()


def begin_sample(page: Page, key: str) -> None:
    """Begin the sample fight of a game."""
    show_game(page, key)
    page.locator(f"#sample-{key}").click()


def begin(page: Page, *typed: int | str) -> None:
    """Begin the round or sequence, and type the table's dice."""
    page.locator("#open").tap()
    if typed:
        roll(page, *typed)
    expect(page.locator("#dialog")).to_be_hidden()


def roll(page: Page, *typed: int | str) -> None:
    """Type the table's dice, one entry per roll."""
    boxes = page.locator("#dialog input.die")
    expect(boxes).to_have_count(len(typed))
    for place, faces in enumerate(typed):
        boxes.nth(place).fill(str(faces))
    page.locator("#dialog [type=submit]").tap()
    expect(page.locator("#dialog")).to_be_hidden()


def worked_fight(page: Page) -> None:
    """Begin the worked sequence of the rules: counters 20, 14 and 9, from dice of the table."""
    new_fight(page, *(f"{name}, {SHEET}, table" for name in WORKED))
    begin(page, *WORKED.values())


def track(page: Page) -> list[str]:
    """Return the rows on the slab and the string: name and number, a star before actors."""
    rows: list[str] = page.locator(ROWS).evaluate_all(
        """rows => rows.map(row => (row.ariaCurrent === "true" ? "*" : "") + row.querySelector(".name").textContent
            + " " + (row.querySelector(".number, .chance")?.textContent ?? ""))"""
    )
    return rows


def stands(page: Page, rows: list[str]) -> None:
    """Wait until `track` returns these rows."""
    until_equal(page, lambda: track(page), rows)


def row(page: Page, name: str) -> Locator:
    return page.locator(ROWS).filter(has=page.locator(".name", has_text=name))


def badges(page: Page, name: str) -> list[str]:
    """Return the marks and words on a row."""
    return row(page, name).locator(".about > *, .about.badge").all_inner_texts()


def wears(page: Page, name: str, *marks: str) -> None:
    """Wait until these are the marks and words on a row."""
    until_equal(page, lambda: badges(page, name), list(marks))


def handle(page: Page, name: str) -> Locator:
    return row(page, name).locator(".handle")


def choice(page: Page, section: str, label: str) -> Locator:
    """Return a choice of the deck, after opening its drawer if it has one."""
    open_drawer(page, section)
    wanted = page.locator(".label").get_by_text(label, exact=True)
    return choices(page, section).filter(has=wanted)


def choices(page: Page, section: str) -> Locator:
    """Return all visible choices of a section."""
    return page.locator(f'#panel .choice[id^="choice-{section}:"]')


def open_drawer(page: Page, section: str) -> None:
    """Toggle the drawer of a section, unless all of the section is visible."""
    own, shared = page.locator(f"#drawer-{section}"), page.locator("#drawer-and-more")
    opened, inside = page.locator('.drawer[aria-expanded="true"]'), choices(page, section)
    if own.count():
        if own.get_attribute("aria-expanded") == "false":
            own.click()
        expect(page.locator(f"#section-{section}")).to_be_visible()
    elif not inside.count() and opened.count():
        opened.click()
        open_drawer(page, section)
    elif not inside.count() and shared.count():
        shared.click()
        expect(inside.first).to_be_visible()


def open_log(page: Page) -> Locator:
    """Open the log over the deck."""
    if not page.locator("#log").count():
        page.locator("#show-log").click()
    expect(page.locator("#log")).to_be_visible()
    return page.locator("#dialog")


def close_log(page: Page) -> None:
    page.locator("#show-log").click()
    expect(page.locator("#log")).to_be_hidden()


_taps = [0.0]
"""The place of the last tap of ``act``, from the left."""


def act(button: Locator) -> None:
    """Tap a choice left or right of its middle, far from the last tap: two quick taps on one place are a double tap."""
    box = button.bounding_box()
    assert box
    page = button.page
    beside = max((box["width"] * share for share in (0.25, 0.75)), key=lambda x: abs(box["x"] + x - _taps[0]))
    _taps[0] = box["x"] + beside
    page.evaluate("answered = false; addEventListener('click', () => { answered = true }, { once: true })")
    button.tap(position={"x": beside, "y": box["height"] / 2})
    wait_until(page, "answered")  # the tap is over before the click that comes of it


def go_home(page: Page) -> None:
    """Go from a fight to the first screen."""
    page.locator("#back").click()
    expect(page.locator("html")).to_have_attribute("data-view", "home")


def reload_saved(page: Page) -> None:
    """Wait until everything is saved, and load the page again: it would report a step that was not saved yet."""
    expect_saved(page)
    reload(page)


def kept(page: Page) -> list[dict[str, Any]]:
    """Return the records of the last played fight, oldest first."""
    expect_saved(page)
    store = stored(page)
    played = max(store["encounters"], key=lambda head: head["played"])["key"]
    rows = [row for row in store["records"] if row["key"] == played]
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    return [json.loads(row["record"]) for row in rows]


def log(page: Page, lines: int = 1) -> list[str]:
    """Open the log, return its newest lines, and close it."""
    shown = open_log(page).locator("#log-lines .line")
    expect(shown.first).to_be_visible()
    lines_shown = [
        text.strip() for text in shown.all_text_contents()[:lines]
    ]  # what is not laid out yet has no inner text
    close_log(page)
    return lines_shown
