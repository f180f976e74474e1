"""The folder for backups, with a folder of the browser's own file system in place of the one that a person chooses."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.hosts import reload
from tests.browser.play import begin, go_home, new_fight, show_game
from tests.browser.saving import change_store
from tests.browser.waiting import until_equal

SHEET = "nerve 0, perception 0, level 0"

CLOCK = """
globalThis.Date = class extends Date {
    constructor(...given) {
        super(...(given.length ? given : [Date.now()]));
    }
    static now() {
        return super.now() + Number(localStorage.days ?? 0) * 86_400_000;
    }
};
"""
"""The clock is this many days ahead, as localStorage says."""

PICKER = """
globalThis.showDirectoryPicker = async () =>
    (await navigator.storage.getDirectory()).getDirectoryHandle('Backups', { create: true });
"""
NAMES = """async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('Backups', { create: true });
    const names = [];
    for await (const name of folder.keys()) names.push(name);
    return names.toSorted();
}"""
TEXT = """async (name) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('Backups');
    return (await (await folder.getFileHandle(name)).getFile()).text();
}"""
PUT = """async ([name, text]) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('Backups', { create: true });
    const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await stream.write(text);
    await stream.close();
}"""
REMOVE = "async () => (await navigator.storage.getDirectory()).removeEntry('Backups', { recursive: true })"
DENIED = """() => {
    FileSystemHandle.prototype.queryPermission = async () => 'prompt';
    FileSystemHandle.prototype.requestPermission = async () => 'denied';
}"""
HIDE = """() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """Return a page in a browser that can choose folders, without fights."""
    return open_page(everywhere=PICKER + CLOCK)


def files(page: Page) -> list[str]:
    """Return the names of the files in the folder."""
    return list(page.evaluate(NAMES))


def text_of(page: Page, name: str) -> str:
    return str(page.evaluate(TEXT, name))


def choose(page: Page) -> None:
    page.locator("#export-all").tap()
    page.get_by_role("button", name="Choose a folder…").tap()
    expect(page.locator("#toast")).to_contain_text("Backed up to “Backups”")
    page.keyboard.press("Escape")


def fight_in_folder(page: Page) -> str:
    """Make a fight and have it backed up. Return the name of the file."""
    new_fight(page, f"Mara, side Crew, {SHEET}", f"Rat, side Harbour, {SHEET}")
    go_home(page)
    choose(page)
    (name,) = files(page)
    return name


def test_it_is_chosen_once_and_written_when_the_page_is_left(page: Page) -> None:
    name = fight_in_folder(page)
    assert json.loads(text_of(page, name))
    reload(page)
    show_game(page, "zebra")
    page.locator("#new-zebra").tap()
    page.get_by_label("One line each").fill(f"Ogre, side Hills, {SHEET}")
    # The page is left before its last step is written.
    page.evaluate(f"document.querySelector('#dialog [type=submit]').click(); ({HIDE})()")
    until_equal(page, lambda: "Ogre" in text_of(page, name), True)
    assert files(page) == [name], "a day has one file"


@pytest.mark.soak
def test_the_newest_few_of_this_device_stay(page: Page) -> None:
    name = fight_in_folder(page)
    mark = name.removesuffix(".json")[-4:]
    for day in range(1, 9):
        page.evaluate(PUT, [f"turntrack-2026-01-0{day}-{mark}.json", "old"])
    others = ["turntrack-2026-01-01-other.json", "turntrack-everything.json", f"notes-{mark}.json"]
    for other in others:
        page.evaluate(PUT, [other, "of others"])
    new_fight(page, f"Ogre, side Hills, {SHEET}")
    page.evaluate(HIDE)
    kept = [f"turntrack-2026-01-0{day}-{mark}.json" for day in range(5, 9)]
    until_equal(page, lambda: set(files(page)), {*kept, *others, name})


def evening(page: Page, days: int) -> None:
    """Play a fight when the clock is so many days ahead, and leave the page."""
    page.evaluate("days => localStorage.days = days", days)
    new_fight(page, f"Ogre, side Hills, {SHEET}")
    page.evaluate(HIDE)
    today = page.evaluate("new Date().toLocaleDateString('sv')")
    until_equal(page, lambda: [name for name in files(page) if today in name] != [], True)
    go_home(page)


@pytest.mark.soak
def test_of_evenings_with_a_wrong_clock_each_backup_stays_in_its_turn(page: Page) -> None:
    """The clock is a year ahead, right again, then at its beginning, and right again."""
    page.evaluate("localStorage.days = 365")
    before = [fight_in_folder(page)]
    for days in (366, 367, 368, 369, 0, 1, -9000, -8999, 2, 3):
        evening(page, days)
        (new,) = set(files(page)) - set(before)
        before = [*before, new][-5:]
        until_equal(page, lambda: sorted(files(page)), sorted(before))


@pytest.mark.soak
def test_the_order_outlasts_a_start(page: Page) -> None:
    page.evaluate("localStorage.days = 365")
    fight_in_folder(page)
    evening(page, 0)
    reload(page)
    for days in (1, 2, 3):
        evening(page, days)
    assert len(files(page)) == 5
    evening(page, 4)
    until_equal(page, lambda: len(files(page)), 5)
    year = int(page.evaluate("new Date().getFullYear()"))
    assert not [name for name in files(page) if name.startswith(f"turntrack-{year + 1}-1")]


def forget_all(page: Page) -> None:
    """Empty the device, but for the folder."""
    session = page.context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage,indexeddb"})
    reload(page)


@pytest.mark.soak
def test_the_newest_is_known_by_more_than_a_date(page: Page) -> None:
    """Files were copied after it, and the clock was ahead when one of them was written; one is a folder."""
    name = fight_in_folder(page)
    text = text_of(page, name)
    new_fight(page, f"Ogre, side Hills, {SHEET}")
    page.evaluate(HIDE)
    until_equal(page, lambda: "Ogre" in text_of(page, name), True)
    for other in ("turntrack-2099-01-01-00aa.json", "turntrack-2020-01-01-00aa.json"):
        page.evaluate(PUT, [other, text])
    forget_all(page)
    page.get_by_role("button", name="Restore from a folder…").tap()
    expect(page.locator("#dialog")).to_contain_text(name)
    expect(page.locator("#dialog")).to_contain_text("Ogre")
    expect(page.locator("#about-backup")).to_have_count(0)


def test_a_damaged_fight_leaves_the_good_copy(page: Page) -> None:
    """What can be read lies beside it, and the folder gives back the whole one."""
    name = fight_in_folder(page)
    before = text_of(page, name)
    change_store(page, "await records.put({ ...rows[0], record: 'x' })")
    page.evaluate("localStorage.clear()")
    reload(page)
    new_fight(page, f"Ogre, side Hills, {SHEET}")
    page.evaluate(HIDE)
    partial = name.replace(".json", "-partial.json")
    until_equal(page, lambda: files(page), [partial, name])
    assert text_of(page, name) == before
    assert "Ogre" in text_of(page, partial)
    expect(page.locator("#notice")).to_contain_text("the whole ones stay as they are")
    forget_all(page)
    page.get_by_role("button", name="Restore from a folder…").tap()
    expect(page.locator("#dialog")).to_contain_text("Rat")
    expect(page.locator("#about-backup")).to_contain_text(
        f"“{name}” is the newest whole backup here. Passed over: {partial}."
    )


def test_a_new_device_brings_it_back(page: Page) -> None:
    """The newest that is whole: a file that was only begun is passed over."""
    fight_in_folder(page)
    page.evaluate(PUT, ["turntrack-2026-11-28-0000.json", ""])
    forget_all(page)
    page.get_by_role("button", name="Restore from a folder…").tap()
    expect(page.locator("#dialog")).to_contain_text("Rat")
    page.locator("#dialog").get_by_role("button", name="Import", exact=True).tap()
    expect(page.locator("#home")).to_contain_text("Rat")


@pytest.mark.soak
def test_a_folder_that_is_gone_is_told_of_and_another_can_be_chosen(page: Page) -> None:
    fight_in_folder(page)
    page.evaluate(REMOVE)
    new_fight(page, f"Ogre, side Hills, {SHEET}")
    page.evaluate(HIDE)
    expect(page.locator("#notice")).to_contain_text("No backup in “Backups”: the folder is not there any more.")
    expect(page.locator("#track, #acting")).to_contain_text(["Ogre"])
    go_home(page)
    page.locator("#export-all").tap()
    page.get_by_role("button", name="Another folder…").tap()
    expect(page.locator("#toast")).to_contain_text("Backed up to “Backups”")
    assert len(files(page)) == 1


@pytest.mark.soak
def test_without_permission_a_fight_that_ends_says_so(page: Page) -> None:
    """After a tap the browser asks; on leaving it cannot, and nothing is said."""
    name = fight_in_folder(page)
    before = text_of(page, name)
    page.evaluate(DENIED)
    new_fight(page, f"Ogre, side Hills, {SHEET}", f"Wolf, side Wild, {SHEET}")
    page.evaluate(HIDE)
    begin(page)
    page.locator("#menu").tap()
    page.get_by_role("button", name="End the fight…").tap()
    expect(page.locator("#notice")).not_to_contain_text("No backup")
    page.locator("#end-fight").tap()
    expect(page.locator("#notice")).to_contain_text("the browser was not allowed to write into it")
    assert text_of(page, name) == before
