"""Tests of two tabs: they share one history, whichever of them writes, and ignore foreign messages."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Watch
from tests.browser.hosts import Site, reload
from tests.browser.play import go_home, open_log
from tests.browser.saving import (
    CLOCK,
    act,
    begin,
    begin_evening,
    delete_first,
    forget_second_chance,
    open_first,
    order,
    other_tab,
    records,
    tap,
    track,
)
from tests.hands.store import journals, stored
from turntrack.core.commands import WriteNote
from turntrack.core.dice import seeded_dice
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import decode_record, encode_record
from turntrack.systems import SYSTEMS

NO_ENTRIES = """() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...values) {
        if (this.name === "encounters") throw new DOMException("injected", "UnknownError");
        return put.apply(this, values);
    };
}"""
"""A script that makes saving fail from now on; another encounter can be added."""


SLOW_TO_COMPLETE = """() => {
    let begin;
    window.adding = new Promise((resolve) => (begin = resolve));
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...values) {
        const request = add.apply(this, values);
        if (this.name !== "records") return request;
        begin();
        const until = performance.now() + 1000;
        const again = () => performance.now() < until && (this.count().onsuccess = again);
        again();
        return request;
    };
}"""
"""A script that makes saving a step take a second from now on, and promises `adding` until the first is added."""


def texts_of_rows(page: Page) -> list[str]:
    """Return the text of actors and order, with what the notice of a following tab hides: the actor's conditions."""
    return page.locator("#acting, #track").all_text_contents()


class TestTwoTabs:
    """One writes, the others follow."""

    def test_the_second_follows_live_changes_nothing_and_takes_over(self, page: Page, site: Site, watch: Watch) -> None:
        begin(page)
        second = other_tab(page, site, watch)
        expect(second.locator("#notice")).to_contain_text("this one only follows")
        expect(second.locator("#saving")).to_have_text("Following")
        act(page)
        act(page)
        page.bring_to_front()
        page.locator("#undo").click()
        expect(second.locator("#track")).to_have_text(page.locator("#track").text_content() or "", use_inner_text=False)
        before = records(page)
        second.evaluate("document.querySelector('#panel .choice:not(.refused)').click()")
        expect(second.locator("#toast")).to_contain_text("Take over here")
        assert records(page) == before
        second.bring_to_front()
        second.get_by_role("button", name="Take over here").click()
        expect(second.locator("#notice")).to_be_empty()
        expect(page.locator("#notice")).to_contain_text("this one only follows")
        act(second)
        expect(page.locator("#track")).to_have_text(second.locator("#track").text_content() or "")
        page.bring_to_front()
        page.get_by_role("button", name="Take over here").click()
        expect(page.locator("#notice")).to_be_empty()
        act(page)
        assert len(records(page)) == len(before) + 2
        go_home(page)
        expect(second.locator("html")).to_have_attribute("data-view", "home")

    @pytest.mark.soak
    def test_an_evening_is_followed_and_taken_over(self, page: Page, site: Site, watch: Watch) -> None:
        """Wounds, a condition, one hidden and one in the wings; undone in one tab, and done again in the other."""
        begin_evening(page)
        second = other_tab(page, site, watch)
        for words in ("hidden", "stunned", "Later:"):
            assert words in order(page)
        rows = texts_of_rows(page)
        assert texts_of_rows(second) == rows
        page.locator("#undo").click()
        page.locator("#undo").click()
        expect(second.locator("#later")).to_have_count(0)
        second.get_by_role("button", name="Take over here").click()
        expect(second.locator("#notice")).to_be_empty()
        second.locator("#redo").click()
        second.locator("#redo").click()
        expect(page.locator("#later")).to_be_visible()
        assert texts_of_rows(second) == rows
        assert texts_of_rows(page) == rows
        assert len(records(second)) == len(records(page))

    @pytest.mark.soak
    def test_when_the_first_is_closed_the_second_goes_on(self, page: Page, site: Site, watch: Watch) -> None:
        begin(page)
        second = other_tab(page, site, watch)
        before = len(records(page))
        page.close()
        expect(second.locator("#notice")).to_be_empty()
        act(second)
        assert len(records(second)) == before + 1

    @pytest.mark.soak
    def test_a_tab_that_does_not_answer_loses_nothing(self, page: Page, site: Site, watch: Watch) -> None:
        """It could not save and is taken over: what only it knows becomes an encounter of its own."""
        begin(page)
        second = other_tab(page, site, watch)
        page.evaluate(NO_ENTRIES)
        tap(page)
        expect(page.locator("#saving")).to_have_attribute("data-state", "failed")
        forget_second_chance(page)
        page.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
        second.get_by_role("button", name="Take over here").click()
        expect(second.locator("#notice")).to_be_empty()
        act(second)
        expect(page.locator("#notice")).to_contain_text("saved as")
        both = sorted(journals(page).values(), key=len)
        assert len(both) == 2
        for journal in both:
            replay([decode_record(record) for record in journal], SYSTEMS)

    @pytest.mark.soak
    def test_what_was_played_before_and_not_saved_is_kept_too(self, page: Page, site: Site, watch: Watch) -> None:
        """Two fights of one tab: what it had of each becomes an encounter of its own when another tab takes over."""
        begin(page)
        saved = records(page)
        second = other_tab(page, site, watch)
        page.evaluate(NO_ENTRIES)
        tap(page)
        expect(page.locator("#saving")).to_have_attribute("data-state", "failed")
        go_home(page)
        page.get_by_role("button", name="Sample fight:").first.click()
        expect(page.locator("#track .row")).not_to_have_count(0)
        forget_second_chance(page)
        second.get_by_role("button", name="Take over here").click()
        expect(page.locator("#notice")).to_contain_text("saved as")
        saved_journals = sorted(journals(page).values(), key=len)
        assert len(saved_journals) == 3
        assert saved_journals[-1][:-1] == saved
        for journal in saved_journals:
            replay([decode_record(record) for record in journal], SYSTEMS)

    @pytest.mark.soak
    def test_deleted_here_and_played_on_there(self, open_page: OpenPage, site: Site, watch: Watch) -> None:
        """The other tab hears of it; playing on there brings the fight back, and no start removes it."""
        page = open_page(everywhere=CLOCK)
        begin(page)
        go_home(page)
        second = other_tab(page, site, watch)
        open_first(second)
        delete_first(page)
        expect(second.locator("#notice")).to_contain_text("This fight was deleted in another tab")
        second.get_by_role("button", name="Take over here").click()
        expect(second.locator("#notice")).to_be_empty()
        for _ in range(3):
            act(second)
        before, shown = records(second), track(second)
        page.close()
        for days in range(11, 120, 11):
            second.evaluate(f"localStorage.days = {days}")
            reload(second)
            assert track(second) == shown
            expect(second.locator("#notice")).to_be_empty()
        assert records(second) == before
        go_home(second)
        expect(second.locator("#home .fights li")).to_have_count(1)
        expect(second.locator("#home")).not_to_contain_text("Deleted")

    @pytest.mark.soak
    def test_what_is_deleted_for_good_there_can_be_exported_and_played_on_here(
        self, page: Page, site: Site, watch: Watch
    ) -> None:
        begin(page)
        go_home(page)
        second = other_tab(page, site, watch)
        open_first(second)
        shown = track(second)
        delete_first(page)
        page.get_by_text("Deleted (1)").click()
        page.get_by_role("button", name="Delete for good…").click()
        page.get_by_role("button", name="Delete for good", exact=True).click()
        expect(second.locator("#notice")).to_contain_text("deleted for good in another tab")
        assert track(second) == shown
        second.locator("#notice").get_by_role("button", name="Export").click()
        expect(second.locator("#dialog-title")).to_contain_text("Export")

    def test_a_step_that_is_being_saved_while_another_tab_takes_over_is_kept_once(
        self, page: Page, site: Site, watch: Watch
    ) -> None:
        begin(page)
        second = other_tab(page, site, watch)
        before = len(records(page))
        page.evaluate(SLOW_TO_COMPLETE)
        page.bring_to_front()
        tap(page)
        page.evaluate("adding")
        second.evaluate("document.querySelector('#notice [data-do=take-over]').click()")
        expect(page.locator("#notice")).to_contain_text("this one only follows")
        expect(second.locator("#notice")).to_be_empty()
        assert [len(journal) for journal in journals(second).values()] == [before + 1]

    @pytest.mark.soak
    def test_a_step_is_followed_as_it_stands_in_the_store(self, page: Page, site: Site, watch: Watch) -> None:
        """Any page of this origin can tell of one."""
        begin(page)
        second = other_tab(page, site, watch)
        ((key, journal),) = journals(page).items()
        session = replay([decode_record(record) for record in journal], SYSTEMS)
        session.dispatch(WriteNote("Forged"), seeded_dice(1))
        record = encode_record(records_of(session)[-1])
        forged = {"kind": "kept", "key": key, "number": len(journal) + 1, "record": record}
        page.evaluate(f"new BroadcastChannel('turntrack /turntrack/').postMessage({json.dumps(forged)})")
        act(page)  # it is told after the forged one
        expect(second.locator("#last")).to_have_text(page.locator("#last").text_content() or "")
        open_log(second)
        expect(second.locator("#log")).not_to_contain_text("Forged")

    @pytest.mark.soak
    def test_what_is_no_message_of_ours_is_not_heard(self, page: Page, site: Site, watch: Watch) -> None:
        """Any page of this origin can speak on the channel: what is malformed, or no tab would say, is not believed."""
        begin(page)
        second = other_tab(page, site, watch)
        before = stored(page)
        key = before["records"][0]["key"]
        number = len(before["records"]) + 1
        tells = [
            {"kind": "anew", "restored": ["Send money"]},
            {"kind": "newer"},
            {"kind": "failed", "why": "full"},
            {"kind": "writer", "isWriter": True},
            {"kind": "unkept", "histories": [{"key": "0a", "records": []}]},
            {"kind": "constructor"},
            {"kind": "kept", "key": "<b>", "number": number, "record": "{}"},
            {"kind": "kept", "key": key, "number": "1", "record": "{}"},
            {"kind": "kept", "key": key, "number": number, "record": 7},
            {"kind": "chosen", "key": 7},
            {"kind": "chosen"},
            None,
            "kept",
        ]
        neighbour = page.context.new_page()
        neighbour.goto(f"{site.url}manifest.webmanifest")
        neighbour.evaluate(
            f"{{ const channel = new BroadcastChannel('turntrack /turntrack/');"
            f"for (const each of {json.dumps(tells)}) channel.postMessage(each); }}"
        )
        neighbour.close()
        act(page)
        expect(second.locator("#last")).to_have_text(page.locator("#last").text_content() or "")
        for tab in (page, second):
            expect(tab.locator("#notice")).not_to_contain_text("Send money")
            expect(tab.locator("#notice")).not_to_contain_text("newer Turntrack")
        expect(page.locator("#notice")).to_be_empty()
        expect(second.locator("#saving")).to_have_text("Following")
        assert len(stored(page)["encounters"]) == len(before["encounters"])

    @pytest.mark.soak
    def test_two_writers_where_there_are_no_locks(self, open_page: OpenPage, site: Site, watch: Watch) -> None:
        """An insecure address: the database itself notices, and nobody's steps are written over."""
        page = open_page(everywhere="delete Navigator.prototype.locks")
        begin(page)
        second = other_tab(page, site, watch)
        forget_second_chance(page)
        act(second)
        page.locator("#undo").click()
        expect(page.locator("#notice")).to_contain_text("from another tab")
        both = list(journals(page).values())
        assert len(both) == 2
        for journal in both:
            replay([decode_record(record) for record in journal], SYSTEMS)
        act(page)
        act(second)
