"""Measure taps as browsers do: the worst of press and release, by Event Timing, which ends with the next paint.

The taps are real touches, or presses of a mouse, over whole fights; the first turn counts. The finger stays down as
long as people's do. Chromium gives durations in steps of 8 ms, and none below 16 ms, which count as 16. Beside the
fights the *floor* is measured: a page of the same number of elements whose one button changes one text.

The processor is slowed four times, as Chromium's own tools do it.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from playwright.async_api import BrowserContext, CDPSession, Page, async_playwright, expect

from tests.hands.player import START_PLAYING
from tests.hands.store import SAVED_NUMBER
from tools.chromium import of_profile
from tools.serve import serving
from turntrack.systems import SYSTEMS

SLOWER = 4
"""How many times slower the page's thread is made."""
DOWN_MS = 80
PAUSE_MS = 450  # two taps on one place within a shorter time are a double tap
INSTALL_MS = 15_000
"""How long the first visit is left alone: the page installs itself for offline use meanwhile, on the same processor."""
UNASKED_MS = 200
"""How long the page is asked nothing after a tap, because an answer would delay the frame."""
LEAST_MS = 16
"""The shortest duration that Event Timing reports."""
MOST_OF_ONE = 50  # on one quick line
FIGHTS = (12, 60)
EARLY, LATE = 30, 3_000
"""Numbers of steps."""
GAMES = (*(system.key for system in SYSTEMS if not system.has_rules_of_fights), "d20_once")
"""The keys of the games that are measured: the coded systems, and a preset."""

SEEN = "[...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility()).length"

READY = "html[data-ready]"
FLOOR_ELEMENTS = 200
FLOOR = """\
<!doctype html>
<title>floor</title>
<button id="tap">0</button>
<script>
  const button = document.getElementById("tap");
  button.addEventListener("click", () => (button.textContent = Number(button.textContent) + 1));
</script>
"""

# Runs in the page before its own scripts.
NOTE_EVENTS = """
    window.timings = [];
    new PerformanceObserver((list) => {
        for (const { name, startTime, duration, processingStart, processingEnd } of list.getEntries())
            window.timings.push({ name, startTime, duration, handled: processingEnd - processingStart });
    }).observe({ type: "event", durationThreshold: 16 });
"""

# Waits until the observer has heard of all events before the latest paint.
TIMINGS_SINCE = """(began) => new Promise((done) =>
    requestAnimationFrame(() => requestIdleCallback(() => setTimeout(() => {
        const ofTap = /^(pointer|touch|mouse)(down|up|start|end)$|^click$/;
        done(window.timings.filter(({ name, startTime }) => startTime >= began && ofTap.test(name)));
    }, 50))))
"""


type Timing = dict[str, float]
"""The duration of an event and the time of its handlers, in milliseconds."""


@dataclass(frozen=True)
class Taps:
    """Milliseconds of each tap: its worst event, and how long the handlers of that event ran."""

    worst: list[float]
    handled: list[float]
    elements: int = 0
    """The number of elements that are visible in the end, or would be after scrolling."""

    @property
    def middle(self) -> float:
        return median(self.worst)

    @property
    def most(self) -> float:
        """Return the 95th percentile."""
        return quantiles(self.worst, n=20)[-1]


@dataclass(frozen=True)
class AllTaps:
    """Taps on the floor, and on choices in fights by system and number of combatants."""

    floor: Taps
    fights: dict[str, dict[int, Taps]]
    by_mouse: dict[str, Taps]
    """In the smaller fights."""
    early: Taps
    late: Taps
    """In one fight of Zebra Island with 12, after EARLY and after LATE steps."""
    floor_at_full_speed: Taps
    at_full_speed: dict[str, Taps]
    """In the smaller fights, by touch."""


def measure_taps(folder: Path, taps: int) -> AllTaps:
    """Tap on the floor and in fights of each system, in one run, with a profile on disk."""
    with serving(folder, "/turntrack/") as server, floor_page() as floor:
        return asyncio.run(_measure(server.url, floor, taps))


async def _measure(url: str, floor: str, taps: int) -> AllTaps:
    async with open_browser() as context:
        await install(context, url)
        page = await context.new_page()
        await page.goto(floor)
        finger = await context.new_cdp_session(page)
        floors = {}
        for rate in (SLOWER, 1):
            await slow(finger, rate)
            floors[rate] = _taps([await measure_tap(page, finger, "#tap") for _ in range(taps)])
        await page.close()
        fights = {
            system: {combatants: await measure_fight(context, url, system, combatants, taps) for combatants in FIGHTS}
            for system in GAMES
        }
        small = FIGHTS[0]
        by_mouse = {system: await measure_fight(context, url, system, small, taps, by_mouse=True) for system in GAMES}
        early, late = await measure_long_fight(context, url, taps)
        at_full_speed = {system: await measure_fight(context, url, system, small, taps, rate=1) for system in GAMES}
    return AllTaps(floors[SLOWER], fights, by_mouse, early, late, floors[1], at_full_speed)


async def slow(finger: CDPSession, rate: int) -> None:
    """Slow the page's thread down this many times."""
    await finger.send("Emulation.setCPUThrottlingRate", {"rate": rate})


@asynccontextmanager
async def open_browser() -> AsyncIterator[BrowserContext]:
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as playwright:
            chromium = playwright.chromium
            context = await chromium.launch_persistent_context(
                folder, **of_profile(chromium.executable_path), has_touch=True
            )
            await context.add_init_script(NOTE_EVENTS)
            yield context
            await context.close()


@contextmanager
def floor_page() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "index.html").write_text(FLOOR + "<p>text</p>\n" * FLOOR_ELEMENTS)
        with serving(Path(name)) as server:
            yield server.url


async def install(context: BrowserContext, url: str) -> None:
    """Visit the page for the first time, until it is installed."""
    page = await context.new_page()
    await page.goto(url)
    await page.locator(READY).wait_for(state="attached", timeout=60_000)
    await page.wait_for_timeout(INSTALL_MS)
    await page.close()


async def measure_fight(
    context: BrowserContext,
    url: str,
    system: str,
    combatants: int,
    taps: int,
    *,
    rate: int = SLOWER,
    by_mouse: bool = False,
) -> Taps:
    """Begin a fight and measure this many taps from its first."""
    page = await context.new_page()
    await page.goto(url)
    finger = await context.new_cdp_session(page)
    await page.locator(READY).wait_for(state="attached", timeout=60_000)
    await _begin(page, system, combatants)
    await slow(finger, rate)
    measured = [await measure_tap(page, finger, await _likeliest(page), by_mouse) for _ in range(taps)]
    elements = await page.evaluate(SEEN)
    await page.close()
    return _taps(measured, elements)


async def measure_long_fight(context: BrowserContext, url: str, taps: int) -> tuple[Taps, Taps]:
    """Measure taps of one fight after EARLY steps, and after LATE steps that are tapped at full speed."""
    page = await context.new_page()
    await page.goto(url)
    finger = await context.new_cdp_session(page)
    await page.locator(READY).wait_for(state="attached", timeout=60_000)
    await _begin(page, "zebra", FIGHTS[0])
    measured = []
    for steps in (EARLY, LATE):
        await page.evaluate(START_PLAYING, steps)
        while await page.evaluate(SAVED_NUMBER) < steps:
            await page.wait_for_timeout(UNASKED_MS)
        await page.evaluate("clearInterval(window.player)")
        await slow(finger, SLOWER)
        measured.append(_taps([await measure_tap(page, finger, await _likeliest(page)) for _ in range(taps)]))
        await slow(finger, 1)
    await page.close()
    early, late = measured
    return early, late


async def _begin(page: Page, system: str, combatants: int) -> None:
    """Begin a fight of so many, two sides, with dice of the app."""
    if await page.locator("html").get_attribute("data-view") != "home":
        await page.locator("#back").tap()
    await page.locator(f"#new-{system}").tap()
    await expect(page.locator("html")).to_have_attribute("data-view", "fight")
    half = combatants // 2
    lines = [
        f"{name} x{min(left, MOST_OF_ONE)}, side {side}"
        for name, side, many in (("Guard", "Harbour", combatants - half), ("Sailor", "Crew", half))
        for left in range(many, 0, -MOST_OF_ONE)
    ]
    await page.locator("#lines").fill("\n".join(lines))
    await page.locator("#dialog [type=submit]").tap()
    await expect(page.locator("#open")).to_be_enabled()


async def _likeliest(page: Page) -> str:
    """Return a selector of the button that begins the round, of the filled choice, or of the first possible one."""
    for likely in ("#open", "#deck .choice.leading:not(.refused)"):
        if await page.locator(likely).count():
            return likely
    return "#deck .choice:not(.refused)"


async def measure_tap(page: Page, finger: CDPSession, where: str, by_mouse: bool = False) -> Timing:
    """Tap, wait until the answer is painted, and return the timing of the worst event."""
    await page.wait_for_timeout(PAUSE_MS)
    place = page.locator(where).first
    await place.scroll_into_view_if_needed()
    box = await place.bounding_box()
    assert box
    began = await page.evaluate("performance.now()")
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    press = _click(finger, at, "mousePressed") if by_mouse else _touch(finger, at)
    down = asyncio.create_task(press)  # ends only when the page has handled it
    await asyncio.sleep(DOWN_MS / 1000)
    await asyncio.gather(down, _click(finger, at, "mouseReleased") if by_mouse else _touch(finger))
    await asyncio.sleep(UNASKED_MS / 1000)
    timings: list[Timing] = await page.evaluate(TIMINGS_SINCE, began)
    return max(timings, key=lambda timing: timing["duration"], default={"duration": LEAST_MS, "handled": 0})


async def _touch(finger: CDPSession, at: dict[str, float] | None = None) -> None:
    """Put a finger down, or lift it."""
    kind = "touchStart" if at else "touchEnd"
    await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at] if at else []})


async def _click(mouse: CDPSession, at: dict[str, float], kind: str) -> None:
    await mouse.send("Input.dispatchMouseEvent", {"type": kind, "button": "left", "clickCount": 1, **at})


def _taps(timings: list[Timing], elements: int = 0) -> Taps:
    return Taps([timing["duration"] for timing in timings], [timing["handled"] for timing in timings], elements)


def lay_out_taps(results: AllTaps) -> list[str]:
    """Lay the taps out as lines that a person can read."""
    floor, at_full_speed = results.floor, results.floor_at_full_speed
    return [
        f"The worst event of each tap, finger down {DOWN_MS} ms; milliseconds, × the floor.",
        f"The processor slowed {SLOWER} times:",
        _floor_line(floor),
        *(
            _line(system, combatants, taps, floor)
            for system, fights in results.fights.items()
            for combatants, taps in fights.items()
        ),
        "By mouse:",
        *(_line(system, FIGHTS[0], taps, floor) for system, taps in results.by_mouse.items()),
        "In one fight of Zebra Island:",
        _line(f"{EARLY} steps", FIGHTS[0], results.early, floor),
        _line(f"{LATE} steps", FIGHTS[0], results.late, floor),
        "At full speed:",
        _floor_line(at_full_speed),
        *(_line(system, FIGHTS[0], taps, at_full_speed) for system, taps in results.at_full_speed.items()),
    ]


def _floor_line(floor: Taps) -> str:
    return f"  the floor                  {floor.middle:4.0f}  p95 {floor.most:4.0f}   (N = {len(floor.worst)})"


def _line(system: str, combatants: int, taps: Taps, floor: Taps) -> str:
    whole = f"{taps.middle:4.0f}  p95 {taps.most:4.0f}"
    times = f"{taps.middle / floor.middle:.2f} × and {taps.most / floor.middle:.2f} ×"
    handled = f"{median(taps.handled):.0f} of it in handlers"
    return f"  {system:10} {combatants:3} combatants  {whole}   {times}   {handled}, {taps.elements} elements"
