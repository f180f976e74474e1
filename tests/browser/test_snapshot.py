"""The image of the interpreter's memory: later starts use it, and start without it when anything is wrong with it."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import wipe
from tests.browser.hosts import (
    MADE,
    SNAPSHOT,
    STORED,
    Host,
    Site,
    reload,
    start_fight,
    track_of,
    visit,
    visit_and_freeze,
    visit_and_keep,
)
from tests.browser.waiting import expect_saved, until_ready, wait_until
from tests.hands.store import SNAPSHOT_RECORD

NUMBERS = "rows => rows.map(row => row.innerText.match(/^[A-Z].*/m)[0] + row.querySelector('.number').innerText).sort()"

WITH_BYTES = f"""async (change) => {{
    const cache = await caches.open("{SNAPSHOT}");
    const [place] = await cache.keys();
    const kept = await cache.match(place);
    const bytes = new Uint8Array(await kept.arrayBuffer());
    if (change === "flipped") bytes[bytes.length >> 1] ^= 1;
    if (change === "of another Pyodide") {{
        const [many] = new Uint32Array(bytes.buffer, 0, 1);
        bytes[4 + 4 * many + 16] ^= 1;
        const trial = JSON.parse(localStorage.getItem("{SNAPSHOT_RECORD}"));
        trial.image.checksum = bytes.length;
        for (const number of new Int32Array(bytes.buffer))
            trial.image.checksum = Math.imul(trial.image.checksum ^ number, 16777619);
        localStorage.setItem("{SNAPSHOT_RECORD}", JSON.stringify(trial));
    }}
    await cache.put(place, new Response(change === "cut" ? bytes.slice(0, 1000) : bytes));
}}"""


TABLE = f"""async () => {{
    const cache = await caches.open("{SNAPSHOT}");
    const [place] = await cache.keys();
    const bytes = await (await cache.match(place)).arrayBuffer();
    const [many] = new Uint32Array(bytes, 0, 1);
    return [bytes.byteLength, ...new Uint32Array(bytes, 4, many)];
}}"""

FORGET_FAILURES = f"""() => {{
    const trial = JSON.parse(localStorage.getItem("{SNAPSHOT_RECORD}"));
    localStorage.setItem("{SNAPSHOT_RECORD}", JSON.stringify({{...trial, failures: 0}}));
}}"""
FAILURES = f"JSON.parse(localStorage.getItem('{SNAPSHOT_RECORD}')).failures"


@pytest.fixture
def frozen(used_device: BrowserContext, site: Site) -> BrowserContext:
    """A tablet with an image and without fights, for all tests that leave it with one."""
    wipe(used_device, site)
    if not used_device.pages[0].evaluate(MADE):
        visit_and_freeze(used_device, site).close()
    return used_device


def to_the_list(page: Page) -> None:
    """Leave the fight, and the page: the next start shows the list."""
    page.locator("#menu").click()
    page.locator("#dialog").get_by_role("button", name="All fights").click()
    expect(page.locator("#home .fight").first).to_be_visible()
    page.close()


def started_from_image(page: Page) -> bool:
    """Return whether this start used the image."""
    return bool(page.evaluate("performance.getEntriesByName('turntrack:snapshot').length"))


class TestSnapshot:
    """It is made once and used from then on."""

    def test_a_fight_goes_on_in_the_next_start(self, frozen: BrowserContext, site: Site) -> None:
        """Without a network, with the same fight, and without our wheel."""
        page = visit(frozen, site)
        start_fight(page)
        track = track_of(page)
        frozen.set_offline(True)
        reload(page)
        assert started_from_image(page)
        assert track_of(page) == track
        asked = page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
        assert [name for name in asked if ".whl" in name] == []
        page.locator("#undo").click()
        page.locator("#open").click()
        expect(page.locator("#acting .row")).to_be_visible()
        expect_saved(page)
        frozen.set_offline(False)
        to_the_list(page)

    def test_what_is_empty_is_left_out(self, frozen: BrowserContext, site: Site) -> None:
        """The table says where everything stands, in order and without an overlap; a good third need not be kept."""
        page = visit(frozen, site)
        size, head, length, *places = page.evaluate(TABLE)
        page.close()
        begins, lengths = places[::2], places[1::2]
        ends = [begin + long for begin, long in zip(begins, lengths, strict=True)]
        assert all(end < begin for end, begin in zip(ends, begins[1:], strict=False))
        assert ends[-1] <= length
        assert size == 4 * (3 + len(places)) + head + sum(lengths)
        assert size < 2 / 3 * length

    def test_no_two_starts_roll_the_same_dice(self, frozen: BrowserContext, site: Site) -> None:
        """Two starts from one image, the same taps: six d20 each, which agree once in 64 million times."""
        rolled = []
        for _ in range(2):
            page = visit(frozen, site)
            assert started_from_image(page)
            start_fight(page)
            rolled.append(page.locator("#track .row").evaluate_all(NUMBERS))
            to_the_list(page)
        assert rolled[0] != rolled[1]

    @pytest.mark.soak
    def test_a_new_version_gets_one_of_its_own(self, context: BrowserContext, host: Host) -> None:
        """The image of another version is not looked at, and makes way."""
        page = visit_and_freeze(context, host)
        (before,) = page.evaluate(f"{STORED}.then((keys) => keys.map(({{url}}) => url))")
        host.release("second")
        parts = host.folder / "python" / "parts.js"
        parts.write_text(parts.read_text().replace('snapshotOf = "', 'snapshotOf = "2'))
        host.publish()
        page.evaluate("dispatchEvent(new Event('online'))")
        offer = page.locator("#top .update")
        expect(offer).to_be_visible(timeout=30_000)
        with page.expect_navigation():
            offer.click()
        until_ready(page)
        assert not started_from_image(page)
        changed = f"{STORED}.then((keys) => keys.length === 1 && keys[0].url !== '{before}')"
        wait_until(page, changed, seconds=60)


class TestFallBack:
    """Whatever is wrong with it, the page starts, and says nothing of it."""

    @pytest.mark.soak
    def test_missing(self, frozen: BrowserContext, site: Site) -> None:
        """The browser has removed it, but the record of it is still there."""
        page = visit(frozen, site)
        page.evaluate(f"caches.delete('{SNAPSHOT}')")
        reload(page)
        assert not started_from_image(page)
        expect(page.locator("#boot-error")).to_be_hidden()
        wait_until(page, MADE, seconds=60)
        reload(page)
        assert started_from_image(page)
        page.close()

    @pytest.mark.soak
    @pytest.mark.parametrize("change", ["flipped", "cut", "of another Pyodide"])
    def test_damaged(self, frozen: BrowserContext, site: Site, change: str) -> None:
        """This start goes without, and another image takes its place."""
        page = visit(frozen, site)
        assert started_from_image(page)
        page.evaluate(WITH_BYTES, change)
        reload(page)
        assert not started_from_image(page)
        expect(page.locator("#boot-error")).to_be_hidden()
        wait_until(page, f"{STORED}.then((keys) => keys.length === 0)")
        assert page.evaluate(FAILURES) == 1
        wait_until(page, MADE, seconds=60)
        page.close()

    @pytest.mark.soak
    def test_a_start_that_hangs_is_not_repeated(self, frozen: BrowserContext, site: Site) -> None:
        """After a start that never came to its end the next goes without; after two, all of them."""
        page = visit(frozen, site)
        page.add_init_script("if (sessionStorage.hangs) WebAssembly.instantiate = () => new Promise(() => {})")
        for _ in range(2):
            page.evaluate("sessionStorage.hangs = 'yes'")
            page.reload()
            wait_until(page, f"JSON.parse(localStorage.getItem('{SNAPSHOT_RECORD}'))?.pending")
            page.evaluate("sessionStorage.clear()")
            reload(page)
            assert not started_from_image(page)
        reload(page)
        assert not started_from_image(page)
        page.evaluate(FORGET_FAILURES)
        page.close()

    @pytest.mark.soak
    def test_short_of_room(self, context: BrowserContext, host: Host) -> None:
        """Where the room might be missing for the fights, none is made."""
        context.add_init_script(
            "navigator.storage.estimate = () => (window.asked = true, Promise.resolve({quota: 1e8, usage: 5e7}))"
        )
        page = visit_and_keep(context, host)
        wait_until(page, "window.asked")
        page.wait_for_timeout(3000)
        assert not page.evaluate(MADE)
        reload(page)
        assert not started_from_image(page)
