"""The image of the interpreter's memory: later starts use it, and start without it when anything is wrong with it."""

from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import wipe
from tests.browser.hosts import (
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
from tests.hands.store import SNAPSHOT, SNAPSHOT_IS_THERE, SNAPSHOTS

NUMBERS = "rows => rows.map(row => row.innerText.match(/^[A-Z].*/m)[0] + row.querySelector('.number').innerText).sort()"

WITH_BYTES = f"""async (change) => {{
    const cache = await caches.open("{SNAPSHOT}");
    const [place] = await cache.keys();
    const kept = await cache.match(place);
    const bytes = new Uint8Array(await kept.arrayBuffer());
    if (change === "flipped") bytes[bytes.length >> 1] ^= 1;
    const facts = JSON.parse(kept.headers.get("image-facts"));
    if (change === "of another Pyodide") {{
        const [many] = new Uint32Array(bytes.buffer, 0, 1);
        bytes[4 + 4 * many + 16] ^= 1;
        facts.checksum = bytes.length;
        for (const number of new Int32Array(bytes.buffer))
            facts.checksum = Math.imul(facts.checksum ^ number, 16777619);
    }}
    const headers = {{ "image-facts": JSON.stringify(facts) }};
    const content = change === "cut" ? bytes.slice(0, 1000) : bytes;
    await cache.put(place, new Response(content, {{ headers }}));
}}"""


TABLE = f"""async () => {{
    const cache = await caches.open("{SNAPSHOT}");
    const [place] = await cache.keys();
    const bytes = await (await cache.match(place)).arrayBuffer();
    const [many] = new Uint32Array(bytes, 0, 1);
    return [bytes.byteLength, ...new Uint32Array(bytes, 4, many)];
}}"""

FAILURES = "localStorage.getItem('turntrack.snapshot-failures /turntrack/') ?? ''"
"""How many, and when."""

NOTE_FAILURES = f"""async (number) => {{
    const [{{ url }}] = await {SNAPSHOTS};
    localStorage.setItem("turntrack.snapshot-failures /turntrack/", `${{number}} ${{Date.now()}} ${{url}}`);
}}"""

AGE_FAILURES = """(days) => {
    const name = "turntrack.snapshot-failures /turntrack/";
    const [number, at, place] = localStorage.getItem(name).split(" ");
    localStorage.setItem(name, `${number} ${at - days * 86_400_000} ${place}`);
}"""


@pytest.fixture
def frozen(used_device: BrowserContext, site: Site) -> BrowserContext:
    """A tablet with an image and without fights."""
    wipe(used_device, site)
    if not used_device.pages[0].evaluate(SNAPSHOT_IS_THERE):
        visit_and_freeze(used_device, site).close()
    return used_device


def to_the_list(page: Page) -> None:
    """Leave the fight, and the page: the next start shows the list."""
    page.locator("#menu").click()
    page.locator("#dialog").get_by_role("button", name="All fights").click()
    expect(page.locator("#home .fight").first).to_be_visible()
    page.close()


IS_HELD = "window.isHeld"
HOLD = f"WebAssembly.instantiate = () => new Promise(() => {{ {IS_HELD} = true }})"


def start_held(context: BrowserContext, site: Site) -> Page:
    """Open the page in a new tab, where it begins to start and never becomes ready."""
    page = context.new_page()
    page.add_init_script(HOLD)
    page.goto(site.url, wait_until="commit")
    wait_until(page, IS_HELD)
    return page


def reload_held(page: Page) -> None:
    """Load such a page again, until it is at the same point."""
    page.evaluate(f"{IS_HELD} = false")
    page.reload(wait_until="commit")
    wait_until(page, IS_HELD)


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
        """The table says where everything stands, in order and without an overlap; a good quarter need not be kept."""
        page = visit(frozen, site)
        size, head, length, *places = page.evaluate(TABLE)
        page.close()
        begins, lengths = places[::2], places[1::2]
        ends = [begin + long for begin, long in zip(begins, lengths, strict=True)]
        assert all(end < begin for end, begin in zip(ends, begins[1:], strict=False))
        assert ends[-1] <= length
        assert size == 4 * (3 + len(places)) + head + sum(lengths)
        assert sum(lengths) < 3 / 4 * length  # the table and the head beside it are no part of the memory

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
        (before,) = page.evaluate(f"{SNAPSHOTS}.then((keys) => keys.map(({{url}}) => url))")
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
        changed = f"{SNAPSHOTS}.then((keys) => keys.length === 1 && keys[0].url !== '{before}')"
        wait_until(page, changed, seconds=60)


class TestInterrupted:
    """What is closed or reloaded before it is ready says nothing against the image."""

    def test_closed_and_reloaded(self, frozen: BrowserContext, site: Site) -> None:
        """Three starts in a row, one of them loaded again twice."""
        for reloads in (0, 2, 0):
            page = start_held(frozen, site)
            for _ in range(reloads):
                reload_held(page)
            page.close()
        assert started_from_image(visit(frozen, site))

    @pytest.mark.soak
    def test_beside_a_start_that_lasts(self, frozen: BrowserContext, site: Site) -> None:
        """Another tab that is still starting is no failure, before and after this one is ready."""
        start_held(frozen, site)
        for _ in range(2):
            assert started_from_image(visit(frozen, site))

    @pytest.mark.soak
    def test_two_tabs_at_once_ten_times(self, frozen: BrowserContext, site: Site) -> None:
        """Closed at any moment; each next start is fast."""
        moments = Random(54)
        for _ in range(10):
            pages = [frozen.new_page() for _ in range(2)]
            for page in pages:
                page.goto(site.url, wait_until="commit")
            for page in moments.sample(pages, 2):
                page.wait_for_timeout(moments.uniform(0, 700))
                page.close()
            page = visit(frozen, site)
            assert started_from_image(page)
            page.close()


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
        wait_until(page, SNAPSHOT_IS_THERE, seconds=60)
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
        wait_until(page, f"{SNAPSHOTS}.then((keys) => keys.length === 0)")
        assert page.evaluate(FAILURES).startswith("1 ")
        wait_until(page, SNAPSHOT_IS_THERE, seconds=60)
        page.close()

    @pytest.mark.soak
    def test_a_start_that_hangs_is_not_repeated(self, frozen: BrowserContext, site: Site) -> None:
        """After two starts that never come to their end all are plain, for a week; one that is ready begins anew."""
        for number in (1, 2):
            page = start_held(frozen, site)
            wait_until(page, f"({FAILURES}).startsWith('{number} ')", seconds=30)
            page.close()
        page = visit(frozen, site)
        assert not started_from_image(page)
        reload(page)
        assert not started_from_image(page)
        page.evaluate(AGE_FAILURES, 6)
        reload(page)
        assert not started_from_image(page)
        page.evaluate(AGE_FAILURES, 2)
        reload(page)
        assert started_from_image(page)
        assert page.evaluate(FAILURES) == ""

    @pytest.mark.soak
    def test_a_start_that_crashes_is_not_repeated(self, frozen: BrowserContext, site: Site) -> None:
        """It has left its note in this tab, and is the second one."""
        page = visit(frozen, site)
        page.evaluate(NOTE_FAILURES, 1)
        page.add_init_script("sessionStorage.setItem('turntrack.snapshot-begun /turntrack/', 'yes')")
        reload(page)
        assert not started_from_image(page)
        assert page.evaluate(FAILURES).startswith("2 ")

    @pytest.mark.soak
    def test_repair_begins_anew(self, frozen: BrowserContext, site: Site) -> None:
        """On a page that has given the image up: it is made and used again."""
        page = visit(frozen, site)
        page.evaluate(NOTE_FAILURES, 2)
        reload(page)
        assert not started_from_image(page)
        with page.expect_navigation():
            page.locator("#repair").click()
        until_ready(page)
        wait_until(page, SNAPSHOT_IS_THERE, seconds=60)
        reload(page)
        assert started_from_image(page)

    @pytest.mark.soak
    def test_two_tabs_make_one(self, context: BrowserContext, host: Host) -> None:
        """On a new tablet, both at the same time: what is stored fits together."""
        pages = [context.new_page() for _ in range(2)]
        for page in pages:
            page.goto(host.url, wait_until="commit")
        for page in pages:
            until_ready(page)
        wait_until(pages[0], SNAPSHOT_IS_THERE, seconds=60)
        for page in pages:
            reload(page)
            assert started_from_image(page)
            assert page.evaluate(f"{SNAPSHOTS}.then((keys) => keys.length)") == 1

    @pytest.mark.soak
    def test_short_of_room(self, context: BrowserContext, host: Host) -> None:
        """Where the room might be missing for the fights, none is made."""
        context.add_init_script(
            "navigator.storage.estimate = () => (window.asked = true, Promise.resolve({quota: 1e8, usage: 5e7}))"
        )
        page = visit_and_keep(context, host)
        wait_until(page, "window.asked")
        page.wait_for_timeout(3000)
        assert not page.evaluate(SNAPSHOT_IS_THERE)
        reload(page)
        assert not started_from_image(page)
