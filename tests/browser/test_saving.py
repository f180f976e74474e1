"""Saving, against every fault that can be brought about in a real browser."""

import json
import re

import pytest
from playwright.sync_api import Dialog, Page, expect

from engine.saves.history import replay
from engine.saves.records import decode_record
from engine.systems import SYSTEMS
from tests.app.test_bundle import mutated
from tests.browser.conftest import OpenPage, Watch
from tests.browser.faults import (
    DAMAGE,
    DATABASE_FROM_THE_FUTURE,
    DELETE_DATABASE,
    NOTE_CONNECTIONS,
    STORE_CAN_BE_FULL,
    changing,
    failing_writes,
    record_from_the_future,
)
from tests.browser.waiting import until_ready, wait_until
from tests.hands.player import STEP, play, stop_playing
from tests.hands.store import journals, saved_number, stored
from tools.serve import Server

RELOADS = 4

NO_ENTRIES = """() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...values) {
        if (this.name === "encounters") throw new DOMException("injected", "UnknownError");
        return put.apply(this, values);
    };
}"""
"""From now on, nothing is saved where it belongs; another encounter can be added."""


CLOCK = "{ const { now } = Date; Date.now = () => now() + Number(localStorage.days ?? 0) * 86_400_000; }"
"""For every page from its start: so many days later, as localStorage says."""


def change_store(page: Page, action: str) -> None:
    """Change the store behind the page's back: JavaScript over `rows` (the records) and `t` (the transaction)."""
    page.evaluate(changing(action))


def begin(page: Page) -> None:
    """A sample fight, open and saved, with the first round running."""
    page.evaluate("delete document.getElementById('saving').dataset.number")  # it may be that of another fight
    page.get_by_role("button", name="Play the sample fight").first.click()
    act(page)


def act(page: Page) -> None:
    """One step, and wait until it is saved."""
    before = saved_number(page)
    tap(page)
    wait_until(page, f"Number(document.getElementById('saving').dataset.number) > {before}")
    expect_saved(page)


def tap(page: Page) -> None:
    """One step."""
    page.evaluate(STEP)


def expect_saved(page: Page) -> None:
    expect(page.locator("#saving")).to_have_attribute("data-state", "saved")
    expect(page.locator("#saving")).to_have_text("Saved")


def reload(page: Page) -> None:
    page.reload()
    until_ready(page)


def track(page: Page) -> str:
    return page.locator("#track").inner_text()


def records(page: Page) -> list[str]:
    """Those of the only encounter; each is read, and they make a history."""
    (found,) = journals(page).values()
    replay([decode_record(record) for record in found], SYSTEMS)
    return found


def go_home(page: Page) -> None:
    """From a fight to the first screen."""
    page.locator("#menu").click()
    page.get_by_role("button", name="All fights").click()
    expect(page.locator("html")).to_have_attribute("data-view", "home")


def keep_in_party(page: Page) -> None:
    """The first of the fight."""
    page.locator("#menu").click()
    page.get_by_role("button", name="Party…").click()
    page.get_by_role("button", name="Keep ").first.click()
    expect(page.locator("#toast")).to_contain_text("is kept in the party")
    page.get_by_role("button", name="Close").click()


def forget_second_chance(page: Page) -> None:
    page.evaluate("localStorage.clear()")


class TestGoingOn:
    """What goes well."""

    def test_a_fight_comes_back_after_a_reload_with_undo_and_redo(self, page: Page) -> None:
        begin(page)
        act(page)
        page.locator("#undo").click()
        expect_saved(page)
        shown = (track(page), page.locator("#history").inner_text())
        reload(page)
        assert (track(page), page.locator("#history").inner_text()) == shown
        expect(page.locator("#notice")).to_be_empty()

    def test_saved_is_said_only_when_the_transaction_is_complete(self, open_page: OpenPage) -> None:
        """Whenever the mark says that record n is saved, another connection finds record n."""
        page = open_page()
        begin(page)
        play(page, 7)
        for _ in range(30):
            number = saved_number(page)
            assert len(records(page)) >= number
        stop_playing(page)

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
    """In the middle of it."""

    def test_reload_in_the_middle_of_a_write(self, page: Page) -> None:
        """The tap's record may be saved or not; what was called saved is there, and the second chance has the rest."""
        page.on("dialog", lambda dialog: dialog.accept())
        begin(page)
        for _ in range(RELOADS):
            before = saved_number(page) or len(records(page))
            with page.expect_navigation():
                page.evaluate("document.querySelector('#panel [data-do=choose]').click(); location.reload()")
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


def try_again(page: Page, mend: str) -> None:
    """Mend it and tap “Try again” in one go: the page might save by itself in between, and have no such button then."""
    page.evaluate(f"() => {{ {mend}; document.querySelector('#notice [data-do=save-again]').click(); }}")


def open_first(page: Page) -> None:
    """Open the first fight of the list."""
    page.locator(".fight").first.click()
    expect(page.locator("html")).to_have_attribute("data-view", "fight")


def fail_writes(page: Page, error: str, times: int = 1_000_000) -> None:
    """From now on, adding a record fails so many times with this error."""
    page.evaluate(failing_writes(error, times))


class TestRefused:
    """The store does not take it."""

    @pytest.mark.parametrize("error", ["abort", "UnknownError", "QuotaExceededError"])
    def test_a_failed_write_is_told_and_tried_again(self, page: Page, error: str) -> None:
        begin(page)
        before = len(records(page))
        fail_writes(page, error)
        tap(page)
        mark = page.locator("#saving")
        expect(mark).to_have_attribute("data-state", "failed")
        expect(mark).to_contain_text("Not saved")
        notice = page.locator("#notice")
        expect(notice).to_contain_text("device is full" if error == "QuotaExceededError" else "does not answer")
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
        page = open_page(prepare=lambda page: page.context.add_init_script(STORE_CAN_BE_FULL))
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


@pytest.mark.soak
class TestFull:
    """The store can be read, and takes nothing: what it lacks is on the page and in the second chance."""

    @pytest.fixture
    def full(self, open_page: OpenPage) -> Page:
        """A fight of which the last step is not saved."""
        page = open_page(prepare=lambda page: page.context.add_init_script(STORE_CAN_BE_FULL))
        page.on("dialog", lambda dialog: dialog.accept())
        begin(page)
        act(page)
        page.evaluate("localStorage.full = 'yes'")
        tap(page)
        expect(page.locator("#saving")).to_have_text("Not saved: this device is full")
        return page

    def make_room(self, page: Page) -> None:
        try_again(page, "localStorage.removeItem('full')")
        expect_saved(page)

    def test_after_a_reload(self, full: Page) -> None:
        before, shown = records(full), track(full)
        reload(full)
        assert track(full) == shown
        expect(full.locator("#saving")).to_have_text("Not saved: this device is full")
        assert records(full) == before
        self.make_room(full)
        assert records(full)[:-1] == before
        act(full)
        reload(full)
        expect(full.locator("#notice")).to_be_empty()

    @pytest.mark.parametrize("has_second_chance", [True, False])
    def test_opened_again(self, full: Page, has_second_chance: bool) -> None:
        before, shown = records(full), track(full)
        if not has_second_chance:
            full.evaluate("localStorage.clear(); localStorage.full = 'yes'")
        go_home(full)
        full.locator(".fight").first.click()
        expect(full.locator("#track .acting")).to_be_visible()
        assert track(full) == shown
        expect(full.locator("#saving")).to_have_text("Not saved: this device is full")
        tap(full)
        self.make_room(full)
        assert records(full)[:-2] == before

    def test_damage_is_mended_when_there_is_room(self, full: Page) -> None:
        try_again(full, "localStorage.removeItem('full')")
        expect_saved(full)
        whole = records(full)
        change_store(full, DAMAGE["flipped"])
        full.evaluate("localStorage.full = 'yes'")
        reload(full)
        expect(full.locator("#notice")).to_contain_text("set aside")
        expect(full.locator("#saving")).to_have_text("Not saved: this device is full")
        self.make_room(full)
        assert records(full) == whole
        (aside,) = stored(full)["aside"]
        assert len(aside["records"]) == len(whole) - 4

    def test_taken_over_by_another_tab(self, full: Page, site: Server, watch: Watch) -> None:
        """What only the first has cannot be kept: it stays on its page, to be exported; the second goes on."""
        before, shown = records(full), track(full)
        second = TestTwoTabs().other(full, site, watch)
        second.get_by_role("button", name="Take over here").click()
        expect(full.locator("#notice")).to_contain_text("could not be kept")
        expect(full.locator("#saving")).to_have_text("Not saved")
        assert track(full) == shown
        expect(second.locator("#saving")).to_have_text("Not saved: this device is full")
        assert track(second) == shown
        self.make_room(second)
        act(second)
        assert records(second)[:-2] == before
        assert track(full) == shown
        tap(full)
        expect(full.locator("#toast")).to_contain_text("Export it")
        full.locator("#menu").click()
        full.get_by_role("button", name="Export…").click()
        expect(full.locator("#dialog-title")).to_contain_text("Export")

    def adrift(self, full: Page, site: Server, watch: Watch) -> Page:
        """Another tab has taken over; what only the first had is on its page alone. Returns the other tab."""
        second = TestTwoTabs().other(full, site, watch)
        second.get_by_role("button", name="Take over here").click()
        expect(full.locator("#notice")).to_contain_text("could not be kept")
        return second

    def test_no_way_out_lets_go_of_steps_without_asking(self, full: Page, site: Server, watch: Watch) -> None:
        second = self.adrift(full, site, watch)
        shown = track(full)
        for _ in range(2):
            full.locator("#menu").click()
            full.get_by_role("button", name="All fights").click()
            expect(full.locator("#dialog-title")).to_contain_text("Let go of what only this page has")
            full.get_by_role("button", name="Stay here").click()
        full.get_by_role("button", name="Take over here").click()
        expect(full.locator("#dialog-title")).to_contain_text("Let go of what only this page has")
        full.get_by_role("button", name="Stay here").click()
        assert track(full) == shown
        expect(full.locator("#saving")).to_have_text("Not saved")
        self.make_room(second)
        full.get_by_role("button", name="Let go of it…").click()
        full.get_by_role("button", name="Let go of it", exact=True).click()
        expect(full.locator("#saving")).to_have_text("Following")
        expect(full.locator("#notice")).not_to_contain_text("could not be kept")
        act(second)
        expect(full.locator("#track")).to_have_text(second.locator("#track").text_content() or "")
        go_home(second)
        expect(full.locator("html")).to_have_attribute("data-view", "home")

    def test_leaving_the_page_asks_until_the_steps_are_exported(self, full: Page, site: Server, watch: Watch) -> None:
        self.adrift(full, site, watch)
        asked: list[str] = []
        full.on("dialog", lambda dialog: asked.append(dialog.type))
        with full.expect_event("dialog"):
            full.evaluate("setTimeout(() => location.reload())")
        until_ready(full)
        assert asked == ["beforeunload"]

    def test_once_exported_every_way_out_is_open(self, full: Page, site: Server, watch: Watch) -> None:
        self.adrift(full, site, watch)
        shown = track(full)
        full.locator("#notice").get_by_role("button", name="Export").click()
        with full.expect_download() as download:
            full.get_by_role("button", name="Save or share the file").click()
        (one,) = json.loads(download.value.path().read_text())["encounters"]
        replay([decode_record(json.dumps(record)) for record in one["records"]], SYSTEMS)
        full.get_by_role("button", name="Close").click()
        expect(full.locator("#notice")).to_contain_text("You have exported it")
        expect(full.locator("#saving")).to_have_text("Not saved")
        assert track(full) == shown
        asked: list[str] = []
        full.on("dialog", lambda dialog: asked.append(dialog.type))
        go_home(full)
        expect(full.locator("#notice")).not_to_contain_text("could not be kept")
        expect(full.locator("#saving")).to_have_text("Following")
        reload(full)
        assert not asked

    def test_what_could_not_be_kept_is_tried_again(self, full: Page, site: Server, watch: Watch) -> None:
        """Once there is room, by a tap: it becomes an encounter of its own."""
        second = self.adrift(full, site, watch)
        self.make_room(second)
        full.locator("#notice").get_by_role("button", name="Try again").click()
        expect(full.locator("#notice")).to_contain_text("kept as")
        expect(full.locator("#saving")).to_have_text("Following")
        assert len(journals(full)) == 2
        act(second)
        expect(full.locator("#track")).to_have_text(second.locator("#track").text_content() or "")


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
    def test_the_database_is_deleted_underneath(self, page: Page, site: Server, way: str) -> None:
        """By another page of this site, or by the browser: all is written anew, and the game master is told."""
        begin(page)
        before = records(page)
        if way == "deleted":
            page.evaluate(DELETE_DATABASE)
        else:
            browser = page.context.new_cdp_session(page)
            origin = site.url.removesuffix("/turntrack/")
            browser.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
        act(page)
        assert records(page)[:-1] == before
        expect(page.locator("#notice")).to_contain_text("written anew, whole")
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
        expect(page.locator("#notice")).to_contain_text("came back from its second chance")
        after = stored(page)
        assert len(after["records"]) == len(before["records"]) + 1
        assert after["party"] == before["party"]
        page.evaluate(DELETE_DATABASE)
        reload(page)
        expect(page.locator("#notice")).to_contain_text("brought back from its second chance")
        assert stored(page)["party"] == before["party"]
        assert stored(page)["records"] == after["records"]

    def test_a_database_lost_between_two_visits_comes_back_from_the_second_chance(self, page: Page) -> None:
        begin(page)
        before = records(page)
        page.evaluate(DELETE_DATABASE)
        reload(page)
        expect(page.locator("#notice")).to_contain_text("brought back from its second chance")
        page.locator(".fight").first.click()
        expect(page.locator("#track .row")).not_to_have_count(0)
        assert records(page) == before


@pytest.mark.soak
class TestDamaged:
    """What is stored is not what was stored."""

    @pytest.mark.parametrize("kind", DAMAGE)
    def test_the_valid_beginning_is_kept_and_the_rest_set_aside(self, page: Page, kind: str) -> None:
        begin(page)
        act(page)
        whole = records(page)
        change_store(page, DAMAGE[kind])
        forget_second_chance(page)
        reload(page)
        assert records(page) == whole[:4]
        expect(page.locator("#notice")).to_contain_text("set aside")
        (aside,) = stored(page)["aside"]
        kept = sum(1 for row in aside["records"] if row["record"] in whole[4:])
        assert kept >= len(whole) - 5
        act(page)  # and the fight goes on
        assert len(records(page)) == 5

    def test_the_first_record_is_damaged(self, page: Page) -> None:
        """Nothing of the fight can be played on; all that was found can be had as a file, and the list says so."""
        begin(page)
        act(page)
        whole = records(page)
        change_store(page, "records.put({...rows[0], record: rows[0].record.slice(0, 30)});")
        forget_second_chance(page)
        reload(page)
        expect(page.locator("#notice")).to_contain_text(f"all {len(whole)} steps were set aside")
        expect(page.locator("#home .fights li")).to_have_count(0)
        page.locator("#asides").click()
        page.get_by_role("button", name="Export…", exact=True).last.click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save or share the file").click()
        found = [json.loads(line) for line in download.value.path().read_text().splitlines()]
        assert [row["record"] for row in found] == [whole[0][:30], *whole[1:]]
        reload(page)
        expect(page.locator("#notice")).to_be_empty()

    def test_all_of_it_is_missing(self, page: Page) -> None:
        """The list still names it: opening it says why there is nothing to open."""
        begin(page)
        whole = records(page)
        change_store(page, "records.clear();")
        forget_second_chance(page)
        reload(page)
        expect(page.locator("#notice")).to_contain_text(f"{len(whole)} steps at the end were lost")
        expect(page.locator("#home .fights li")).to_have_count(1)
        page.get_by_role("button", name="Understood").click()
        page.locator(".fight").first.click()
        expect(page.locator("#notice")).to_contain_text(f"{len(whole)} steps at the end were lost")

    @pytest.mark.parametrize("kind", DAMAGE)
    def test_the_second_chance_mends_it(self, page: Page, kind: str) -> None:
        begin(page)
        act(page)
        whole = records(page)
        change_store(page, DAMAGE[kind])
        reload(page)
        assert records(page) == whole
        expect(page.locator("#notice")).not_to_be_empty()
        page.get_by_role("button", name="Understood").click()
        reload(page)
        expect(page.locator("#notice")).to_be_empty()

    def test_damage_is_told_when_the_fight_is_opened_and_not_mended_before(self, page: Page) -> None:
        """An export reads it, and changes nothing."""
        begin(page)
        act(page)
        whole = records(page)
        go_home(page)
        change_store(page, DAMAGE["flipped"])
        forget_second_chance(page)
        before = stored(page)
        text = TestFiles().export(page)
        assert [len(one["records"]) for one in json.loads(text)["encounters"]] == [4]
        assert stored(page) == before
        page.locator(".fight").first.click()
        expect(page.locator("#notice")).to_contain_text("set aside")
        assert records(page) == whole[:4]

    def test_the_end_is_missing(self, page: Page) -> None:
        """The checksums fit, but the list knows that there was more."""
        begin(page)
        act(page)
        whole = records(page)
        change_store(page, "for (const row of rows.slice(-2)) records.delete([row.key, row.number]);")
        forget_second_chance(page)
        reload(page)
        assert records(page) == whole[:-2]
        expect(page.locator("#notice")).to_contain_text("2 steps at the end were lost")

    def test_a_damaged_second_chance_is_ignored(self, page: Page) -> None:
        begin(page)
        whole = records(page)
        page.evaluate("for (const name of Object.keys(localStorage)) localStorage.setItem(name, '{\"\\u0000nonsense')")
        reload(page)
        assert records(page) == whole
        expect(page.locator("#notice")).to_be_empty()

    def test_what_was_set_aside_can_be_exported_and_discarded(self, page: Page) -> None:
        begin(page)
        change_store(page, DAMAGE["flipped"])
        forget_second_chance(page)
        reload(page)
        go_home(page)
        page.locator("#asides").click()
        page.get_by_role("button", name="Export…", exact=True).last.click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save or share the file").click()
        assert '"record"' in download.value.path().read_text()
        page.get_by_role("button", name="Close").click()
        page.locator("#asides").click()
        page.get_by_role("button", name="Discard…").click()
        expect(page.locator("#dialog")).to_contain_text("This cannot be undone")
        assert stored(page)["aside"]
        page.get_by_role("button", name="Discard", exact=True).click()
        expect(page.locator("#dialog")).to_contain_text("Nothing had to be set aside")
        assert not stored(page)["aside"]

    def set_end_aside(self, page: Page) -> tuple[list[str], str]:
        """As a version does that cannot read the end. Returns the journal and the track as they were before."""
        begin(page)
        act(page)
        act(page)
        whole, shown = records(page), track(page)
        go_home(page)
        forget_second_chance(page)
        page.evaluate("delete document.getElementById('saving').dataset.number")  # it was that of the last record
        change_store(
            page,
            """
            const [head] = await all("encounters");
            const gone = rows.slice(-3);
            for (const row of gone) records.delete([row.key, row.number]);
            const last = rows.at(-4);
            t.objectStore("encounters").put({ ...head, count: last.number, sum: last.sum });
            const about = { v: 1, key: head.key, name: head.name, why: "Record 4: not known here", at: 1 };
            t.objectStore("aside").add({ ...about, records: gone });
            """,
        )
        return whole, shown

    def test_what_was_set_aside_is_put_back_where_it_fits(self, page: Page) -> None:
        """By one tap, and the fight opens with it."""
        whole, shown = self.set_end_aside(page)
        assert len(records(page)) == len(whole) - 3
        page.locator("#asides").click()
        page.get_by_role("button", name="Try ").click()
        expect(page.locator("html")).to_have_attribute("data-view", "fight")
        assert track(page) == shown
        assert records(page) == whole
        assert not stored(page)["aside"]
        act(page)
        reload(page)
        expect(page.locator("#notice")).to_be_empty()
        assert len(records(page)) == len(whole) + 1

    def test_a_full_device_puts_nothing_back_and_says_so(self, page: Page) -> None:
        self.set_end_aside(page)
        before = stored(page)
        fail_writes(page, "QuotaExceededError")
        page.locator("#asides").click()
        page.get_by_role("button", name="Try ").click()
        expect(page.locator("#form-error")).to_contain_text("This device is full. Nothing has changed.")
        assert stored(page) == before

    def test_what_was_set_aside_becomes_a_fight_of_its_own_where_the_fight_has_gone_on(self, page: Page) -> None:
        whole, shown = self.set_end_aside(page)
        open_first(page)
        act(page)
        (other,) = journals(page).values()
        go_home(page)
        page.locator("#asides").click()
        page.get_by_role("button", name="Try ").click()
        expect(page.locator("#dialog")).to_contain_text("New encounters (1)")
        page.get_by_role("button", name="Bring in, beside what is here").click()
        expect(page.locator("#home .fights li")).to_have_count(2)
        assert sorted(journals(page).values(), key=len) == sorted([whole, other], key=len)
        page.locator(".fight", has_text="(set aside)").click()
        expect(page.locator("html")).to_have_attribute("data-view", "fight")
        assert track(page) == shown

    def test_an_exported_part_is_read_by_import(self, page: Page, open_page: OpenPage) -> None:
        """Beside its fight as an encounter of its own; elsewhere a sentence says what it is."""
        whole, _ = self.set_end_aside(page)
        page.locator("#asides").click()
        page.get_by_role("button", name="Export…", exact=True).last.click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save or share the file").click()
        page.get_by_role("button", name="Close").click()
        text = download.value.path().read_text()
        elsewhere = open_page()
        TestFiles().look_at(elsewhere, text)
        expect(elsewhere.locator("#form-error")).to_contain_text(
            f"This is only steps {len(whole) - 2} to {len(whole)} of a fight, without what came before"
        )
        TestFiles().look_at(page, text)
        expect(page.locator("#dialog")).to_contain_text("New encounters (1)")
        page.get_by_role("button", name="Bring in, beside what is here").click()
        expect(page.locator("#home .fights li")).to_have_count(2)
        assert whole in journals(page).values()


@pytest.mark.soak
class TestFromTheFuture:
    """A newer version has written it: it is looked at and never written over."""

    def test_a_record(self, page: Page) -> None:
        begin(page)
        forget_second_chance(page)
        page.evaluate(record_from_the_future(stored(page)["records"][-1]))
        before = stored(page)["records"]
        reload(page)
        expect(page.locator("#notice")).to_contain_text("A newer Turntrack has written this fight")
        tap(page)
        page.locator("#undo").click()
        expect(page.locator("#toast")).to_contain_text("newer Turntrack")
        reload(page)
        assert stored(page)["records"] == before

    def test_the_whole_database(self, page: Page, site: Server) -> None:
        begin(page)
        before = stored(page)
        page.evaluate(DATABASE_FROM_THE_FUTURE)
        tap(page)  # the page that was open notices, too
        expect(page.locator("#notice")).not_to_be_empty()
        page.on("dialog", lambda dialog: dialog.accept())
        forget_second_chance(page)
        reload(page)
        expect(page.locator("#notice")).to_contain_text("A newer Turntrack has written what is on this device")
        expect(page.locator("#saving")).to_have_text("Read only")
        tap(page)
        expect(page.locator("#toast")).to_contain_text("newer Turntrack")
        after = stored(page)
        assert after["records"] == before["records"]
        assert after["encounters"] == before["encounters"]


class TestTwoTabs:
    """One writes, the others follow."""

    def other(self, page: Page, site: Server, watch: Watch) -> Page:
        tab = page.context.new_page()
        watch.follow(tab)
        tab.goto(site.url)
        until_ready(tab)
        return tab

    def test_the_second_follows_live_and_changes_nothing(self, page: Page, site: Server, watch: Watch) -> None:
        begin(page)
        second = self.other(page, site, watch)
        expect(second.locator("#notice")).to_contain_text("this one follows")
        expect(second.locator("#saving")).to_have_text("Following")
        act(page)
        act(page)
        page.locator("#undo").click()
        expect(second.locator("#track")).to_have_text(page.locator("#track").text_content() or "", use_inner_text=False)
        before = records(page)
        second.evaluate("document.querySelector('#panel [data-do=choose]').click()")
        expect(second.locator("#toast")).to_contain_text("Take over here")
        assert records(page) == before
        go_home(page)
        expect(second.locator("html")).to_have_attribute("data-view", "home")

    def test_taking_over(self, page: Page, site: Server, watch: Watch) -> None:
        begin(page)
        second = self.other(page, site, watch)
        second.get_by_role("button", name="Take over here").click()
        expect(second.locator("#notice")).to_be_empty()
        expect(page.locator("#notice")).to_contain_text("this one follows")
        act(second)
        expect(page.locator("#track")).to_have_text(second.locator("#track").text_content() or "")
        page.get_by_role("button", name="Take over here").click()
        expect(page.locator("#notice")).to_be_empty()
        act(page)
        assert len(records(page)) == 8

    @pytest.mark.soak
    def test_when_the_first_is_closed_the_second_goes_on(self, page: Page, site: Server, watch: Watch) -> None:
        begin(page)
        second = self.other(page, site, watch)
        before = len(records(page))
        page.close()
        expect(second.locator("#notice")).to_be_empty()
        act(second)
        assert len(records(second)) == before + 1

    @pytest.mark.soak
    def test_a_tab_that_does_not_answer_loses_nothing(self, page: Page, site: Server, watch: Watch) -> None:
        """It could not save and is taken over: what only it knows becomes an encounter of its own."""
        begin(page)
        second = self.other(page, site, watch)
        page.evaluate(NO_ENTRIES)
        tap(page)
        expect(page.locator("#saving")).to_have_attribute("data-state", "failed")
        forget_second_chance(page)
        page.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
        second.get_by_role("button", name="Take over here").click()
        expect(second.locator("#notice")).to_be_empty()
        act(second)
        expect(page.locator("#notice")).to_contain_text("kept as")
        both = sorted(journals(page).values(), key=len)
        assert len(both) == 2
        for journal in both:
            replay([decode_record(record) for record in journal], SYSTEMS)

    @pytest.mark.soak
    def test_what_was_played_before_and_not_saved_is_kept_too(self, page: Page, site: Server, watch: Watch) -> None:
        """Two fights of one tab: what it had of each becomes an encounter of its own when another tab takes over."""
        begin(page)
        saved = records(page)
        second = self.other(page, site, watch)
        page.evaluate(NO_ENTRIES)
        tap(page)
        expect(page.locator("#saving")).to_have_attribute("data-state", "failed")
        go_home(page)
        page.get_by_role("button", name="Play the sample fight").first.click()
        expect(page.locator("#track .row")).not_to_have_count(0)
        forget_second_chance(page)
        second.get_by_role("button", name="Take over here").click()
        expect(page.locator("#notice")).to_contain_text("kept as")
        found = sorted(journals(page).values(), key=len)
        assert len(found) == 3
        assert found[-1][:-1] == saved
        for journal in found:
            replay([decode_record(record) for record in journal], SYSTEMS)

    def delete_first(self, page: Page) -> None:
        """The first fight of the list."""
        page.locator("#home .fights li").first.get_by_role("button", name="More for").click()
        page.get_by_role("button", name="Delete", exact=True).click()
        expect(page.locator("#home")).to_contain_text("Deleted (1)")

    @pytest.mark.soak
    def test_deleted_here_and_played_on_there(self, page: Page, site: Server, watch: Watch) -> None:
        """The other tab hears of it; playing on there brings the fight back, and no start removes it."""
        page.context.add_init_script(CLOCK)
        begin(page)
        go_home(page)
        second = self.other(page, site, watch)
        open_first(second)
        self.delete_first(page)
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
        self, page: Page, site: Server, watch: Watch
    ) -> None:
        begin(page)
        go_home(page)
        second = self.other(page, site, watch)
        open_first(second)
        shown = track(second)
        self.delete_first(page)
        page.get_by_text("Deleted (1)").click()
        page.get_by_role("button", name="Delete for good…").click()
        page.get_by_role("button", name="Delete for good", exact=True).click()
        expect(second.locator("#notice")).to_contain_text("deleted for good in another tab")
        assert track(second) == shown
        second.locator("#notice").get_by_role("button", name="Export").click()
        expect(second.locator("#dialog-title")).to_contain_text("Export")

    @pytest.mark.soak
    def test_what_is_no_message_of_ours_is_not_heard(self, page: Page, site: Server, watch: Watch) -> None:
        """Any page of this origin can speak on the channel: what is malformed, or no tab would say, is not believed."""
        begin(page)
        second = self.other(page, site, watch)
        before = stored(page)
        key = before["records"][0]["key"]
        number = len(before["records"]) + 1
        tells = [
            {"kind": "anew", "restored": ["Send money"]},
            {"kind": "newer"},
            {"kind": "failed", "why": "full"},
            {"kind": "seat", "seated": True},
            {"kind": "stranded", "histories": [{"key": "0a", "records": []}]},
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
        expect(second.locator("#log-lines")).to_have_text(page.locator("#log-lines").text_content() or "")
        for tab in (page, second):
            expect(tab.locator("#notice")).not_to_contain_text("Send money")
            expect(tab.locator("#notice")).not_to_contain_text("newer Turntrack")
        expect(page.locator("#notice")).to_be_empty()
        expect(second.locator("#saving")).to_have_text("Following")
        assert len(stored(page)["encounters"]) == len(before["encounters"])

    @pytest.mark.soak
    def test_two_writers_where_there_are_no_locks(self, open_page: OpenPage, site: Server, watch: Watch) -> None:
        """An insecure address: the database itself notices, and nobody's steps are written over."""
        page = open_page(
            own=True, prepare=lambda page: page.context.add_init_script("delete Navigator.prototype.locks")
        )
        begin(page)
        second = self.other(page, site, watch)
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


@pytest.mark.soak
class TestDeleted:
    """For at least thirty days it can be brought back, whatever a clock says."""

    def deleted(self, open_page: OpenPage) -> Page:
        page = open_page(prepare=lambda page: page.context.add_init_script(CLOCK))
        begin(page)
        go_home(page)
        TestTwoTabs().delete_first(page)
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
                const { commit } = await import(new URL("static/js/shelf.js", document.baseURI));
                const kept = (key, name, played) =>
                    ({ key, name, system: "zebra", combatants: 1, played, archived: false, records: ["{}"] });
                const put = [kept("a", "Earlier", 1e9), kept("c", "Later", 2e9)];
                await commit(JSON.stringify({ put, purge: ["b"] }));
            }"""
        )
        reload(page)
        expect(page.locator("#home .fight strong")).to_have_text(["Later", "Earlier"])


class TestFiles:
    """Out and in, in a real browser."""

    def export(self, page: Page) -> str:
        page.locator("#export-all").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save or share the file").click()
        page.get_by_role("button", name="Close").click()
        return download.value.path().read_text()

    def look_at(self, page: Page, text: str) -> None:
        page.locator("#import").click()
        page.locator("#text").fill(text)
        page.get_by_role("button", name="Look at it").click()

    def test_everything_out_and_into_another_browser(self, page: Page, open_page: OpenPage) -> None:
        begin(page)
        act(page)
        go_home(page)
        text = self.export(page)
        other = open_page()
        with other.expect_file_chooser() as chooser:
            other.locator("#import").click()
            other.get_by_role("button", name="Choose a file…").click()
        chooser.value.set_files({"name": "fights.json", "mimeType": "application/json", "buffer": text.encode()})
        expect(other.locator("#dialog")).to_contain_text("New encounters (1)")
        assert not journals(other)
        other.get_by_role("button", name="Bring in, beside what is here").click()
        expect(other.locator(".fight")).to_have_count(1)
        assert journals(other) == journals(page)

    def test_a_look_at_another_fight_leaves_the_open_one_alone(self, page: Page) -> None:
        """A file that holds one from the list is pasted and compared with it, while another is being played."""
        begin(page)
        go_home(page)
        text = self.export(page)
        begin(page)
        before = journals(page)
        self.paste(page, text)
        expect(page.locator("#dialog")).to_contain_text("Here already, and the same (1)")
        page.get_by_role("button", name="Leave everything as it is").click()
        act(page)
        expect(page.locator("#notice")).to_be_empty()
        after = journals(page)
        assert after.keys() == before.keys()
        assert sum(map(len, after.values())) == sum(map(len, before.values())) + 1

    def paste(self, page: Page, text: str) -> None:
        page.evaluate(
            """text => {
                const data = new DataTransfer();
                data.setData("text/plain", text);
                document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
            }""",
            text,
        )

    def test_dropped_and_pasted(self, page: Page) -> None:
        begin(page)
        go_home(page)
        table = "name,count\nGuard,2\n"
        page.evaluate(
            """text => {
                const data = new DataTransfer();
                data.items.add(new File([text], "list.csv", { type: "text/csv" }));
                const drop = { dataTransfer: data, bubbles: true, cancelable: true };
                document.body.dispatchEvent(new DragEvent("drop", drop));
            }""",
            table,
        )
        expect(page.locator("#dialog")).to_contain_text("Guard ×2")
        page.get_by_role("button", name="Cancel").click()
        self.paste(page, table)
        expect(page.locator("#dialog")).to_contain_text("Guard ×2")

    def test_shared_and_copied(self, open_page: OpenPage) -> None:
        """Where there is a share sheet, as a file that it takes; as text onto the clipboard. Both can be read again."""
        sheet = """
            navigator.canShare = ({ files }) => files.every(({ type }) => type === "text/plain");
            navigator.share = async ({ files: [file] }) => {
                window.shared = [file.name, await file.text()];
            };
            const clipboard = { writeText: async (text) => void (window.copied = text) };
            Object.defineProperty(navigator, "clipboard", { value: clipboard });
        """
        page = open_page(prepare=lambda page: page.add_init_script(sheet), has_touch=True, is_mobile=True)
        begin(page)
        page.locator("#menu").click()
        page.get_by_role("button", name="Export…").click()
        page.get_by_role("button", name="Save or share the file").click()
        wait_until(page, "window.shared")
        name, text = page.evaluate("window.shared")
        assert re.fullmatch(r"turntrack-[\w-]+\.json\.txt", name)
        page.get_by_role("button", name="Copy it as text").click()
        expect(page.locator("#toast")).to_have_text("Copied.")
        assert page.evaluate("window.copied") == text
        page.get_by_role("button", name="Close").click()
        self.paste(page, text)
        expect(page.locator("#dialog")).to_contain_text("There is nothing new in it")

    @pytest.mark.soak
    @pytest.mark.parametrize("fault", ["abort", "reload"])
    def test_an_interrupted_import_changes_nothing_or_all(self, page: Page, open_page: OpenPage, fault: str) -> None:
        begin(page)
        go_home(page)
        text = self.export(page)
        other = open_page()
        self.look_at(other, text)
        button = other.get_by_role("button", name="Bring in, beside what is here")
        if fault == "abort":
            fail_writes(other, "abort")
            button.click()
            expect(other.locator("#dialog")).to_contain_text("Nothing has changed")
            assert not stored(other)["records"]
            assert not stored(other)["encounters"]
        else:
            with other.expect_navigation():
                button.evaluate("each => { each.click(); setTimeout(() => location.reload()) }")
            until_ready(other)
            assert journals(other) in ({}, journals(page))
            assert len(stored(other)["encounters"]) == len(journals(other))

    def test_damaged_files_are_refused_and_nothing_changes(self, page: Page) -> None:
        """Some of the mutations, read or refused; thousands more are tried without a browser."""
        begin(page)
        go_home(page)
        text = self.export(page)
        before = stored(page)
        for seed in range(12):
            self.look_at(page, mutated(text, seed).replace("\0", "?"))
            expect(page.locator("#dialog-title")).to_have_text(re.compile("Import|What is in it|From|table"))
            page.get_by_role("button", name="Close").click()
        for text in ("[" * 100_000, '{"a":' * 50_000, "9" * 100_000):
            self.look_at(page, text)
            expect(page.locator("#form-error")).to_be_visible()
            page.get_by_role("button", name="Close").click()
        assert stored(page) == before

    def test_the_list_party_and_deleting(self, page: Page) -> None:
        begin(page)
        keep_in_party(page)
        go_home(page)
        row = page.locator("#home .fights li").first
        expect(row).to_contain_text("combatants")
        row.get_by_role("button", name="More for").click()
        page.locator("#name").fill("The bridge")
        page.get_by_role("button", name="Rename").click()
        expect(row).to_contain_text("The bridge")
        row.get_by_role("button", name="More for").click()
        page.get_by_role("button", name="Delete", exact=True).click()
        expect(page.locator("#home")).to_contain_text("Deleted (1)")
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(page.locator("#home")).not_to_contain_text("Deleted (1)")
        expect(page.locator("#home .fights li")).to_have_count(1)
        reload(page)
        expect(page.locator(".fight").first).to_contain_text("The bridge")
        assert len(stored(page)["party"]) == 1
        page.locator(".fight").first.click()
        expect(page.locator("#track .row")).not_to_have_count(0)


@pytest.mark.soak
class TestTwoCopies:
    """Two copies of Turntrack on one origin: a preview, a fork."""

    def test_each_has_its_own_fights(self, open_page: OpenPage, site: Server, watch: Watch) -> None:
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
