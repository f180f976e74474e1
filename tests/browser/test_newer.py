"""Tests of data from a newer Turntrack: this version reads it and changes nothing."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.faults import DATABASE_FROM_THE_FUTURE, record_from_the_future
from tests.browser.hosts import Site, reload
from tests.browser.saving import begin, forget_second_chance, tap
from tests.hands.store import stored


@pytest.mark.soak
class TestFromTheFuture:
    """Data from a newer version is shown and never written over."""

    def test_a_record(self, page: Page) -> None:
        begin(page)
        forget_second_chance(page)
        page.evaluate(record_from_the_future(stored(page)["records"][-1]))
        before = stored(page)["records"]
        reload(page)
        expect(page.locator("#notice")).to_contain_text("This fight is from a newer Turntrack")
        tap(page)
        page.locator("#undo").click()
        expect(page.locator("#toast")).to_contain_text("newer Turntrack")
        reload(page)
        assert stored(page)["records"] == before

    def test_the_whole_database(self, page: Page, site: Site) -> None:
        begin(page)
        before = stored(page)
        page.evaluate(DATABASE_FROM_THE_FUTURE)
        tap(page)  # the page that was open notices, too
        expect(page.locator("#notice")).not_to_be_empty()
        page.on("dialog", lambda dialog: dialog.accept())
        forget_second_chance(page)
        reload(page)
        expect(page.locator("#notice")).to_contain_text("This device has data from a newer Turntrack")
        expect(page.locator("#saving")).to_have_text("Read only")
        tap(page)
        expect(page.locator("#toast")).to_contain_text("newer Turntrack")
        after = stored(page)
        assert after["records"] == before["records"]
        assert after["encounters"] == before["encounters"]
