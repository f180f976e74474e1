"""Tests of damaged rows: every start succeeds; unreadable rows are reported, kept, and can be exported."""

from playwright.sync_api import Page, expect

from tests.browser.hosts import reload
from tests.browser.saving import act, begin
from tests.browser.waiting import expect_saved
from tests.hands.store import OPEN_DATABASE

WRITE = (
    f"async (rows) => {{ const db = {OPEN_DATABASE};"
    """
    const t = db.transaction([...db.objectStoreNames], "readwrite");
    const [records, encounters, party, settings, aside] =
        ["records", "encounters", "party", "settings", "aside"].map((name) => t.objectStore(name));
    const head = (await new Promise((resolve) => (encounters.getAll().onsuccess = (e) => resolve(e.target.result))))[0];
    %s
    await new Promise((resolve, reject) => { t.oncomplete = resolve; t.onabort = () => reject(t.error); });
    db.close();
}"""
)

RECORDS = """
    for (const [key, number] of [["a", "b"], ["a", []], ["a", ["b"]], ["b", new Date(0)],
        ["b", -1], [7, 1], [[], 1],
        [["x"], "y"], [new Date(0), 2], [head.key, "x"], [head.key, []], [head.key, new Uint8Array([1])]])
        records.put({ key, number });
    records.put({ key: "c", number: 1, record: 7n, sum: [] });
"""
SETTINGS = "settings.put(7, 'making'); settings.put(7n, 'other'); settings.put({}, 'x');"
LISTED = """
    encounters.put({ ...head, key: ["x"] });
    encounters.put({ ...head, key: 5, name: "Numbered" });
    encounters.put({ key: "aa" });
    let n = 0;
    for (const played of [NaN, 1e300, -1, "x", new Date(NaN), undefined, null, 5n])
        encounters.put({ ...head, key: `b${n++}`, played });
    for (const junk of [5n, 7, null, [], {}, NaN, 1e300, -1, "x".repeat(99)])
        for (const field of ["system", "name", "combatants", "count", "sum", "left", "format", "deleted", "archived",
            "purged", "template", "seen"])
            encounters.put({ ...head, key: `c${n++}`, [field]: junk });
"""
PARTY = """
    party.put({ key: "p1", format: 1, name: "Big", system: "zebra", command: { a: 5n } });
    party.put({ key: "p2", format: 1, name: "Ruled", system: "table_rules", rules: 7 });
    party.put({ key: "p3", format: 1, name: "Text", system: "table_rules", rules: { a: 1 } });
    party.put({ key: "p4", format: 1, name: "Gone", system: "zebra", command: {}, deleted: 1e300 });
    party.put({ key: 7 });
    party.put({ key: ["p"] });
    aside.put({ key: "x" });
    aside.put({ id: "text", key: "x", name: "Part", why: "", records: [] });
    aside.put({ format: 1, key: "x", name: "Row", why: "", at: 0, records: [7n] });
"""
REMEMBERED = """
    const members = [{ key: "k" }, null, 7, { key: "m", system: 7, command: 1 }];
    localStorage.setItem("turntrack:party /turntrack/", JSON.stringify(members));
    localStorage.setItem("turntrack:tail /turntrack/ dd", JSON.stringify({ combatants: "x", played: "y", name: {} }));
    localStorage.setItem("turntrack:tail /turntrack/ dd:1", "7");
    localStorage.setItem("turntrack:tail /turntrack/ ee", "null");
"""


def damage(page: Page, action: str) -> None:
    page.evaluate(WRITE % action)


def test_the_fight_opens_and_so_does_the_list(page: Page) -> None:
    """All kinds of damage at once, in every store; two starts, the list, the party, and what was found."""
    begin(page)
    act(page)
    damage(page, RECORDS + SETTINGS + LISTED + PARTY + REMEMBERED)
    reload(page)
    expect(page.locator("#undo")).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("cannot be read, and are kept")
    act(page)
    page.locator("#back").click()
    expect(page.locator("#home .fight").first).to_be_visible()
    reload(page)
    expect(page.locator("#home .fight").first).to_be_visible()
    page.locator("#party").click()
    expect(page.locator("#dialog")).to_contain_text("The party is empty")
    page.keyboard.press("Escape")
    page.locator("#open-quarantine").click()
    damaged = page.locator("#dialog .fights li").filter(has_text="Damaged: kept as it was found")
    expect(damaged.filter(has_text="Numbered")).to_have_count(1)
    before = damaged.count()
    assert before >= 9
    with page.expect_download() as download:
        damaged.filter(has_text="Big").get_by_role("button", name="Export…").click()
        page.get_by_role("button", name="Save or share the file").click()
    assert '"a":"5n"' in download.value.path().read_text()
    page.keyboard.press("Escape")
    page.locator("#open-quarantine").click()
    damaged.filter(has_text="Numbered").get_by_role("button", name="Discard…").click()
    page.locator("#dialog").get_by_role("button", name="Discard", exact=True).click()
    expect(damaged).to_have_count(before - 1)
    expect(damaged.filter(has_text="Numbered")).to_have_count(0)


def test_a_damaged_entry_is_made_anew(page: Page) -> None:
    """The journal is whole: the fight opens, plays on, and stands in the list as before."""
    begin(page)
    act(page)
    damage(page, "encounters.put({ key: head.key, played: NaN, count: 7n });")
    reload(page)
    expect(page.locator("#undo")).to_be_visible()
    act(page)
    expect_saved(page)
    reload(page)
    expect(page.locator("#undo")).to_be_visible()
    page.locator("#back").click()
    expect(page.locator("#home .fight")).to_have_count(1)
    page.locator("#open-quarantine").click()
    kept = page.locator("#dialog .fights li").filter(has_text="Damaged: kept as it was found")
    expect(kept).to_have_count(1)
    with page.expect_download() as download:
        kept.get_by_role("button", name="Export…").click()
        page.get_by_role("button", name="Save or share the file").click()
    assert '"count":"7n"' in download.value.path().read_text()
