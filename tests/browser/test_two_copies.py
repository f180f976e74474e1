"""Tests that two copies of the page under two paths of one host do not affect each other."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Watch
from tests.browser.faults import DATABASE_FROM_THE_FUTURE
from tests.browser.hosts import Site, reload
from tests.browser.saving import act, begin
from tests.browser.waiting import expect_saved, until_ready
from tests.hands.one_site import PREFIX
from tests.hands.store import stored


@pytest.mark.soak
class TestTwoCopies:
    """Two copies of Turntrack on one origin: a preview, a fork."""

    def test_each_has_its_own_fights(self, open_page: OpenPage, site: Site, watch: Watch) -> None:
        watch.expected.append("request to another host")
        origin = site.url.removesuffix(PREFIX)
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
        expect_saved(preview)  # it writes by itself, and follows nobody
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
