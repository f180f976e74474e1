"""The copy on the device: made once, whole or not at all, renewed on request, and never the end of a fight."""

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.hosts import (
    CACHE,
    FILES,
    Host,
    expect_copy,
    look_for_news,
    release_of,
    reload,
    start_fight,
    track_of,
    visit,
    visit_and_keep,
)
from tests.browser.waiting import expect_saved, until_ready, wait_until
from tests.hands.one_site import PREFIX
from tests.hands.store import SNAPSHOT
from tools.chromium import QUICK_TO_START, profile

ICON = "static/icons/turntrack-512.png"
"""A file that only the worker asks for: the page does not show it."""


class TestCopy:
    """The copy is made from what the start has loaded, and is enough."""

    @pytest.mark.soak
    def test_nothing_is_fetched_twice_and_progress_is_told(self, context: BrowserContext, host: Host) -> None:
        """Page and worker together ask for each file once."""
        note = """
            addEventListener("DOMContentLoaded", () => {
                window.said = [];
                const mark = document.getElementById("offline");
                new MutationObserver(() => window.said.push(mark.textContent)).observe(mark, {childList: true});
            });
        """
        context.add_init_script(note)
        page = visit_and_keep(context, host)
        asked = host.asked()
        assert {name: count for name, count in asked.items() if count > 1} == {}
        assert ICON in asked
        said = page.evaluate("window.said")
        assert any(re.fullmatch(r"\d+\.\d of 1\d\.\d MB", line) for line in said)
        assert said[-1] == "Ready offline"
        assert page.locator("#offline-long").inner_text() == "Ready offline: Turntrack opens without a network."

    def test_relaunch_without_a_network(self, tmp_path: Path, host: Host, browser: Browser) -> None:
        """The browser is closed and started anew, there is no network, and the fight is there."""
        folder = tmp_path / "profile"
        with profile(browser.browser_type, folder, QUICK_TO_START) as first:
            page = visit_and_keep(first, host)
            start_fight(page)
            track = track_of(page)
        with profile(browser.browser_type, folder, QUICK_TO_START) as second:
            second.set_offline(True)
            host.asked()
            page = visit(second, host)
            assert track_of(page) == track
            page.locator("#undo").click()
            expect_saved(page)
            expect_copy(page)
            assert host.asked() == Counter()

    @pytest.mark.soak
    def test_other_sites_of_the_host_are_left_alone(self, context: BrowserContext, host: Host) -> None:
        """All project pages of an account share one origin."""
        page = visit(context, host)
        others = ["another project", "turntrack /turntrack-trial/"]
        page.evaluate("names => Promise.all(names.map(name => caches.open(name)))", others)
        expect_copy(page)
        assert set(page.evaluate("caches.keys()")) - {SNAPSHOT} == {*others, CACHE}
        with page.expect_navigation():
            page.locator("#repair").click()
        until_ready(page)
        expect_copy(page)
        assert set(page.evaluate("caches.keys()")) - {SNAPSHOT} == {*others, CACHE}

    @pytest.mark.soak
    def test_no_other_script_can_be_a_worker(self, context: BrowserContext, host: Host) -> None:
        """The page's policy names two addresses."""
        page = visit(context, host)
        attempt = """
            import("./static/js/boot/bundle_entry.js")
                .then(() => navigator.serviceWorker.register("static/js/boot/bundle_entry.js"))
                .catch((stop) => stop.name)
        """
        assert page.evaluate(attempt) == "TypeError"


class TestBadDownload:
    """What does not arrive whole is not used, and is tried again."""

    @pytest.mark.soak
    @pytest.mark.parametrize(
        ("trouble", "words"),
        [
            ("cut", "The connection dropped"),
            ("absent", "The site does not have all its files yet"),
            ("damaged", "The site sent a damaged file"),
        ],
    )
    def test_first_copy(self, context: BrowserContext, host: Host, trouble: str, words: str) -> None:
        """The page can be used meanwhile, says what is missing, and later fetches only that."""
        host.troubles[ICON] = trouble
        page = visit(context, host)
        expect(page.locator("#offline")).to_have_text("Not offline yet", timeout=30_000)
        expect(page.locator("#offline-long")).to_contain_text(words)
        start_fight(page)
        host.troubles.clear()
        had = set(host.asked())
        look_for_news(page)
        expect_copy(page)
        assert had & set(host.asked()) <= {ICON, "service-worker.js"}
        context.set_offline(True)
        reload(page)

    @pytest.mark.soak
    def test_connection_breaks_in_the_middle_of_the_start(self, context: BrowserContext, host: Host) -> None:
        """The page says so; loading it again goes on."""
        host.troubles["vendor/pyodide/pyodide.asm.wasm"] = "cut"
        page = context.new_page()
        page.goto(host.url)
        expect(page.locator("#boot-error")).to_be_visible(timeout=30_000)
        host.troubles.clear()
        with page.expect_navigation():
            page.get_by_role("button", name="Load the page again").click()
        until_ready(page)
        expect_copy(page)

    @pytest.mark.soak
    @pytest.mark.parametrize("trouble", ["cut", "absent", "damaged"])
    def test_new_version(self, context: BrowserContext, host: Host, trouble: str) -> None:
        """A half-deployed version never replaces one that works, and is offered as soon as it is whole."""
        page = visit_and_keep(context, host)
        host.release("second")
        host.troubles["static/js/boot/bundle_entry.js"] = trouble
        outcome = page.evaluate(
            """async () => {
                const found = await navigator.serviceWorker.getRegistration();
                const updated = await found.update();
                const worker = updated.installing;
                while (worker.state === "installing") await new Promise((go) => setTimeout(go, 20));
                return worker.state;
            }"""
        )
        assert outcome == "redundant"
        expect(page.locator(".update").first).to_be_hidden()
        expect_copy(page)
        context.set_offline(True)
        reload(page)
        assert release_of(page) == ""
        context.set_offline(False)
        host.troubles.clear()
        look_for_news(page)
        expect(page.locator("#top .update")).to_be_visible(timeout=30_000)

    @pytest.mark.soak
    def test_full_device(self, context: BrowserContext, host: Host) -> None:
        """The page says so and can be used online; what there is of the copy leaves its room to the fight."""
        page = context.new_page()
        session = context.new_cdp_session(page)
        origin = host.url.removesuffix(PREFIX)
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 3_000_000})
        page.goto(host.url)
        until_ready(page)
        expect(page.locator("#offline-long")).to_contain_text("This device is full", timeout=30_000)
        assert page.evaluate(FILES) == 0
        start_fight(page)
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
        look_for_news(page)
        expect_copy(page)

    @pytest.mark.soak
    def test_full_device_for_a_new_version(self, context: BrowserContext, host: Host) -> None:
        """Nothing of it stays, and the copy that is there goes on."""
        page = visit_and_keep(context, host)
        files = page.evaluate(FILES)
        page.evaluate("navigator.serviceWorker.addEventListener('message', ({ data }) => (window.news = data))")
        session = context.new_cdp_session(page)
        origin = host.url.removesuffix(PREFIX)
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1_000_000})
        host.release("second")
        look_for_news(page)
        wait_until(page, "window.news?.state === 'broken' && window.news.isUpdate && window.news.why === 'full'")
        assert page.evaluate(FILES) == files
        context.set_offline(True)
        reload(page)
        assert release_of(page) == ""


class TestDamage:
    """The copy is lost or damaged on the device itself."""

    @pytest.mark.soak
    def test_evicted(self, context: BrowserContext, host: Host) -> None:
        """Online the page opens as ever, and the copy is made whole again."""
        page = visit_and_keep(context, host)
        start_fight(page)
        track = track_of(page)
        page.evaluate(f"caches.delete('{CACHE}')")
        reload(page)
        assert track_of(page) == track
        expect_copy(page)
        context.set_offline(True)
        reload(page)
        assert track_of(page) == track

    @pytest.mark.soak
    def test_evicted_and_the_host_has_a_new_version(self, context: BrowserContext, host: Host) -> None:
        """The new page comes whole from the host: parts of two versions never meet."""
        page = visit_and_keep(context, host)
        start_fight(page)
        track = track_of(page)
        host.release("second")
        page.evaluate(f"caches.delete('{CACHE}')")
        context.new_cdp_session(page).send("Network.clearBrowserCache")
        reload(page)
        assert release_of(page) == "second"
        assert track_of(page) == track
        offer = page.locator("#bar .update")
        expect(offer).to_be_visible(timeout=30_000)
        with page.expect_navigation():
            offer.click()
        until_ready(page)
        context.set_offline(True)
        reload(page)
        assert (release_of(page), track_of(page)) == ("second", track)

    @pytest.mark.soak
    def test_repair(self, context: BrowserContext, host: Host) -> None:
        """From the panel of a page that does not start: every file anew, and the fight is still there."""
        page = visit_and_keep(context, host)
        start_fight(page)
        track = track_of(page)
        page.evaluate(
            f"""async () => {{
                const cache = await caches.open("{CACHE}");
                const damaged = (await cache.keys()).find(({{url}}) => url.includes("stdlib.zip"));
                await cache.put(damaged, new Response("damaged"));
            }}"""
        )
        page.reload()
        expect(page.locator("#boot-error")).to_be_visible(timeout=30_000)
        again = page.get_by_role("button", name="Load the page again")
        context.set_offline(True)
        with page.expect_navigation():
            again.click()
        expect(page.locator("#boot-error")).to_be_visible(timeout=30_000)
        context.set_offline(False)
        with page.expect_navigation():
            again.click()
        until_ready(page)
        assert track_of(page) == track
        expect_copy(page)

    @pytest.mark.soak
    @pytest.mark.parametrize("trouble", ["offline", "damaged", "absent"])
    def test_a_repair_that_fails_keeps_the_copy(self, context: BrowserContext, host: Host, trouble: str) -> None:
        """Nothing is thrown away before what replaces it is there, whole; the page says so, and goes on."""
        page = visit_and_keep(context, host)
        if trouble == "offline":
            context.set_offline(True)
        else:
            host.release("second")
            host.troubles["static/js/boot/bundle_entry.js"] = trouble
        page.locator("#repair").click()
        expect(page.locator("#repair")).to_contain_text("nothing was changed", timeout=30_000)
        start_fight(page)
        context.set_offline(True)
        reload(page)
        assert release_of(page) == ""
        expect_copy(page)
