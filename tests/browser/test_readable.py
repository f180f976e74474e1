"""What was called saved is there after a reload, and what can be read of a history is never taken from it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from app.storage.journal import chain_records
from tests.browser.faults import STORE_CAN_BE_FULL, one_more
from tests.browser.hosts import reload
from tests.browser.play import begin, new_fight, track
from tests.browser.saving import forget_second_chance, try_again
from tests.browser.waiting import expect_saved
from tests.hands.player import STEP
from tests.hands.store import journals, stored
from turntrack.saves.journal import records_of, replay
from turntrack.saves.records import RECORD_FORMAT, decode_record, encode_record
from turntrack.systems import SYSTEMS

ABOUT = json.dumps({"name": "Anew", "system": "traveller", "combatants": 2})

RENEW = """async ([key, rows, before, about]) => {
    const site = new URL("static/js/boot/bundle_entry.js", document.baseURI);
    const { replaceJournal } = (await import(site)).store;
    replaceJournal(key, JSON.stringify(rows), before, about);
}"""
"""As the page's Python asks for it when a journal has become too long."""

RENEW_AND_GO_ON = """async ([key, rows, before, about]) => {
    const site = new URL("static/js/boot/bundle_entry.js", document.baseURI);
    const { append, replaceJournal } = (await import(site)).store;
    const [number, record, sum] = rows.pop();
    replaceJournal(key, JSON.stringify(rows), before, about);
    append(key, number, record, rows.at(-1)[2], sum, about);
    const other = `turntrack:tail ${new URL(".", document.baseURI).pathname} f00d`;
    localStorage.setItem(other, JSON.stringify({ name: "Other", system: "traveller", combatants: 2, played: 1 }));
    localStorage.setItem(`${other}:1`, "x".repeat(1_600_000));
}"""
"""The next step is there before the journal is written anew, and another fight fills the second chance meanwhile."""


def act(page: Page, times: int = 1) -> None:
    """Take this many steps, each of which is saved."""
    for _ in range(times):
        page.evaluate(STEP)
        expect_saved(page)


def shown(page: Page) -> tuple[list[str], str]:
    return track(page), page.locator("#history").inner_text()


def test_a_crowd_that_acts_at_once_is_there_after_a_reload(page: Page) -> None:
    new_fight(page, "Imperial trooper x100, group Marines", "Zhodani, side Zho", system="traveller")
    begin(page)
    act(page, 6)
    before, (kept,) = shown(page), journals(page).values()
    assert len(kept) == 9
    reload(page)
    assert shown(page) == before
    expect(page.locator("#notice")).to_be_empty()
    assert list(journals(page).values()) == [kept]


@pytest.mark.soak
class TestUnreadable:
    """A record that carries the right checksum, and that this version cannot read."""

    @pytest.fixture
    def fight(self, page: Page) -> Page:
        new_fight(page, "Mara", "Rat", system="traveller")
        begin(page)
        act(page)
        last = stored(page)["records"][-1]
        sung = {"format": RECORD_FORMAT, "seq": last["number"] + 1, "is": "do", "command": {"is": "Sing"}, "events": []}
        forget_second_chance(page)
        page.evaluate(one_more(last, sung))
        return page

    def test_it_is_looked_at_and_nothing_is_touched(self, fight: Page) -> None:
        before = stored(fight)
        reload(fight)
        expect(fight.locator("#notice")).to_contain_text("4 of the 5 entries of this fight’s history can be read here")
        fight.evaluate(STEP)
        expect(fight.locator("#toast")).to_contain_text("not damaged")
        reload(fight)
        after = stored(fight)
        assert (after["records"], after["aside"]) == (before["records"], [])

    def test_its_export_is_played_on(self, fight: Page) -> None:
        reload(fight)
        fight.locator("#notice").get_by_role("button", name="Export").click()
        with fight.expect_download() as download:
            fight.get_by_role("button", name="Save or share the file").click()
        fight.get_by_role("button", name="Close").click()
        fight.locator("#menu").click()
        fight.locator("#dialog").get_by_role("button", name="All fights").click()
        fight.locator("#import").click()
        fight.locator("#text").fill(download.value.path().read_text())
        fight.get_by_role("button", name="Preview").click()
        fight.locator("#dialog").get_by_role("button", name="Import").click()
        expect(fight.locator(".fight")).to_have_count(2)
        fight.locator(".fight").first.click()
        expect(fight.locator("#panel .choice").first).to_be_visible()
        expect(fight.locator("#notice")).to_be_empty()
        act(fight)
        assert sorted(len(texts) for texts in journals(fight).values()) == [5, 5]


@pytest.mark.soak
def test_a_step_that_waits_for_a_journal_to_be_begun_anew_has_its_second_chance(page: Page) -> None:
    """Also where another fight has to make room for it."""
    new_fight(page, "Mara", "Rat", system="traveller")
    begin(page)
    act(page)
    ((key, texts),) = journals(page).items()
    page.evaluate(RENEW_AND_GO_ON, [key, chain_records([*texts, texts[-1]]), chain_records(texts)[-1].sum, ABOUT])
    expect(page.locator("#saving")).to_have_attribute("data-number", str(len(texts) + 1))
    kept = page.evaluate("Object.keys(localStorage).filter((name) => name.includes('tail'))")
    assert [name.split()[-1] for name in kept if ":" in name.split()[-1]] == [f"{key}:{len(texts) + 1}"]


@pytest.mark.soak
class TestRenewed:
    """A journal that has become too long, and is begun anew with fewer records."""

    @pytest.fixture
    def fight(self, page: Page) -> Page:
        page.add_init_script(STORE_CAN_BE_FULL)
        reload(page)
        new_fight(page, "Mara", "Rat", system="traveller")
        begin(page)
        act(page, 3)
        for way in ("undo", "redo", "undo", "redo", "undo"):
            page.locator(f"#{way}").click()
            expect_saved(page)
        return page

    def renew(self, fight: Page) -> list[str]:
        """Returns the new records."""
        ((key, texts),) = journals(fight).items()
        session = replay([decode_record(text) for text in texts], SYSTEMS)
        records = [encode_record(record) for record in records_of(session)]
        assert len(records) < len(texts)
        fight.evaluate(RENEW, [key, chain_records(records), chain_records(texts)[-1].sum, ABOUT])
        return records

    def test_it_is_the_same_fight_and_goes_on(self, fight: Page) -> None:
        before = shown(fight)
        records = self.renew(fight)
        expect_saved(fight)
        assert list(journals(fight).values()) == [records]
        reload(fight)
        assert shown(fight) == before
        expect(fight.locator("#notice")).to_be_empty()
        fight.locator("#redo").click()
        expect_saved(fight)
        (after,) = journals(fight).values()
        assert (after[:-1], json.loads(after[-1])["is"]) == (records, "redo")
        reload(fight)
        expect(fight.locator("#notice")).to_be_empty()

    def test_reloaded_meanwhile(self, fight: Page) -> None:
        """The old journal or the new one, and the same fight in any case."""
        before = shown(fight)
        self.renew(fight)
        reload(fight)
        assert shown(fight) == before
        expect(fight.locator("#notice")).to_be_empty()

    def test_a_full_device_keeps_the_old_one_until_there_is_room(self, fight: Page) -> None:
        (old,) = journals(fight).values()
        fight.evaluate("localStorage.full = 'yes'")
        records = self.renew(fight)
        expect(fight.locator("#saving")).to_have_attribute("data-state", "failed")
        assert list(journals(fight).values()) == [old]
        try_again(fight, "localStorage.removeItem('full')")
        expect_saved(fight)
        assert list(journals(fight).values()) == [records]
