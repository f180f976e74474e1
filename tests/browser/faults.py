"""Faults of the store, as JavaScript that causes them on the page."""

import json
from typing import Any
from zlib import crc32

from tests.hands.store import OPEN_DATABASE

OPEN_STORE = (
    f"const store = async (mode, action) => {{ const db = {OPEN_DATABASE};"
    """
        const transaction = db.transaction(db.objectStoreNames, mode);
        const done = new Promise((resolve, reject) => {
            transaction.oncomplete = resolve;
            transaction.onabort = () => reject(transaction.error);
        });
        const all = (name) => new Promise((resolve) => {
            const request = transaction.objectStore(name).getAll();
            request.onsuccess = () => resolve(request.result);
        });
        await action(transaction, all);
        await done;
        db.close();
    };
"""
)


def changing(action: str) -> str:
    """Return a script that changes the store, by an action on `rows` (the records) and `t` (the transaction)."""
    return f"""(async () => {{ {OPEN_STORE} await store("readwrite", async (t, all) => {{
        const rows = await all("records");
        const records = t.objectStore("records");
        {action}
    }}) }})()"""


def failing_writes(error: str, times: int = 1_000_000) -> str:
    """Return a script that makes adding records fail this many times with this error; `mendWrites()` ends it."""
    return f"""(() => {{
        const [error, times] = {json.dumps([error, times])};
        const {{ add }} = IDBObjectStore.prototype;
        let left = times;
        IDBObjectStore.prototype.add = function (...values) {{
            if (this.name === "records" && left-- > 0) {{
                if (error === "abort") {{
                    const request = add.apply(this, values);
                    this.transaction.abort();
                    return request;
                }}
                throw new DOMException("injected", error);
            }}
            return add.apply(this, values);
        }};
        window.mendWrites = () => (left = 0);
    }})()"""


STORE_CAN_BE_FULL = """(() => {
    for (const name of ["add", "put", "delete"]) {
        const write = IDBObjectStore.prototype[name];
        IDBObjectStore.prototype[name] = function (...values) {
            const isFull = localStorage.full && this.transaction.db.name.startsWith("turntrack ");
            if (isFull) throw new DOMException("injected", "QuotaExceededError");
            return write.apply(this, values);
        };
    }
})()"""
"""A script for every page from its start: while localStorage has `full`, the store can only be read."""

DELETE_DATABASE = """new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase("turntrack " + new URL(".", location).pathname);
    request.onsuccess = () => resolve(true);
    request.onerror = () => reject(request.error);
})"""

NOTE_CONNECTIONS = """(() => {
    window.connections = [];
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...values) {
        window.connections.push(this);
        return transaction.apply(this, values);
    };
})()"""
"""A script that collects every connection used from now on in `connections`."""

DAMAGE = {
    "cut short": "const row = rows[4]; records.put({...row, record: row.record.slice(0, 30)});",
    "flipped": "const row = rows[4]; records.put({...row, record: row.record.replace('c', 'b')});",
    "reordered": """const [a, b] = rows.slice(4, 6);
        records.put({...a, number: b.number});
        records.put({...b, number: a.number});""",
    "duplicated": "records.put({...rows[3], number: rows[4].number});",
    "missing": "records.delete([rows[4].key, rows[4].number]);",
    "of another kind": "records.put({...rows[4], record: 17});",
}
"""Kinds of damage to the fifth record of a journal."""


def record_from_the_future(last: dict[str, Any]) -> str:
    """Return a script that appends a record of a newer version, given the last row."""
    return one_more(last, {"format": 99, "seq": last["number"] + 1, "is": "dance"})


def one_more(last: dict[str, Any], content: dict[str, Any]) -> str:
    """Return a script that appends a record with the right checksum, given the last row."""
    number = last["number"] + 1
    record = json.dumps(content)
    checksum = f"{crc32(f'{last["sum"]}:{number}:{record}'.encode()):08x}"
    row = {"key": last["key"], "number": number, "record": record, "sum": checksum}
    return changing(f"""
        const row = {json.dumps(row)};
        records.put(row);
        const [head] = await all("encounters");
        t.objectStore("encounters").put({{...head, count: row.number, sum: row.sum}});
    """)


DATABASE_FROM_THE_FUTURE = """new Promise((resolve, reject) => {
    const request = indexedDB.open("turntrack " + new URL(".", location).pathname, 99);
    request.onupgradeneeded = () => request.result.createObjectStore("from the future");
    request.onsuccess = () => resolve(request.result.close());
    request.onerror = () => reject(request.error);
})"""

ADD_PYTHON = """() => {
    const code = (name) => `import js; js.document.body.dataset.ran = "${name}"`;
    const script = Object.assign(document.createElement("script"), {type: "py"});
    script.append(code("script"));
    const element = document.createElement("py-script");
    element.append(code("element"));
    const button = Object.assign(document.createElement("button"), {id: "hooked"});
    button.setAttribute("py-click", code("click"));
    document.body.append(script, element, button);
    button.click();
}"""
"""What an active PyScript would run: a script, an element, and a tapped button with an attribute."""
