"""A player for the page, and a look into its store: for the tests of saving, and for the soak."""

import json
from typing import Any

from playwright.sync_api import Page

START_PLAYING = """seed => {
    // A small generator of our own, so that a run can be had again.
    let state = seed >>> 0 || 1;
    const random = (most) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * most); // its last digits take turns: some choices would never come
    };
    window.taps = 0;
    window.player = setInterval(() => {
        if (document.getElementById("saving").dataset.state !== "saved") return;
        const some = (query) => [...document.querySelectorAll(query)].filter((each) => !each.disabled);
        const open = some("#panel [data-do=open]");
        const ways = open.length && random(2) ? open : some("#panel [data-do=choose], #panel [data-do=open]");
        const back = random(10) === 0 ? some("#undo, #redo") : [];
        const chosen = back.length ? back : ways;
        if (!chosen.length) return;
        chosen[random(chosen.length)].click();
        window.taps++;
    }, 1);
}"""

STEP = "document.querySelector('#panel [data-do=open], #panel [data-do=choose]').click()"
"""One step: whatever stands first on the panel."""

JOURNAL = """async () => {
    const db = await new Promise((resolve, reject) => {
        const request = indexedDB.open("turntrack " + new URL(".", location).pathname);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    if (!db.objectStoreNames.length) return db.close(), "{}";
    const read = (name) => new Promise((resolve, reject) => {
        const request = db.transaction(name).objectStore(name).getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    const found = {};
    for (const name of db.objectStoreNames) found[name] = await read(name);
    db.close();
    return JSON.stringify(found);
}"""


def play(page: Page, seed: int) -> None:
    """Tap this and that, one tap as soon as the one before is saved, until told to stop."""
    page.evaluate(START_PLAYING, seed)


def stop_playing(page: Page) -> None:
    """Stop, and wait until all is saved."""
    page.evaluate("clearInterval(window.player)")
    page.locator("#saving[data-state=saved]").wait_for(state="attached")


def saved_number(page: Page) -> int:
    """The number of the last record that the page knows to be saved; 0 before the first."""
    return int(page.evaluate("document.getElementById('saving').dataset.number || 0"))


def stored(page: Page) -> dict[str, list[Any]]:
    """Everything in the page's database, by store."""
    found: dict[str, list[Any]] = json.loads(page.evaluate(JOURNAL))
    return found


def journals(page: Page) -> dict[str, list[str]]:
    """The records of each encounter, in the order of their numbers."""
    return journals_in(page.evaluate(JOURNAL))


def journals_in(text: str) -> dict[str, list[str]]:
    """The same of what JOURNAL has read."""
    found: dict[str, list[str]] = {}
    for row in sorted(json.loads(text).get("records", ()), key=lambda row: (row["key"], row["number"])):
        found.setdefault(row["key"], []).append(row["record"])
    return found
