"""The copy in localStorage: it gives back each fight with all that the list said of it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.amounts import with_soak
from tests.browser.conftest import OpenPage
from tests.browser.faults import DELETE_DATABASE, changing
from tests.browser.hosts import reload
from tests.browser.play import go_home, new_fight
from tests.browser.saving import act, begin, keep_in_party, open_first
from tests.browser.test_backup_folder import CLOCK
from tests.browser.waiting import expect_saved
from tests.hands.store import stored


def entries(page: Page) -> dict[str, dict[str, Any]]:
    """Return the list's entries as they are stored, with all their fields."""
    return {entry["key"]: entry for entry in stored(page)["encounters"]}


def more(page: Page, place: int, way: str) -> None:
    """Tap an action of a fight in the list."""
    page.get_by_role("button", name="More for ").nth(place).click()
    page.locator("#dialog").get_by_role("button", name=way, exact=True).click()
    expect(page.locator("#dialog")).to_be_hidden()


def play_campaign(page: Page) -> None:
    """Play three fights with a party in a campaign. One is deleted, one archived and renamed."""
    page.locator("#campaign").click()
    page.locator("#campaign-name").fill("The long road")
    page.locator("#dialog [type=submit]").first.click()
    expect(page.locator("#home #campaign")).to_contain_text("The long road")
    for _ in range(3):
        begin(page)
        keep_in_party(page)
        go_home(page)
    more(page, 2, "Delete")
    page.get_by_role("button", name="More for ").nth(1).click()
    page.locator("#dialog [name=name]").fill("At the bridge")
    page.locator("#dialog").get_by_role("button", name="Rename").click()
    expect(page.locator("#home")).to_contain_text("At the bridge")
    expect_saved(page)
    more(page, 1, "Archive")
    expect(page.locator("#home")).to_contain_text("Archived (1)")


LOSSES = {"the database": DELETE_DATABASE, "the list": changing("t.objectStore('encounters').clear()")}
DAMAGE = changing("""
    const damage = { name: 5, combatants: -1, played: NaN };
    for (const head of await all('encounters')) t.objectStore('encounters').put({ ...head, ...damage });
""")
"""Some fields of each entry are damaged."""


@pytest.mark.parametrize("loss", with_soak("the database", ["the list"]))
def test_a_restored_fight_is_in_the_list_as_before(page: Page, loss: str) -> None:
    """With its campaign, its place in the archive or among the deleted, its summary: each field, also a later one."""
    play_campaign(page)
    before = entries(page)
    assert len(before) == 3
    assert {entry["campaign"] != "" for entry in before.values()} == {True}
    assert sum(bool(entry.get("archived")) for entry in before.values()) == 1
    assert sum(bool(entry.get("deleted")) for entry in before.values()) == 1
    assert all(entry["left"]["summary"]["members"] for entry in before.values())
    page.evaluate(LOSSES[loss])
    reload(page)
    expect(page.locator("#home .fights li")).not_to_have_count(0)
    restored = entries(page)
    assert restored.keys() == before.keys()
    for key, entry in before.items():
        assert restored[key] == entry


@pytest.mark.soak
def test_of_a_damaged_entry_the_copy_has_what_is_damaged(page: Page) -> None:
    play_campaign(page)
    before = entries(page)
    (key,) = [key for key, entry in before.items() if not (entry.get("archived") or entry.get("deleted"))]
    page.evaluate(DAMAGE)
    reload(page)
    page.evaluate("key => document.querySelector(`#kept-${key} .fight`).click()", key)
    expect(page.locator("html")).to_have_attribute("data-view", "fight")
    assert entries(page)[key] == before[key]


@pytest.mark.soak
def test_a_fight_that_is_open_meanwhile_stays_in_its_campaign(page: Page) -> None:
    play_campaign(page)
    page.evaluate("delete document.getElementById('saving').dataset.number")  # it is that of another fight
    open_first(page)
    act(page)
    (before,) = [entry for entry in entries(page).values() if not (entry.get("archived") or entry.get("deleted"))]
    page.evaluate(DELETE_DATABASE)
    act(page)
    expect(page.locator("#notice")).to_contain_text("all of it has been saved again")
    after = entries(page)[before["key"]]
    changing_fields = {"count", "sum", "left", "played", "order"}
    assert {name: after[name] for name in before if name not in changing_fields} == {
        name: before[name] for name in before if name not in changing_fields
    }


@pytest.mark.soak
def test_a_fight_with_the_clock_ahead_is_first_only_until_the_next(open_page: OpenPage) -> None:
    """The list is in the order of saving, whatever the clock says, and each fight shows its own date."""
    page = open_page(everywhere=CLOCK)
    for days, name in ((365, "Ahead"), (0, "Right"), (-9000, "Behind"), (1, "Later")):
        page.evaluate("days => localStorage.days = days", days)
        new_fight(page, f"{name}, nerve 0, perception 0, level 0")
        expect_saved(page)
        go_home(page)
    names = page.locator("#home .fights .fight strong")
    expect(names).to_have_text(["Later", "Behind", "Right", "Ahead"])
    reload(page)
    expect(names).to_have_text(["Later", "Behind", "Right", "Ahead"])
    names.nth(3).click()
    page.locator("#add").click()
    page.locator("#dialog textarea").first.fill("Rat, nerve 0, perception 0, level 0")
    page.locator("#dialog [type=submit]").first.click()
    expect_saved(page)
    go_home(page)
    expect(names.first).to_contain_text("Ahead")
