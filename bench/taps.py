"""Measures a tap: from the finger's lifting to the painted answer, on a processor slowed four times.

The taps are real touches; the page itself is not changed. A tap ends when the frame that shows its answer has been
handed to the screen: the first task after that frame's callbacks.
"""

from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser, Page, expect

from tools.chromium import chromium
from tools.serve import serving

SLOWER = 4
PAUSE_MS = 450  # two taps on one place within a shorter time are a double tap
MOST_OF_ONE = 50  # on one quick line
FIGHTS = (12, 60, 300)

# Runs in the page before anything of its own. Parsing the update parts what Python does from what the page does.
NOTE_TAPS = """
    window.taps = [];
    let lifted = 0, answered = 0;
    const parse = JSON.parse;
    JSON.parse = (...given) => {
        answered ||= performance.now();
        return parse(...given);
    };
    addEventListener("pointerup", (event) => (lifted = event.timeStamp), { capture: true });
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
"""


@dataclass(frozen=True)
class Taps:
    """Milliseconds, one number a tap: all of it, and of that what Python and what changing the page took."""

    painted: list[float]
    python: list[float]
    patch: list[float]


def measure_taps(folder: Path, taps: int) -> dict[int, Taps]:
    """Taps on choices in running fights, by the number of combatants."""
    with serving(folder, "/turntrack/") as server, chromium() as browser:
        return {combatants: _taps(browser, server.url, combatants, taps) for combatants in FIGHTS}


def _taps(browser: Browser, url: str, combatants: int, taps: int) -> Taps:
    context = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True)
    context.add_init_script(NOTE_TAPS)
    page = context.new_page()
    page.goto(url)
    page.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
    _begin(page, combatants)
    page.evaluate("window.taps.length = 0")
    cdp = context.new_cdp_session(page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for _ in range(taps):
        page.wait_for_timeout(PAUSE_MS)
        _tap(page)
    found = page.evaluate("window.taps.slice(2)")  # the first two warm up
    context.close()
    return Taps(*([tap[part] for tap in found] for part in ("painted", "python", "patch")))


def _begin(page: Page, combatants: int) -> None:
    """A fight of so many, two sides, with dice of the app."""
    page.locator("#new-zebra").tap()
    half = combatants // 2
    lines = [
        f"{name} x{min(left, MOST_OF_ONE)}, {sheet}"
        for name, sheet, many in (
            ("Guard", "side Harbour, health 10, nerve 20, shooting", combatants - half),
            ("Sailor", "side Crew, health 12, nerve 20, shooting", half),
        )
        for left in range(many, 0, -MOST_OF_ONE)
    ]
    page.locator("#lines").fill("\n".join(lines))
    page.get_by_role("button", name="Add", exact=True).tap()
    expect(page.locator("#track .row")).to_have_count(combatants)
    page.locator("#open").tap()
    expect(page.locator("#acting .row")).to_be_visible()


def _tap(page: Page) -> None:
    """Whoever acts shoots with a little weapon; wait until the answer is painted."""
    before = page.evaluate("window.taps.length")
    box = page.locator("#section-attack .choice").first.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    while page.evaluate("window.taps.length") == before:
        page.wait_for_timeout(20)


def report_taps(results: dict[int, Taps]) -> None:
    """A table a person can read."""
    print(f"Tap to painted, processor slowed {SLOWER} times; median and 95th percentile, milliseconds")
    for combatants, taps in results.items():
        whole = f"{median(taps.painted):4.0f}  p95 {quantiles(taps.painted, n=20)[-1]:4.0f}"
        parts = f"Python {median(taps.python):.0f}, page {median(taps.patch):.0f}"
        print(f"  {combatants:3} combatants  {whole}   of that {parts}   (N = {len(taps.painted)})")
