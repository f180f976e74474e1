"""Tests of damaged records: the valid ones are kept, the rest is repaired or set aside, and can be restored."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.faults import DAMAGE
from tests.browser.hosts import reload
from tests.browser.play import go_home
from tests.browser.saving import (
    act,
    begin,
    begin_evening,
    change_store,
    export_all,
    fail_writes,
    forget_second_chance,
    look_at,
    open_first,
    order,
    records,
    track,
)
from tests.browser.waiting import expect_saved
from tests.hands.store import journals, stored


@pytest.mark.soak
class TestDamaged:
    """The stored records are damaged."""

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
        page.locator("#open-quarantine").click()
        page.get_by_role("button", name="Export…", exact=True).last.click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save or share the file").click()
        rows = [json.loads(line) for line in download.value.path().read_text().splitlines()]
        assert [row["record"] for row in rows] == [whole[0][:30], *whole[1:]]
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

    def test_an_evening_is_mended_from_the_second_chance(self, page: Page) -> None:
        """Wounds, a condition, somebody hidden and somebody in the wings are there again as they were."""
        begin_evening(page)
        whole, shown = records(page), order(page)
        change_store(page, DAMAGE["flipped"])
        reload(page)
        assert records(page) == whole
        page.get_by_role("button", name="Understood").click()  # the notice takes the room of the slab's second line
        expect(page.locator("#notice")).to_be_empty()
        assert order(page) == shown

    def test_an_evening_goes_on_as_far_as_it_is_whole(self, page: Page) -> None:
        """Whoever went to the wings last is in the order again, where the end is what was damaged."""
        begin_evening(page)
        page.locator("#undo").click()
        expect_saved(page)
        whole, shown = records(page), order(page)
        assert "Later:" in shown
        change_store(page, "for (const row of rows.slice(-3)) records.put({...row, record: row.record.slice(0, 9)});")
        forget_second_chance(page)
        reload(page)
        assert records(page) == whole[:-3]
        expect(page.locator("#notice")).to_contain_text("set aside")
        assert "Later:" not in order(page)
        for words in ("hidden", "stunned"):
            assert words in order(page)

    def test_damage_is_told_when_the_fight_is_opened_and_not_mended_before(self, page: Page) -> None:
        """An export reads it, and changes nothing."""
        begin(page)
        act(page)
        whole = records(page)
        go_home(page)
        change_store(page, DAMAGE["flipped"])
        forget_second_chance(page)
        before = stored(page)
        text = export_all(page)
        assert [len(encounter["records"]) for encounter in json.loads(text)["encounters"]] == [4]
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
        page.locator("#open-quarantine").click()
        page.get_by_role("button", name="Export…", exact=True).last.click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save or share the file").click()
        assert '"record"' in download.value.path().read_text()
        page.get_by_role("button", name="Close").click()
        page.locator("#open-quarantine").click()
        page.get_by_role("button", name="Discard…").click()
        expect(page.locator("#dialog")).to_contain_text("This cannot be undone")
        assert stored(page)["aside"]
        page.get_by_role("button", name="Discard", exact=True).click()
        expect(page.locator("#dialog")).to_contain_text("Nothing is damaged or out of order")
        assert not stored(page)["aside"]

    def set_end_aside(self, page: Page) -> tuple[list[str], str]:
        """Set the end aside, as a version does that cannot read it. Return the journal and the track from before."""
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
            const about = { format: 1, key: head.key, name: head.name, why: "Record 4: not known here", at: 1 };
            t.objectStore("aside").add({ ...about, records: gone });
            """,
        )
        reload(page)  # the list says that there are damaged parts
        return whole, shown

    def test_what_was_set_aside_is_put_back_where_it_fits(self, page: Page) -> None:
        """By one tap, and the fight opens with it."""
        whole, shown = self.set_end_aside(page)
        assert len(records(page)) == len(whole) - 3
        page.locator("#open-quarantine").click()
        page.locator("#dialog").get_by_role("button", name="Try ").click()
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
        page.locator("#open-quarantine").click()
        page.locator("#dialog").get_by_role("button", name="Try ").click()
        expect(page.locator("#form-error")).to_contain_text("This device is full. Nothing has changed.")
        assert stored(page) == before

    def test_what_was_set_aside_becomes_a_fight_of_its_own_where_the_fight_has_gone_on(self, page: Page) -> None:
        whole, shown = self.set_end_aside(page)
        open_first(page)
        act(page)
        (other,) = journals(page).values()
        go_home(page)
        page.locator("#open-quarantine").click()
        page.locator("#dialog").get_by_role("button", name="Try ").click()
        expect(page.locator("#dialog")).to_contain_text("New fights (1)")
        page.locator("#dialog").get_by_role("button", name="Import").click()
        expect(page.locator("#home .fights li")).to_have_count(2)
        assert sorted(journals(page).values(), key=len) == sorted([whole, other], key=len)
        page.locator(".fight", has_text="(set aside)").click()
        expect(page.locator("html")).to_have_attribute("data-view", "fight")
        assert track(page) == shown

    def test_an_exported_part_is_read_by_import(self, page: Page, open_page: OpenPage) -> None:
        """Beside its fight as an encounter of its own; elsewhere a sentence says what it is."""
        whole, _ = self.set_end_aside(page)
        page.locator("#open-quarantine").click()
        page.get_by_role("button", name="Export…", exact=True).last.click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save or share the file").click()
        page.get_by_role("button", name="Close").click()
        text = download.value.path().read_text()
        elsewhere = open_page()
        look_at(elsewhere, text)
        expect(elsewhere.locator("#form-error")).to_contain_text(
            f"This is only steps {len(whole) - 2} to {len(whole)} of a fight, without what came before"
        )
        look_at(page, text)
        expect(page.locator("#dialog")).to_contain_text("New fights (1)")
        page.locator("#dialog").get_by_role("button", name="Import").click()
        expect(page.locator("#home .fights li")).to_have_count(2)
        assert whole in journals(page).values()
