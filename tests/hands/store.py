"""Reads of the page's stored data: its database, and the snapshot of its Python."""

import json
from typing import Any

from playwright.sync_api import Page

from tests.hands.one_site import PREFIX

SNAPSHOT = f"turntrack-snapshot {PREFIX}"
"""The cache of the snapshot of the page's Python."""

SNAPSHOTS = f"caches.open('{SNAPSHOT}').then((cache) => cache.keys())"
SNAPSHOT_IS_THERE = f"{SNAPSHOTS}.then((keys) => keys.length > 0)"

OPEN_DATABASE = """await new Promise((resolve, reject) => {
        const request = indexedDB.open("turntrack " + new URL(".", location).pathname);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    })"""
"""An expression of JavaScript: the page's database, open."""

JOURNAL = (
    f"async () => {{ const db = {OPEN_DATABASE};"
    """
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
)


SAVED_NUMBER = "Number(document.getElementById('saving').dataset.number ?? 0)"


def saved_number(page: Page) -> int:
    """Return the number of the last record that the page knows to be saved; 0 before the first."""
    return int(page.evaluate(SAVED_NUMBER))


def stored(page: Page) -> dict[str, list[Any]]:
    """Return everything in the page's database, by store."""
    stores: dict[str, list[Any]] = json.loads(page.evaluate(JOURNAL))
    return stores


def journals(page: Page) -> dict[str, list[str]]:
    """Return the records of each encounter, in the order of their numbers."""
    return journals_in(page.evaluate(JOURNAL))


def journals_in(text: str) -> dict[str, list[str]]:
    """Return the records of each encounter in a text that JOURNAL has read."""
    journals_by_key: dict[str, list[str]] = {}
    for row in sorted(json.loads(text).get("records", ()), key=lambda row: (row["key"], row["number"])):
        journals_by_key.setdefault(row["key"], []).append(row["record"])
    return journals_by_key
