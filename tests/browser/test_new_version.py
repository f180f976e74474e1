"""A new version of the page: installed when the game master says so, in one reload, with nothing lost."""

import json

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.hosts import (
    FILES,
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
from tests.browser.waiting import expect_saved, until_ready


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
        changed = {"", "static/css/site.css", "static/js/boot/bundle_entry.js"}
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
        expect_saved(playing)
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
        host.move("static/css/site.css", "static/css/start.css", "index.html")
        host.move("static/js/offline/repair.js", "static/js/offline/mend.js", "index.html")
        host.release("second", "static/js/boot/bundle_entry.js")
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
        expect_saved(playing)
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
