"""Tests that saved steps survive a reload, an interrupted write, and a private window."""

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.amounts import amount
from tests.browser.conftest import OpenPage, Watch
from tests.browser.hosts import reload
from tests.browser.play import go_home
from tests.browser.saving import act, begin, fail_writes, records, tap, track
from tests.browser.waiting import expect_saved, until_ready
from tests.hands.player import play, stop_playing
from tests.hands.store import journals, saved_number

RELOADS = amount(10)


class TestGoingOn:
    """Saving without faults."""

    def test_a_fight_comes_back_after_a_reload_with_undo_and_redo(self, page: Page) -> None:
        begin(page)
        act(page)
        page.locator("#undo").click()
        expect_saved(page)
        shown = (track(page), page.locator("#history").inner_text())
        reload(page)
        assert (track(page), page.locator("#history").inner_text()) == shown
        expect(page.locator("#notice")).to_be_empty()

    @pytest.mark.soak
    def test_saved_is_said_only_when_the_transaction_is_complete(self, open_page: OpenPage) -> None:
        """Whenever the mark says that record n is saved, another connection finds record n."""
        page = open_page()
        begin(page)
        play(page, 7)
        for _ in range(30):
            number = saved_number(page)
            (journal,) = journals(page).values()
            assert len(journal) >= number
        stop_playing(page)
        records(page)

    @pytest.mark.soak
    def test_transactions_are_strict(self, open_page: OpenPage) -> None:
        note = """
            window.modes = [];
            const { transaction } = IDBDatabase.prototype;
            IDBDatabase.prototype.transaction = function (stores, mode, options) {
                if (mode === "readwrite" && this.name.startsWith("turntrack ")) window.modes.push(options?.durability);
                return transaction.call(this, stores, mode, options);
            };
        """
        page = open_page(prepare=lambda page: page.add_init_script(note))
        begin(page)
        assert set(page.evaluate("window.modes")) == {"strict"}


class TestInterrupted:
    """Interrupted saving."""

    def test_reload_in_the_middle_of_a_write(self, page: Page) -> None:
        """The tap's record may be saved or not; what was called saved is there, and the second chance has the rest."""
        page.on("dialog", lambda dialog: dialog.accept())
        begin(page)
        for _ in range(RELOADS):
            before = saved_number(page) or len(records(page))
            with page.expect_navigation():
                page.evaluate("document.querySelector('#panel .choice:not(.refused)').click(); location.reload()")
            until_ready(page)
            assert len(records(page)) == before + 1

    @pytest.mark.soak
    def test_a_private_window_keeps_it_until_it_is_closed(self, open_page: OpenPage) -> None:
        page = open_page(own=True)
        begin(page)
        shown = track(page)
        reload(page)
        assert track(page) == shown
        page.context.close()
        another = open_page(own=True)
        expect(another.locator("html")).to_have_attribute("data-view", "home")
        expect(another.locator(".fight")).to_have_count(0)

    @pytest.mark.soak
    def test_the_clock_is_set_back(self, open_page: OpenPage) -> None:
        """By ten years, in the middle of a fight: nothing is lost, and the fight goes on."""
        years = "if (localStorage.clock) { const { now } = Date; Date.now = () => now() + Number(localStorage.clock); }"
        page = open_page(prepare=lambda page: page.add_init_script(years))
        begin(page)
        act(page)
        before = track(page)
        page.evaluate("localStorage.clock = -10 * 365 * 86_400_000")
        reload(page)
        assert page.evaluate("new Date(Date.now()).getFullYear() < new Date().getFullYear() - 8")
        assert track(page) == before
        number = saved_number(page) or len(records(page))
        act(page)
        assert len(records(page)) == number + 1
        reload(page)
        expect(page.locator("#notice")).to_be_empty()
        go_home(page)
        expect(page.locator("#home .fight")).to_have_count(1)

    @pytest.mark.soak
    def test_leaving_with_unsaved_steps_asks_first(self, open_page: OpenPage, watch: Watch) -> None:
        asked: list[str] = []
        page = open_page()
        begin(page)
        fail_writes(page, "UnknownError")
        tap(page)
        expect(page.locator("#saving")).to_have_attribute("data-state", "failed")

        def stay(dialog: Dialog) -> None:
            asked.append(dialog.type)
            dialog.dismiss()

        page.on("dialog", stay)
        page.locator("#menu").click()  # a page that nobody has touched asks nothing
        with page.expect_event("dialog"):
            page.evaluate("setTimeout(() => location.reload())")
        assert asked == ["beforeunload"]
