"""Two copies of the page under two paths of one host keep out of each other's way."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Watch
from tests.browser.faults import DATABASE_FROM_THE_FUTURE, DELETE_DATABASE
from tests.browser.hosts import Site, reload
from tests.browser.saving import act, begin, forget_second_chance, open_first, track
from tests.browser.waiting import until_ready
from tests.hands.store import stored


@pytest.mark.soak
class TestTwoCopies:
    """Two copies of Turntrack on one origin: a preview, a fork."""

    def test_each_has_its_own_fights(self, open_page: OpenPage, site: Site, watch: Watch) -> None:
        watch.expected.append("request to another host")
        origin = site.url.removesuffix("/turntrack/")
        page = open_page(own=True)
        begin(page)
        before = stored(page)
        mine = page.evaluate("Object.keys(localStorage)")
        preview = page.context.new_page()
        preview.route(
            f"{origin}/turntrack-beta/**",
            lambda route: route.fulfill(response=route.fetch(url=route.request.url.replace("-beta/", "/", 1))),
        )
        preview.goto(f"{origin}/turntrack-beta/")
        until_ready(preview)
        expect(preview.locator("html")).to_have_attribute("data-view", "home")
        expect(preview.locator("#home .fight")).to_have_count(0)
        expect(preview.locator("#saving")).to_have_text("Saved")  # it writes by itself, and follows nobody
        begin(preview)
        act(page)
        preview.evaluate(DATABASE_FROM_THE_FUTURE)
        act(page)
        reload(page)
        expect(page.locator("#notice")).to_be_empty()
        assert len(stored(page)["records"]) == len(before["records"]) + 2
        assert len(stored(page)["encounters"]) == 1
        for name in set(page.evaluate("Object.keys(localStorage)")) - set(mine):
            assert " /turntrack" in name, "every name carries its path"

    def test_what_all_copies_shared_is_begun_with_once(self, page: Page) -> None:
        begin(page)
        before = stored(page)
        page.evaluate(f"""(async () => {{
            const given = {json.dumps(before)};
            const db = await new Promise((resolve) => {{
                const request = indexedDB.open("turntrack", 1);
                request.onupgradeneeded = () => {{
                    const db = request.result;
                    db.createObjectStore("encounters", {{ keyPath: "key" }});
                    db.createObjectStore("records", {{ keyPath: ["key", "number"] }});
                    db.createObjectStore("aside", {{ keyPath: "id", autoIncrement: true }});
                    db.createObjectStore("party", {{ keyPath: "key" }});
                    db.createObjectStore("settings");
                }};
                request.onsuccess = () => resolve(request.result);
            }});
            const transaction = db.transaction(["encounters", "records"], "readwrite");
            for (const name of ["encounters", "records"])
                for (const row of given[name]) transaction.objectStore(name).put(row);
            await new Promise((done) => (transaction.oncomplete = done));
            db.close();
        }})()""")
        shown = track(page)
        page.evaluate(DELETE_DATABASE)
        forget_second_chance(page)
        reload(page)
        open_first(page)
        assert track(page) == shown
        act(page)
        page.evaluate(DELETE_DATABASE)
        page.evaluate(
            "for (const name of Object.keys(localStorage)) if (name.includes('tail')) delete localStorage[name]"
        )
        reload(page)
        expect(page.locator("#home .fight")).to_have_count(0)
