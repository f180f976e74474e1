"""Measures a tap: from the finger's lifting to the painted answer, on a processor slowed four times, and at full speed.

The taps are real touches of a finger that stays down as long as people's do, and lifts whether or not the page has yet
done what it does while the finger is down; the page itself is not changed. A tap ends when the frame that shows its
answer has been handed to the screen: the first task after that frame's callbacks. Beside it the *floor* is measured: a
page of the same number of elements everywhere, whose one button changes one text.

By how much a browser slows down is not what it is told: told four times, work takes 4.6 to 5.1 times as long here, and
3 times while something on the page moves. So a fixed piece of work is measured first, and the browser told what makes
that take four times as long.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from playwright.async_api import BrowserContext, CDPSession, Page, async_playwright, expect

from tools.chromium import of_profile
from tools.serve import serving

SLOWER = 4
CORRECTIONS = 3
"""So often what the browser is told is mended by what has come of it."""
WORK_ROUNDS = 15
DOWN_MS = 80
PAUSE_MS = 450  # two taps on one place within a shorter time are a double tap
UNASKED_MS = 200
"""So long the page is asked nothing after a tap: an answer costs it two milliseconds, eight when it is slowed, and came
between the tap and its frame."""
MOST_OF_ONE = 50  # on one quick line
FIGHTS = (12, 60)
WARM_UP = 2
"""So many taps come before those that count."""

SEEN = "[...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility()).length"

# As a tap is: some script and some layout. In milliseconds.
WORK = """() => {
    const began = performance.now();
    let number = 1;
    for (let round = 0; round < 200_000; round++) number = (number * 1103515245 + 12345) % 2147483648;
    for (let round = 0; round < 3; round++) {
        document.body.style.width = `${500 + round + (number % 2)}px`;
        document.body.offsetHeight;
    }
    return performance.now() - began;
}"""

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

# Runs in the page before anything of its own. An event's time is when the finger did it, however busy the page was.
NOTE_TAPS = """
    window.taps = [];
    let lifted = 0;
    addEventListener("pointerup", (event) => (lifted = event.timeStamp), { capture: true });
    addEventListener("click", () => {
        const began = performance.now();
        const from = lifted;
        let handled = 0;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.taps.push({ painted: performance.now() - from, handled: handled - began });
        addEventListener("click", () => (handled = performance.now()), { once: true });
        requestAnimationFrame(() => port2.postMessage(0));
    }, { capture: true });
"""


@dataclass(frozen=True)
class Taps:
    """Milliseconds, one number a tap: all of it, and of that what carrying it out took, before its frame."""

    painted: list[float]
    handled: list[float]
    elements: int = 0
    """How many elements are to be seen in the end, or could be by scrolling."""

    @property
    def middle(self) -> float:
        return median(self.painted)

    @property
    def most(self) -> float:
        """Return the 95th percentile."""
        return quantiles(self.painted, n=20)[-1]


@dataclass(frozen=True)
class AllTaps:
    """Taps on the floor, and on choices in running fights by system and number of combatants."""

    rate: float
    """What the browser was told, so that the work took four times as long."""
    slowed: float
    """How many times as long it took then."""
    floor: Taps
    fights: dict[str, dict[int, Taps]]
    floor_at_full_speed: Taps
    at_full_speed: dict[str, Taps]
    """With the smaller fights."""


def measure_taps(folder: Path, taps: int) -> AllTaps:
    """Tap on the floor and in fights of each system, in one run, with a profile on disk."""
    with serving(folder, "/turntrack/") as server, _floor_page() as floor:
        return asyncio.run(_measure(server.url, floor, taps))


async def _measure(url: str, floor: str, taps: int) -> AllTaps:
    async with _browser() as context:
        page = await context.new_page()
        await page.goto(floor)
        finger = await context.new_cdp_session(page)
        rate, slowed = await _find_rate(page, finger)
        floors = {}
        for each in (rate, 1):
            await _slow(finger, each)
            floors[each] = _taps([await _measured(page, finger, "#tap") for _ in range(taps)])
        await page.close()
        page = await context.new_page()
        await page.goto(url)
        await page.locator(READY).wait_for(state="attached", timeout=60_000)
        buttons = await page.locator("[id^=new-]").all()
        systems = [str(await button.get_attribute("id")).removeprefix("new-") for button in buttons]
        await page.close()
        fights = {
            system: {combatants: await _fight(context, url, system, combatants, taps, rate) for combatants in FIGHTS}
            for system in systems
        }
        at_full_speed = {system: await _fight(context, url, system, FIGHTS[0], taps, 1) for system in systems}
    return AllTaps(rate, slowed, floors[rate], fights, floors[1], at_full_speed)


async def _find_rate(page: Page, finger: CDPSession) -> tuple[float, float]:
    """Find what the browser must be told for the work to take four times as long; and how long it takes then."""
    alone = await _work(page)
    rate, slowed = float(SLOWER), 1.0
    for _ in range(CORRECTIONS):
        await _slow(finger, rate)
        slowed = await _work(page) / alone
        if slowed > 1:
            rate = 1 + (rate - 1) * (SLOWER - 1) / (slowed - 1)
    await _slow(finger, rate)
    return rate, await _work(page) / alone


async def _work(page: Page) -> float:
    """Return the median of the milliseconds that the work takes."""
    times = []
    for _ in range(WORK_ROUNDS):
        await page.wait_for_timeout(100)
        times.append(float(await page.evaluate(WORK)))
    return median(times)


async def _slow(finger: CDPSession, rate: float) -> None:
    await finger.send("Emulation.setCPUThrottlingRate", {"rate": rate})


@asynccontextmanager
async def _browser() -> AsyncIterator[BrowserContext]:
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as playwright:
            chromium = playwright.chromium
            context = await chromium.launch_persistent_context(
                folder, **of_profile(chromium.executable_path), has_touch=True
            )
            await context.add_init_script(NOTE_TAPS)
            yield context
            await context.close()


@contextmanager
def _floor_page() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "index.html").write_text(FLOOR + "<p>text</p>\n" * FLOOR_ELEMENTS)
        with serving(Path(name)) as server:
            yield server.url


async def _fight(context: BrowserContext, url: str, system: str, combatants: int, taps: int, rate: float) -> Taps:
    page = await context.new_page()
    await page.goto(url)
    finger = await context.new_cdp_session(page)
    await page.locator(READY).wait_for(state="attached", timeout=60_000)
    await _begin(page, system, combatants)
    await _slow(finger, rate)
    measured: list[dict[str, float]] = []
    while len(measured) < taps:
        if await page.locator("#open").count():
            await _measured(page, finger, "#open")
        else:
            measured.append(await _measured(page, finger, await _likeliest(page)))
    elements = await page.evaluate(SEEN)
    await page.close()
    return _taps(measured, elements)


async def _begin(page: Page, system: str, combatants: int) -> None:
    """Begin a fight of so many, two sides, with dice of the app."""
    if await page.locator("html").get_attribute("data-view") != "home":
        await page.locator("#back").tap()
    await page.locator(f"#new-{system}").tap()
    await expect(page.locator("html")).to_have_attribute("data-view", "fight")
    if not await page.locator("#dialog").is_visible():  # where rules can be chosen first
        await page.locator("#add-first").tap()
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
    """Say where the choice is that is filled, or else the first that can be taken."""
    leading = "#deck .choice.leading:not(.refused)"
    return leading if await page.locator(leading).count() else "#deck .choice:not(.refused)"


async def _measured(page: Page, finger: CDPSession, where: str) -> dict[str, float]:
    """Tap, wait until the answer is painted, and return what it took."""
    await page.wait_for_timeout(PAUSE_MS)
    place = page.locator(where).first
    await place.scroll_into_view_if_needed()
    box = await place.bounding_box()
    assert box
    before = await page.evaluate("window.taps.length")
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    down = asyncio.create_task(_touch(finger, "touchStart", at))  # is done only when the page has heard of it
    await asyncio.sleep(DOWN_MS / 1000)
    await asyncio.gather(down, _touch(finger, "touchEnd"))
    await asyncio.sleep(UNASKED_MS / 1000)
    while await page.evaluate("window.taps.length") == before:
        await page.wait_for_timeout(20)
    tap: dict[str, float] = await page.evaluate("window.taps.at(-1)")
    return tap


async def _touch(finger: CDPSession, kind: str, *points: dict[str, float]) -> None:
    await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})


def _taps(taps: list[dict[str, float]], elements: int = 0) -> Taps:
    counted = taps[WARM_UP:]
    return Taps([tap["painted"] for tap in counted], [tap["handled"] for tap in counted], elements)


def report_taps(results: AllTaps) -> None:
    """Print a table that a person can read."""
    floor = results.floor
    print(
        f"Tap to painted, finger down {DOWN_MS} ms; milliseconds, × the floor. The processor slowed"
        f" {results.slowed:.1f} times (the browser was told {results.rate:.1f}):"
    )
    print(f"  the floor                  {floor.middle:4.0f}  p95 {floor.most:4.0f}   (N = {len(floor.painted)})")
    for system, fights in results.fights.items():
        for combatants, taps in fights.items():
            print(_line(system, combatants, taps, floor))
    floor = results.floor_at_full_speed
    print("At full speed:")
    print(f"  the floor                  {floor.middle:4.0f}  p95 {floor.most:4.0f}   (N = {len(floor.painted)})")
    for system, taps in results.at_full_speed.items():
        print(_line(system, FIGHTS[0], taps, floor))


def _line(system: str, combatants: int, taps: Taps, floor: Taps) -> str:
    whole = f"{taps.middle:4.0f}  p95 {taps.most:4.0f}"
    times = f"{taps.middle / floor.middle:.2f} × and {taps.most / floor.middle:.2f} ×"
    handled = f"{median(taps.handled):.0f} of it carrying it out"
    return f"  {system:10} {combatants:3} combatants  {whole}   {times}   {handled}, {taps.elements} elements"
