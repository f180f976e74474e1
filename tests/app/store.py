"""The store of one device in memory, as static/js/store/ offers it to each tab, for tests that need no browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any

from app.controller import Controller
from app.library.dispatch import Library
from app.storage.facade import StorageFacade
from app.storage.protocols import StoreFailed
from app.storage.repository import StoreRepository
from tests.app.repository import MemoryDevice, finish
from tests.app.table import Screen
from turntrack.core.dice import seeded_dice
from turntrack.systems import SYSTEMS

type Raw = dict[str, Any]


def saved_order(head: Raw) -> int:
    """Return the place of a list entry in the order of saving."""
    return int(head["order"] if "order" in head else head.get("played", 0))


class Device:
    """The data that all tabs of a device share."""

    def __init__(self) -> None:
        self.heads: dict[str, Raw] = {}
        self.rows: dict[str, list[list[Any]]] = {}
        """The rows of each encounter, as number, record and checksum."""
        self.second: dict[str, list[list[Any]]] = {}
        self.remembered: dict[str, Raw] = {}
        self.quarantined_parts: dict[int, Raw] = {}
        self.party: dict[str, Raw] = {}
        self.packs: dict[str, Raw] = {}
        self.party_remembered: dict[str, Raw] = {}
        self.keys = count(10)
        self.current = ""
        self.making = ""
        self.backup = 0
        self.folder: str | None = None
        """The name of the folder for backups; None for a browser that can have none."""
        self.in_folder: dict[str, str] = {}
        """The files in the folder by name, the newest last."""
        self.folder_problem = ""
        """The browser's name for what is wrong with the folder, or with a permission that was not asked for."""
        self.clock = 1_700_000_000_000
        self.damaged: list[Raw] = []
        self.is_full = False
        self.is_silent = False
        self.is_newer = False
        self.is_memory_only = False

    def check(self) -> None:
        """Raise StoreFailed if the store takes no writes."""
        self.answer()
        if self.is_full:
            raise StoreFailed("QuotaExceededError: no room")

    def answer(self) -> None:
        """Raise StoreFailed if the store does not answer."""
        if self.is_silent:
            raise StoreFailed("Late: This device’s store has not answered for 30 seconds")

    def append(self, key: str, rows: list[list[Any]], about: Raw) -> None:
        """Append these rows to the journal."""
        self.rows.setdefault(key, []).extend(rows)
        count, total = self.rows[key][-1][0], self.rows[key][-1][2]
        known = {name: value for name, value in self.heads.get(key, {}).items() if name != "deleted"}
        stays = {"campaign": known["campaign"]} if "campaign" in known else {}
        last = max((saved_order(head) for head in self.heads.values()), default=0)
        order = saved_order(known) if "played" in about and known else max(self.clock, last + 1)
        played = {"played": self.clock, "order": order, **about, **stays}
        self.heads[key] = {**known, **played, "key": key, "count": count, "sum": total}

    def records(self, key: str) -> list[str]:
        """Return the texts of a journal."""
        return [record for _, record, _ in self.rows[key]]


class MemoryJournal:
    def __init__(self, store: MemoryStore, key: str) -> None:
        self._store, self._key = store, key
        device = store.device
        head = device.heads.get(key)
        self._newer = bool(head and head.get("format", 1) > 1)
        self._may_mend = store.is_writer and not device.is_newer and not self._newer
        self.text = json.dumps(
            {
                "rows": device.rows.get(key, []),
                "second": device.second.get(key, []) if store.is_writer else [],
                "head": None if head and head.get("purged") else head,
                "remembered": device.remembered.get(key),
                "newer": self._newer,
                "waits": False,
                "mayMend": self._may_mend,
            }
        )

    async def continue_journal(self, plan: str) -> None:
        """Repair the journal at once, or leave it if the store is full."""
        device, raw = self._store.device, json.loads(plan)
        if "mending" not in raw or device.is_full:
            return
        assert self._may_mend
        rows, why = device.rows.get(self._key, []), raw["mending"].pop("why")
        device.rows[self._key] = [*rows[: raw["kept"]], *raw["added"]]
        if aside := rows[raw["kept"] :]:
            damaged_rows = [
                dict(zip(("number", "record", "sum"), row, strict=True)) | {"key": self._key} for row in aside
            ]
            number = len(device.quarantined_parts) + 1
            device.quarantined_parts[number] = {
                "id": number, "key": self._key, "name": raw["mending"]["name"], "why": why, "records": damaged_rows,
            }  # fmt: skip
        if device.rows[self._key]:
            device.append(self._key, [], {**raw["mending"], **device.heads.get(self._key, {})})
        else:
            device.heads.pop(self._key, None)


class MemoryStore:
    """The Store of one tab. Calls without an answer are recorded in ``told``."""

    def __init__(self, device: Device, is_writer: bool = True) -> None:
        self.device = device
        self.is_writer = is_writer
        self.told: list[tuple[str, str]] = []
        self.hear: Callable[[str, str], None] = lambda kind, detail: None

    def say(self, kind: str, **detail: object) -> None:
        """Report an event to the tab, as the page's scripts do."""
        self.hear(kind, json.dumps(detail))

    async def start(self, heard: Callable[[str, str], None]) -> str:
        self.hear = heard
        device = self.device
        writes = self.is_writer and not device.is_newer
        state = {
            "isWriter": self.is_writer,
            "newer": device.is_newer,
            "memoryOnly": device.is_memory_only,
            "current": device.current,
            "making": device.making,
            "backup": device.backup,
            "folder": device.folder,
        }
        return json.dumps({**state, "inventory": json.loads(await self.inventory()) if writes else None})

    def new_key(self) -> str:
        return f"{next(self.device.keys):x}"

    async def read_journal(self, key: str) -> MemoryJournal:
        self.device.answer()
        return MemoryJournal(self, key)

    async def inventory(self) -> str:
        device = self.device
        remembered = {key: about["name"] for key, about in device.remembered.items()}
        counts = {
            "members": len(device.party),
            "membersRemembered": len(device.party_remembered),
            "damaged": len(device.damaged),
        }
        return json.dumps({"listed": [*device.heads], "noted": [*device.rows], "remembered": remembered, **counts})

    async def restore_party(self) -> None:
        self.device.check()
        self.device.party |= self.device.party_remembered

    def close_journal(self, key: str) -> None:
        self.told.append(("leave", key))

    def append(self, key: str, number: int, record: str, before: str, total: str, about: str) -> None:
        rows = self.device.rows.get(key, [])
        assert number == len(rows) + 1
        assert before == (rows[-1][2] if rows else "00000000")
        self.device.append(key, [[number, record, total]], json.loads(about))

    def replace_journal(self, key: str, rows: str, before: str, about: str) -> None:
        assert before == self.device.rows[key][-1][2]
        self.device.rows[key] = []
        self.device.append(key, json.loads(rows), json.loads(about))

    async def set_current(self, key: str) -> None:
        if self.is_writer:
            self.device.current = key

    def save_draft(self, making: str) -> None:
        self.device.making = making

    def note_backup(self, at: int) -> None:
        self.device.backup = at

    def take_over(self) -> None:
        self.told.append(("take over", ""))

    def retry(self) -> None:
        self.told.append(("retry", ""))

    def mark_rescued(self, key: str) -> None:
        self.told.append(("rescued", key))

    def mark_exported(self, key: str) -> None:
        self.told.append(("exported", key))

    def drop_unsaved(self, key: str) -> None:
        self.told.append(("let go", key))

    async def list(self) -> str:
        self.device.answer()
        heads = [{**head, "when": "today"} for head in self.device.heads.values() if not head.get("purged")]
        return json.dumps(sorted(heads, key=lambda head: -saved_order(head)))

    async def fate(self, key: str) -> str:
        self.device.answer()
        head = self.device.heads.get(key, {})
        return "purged" if head.get("purged") else "deleted" if head.get("deleted") else ""

    async def party_and_quarantine(self) -> str:
        party = [{**member, "when": "today"} for member in self.device.party.values()]
        parts = [*self.device.quarantined_parts.values()]
        return json.dumps({"party": party, "aside": parts, "damaged": self.device.damaged})

    async def packs(self) -> str:
        self.device.answer()
        return json.dumps([*self.device.packs.values()])

    async def restore_part(self, aside: str) -> bool:
        self.device.check()
        raw = json.loads(aside)
        head = self.device.heads[raw["key"]]
        if raw["end"] != {"count": head["count"], "sum": head["sum"]}:
            return False
        part = self.device.quarantined_parts.pop(raw["id"])
        self.device.append(raw["key"], [[row["number"], row["record"], row["sum"]] for row in part["records"]], {})
        assert raw["newEnd"] == {"count": head["count"] + len(part["records"]), "sum": part["records"][-1]["sum"]}
        return True

    async def commit(self, changes: str) -> None:
        self.device.check()
        raw = json.loads(changes)
        device = self.device
        for old, new, fields in raw["move"]:
            device.rows[new], device.heads[new] = device.rows.pop(old), {**device.heads.pop(old), **fields, "key": new}
        for kept in raw["put"]:
            assert kept["key"] not in device.heads, "the key is free"
            rows = kept.pop("rows")
            device.rows[kept["key"]] = rows
            device.heads[kept["key"]] = {**kept, "count": len(rows)}
        for key, fields in raw["change"].items():
            device.heads[key] |= fields
        for member in raw["party"]:
            device.party[member["key"]] = member
        for key, fields in raw["partyChange"].items():
            device.party[key] |= fields
        for number in raw["asideGone"]:
            del device.quarantined_parts[number]
        for key in raw["purge"]:
            del device.rows[key]
            device.heads[key] = {"key": key, "purged": True}
        for pack in raw["packs"]:
            device.packs[pack["key"]] = {**pack, "format": 1}
        for key in raw["packsGone"]:
            del device.packs[key]

    async def clear_deleted(self, open_key: str) -> bool:
        self.device.check()
        old = [key for key, head in self.device.heads.items() if head.get("deleted", 0) == 1 and key != open_key]
        for key in old:
            del self.device.heads[key], self.device.rows[key]
        return bool(old)


class TabRepository(MemoryDevice, StoreRepository):
    """The Repository of a tab, and a device that runs tasks in turn and has a folder for backups."""

    def __init__(self, store: MemoryStore) -> None:
        MemoryDevice.__init__(self)
        StoreRepository.__init__(self, SYSTEMS, store)
        self.device = store.device
        self.waiting: list[Coroutine[object, object, None]] = []

    def start_task(self, task: Coroutine[object, object, None]) -> None:
        self.waiting.append(task)

    def now(self) -> int:
        return self.device.clock

    async def choose_folder(self) -> tuple[str, str]:
        if self.device.folder_problem:
            return "", self.device.folder_problem
        self.device.folder = "Backups"
        return "Backups", ""

    def drop_folder(self) -> None:
        self.device.folder = ""

    async def write_backup(self, text: str, is_whole: bool, may_ask: bool) -> str:
        """Write each backup into a file of its own, as on another day."""
        if not self.device.folder_problem:
            end = "" if is_whole else "-partial"
            self.device.in_folder[f"turntrack-2026-11-{len(self.device.in_folder) + 1:02}-1a2b{end}.json"] = text
        return self.device.folder_problem

    async def open_backups(self) -> tuple[tuple[str, ...], str]:
        problem = self.device.folder_problem
        return ((), problem) if problem else (tuple(reversed(self.device.in_folder)), "")

    async def read_backup(self, name: str) -> str:
        return self.device.in_folder[name]


class Opening:
    """A snapshot of the last start that holds only the values of the test."""

    def __init__(self, noted: str = "") -> None:
        self.noted = noted

    def begin(self, key: str) -> str:
        return self.noted


class Tab:
    """The whole page on a device in memory, with methods to read and tap."""

    def __init__(self, device: Device, is_writer: bool = True, noted: str = "") -> None:
        self.screen = Screen()
        self.store = MemoryStore(device, is_writer)
        self.repository = TabRepository(self.store)
        self.storage = StorageFacade(SYSTEMS, self.store, self.repository, self.repository, Opening(noted))
        library = Library(SYSTEMS, self.repository, self.storage)
        self.controller = Controller(SYSTEMS, self.screen, self.storage, seeded_dice(1), library)
        finish(self.storage.start(self.controller))
        self.rest()

    def rest(self) -> None:
        """Run all started tasks to their end."""
        while self.repository.waiting:
            finish(self.repository.waiting.pop(0))

    def do(self, do: str, arg: str = "", **values: str) -> None:
        self.controller.handle(do, arg, values)
        self.rest()

    def hear(self, kind: str, **detail: object) -> None:
        self.store.say(kind, **detail)
        self.rest()

    def sample(self, system: str = "zebra") -> str:
        """Play the sample fight, its first round begun. Return its key."""
        self.do("sample", system)
        self.do("open")
        return self.device.current

    @property
    def device(self) -> Device:
        return self.store.device

    @property
    def view(self) -> str:
        return self.screen.updates[-1].view

    @property
    def toast(self) -> str:
        return self.screen.updates[-1].toast

    def shown(self, region: str) -> str:
        return self.screen.html(region)
