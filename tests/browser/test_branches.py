"""Branches by touch: what was undone and replaced is kept here, in a file, and in another tab."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.hosts import Site
from tests.browser.play import act, begin, begin_sample, close_log, kept, open_log, reload_saved, stands, track
from tests.browser.waiting import expect_saved, until_ready
from turntrack.history.session import Session
from turntrack.saves.journal import replay
from turntrack.saves.records import decode_record
from turntrack.systems import SYSTEMS

pytestmark = pytest.mark.same_page


def ferry(page: Page) -> list[str]:
    """The sample fight of Zebra Island with some steps played; the track as they leave it."""
    begin_sample(page, "zebra")
    begin(page)
    for _ in range(6):
        act(page.locator("#panel .choice:not(.refused)").first)
    expect_saved(page)
    return track(page)


def look(page: Page, step: int) -> None:
    """Tap the log line of that step."""
    open_log(page).locator(f"#step-{step}").tap()
    expect(page.locator("#dialog-title")).to_contain_text(f"Step {step}")


def gone_back(page: Page) -> tuple[list[str], list[str]]:
    """The sample fight, gone back to its seventh step, and one tap on the panel: the tracks before and after that."""
    before = ferry(page)
    look(page, 7)
    page.get_by_role("button", name="Go back to here").tap()
    expect(page.locator("#toast")).to_contain_text("Nothing is lost")
    close_log(page)
    act(page.locator("#panel .choice:not(.refused)").last)
    expect(open_log(page).locator(".branch")).to_have_count(1)
    return before, track(page)


def history(page: Page) -> Session:
    return replay([decode_record(json.dumps(record)) for record in kept(page)], SYSTEMS)


class TestLogLine:
    def test_a_tap_on_a_line_changes_nothing(self, page: Page) -> None:
        before = ferry(page)
        records = kept(page)
        look(page, 7)
        expect(page.locator("#dialog .moment cite").first).to_have_text(re.compile(r"^Z[A-Z]?\d+$"))
        page.get_by_role("button", name="Close").tap()
        expect(page.locator("#dialog")).to_be_hidden()
        assert (track(page), kept(page)) == (before, records)

    @pytest.mark.soak
    def test_by_keys(self, page: Page) -> None:
        """A line has the focus, is opened, and has it again afterwards."""
        before = ferry(page)
        open_log(page).locator("#step-7").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#dialog-title")).to_contain_text("Step 7")
        page.keyboard.press("Escape")
        expect(page.locator("#step-7")).to_be_focused()
        stands(page, before)


class TestBranches:
    def test_what_is_cut_off_comes_back_by_one_tap_and_stays_after_a_reload(self, page: Page) -> None:
        before, instead = gone_back(page)
        expect(page.locator("#redo")).to_be_disabled()
        branch = page.locator("#log .branch")
        expect(branch).to_contain_text(re.compile(r"Branch: \d+ steps, up to “.+” · cut off \d\d:\d\d"))
        branch.get_by_role("button", name="Open the branch").tap()
        stands(page, before)
        reload_saved(page)
        stands(page, before)
        open_log(page).locator(".branch").get_by_role("button", name="Open the branch").tap()
        stands(page, instead)
        page.locator("#menu").tap()
        page.locator("#dialog .branch").get_by_role("button", name="Open the branch").tap()
        stands(page, before)

    @pytest.mark.soak
    def test_it_is_thrown_away_only_after_a_question(self, page: Page) -> None:
        gone_back(page)
        page.locator("#log .branch").get_by_role("button", name="Discard").tap()
        expect(page.locator("#dialog")).to_contain_text("This cannot be undone.")
        page.get_by_role("button", name="Keep").tap()
        expect(page.locator("#log .branch")).to_have_count(1)
        page.locator("#log .branch").get_by_role("button", name="Discard").tap()
        page.locator("#dialog").get_by_role("button", name="Discard", exact=True).tap()
        expect(page.locator("#log")).to_be_visible()
        expect(page.locator("#log .branch")).to_have_count(0)
        assert history(page).branches == []

    @pytest.mark.soak
    def test_a_file_of_the_open_fight_holds_it(self, page: Page, open_page: OpenPage) -> None:
        before, instead = gone_back(page)
        page.locator("#menu").tap()
        page.get_by_role("button", name="Export…").tap()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save or share the file").tap()
        other = open_page()
        other.locator("#import").tap()
        other.locator("#text").fill(download.value.path().read_text())
        other.get_by_role("button", name="Preview").tap()
        other.locator("#dialog").get_by_role("button", name="Import").tap()
        other.locator(".fight").tap()
        expect(open_log(other).locator(".branch")).to_have_count(1)
        stands(other, instead)
        other.locator("#log .branch").get_by_role("button", name="Open the branch").tap()
        stands(other, before)

    def test_a_tab_that_follows_has_it_too(self, page: Page, site: Site, open_page: OpenPage) -> None:
        del open_page  # closes what is opened here
        before = ferry(page)
        second = page.context.new_page()
        second.goto(site.url)
        until_ready(second)
        page.bring_to_front()  # a tab in the background draws, and so can be tapped, once a second
        look(page, 7)
        page.get_by_role("button", name="Go back to here").tap()
        close_log(page)
        act(page.locator("#panel .choice:not(.refused)").last)
        second.bring_to_front()
        expect(open_log(second).locator(".branch")).to_have_count(1)
        page.bring_to_front()
        open_log(page).locator(".branch").get_by_role("button", name="Open the branch").tap()
        stands(second, before)
        expect_saved(page)
        session = history(page)
        assert (len(session.branches), len(session.future)) == (1, 0)


class TestManySteps:
    def test_back_and_forward_again_are_one_tap_and_one_record_each(self, page: Page) -> None:
        before = ferry(page)
        records = kept(page)
        look(page, 1)
        page.get_by_role("button", name="Go back to here").tap()
        expect(page.locator("#track .row")).to_have_count(0)
        page.get_by_role("button", name="Redo all").tap()
        stands(page, before)
        new = kept(page)[len(records) :]
        assert [record["is"] for record in new] == ["undo", "redo"]
        assert {record["count"] for record in new} == {len(records) - 1}
