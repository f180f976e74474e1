"""What the page holds in memory: with a long history, and whether it grows beyond the history while it is played."""

from dataclasses import dataclass

from playwright.sync_api import Page

from bench.engine_timings import long_history
from bench.visits import NOTE_MEMORY, heap
from tests.hands.player import play, stop_playing
from tests.hands.store import journals, saved_number
from tools.chromium import chromium
from tools.layout import DIST
from tools.serve import serving
from turntrack.saves.journal import records_of
from turntrack.saves.records import Save, encode_save

WARM_TURNS, TURNS = 200, 1000


@dataclass(frozen=True)
class Memory:
    """Megabytes of JavaScript and Python on the page."""

    started: float
    """With the list of fights, and none of them."""
    brought_in: float
    """With a fight of STEPS steps, on the page that has read its file: what Python once needs it does not give back."""
    opened: float
    """With the same fight at the next start."""
    seconds: float
    """From the tap that opens that fight until it is shown."""
    growth: float
    """Over TURNS steps of play."""
    history: float
    """The journal of those steps, as text."""


def measure_memory() -> Memory:
    """Measure both on pages of their own."""
    with serving(DIST, "/turntrack/") as server, chromium() as browser:

        def fresh() -> Page:
            page = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
            page.add_init_script(NOTE_MEMORY)
            page.goto(server.url)
            page.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
            return page

        page = fresh()
        started = heap(page)
        seconds = open_long(page)
        brought_in = heap(page)
        page.reload()
        page.locator("html[data-ready][data-view=fight]").wait_for(state="attached", timeout=60_000)
        opened = heap(page)
        page.context.close()
        page = fresh()
        page.locator("#sample-zebra").click()
        growth, history = play_on(page)
        return Memory(started, brought_in, opened, seconds, growth, history)


def open_long(page: Page) -> float:
    """Bring in a long fight as a file, and open it. Returns the seconds that opening takes."""
    session = long_history()
    text = encode_save(Save(session.encounter.name, session.encounter.system, records_of(session)))
    page.set_default_timeout(120_000)
    with page.expect_file_chooser() as chooser:
        page.locator("#import").click()
        page.get_by_role("button", name="Choose a file…").click()
    chooser.value.set_files({"name": "fight.json", "mimeType": "application/json", "buffer": text.encode()})
    page.locator("#dialog").get_by_role("button", name="Import").click()
    page.locator(".fight").first.wait_for()
    taken = page.evaluate(
        """() => new Promise((done) => {
            const began = performance.now();
            const seen = new MutationObserver(() => {
                if (document.documentElement.dataset.view !== "fight") return;
                seen.disconnect();
                requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
            });
            seen.observe(document.documentElement, { attributes: true });
            document.querySelector(".fight[data-do=open-saved]").click();
        })"""
    )
    return float(taken) / 1000


def play_on(page: Page) -> tuple[float, float]:
    """Return the megabytes by which the page grows over TURNS steps, and those of their journal."""
    play(page, seed=7)
    sizes, lengths = [], []
    for turns in (WARM_TURNS, WARM_TURNS + TURNS):
        while saved_number(page) < turns:
            page.wait_for_timeout(200)
        stop_playing(page)
        sizes.append(heap(page))
        lengths.append(sum(len(record) for records in journals(page).values() for record in records) / 1e6)
        play(page, seed=8)
    stop_playing(page)
    return sizes[1] - sizes[0], lengths[1] - lengths[0]
