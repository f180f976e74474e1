"""The store is full and can be read: whatever is done then, no step is let go of without asking."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, Watch
from tests.browser.faults import DAMAGE, STORE_CAN_BE_FULL
from tests.browser.hosts import Site, reload
from tests.browser.play import go_home
from tests.browser.saving import (
    act,
    begin,
    change_store,
    forget_second_chance,
    other_tab,
    records,
    tap,
    track,
    try_again,
)
from tests.browser.waiting import expect_saved, until_ready
from tests.hands.store import journals, stored
from turntrack.saves.journal import replay
from turntrack.saves.records import decode_record
from turntrack.systems import SYSTEMS


@pytest.mark.soak
class TestFull:
    """The store can be read, and takes nothing: what it lacks is on the page and in the second chance."""

    @pytest.fixture
    def full(self, open_page: OpenPage) -> Page:
        """A fight of which the last step is not saved."""
        page = open_page(everywhere=STORE_CAN_BE_FULL)
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
            forget_second_chance(full)
            full.evaluate("localStorage.full = 'yes'")
        go_home(full)
        full.locator(".fight").first.click()
        expect(full.locator("#acting .row")).to_be_visible()
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

    def test_taken_over_by_another_tab(self, full: Page, site: Site, watch: Watch) -> None:
        """What only the first has cannot be kept: it stays on its page, to be exported; the second goes on."""
        before, shown = records(full), track(full)
        second = other_tab(full, site, watch)
        second.get_by_role("button", name="Take over here").click()
        expect(full.locator("#notice")).to_contain_text("could not be saved")
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

    def unkept(self, full: Page, site: Site, watch: Watch) -> Page:
        """Another tab has taken over; what only the first had is on its page alone. Returns the other tab."""
        second = other_tab(full, site, watch)
        second.get_by_role("button", name="Take over here").click()
        expect(full.locator("#notice")).to_contain_text("could not be saved")
        return second

    def test_no_way_out_lets_go_of_steps_without_asking(self, full: Page, site: Site, watch: Watch) -> None:
        second = self.unkept(full, site, watch)
        shown = track(full)
        for _ in range(2):
            full.locator("#menu").click()
            full.locator("#dialog").get_by_role("button", name="All fights").click()
            expect(full.locator("#dialog-title")).to_contain_text("Discard the steps of")
            full.get_by_role("button", name="Stay here").click()
        full.get_by_role("button", name="Take over here").click()
        expect(full.locator("#dialog-title")).to_contain_text("Discard the steps of")
        full.get_by_role("button", name="Stay here").click()
        assert track(full) == shown
        expect(full.locator("#saving")).to_have_text("Not saved")
        self.make_room(second)
        full.get_by_role("button", name="Discard…").click()
        full.get_by_role("button", name="Discard", exact=True).click()
        expect(full.locator("#saving")).to_have_text("Following")
        expect(full.locator("#notice")).not_to_contain_text("could not be saved")
        act(second)
        expect(full.locator("#track")).to_have_text(second.locator("#track").text_content() or "")
        go_home(second)
        expect(full.locator("html")).to_have_attribute("data-view", "home")

    def test_leaving_the_page_asks_until_the_steps_are_exported(self, full: Page, site: Site, watch: Watch) -> None:
        self.unkept(full, site, watch)
        asked: list[str] = []
        full.on("dialog", lambda dialog: asked.append(dialog.type))
        with full.expect_event("dialog"):
            full.evaluate("setTimeout(() => location.reload())")
        until_ready(full)
        assert asked == ["beforeunload"]

    def test_once_exported_every_way_out_is_open(self, full: Page, site: Site, watch: Watch) -> None:
        self.unkept(full, site, watch)
        shown = track(full)
        full.locator("#notice").get_by_role("button", name="Export").click()
        with full.expect_download() as download:
            full.get_by_role("button", name="Save or share the file").click()
        (encounter,) = json.loads(download.value.path().read_text())["encounters"]
        replay([decode_record(json.dumps(record)) for record in encounter["records"]], SYSTEMS)
        full.get_by_role("button", name="Close").click()
        expect(full.locator("#notice")).to_contain_text("You have exported it")
        expect(full.locator("#saving")).to_have_text("Not saved")
        assert track(full) == shown
        asked: list[str] = []
        full.on("dialog", lambda dialog: asked.append(dialog.type))
        go_home(full)
        expect(full.locator("#notice")).not_to_contain_text("could not be saved")
        expect(full.locator("#saving")).to_have_text("Following")
        reload(full)
        assert not asked

    def test_what_could_not_be_kept_is_tried_again(self, full: Page, site: Site, watch: Watch) -> None:
        """Once there is room, by a tap: it becomes an encounter of its own."""
        second = self.unkept(full, site, watch)
        self.make_room(second)
        full.locator("#notice").get_by_role("button", name="Try again").click()
        expect(full.locator("#notice")).to_contain_text("saved as")
        expect(full.locator("#saving")).to_have_text("Following")
        assert len(journals(full)) == 2
        act(second)
        expect(full.locator("#track")).to_have_text(second.locator("#track").text_content() or "")
