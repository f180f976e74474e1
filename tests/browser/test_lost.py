"""The connection drops, or the whole database disappears: all of it is put back."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.faults import DELETE_DATABASE, NOTE_CONNECTIONS, changing
from tests.browser.hosts import Site, reload
from tests.browser.play import go_home
from tests.browser.saving import act, begin, keep_in_party, records, track
from tests.hands.one_site import PREFIX
from tests.hands.store import stored


@pytest.mark.soak
class TestLost:
    """The connection drops, or the database disappears."""

    def test_the_connection_is_closed_under_the_page(self, open_page: OpenPage) -> None:
        page = open_page(prepare=lambda page: page.add_init_script(NOTE_CONNECTIONS))
        begin(page)
        before = len(records(page))
        for _ in range(3):
            page.evaluate("window.connections.forEach((db) => db.close())")
            act(page)
        assert len(records(page)) == before + 3

    @pytest.mark.parametrize("way", ["deleted", "cleared"])
    def test_the_database_is_deleted_underneath(self, page: Page, site: Site, way: str) -> None:
        """By another page of this site, or by the browser: all is written anew, and the game master is told."""
        begin(page)
        before = records(page)
        if way == "deleted":
            page.evaluate(DELETE_DATABASE)
        else:
            browser = page.context.new_cdp_session(page)
            origin = site.url.removesuffix(PREFIX)
            browser.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
        act(page)
        assert records(page)[:-1] == before
        expect(page.locator("#notice")).to_contain_text("all of it has been saved again")
        shown = track(page)
        reload(page)
        assert track(page) == shown

    def test_with_the_database_goes_what_is_not_open(self, page: Page) -> None:
        """Another fight and the party are put back at once, as a full device makes Chromium drop all of it."""
        begin(page)
        keep_in_party(page)
        go_home(page)
        reload(page)
        begin(page)
        before = stored(page)
        page.evaluate(DELETE_DATABASE)
        act(page)
        expect(page.locator("#notice")).to_contain_text("Restored from the backup copy")
        after = stored(page)
        assert len(after["records"]) == len(before["records"]) + 1
        assert after["party"] == before["party"]
        page.evaluate(DELETE_DATABASE)
        reload(page)
        expect(page.locator("#notice")).to_contain_text("restored from the backup copy")
        assert stored(page)["party"] == before["party"]
        assert stored(page)["records"] == after["records"]

    def test_a_database_lost_between_two_visits_comes_back_from_the_second_chance(self, page: Page) -> None:
        begin(page)
        before = records(page)
        page.evaluate(DELETE_DATABASE)
        reload(page)
        expect(page.locator("#notice")).to_contain_text("restored from the backup copy")
        page.locator(".fight").first.click()
        expect(page.locator("#track .row")).not_to_have_count(0)
        assert records(page) == before

    def test_an_entry_that_is_gone_from_the_list_comes_back_once(self, page: Page) -> None:
        """The records are whole, and only the list has lost the fight."""
        begin(page)
        before, shown = records(page), track(page)
        page.evaluate(changing("t.objectStore('encounters').clear()"))
        reload(page)
        expect(page.locator("#notice")).to_contain_text("restored from the backup copy")
        assert track(page) == shown
        (head,) = stored(page)["encounters"]
        assert (head["count"], records(page)) == (len(before), before)
        reload(page)
        expect(page.locator("#notice")).to_be_empty()
        act(page)
