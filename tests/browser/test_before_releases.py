"""Test of a database that a build before release 1.0.0 wrote: the page starts, says so, and exports the fight raw."""

import json
from zlib import crc32

from playwright.sync_api import Page, expect

from tests.browser.hosts import reload
from tests.browser.saving import begin, change_store, forget_second_chance, records
from tests.hands.store import journals, stored

START = "00000000"
"""The checksum before the first record."""

KEPT = ("encounters", "records", "party", "aside")

REWRITE = """
    const rewritten = %s;
    for (const row of rewritten) records.put(row);
    const [{ format, ...head }] = await all("encounters");
    t.objectStore("encounters").put({ ...head, v: 1, sum: rewritten.at(-1).sum });
    t.objectStore("party").put({ key: "p", v: 1, name: "Mara", system: "zebra", combatant: { is: "AddCombatant" } });
"""
"""Replaces the rows of the open fight, and writes its list entry and a party member without a format."""


def as_older_build(records: list[str], key: str) -> list[dict[str, object]]:
    """Return the rows of a journal as an older build wrote them, with the right checksums."""
    rows: list[dict[str, object]] = []
    checksum = START
    for number, record in enumerate(records, 1):
        text = record.replace('{"format":2,', '{"v":3,', 1)
        checksum = f"{crc32(f'{checksum}:{number}:{text}'.encode()):08x}"
        rows.append({"key": key, "number": number, "record": text, "sum": checksum})
    return rows


def test_a_database_of_an_older_build_is_named_and_exported(page: Page) -> None:
    begin(page)
    (key,) = journals(page)
    rows = as_older_build(records(page), key)
    change_store(page, REWRITE % json.dumps(rows))
    forget_second_chance(page)
    before = stored(page)
    reload(page)
    expect(page.locator("html")).to_have_attribute("data-view", "home")
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Written by a build before release 1.0.0: this version cannot read it.")
    notice.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save or share the file").click()
    (encounter,) = json.loads(download.value.path().read_text())["encounters"]
    assert encounter["records"] == [json.loads(str(row["record"])) for row in rows]
    page.get_by_role("button", name="Close").click()
    page.locator("#open-quarantine").click()
    mara = page.locator("#dialog .fights li").filter(has_text="Mara")
    expect(mara).to_contain_text("Written by a build before release 1.0.0")
    after = stored(page)
    assert {name: after[name] for name in KEPT} == {name: before[name] for name in KEPT}
    page.keyboard.press("Escape")
    begin(page)
