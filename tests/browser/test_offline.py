"""The copy on the device: made once, whole or not at all, renewed on request, and never the end of a fight."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.hosts import (
    CACHE,
    PREFIX,
    SNAPSHOT,
    Host,
    expect_copy,
    look_for_news,
    release_of,
    reload,
    start_fight,
    track_of,
    visit,
    visit_and_freeze,
    visit_and_keep,
)
from tests.browser.waiting import until_ready, wait_until
from tools.chromium import QUICK_TO_START, profile
from tools.serve import Server

ICON = "static/icons/turntrack-512.png"
"""A file that only the worker asks for: the page does not show it."""

FILES = f"caches.open('{CACHE}').then(cache => cache.keys()).then(keys => keys.length)"
"""How many files the copy has."""


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
            expect(page.locator("#saving")).to_have_text("Saved")
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
            import("./static/js/page/trusted.js").then(() => navigator.serviceWorker.register("static/js/page/drag.js"))
                .catch((stop) => stop.name)
        """
        assert page.evaluate(attempt) == "TypeError"


class TestBadDownload:
    """What does not arrive whole is not used, and is tried again."""

    @pytest.mark.soak
    @pytest.mark.parametrize(
        ("trouble", "words"),
        [
            ("cut", "The connection broke off"),
            ("absent", "The host does not have all files yet"),
            ("damaged", "The host sent a damaged file"),
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
        host.troubles["static/js/page/drag.js"] = trouble
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


class TestNewVersion:
    """Found, fetched beside the running one, offered, and taken on the game master's tap."""

    def test_taken_in_one_reload_after_saving(self, context: BrowserContext, host: Host) -> None:
        """Only what differs is fetched; the fight goes on where it was."""
        page = visit_and_keep(context, host)
        start_fight(page)
        track = track_of(page)
        host.release("second")
        host.asked()
        look_for_news(page)
        offer = page.locator("#bar .update")
        expect(offer).to_be_visible(timeout=30_000)
        changed = {"", "static/css/boot.css", "static/js/page/drag.js"}
        assert set(host.asked()) == {"service-worker.js", *changed}
        reload(page)
        assert release_of(page) == ""
        loads: list[Page] = []

        def note(loaded: Page) -> None:
            loads.append(loaded)

        page.on("load", note)
        with page.expect_navigation():
            offer.click()
        until_ready(page)
        assert release_of(page) == "second"
        assert len(loads) == 1
        assert track_of(page) == track
        expect(offer).to_be_hidden()
        expect_copy(page)
        assert page.evaluate(FILES) == len(json.loads((host.folder / "precache.json").read_text())["files"])

    @pytest.mark.soak
    def test_not_before_all_is_saved(self, context: BrowserContext, host: Host) -> None:
        """As long as a step is not on the disk, the page stays."""
        page = visit_and_keep(context, host)
        start_fight(page)
        host.release("second")
        look_for_news(page)
        offer = page.locator("#bar .update")
        expect(offer).to_be_visible(timeout=30_000)
        page.evaluate("document.getElementById('saving').dataset.state = 'saving'")
        offer.click()
        expect(offer).to_have_text("Saving first…")
        assert (
            page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.waiting.state)") == "installed"
        )
        with page.expect_navigation():
            page.evaluate("document.getElementById('saving').dataset.state = 'saved'")
        until_ready(page)
        assert release_of(page) == "second"

    @pytest.mark.soak
    def test_second_tab_survives(self, context: BrowserContext, host: Host) -> None:
        """A tab of the old version plays on under the new version's worker, and follows when asked."""
        playing = visit_and_keep(context, host)
        start_fight(playing)
        other = visit(context, host)
        host.release("second")
        look_for_news(other)
        offer = other.locator(".update:visible")
        expect(offer).to_be_visible(timeout=30_000)
        with other.expect_navigation():
            offer.click()
        until_ready(other)
        assert (release_of(other), release_of(playing)) == ("second", "")
        other.close()
        playing.locator("#undo").click()
        expect(playing.locator("#redo")).to_be_enabled()
        expect(playing.locator("#saving")).to_have_text("Saved")
        track = track_of(playing)
        with playing.expect_navigation():
            playing.locator("#bar .update").click()
        until_ready(playing)
        assert release_of(playing) == "second"
        assert track_of(playing) == track

    @pytest.mark.soak
    def test_files_that_have_moved(self, context: BrowserContext, host: Host) -> None:
        """The older page has them where they were, and plays on; the newer one where they are, with its image."""
        playing = visit_and_freeze(context, host)
        start_fight(playing)
        other = visit(context, host)
        host.move("static/css/boot.css", "static/css/start.css", "index.html")
        host.move("static/js/offline/repair.js", "static/js/offline/mend.js", "index.html")
        host.move("static/js/snapshot/reader.js", "static/js/reader.js", "static/js/page/trusted.js")
        host.release("second", "static/js/page/drag.js")
        look_for_news(other)
        offer = other.locator(".update:visible")
        expect(offer).to_be_visible(timeout=30_000)
        reload(other)
        assert release_of(other) == ""
        with other.expect_navigation():
            offer.click()
        until_ready(other)
        assert (release_of(other), release_of(playing)) == ("second", "")
        other.close()
        playing.locator("#undo").click()
        expect(playing.locator("#saving")).to_have_text("Saved")
        track = track_of(playing)
        context.set_offline(True)
        with playing.expect_navigation():
            playing.locator("#bar .update").click()
        until_ready(playing)
        assert (release_of(playing), track_of(playing)) == ("second", track)
        assert playing.evaluate("performance.getEntriesByName('turntrack:snapshot').length") == 1
        assert playing.evaluate(FILES) == len(json.loads((host.folder / "precache.json").read_text())["files"])

    @pytest.mark.soak
    def test_new_page_under_an_old_worker(self, context: BrowserContext, host: Host) -> None:
        """As after a forced reload: the new page starts, and the old copy stays whole until the new one is taken."""
        page = visit_and_keep(context, host)
        host.release("second")
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.send("Network.setBypassServiceWorker", {"bypass": True})
        reload(page)
        assert release_of(page) == "second"
        assert page.evaluate("navigator.serviceWorker.controller") is None
        expect_copy(page)
        offer = page.locator("#top .update")
        expect(offer).to_be_visible(timeout=30_000)
        session.send("Network.setBypassServiceWorker", {"bypass": False})
        session.detach()
        with page.expect_navigation():
            offer.click()
        until_ready(page)
        context.set_offline(True)
        reload(page)
        assert release_of(page) == "second"


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
            host.troubles["static/js/page/drag.js"] = trouble
        page.locator("#repair").click()
        expect(page.locator("#repair")).to_contain_text("nothing was changed", timeout=30_000)
        start_fight(page)
        context.set_offline(True)
        reload(page)
        assert release_of(page) == ""
        expect_copy(page)


class TestDevice:
    """What the page asks of the device, and advises."""

    @pytest.mark.soak
    def test_asks_to_keep_the_fights_at_the_first_tap_of_one(self, context: BrowserContext, host: Host) -> None:
        """The answer is shown, whatever it is."""
        context.add_init_script(
            """
            window.asked = 0;
            navigator.storage.persisted = async () => false;
            navigator.storage.persist = async () => Boolean(++window.asked);
            """
        )
        page = visit(context, host)
        kept = page.locator("#kept")
        expect(kept).to_contain_text("The browser may clear fights")
        assert page.evaluate("window.asked") == 0
        start_fight(page)
        assert page.evaluate("window.asked") == 1
        expect(kept).to_have_text("Fights on this device are kept until you delete them.")

    @pytest.mark.soak
    def test_home_screen_advice_is_shown_until_it_is_seen(self, context: BrowserContext, host: Host) -> None:
        """On a tablet whose browser says that it could be on the Home Screen and is not."""
        context.add_init_script(
            "navigator.standalone = false; Object.defineProperty(navigator, 'maxTouchPoints', {value: 5})"
        )
        page = visit(context, host)
        advice = page.locator("#home-screen")
        expect(advice).to_contain_text("Add to Home Screen")
        page.get_by_role("button", name="Got it").click()
        expect(advice).to_be_hidden()
        reload(page)
        expect(advice).to_be_hidden()

    @pytest.mark.soak
    def test_no_advice_elsewhere(self, context: BrowserContext, host: Host) -> None:
        """Other browsers have other ways."""
        expect(visit(context, host).locator("#home-screen")).to_be_hidden()

    @pytest.mark.same_page
    def test_installable(self, page: Page, site: Server) -> None:
        """The browser itself finds nothing wrong with the manifest."""
        session = page.context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert manifest["url"] == f"{site.url}manifest.webmanifest"
        problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []
