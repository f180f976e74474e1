"""Deleted fights can be brought back for thirty days, and purging one disturbs nothing else."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.hosts import reload
from tests.browser.play import go_home
from tests.browser.saving import CLOCK, begin, delete_first, records
from tests.browser.waiting import wait_until
from tests.hands.store import stored


@pytest.mark.soak
class TestDeleted:
    """For at least thirty days it can be brought back, whatever a clock says."""

    def deleted(self, open_page: OpenPage) -> Page:
        page = open_page(everywhere=CLOCK)
        begin(page)
        go_home(page)
        delete_first(page)
        return page

    def start_after(self, page: Page, days: int) -> int:
        """Start the page when its clock says so, and return how many deleted fights there are."""
        page.evaluate(f"localStorage.days = {days}")
        reload(page)
        settled = "document.querySelector('#saving').dataset.state === 'saved'"
        wait_until(page, settled)
        return sum(bool(head.get("deleted")) for head in stored(page)["encounters"])

    def test_a_clock_that_jumps_once_removes_nothing(self, open_page: OpenPage) -> None:
        page = self.deleted(open_page)
        whole = records(page)
        for days in (0, 400, 400, 1, -4000, 2, 401):
            assert self.start_after(page, days) == 1
        assert records(page) == whole
        page.get_by_text("Deleted (1)").click()
        page.get_by_role("button", name="Bring back").click()
        expect(page.locator("#home")).not_to_contain_text("Deleted")

    def test_it_is_removed_when_several_starts_days_apart_have_seen_it(self, open_page: OpenPage) -> None:
        page = self.deleted(open_page)
        for days in (10, 20, 30):
            assert self.start_after(page, days) == 1
        page.evaluate("localStorage.days = 41")
        reload(page)
        expect(page.locator("#home")).not_to_contain_text("Deleted")
        assert not stored(page)["records"]
        assert not page.evaluate("Object.keys(localStorage).some((name) => name.includes('tail'))")

    def test_what_is_left_of_it_does_not_disturb_the_order_of_the_list(self, page: Page) -> None:
        """The last played comes first, whatever lies between."""
        page.evaluate(
            """async () => {
                const site = new URL("static/js/boot/bundle_entry.js", document.baseURI);
                const { commit } = (await import(site)).repository;
                const journal = { rows: [[1, "{}", "0"]], sum: "0" };
                const kept = (key, name, played) =>
                    ({ key, name, system: "zebra", combatants: 1, played, archived: false, ...journal });
                const put = [kept("a", "Earlier", 1e9), kept("c", "Later", 2e9)];
                await commit(JSON.stringify({ put, purge: ["b"] }));
            }"""
        )
        reload(page)
        expect(page.locator("#home .fight strong")).to_have_text(["Later", "Earlier"])
