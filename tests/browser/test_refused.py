"""The store, or the copy in localStorage, refuses a step: the page says so, and tries again."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.faults import STORE_CAN_BE_FULL
from tests.browser.hosts import reload
from tests.browser.play import go_home
from tests.browser.saving import act, begin, fail_writes, keep_in_party, records, tap, track, try_again
from tests.browser.waiting import expect_saved
from tests.hands.store import journals, stored


class TestRefused:
    """The store does not take it."""

    @pytest.mark.parametrize(
        "error",
        [
            pytest.param("abort", marks=pytest.mark.soak),
            pytest.param("UnknownError", marks=pytest.mark.soak),
            "QuotaExceededError",
        ],
    )
    def test_a_failed_write_is_told_and_tried_again(self, page: Page, error: str) -> None:
        begin(page)
        before = len(records(page))
        fail_writes(page, error)
        tap(page)
        mark = page.locator("#saving")
        expect(mark).to_have_attribute("data-state", "failed")
        expect(mark).to_contain_text("Not saved")
        notice = page.locator("#notice")
        expect(notice).to_contain_text("device is full" if error == "QuotaExceededError" else "does not respond")
        tap(page)  # the fight goes on
        assert len(records(page)) == before
        try_again(page, "window.mendWrites()")
        expect_saved(page)
        expect(notice).to_be_empty()
        assert len(records(page)) == before + 2
        shown = track(page)
        reload(page)
        assert track(page) == shown

    @pytest.mark.soak
    def test_one_aborted_transaction_is_not_noticed(self, page: Page) -> None:
        begin(page)
        before = len(records(page))
        fail_writes(page, "abort", times=1)
        act(page)
        assert len(records(page)) == before + 1

    @pytest.mark.soak
    def test_the_fight_can_be_exported_while_nothing_can_be_saved(self, page: Page) -> None:
        begin(page)
        fail_writes(page, "UnknownError")
        tap(page)
        page.locator("#notice").get_by_role("button", name="Export").click()
        expect(page.locator("#dialog-title")).to_contain_text("Export")

    @pytest.mark.soak
    @pytest.mark.parametrize(
        "fault",
        [
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
            "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError') } })",
            "localStorage.setItem('a neighbour', 'x'.repeat(5_200_000))",
        ],
        ids=["full", "refused", "really full"],
    )
    def test_without_a_second_chance_the_database_is_enough(self, open_page: OpenPage, fault: str) -> None:
        page = open_page(prepare=lambda page: page.add_init_script(f"try {{ {fault} }} catch {{}}"))
        begin(page)
        act(page)
        shown = track(page)
        reload(page)
        assert track(page) == shown
        expect(page.locator("#notice")).to_be_empty()

    @pytest.mark.soak
    def test_the_second_chance_keeps_what_it_has_when_room_ends(self, open_page: OpenPage) -> None:
        """Of four steps that are not saved the last finds no room: the three before it come back."""
        page = open_page(everywhere=STORE_CAN_BE_FULL)
        page.on("dialog", lambda dialog: dialog.accept())
        begin(page)
        before = len(records(page))
        page.evaluate("localStorage.full = 'yes'")
        for _ in range(3):
            tap(page)
        expect(page.locator("#saving")).to_have_attribute("data-state", "failed")
        shown = track(page)
        full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
        page.evaluate(f"() => {{ window.setItem = Storage.prototype.setItem; {full} }}")
        tap(page)
        assert track(page) != shown
        page.evaluate("() => { Storage.prototype.setItem = window.setItem }")
        reload(page)
        assert track(page) == shown
        try_again(page, "localStorage.removeItem('full')")
        expect_saved(page)
        assert len(records(page)) == before + 3

    @pytest.mark.soak
    def test_a_really_full_second_chance_drops_other_fights_first(self, page: Page) -> None:
        """The one that is played stays, from its first step on."""
        begin(page)
        act(page)
        (other,) = journals(page)
        go_home(page)
        begin(page)
        page.evaluate(
            """() => {
                let size = 8_000_000;
                for (let part = 0; size > 0; part++) {
                    try { localStorage.setItem(`a neighbour ${part}`, "x".repeat(size)) } catch { size = size >> 1 }
                }
            }"""
        )
        act(page)
        mine = {key: journal for key, journal in journals(page).items() if key != other}
        ((key, whole),) = mine.items()
        rows = f"Object.keys(localStorage).filter((name) => name.includes(' {key}:')).length"
        assert page.evaluate(rows) == len(whole)
        assert not page.evaluate(f"Object.keys(localStorage).some((name) => name.includes('{other}'))")

    @pytest.mark.soak
    def test_the_party_needs_no_second_chance(self, open_page: OpenPage) -> None:
        """Not even where nothing can be taken out of it."""
        refuse = "Storage.prototype.setItem = Storage.prototype.removeItem = () => { throw new Error('refused') }"
        page = open_page(prepare=lambda page: page.add_init_script(refuse))
        begin(page)
        keep_in_party(page)
        assert len(stored(page)["party"]) == 1
        reload(page)
        expect(page.locator("#notice")).to_be_empty()
