"""Measures a tap: from the finger's lifting to the painted answer, on a processor slowed four times.

The taps are real touches of a finger that stays down as long as people's do; the page itself is not changed. A tap ends
when the frame that shows its answer has been handed to the screen: the first task after that frame's callbacks. Beside
it the *floor* is measured: a page of the same number of elements everywhere, whose one button changes one text.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import BrowserContext, CDPSession, Page, expect, sync_playwright

from tools.chromium import profile
from tools.serve import serving

SLOWER = 4
DOWN_MS = 80
PAUSE_MS = 450  # two taps on one place within a shorter time are a double tap
MOST_OF_ONE = 50  # on one quick line
FIGHTS = (12, 60)
WARM_UP = 2
"""So many taps come before those that count."""

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

# Runs in the page before anything of its own. Parsing the update parts what Python does from what the page does. Where
# the page is busy with the finger's coming down for longer than that stays, the tap is counted from when it would lift.
NOTE_TAPS = """
    window.taps = [];
    let down = 0, lifted = 0, answered = 0;
    const parse = JSON.parse;
    JSON.parse = (...given) => {
        answered ||= performance.now();
        return parse(...given);
    };
    addEventListener("pointerdown", (event) => (down = event.timeStamp), { capture: true });
    addEventListener("pointerup", (event) => (lifted = Math.min(event.timeStamp, down + DOWN_MS)), { capture: true });
    addEventListener("click", () => {
        const began = performance.now();
        answered = 0;
        const from = lifted;
        let handled = 0;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.taps.push(
            { painted: performance.now() - from, python: answered - began, patch: handled - answered });
        addEventListener("click", () => (handled = performance.now()), { once: true });
        requestAnimationFrame(() => port2.postMessage(0));
    }, { capture: true });
""".replace("DOWN_MS", str(DOWN_MS))


@dataclass(frozen=True)
class Taps:
    """Milliseconds, one number a tap: all of it, and of that what Python and what changing the page took."""

    painted: list[float]
    python: list[float]
    patch: list[float]
    elements: int = 0
    """How many elements are on the page in the end."""

    @property
    def middle(self) -> float:
        return median(self.painted)

    @property
    def most(self) -> float:
        """The 95th percentile."""
        return quantiles(self.painted, n=20)[-1]


@dataclass(frozen=True)
class AllTaps:
    """Taps on the floor, and on choices in running fights by system and number of combatants."""

    floor: Taps
    fights: dict[str, dict[int, Taps]]


def measure_taps(folder: Path, taps: int) -> AllTaps:
    """Tap on the floor and in fights of each system, in one run, with a profile on disk."""
    with serving(folder, "/turntrack/") as server, _floor_page() as floor, _browser() as context:
        page, finger = _slowed(context, floor)
        touched = [_measured(page, finger, "#tap") for _ in range(taps)]
        page.close()
        page = context.new_page()
        page.goto(server.url)
        page.locator(READY).wait_for(state="attached", timeout=60_000)
        systems = [str(button.get_attribute("id")).removeprefix("new-") for button in page.locator("[id^=new-]").all()]
        page.close()
        fights = {
            system: {combatants: _fight(context, server.url, system, combatants, taps) for combatants in FIGHTS}
            for system in systems
        }
    return AllTaps(_taps(touched), fights)


@contextmanager
def _browser() -> Iterator[BrowserContext]:
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        profile(playwright.chromium, Path(folder), has_touch=True) as context,
    ):
        context.add_init_script(NOTE_TAPS)
        yield context


@contextmanager
def _floor_page() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "index.html").write_text(FLOOR + "<p>text</p>\n" * FLOOR_ELEMENTS)
        with serving(Path(name)) as server:
            yield server.url


def _slowed(context: BrowserContext, url: str) -> tuple[Page, CDPSession]:
    page = context.new_page()
    page.goto(url)
    finger = context.new_cdp_session(page)
    finger.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page, finger


def _fight(context: BrowserContext, url: str, system: str, combatants: int, taps: int) -> Taps:
    page, finger = _slowed(context, url)
    finger.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.locator(READY).wait_for(state="attached", timeout=60_000)
    _begin(page, system, combatants)
    finger.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    found: list[dict[str, float]] = []
    while len(found) < taps:
        if page.locator("#open").count():
            _measured(page, finger, "#open")
        else:
            found.append(_measured(page, finger, _likeliest(page)))
    elements = page.evaluate("document.body.querySelectorAll('*').length")
    page.close()
    return _taps(found, elements)


def _begin(page: Page, system: str, combatants: int) -> None:
    """Begin a fight of so many, two sides, with dice of the app."""
    if page.locator("html").get_attribute("data-view") != "home":
        page.locator("#back").tap()
    page.locator(f"#new-{system}").tap()
    half = combatants // 2
    lines = [
        f"{name} x{min(left, MOST_OF_ONE)}, side {side}"
        for name, side, many in (("Guard", "Harbour", combatants - half), ("Sailor", "Crew", half))
        for left in range(many, 0, -MOST_OF_ONE)
    ]
    page.locator("#lines").fill("\n".join(lines))
    page.locator("#dialog [type=submit]").tap()
    expect(page.locator("#open")).to_be_enabled()


def _likeliest(page: Page) -> str:
    """Say where the choice is that is filled, or else the first that can be taken."""
    leading = "#deck .choice.leading:not(.refused)"
    return leading if page.locator(leading).count() else "#deck .choice:not(.refused)"


def _measured(page: Page, finger: CDPSession, where: str) -> dict[str, float]:
    """Tap, wait until the answer is painted, and return what it took."""
    page.wait_for_timeout(PAUSE_MS)
    place = page.locator(where).first
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box
    before = page.evaluate("window.taps.length")
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    put_down = time.monotonic()
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})  # returns once it was handled
    page.wait_for_timeout(max(0, DOWN_MS - (time.monotonic() - put_down) * 1000))
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    while page.evaluate("window.taps.length") == before:
        page.wait_for_timeout(20)
    found: dict[str, float] = page.evaluate("window.taps.at(-1)")
    return found


def _taps(found: list[dict[str, float]], elements: int = 0) -> Taps:
    counted = found[WARM_UP:]
    painted, python, patch = ([tap[part] for tap in counted] for part in ("painted", "python", "patch"))
    return Taps(painted, python, patch, elements)


def report_taps(results: AllTaps) -> None:
    """Print a table that a person can read."""
    floor = results.floor
    print(f"Tap to painted, processor slowed {SLOWER} times, finger down {DOWN_MS} ms; milliseconds, × the floor")
    print(f"  the floor                  {floor.middle:4.0f}  p95 {floor.most:4.0f}   (N = {len(floor.painted)})")
    for system, fights in results.fights.items():
        for combatants, taps in fights.items():
            whole = f"{taps.middle:4.0f}  p95 {taps.most:4.0f}"
            times = f"{taps.middle / floor.middle:.2f} × and {taps.most / floor.middle:.2f} ×"
            parts = f"Python {median(taps.python):.0f}, page {median(taps.patch):.0f}"
            print(f"  {system:10} {combatants:3} combatants  {whole}   {times}   {parts}, {taps.elements} elements")
