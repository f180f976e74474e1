"""A repository in memory, for tests that need no browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count

from app.values.stored import (
    Campaigns,
    Journal,
    ListEntry,
    NotStored,
    PartyMember,
    QuarantinedPart,
    RemovedMember,
    SavedCampaign,
    SavedFight,
    SavedPack,
    SavedRuleSet,
    StoreChanges,
    StoredFight,
)


def finish(task: Coroutine[object, object, None]) -> None:
    """Run the task to its end, in another thread: Playwright's event loop may be running in this one."""
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, task).result()


NO_CREATURES = '{"kind":"turntrack-creatures","format":1,"name":"None","creatures":[]}'
"""A pack that comes with the page, for tests that are not about one."""


class MemoryDevice:
    """A device that keeps what it is handed, and has no folder for backups."""

    def __init__(self) -> None:
        self.handed: list[tuple[str, str, str]] = []
        self.takes_files = True
        self.ready_packs: dict[str, str] = {}
        self.when_painted: Callable[[], object] = lambda: None

    async def after_paint(self) -> None:
        self.when_painted()

    def share_file(self, name: str, kind: str, text: str, done: Callable[[], None]) -> None:
        self.handed.append((name, kind, text))
        if self.takes_files:
            done()

    def copy_text(self, text: str, done: Callable[[], None]) -> None:
        self.share_file("", "", text, done)

    def print_page(self) -> None:
        self.handed.append(("printed", "", ""))

    def address(self) -> str:
        return "https://table.example/turntrack/"

    async def describe_device(self) -> tuple[str, ...]:
        return ("Browser: none",)

    def open_page(self, name: str) -> None:
        self.handed.append(("page", name, ""))

    def choose_file(self) -> None:
        self.handed.append(("picked", "", ""))

    async def choose_folder(self) -> tuple[str, str]:
        return "", "AbortError"

    def drop_folder(self) -> None:
        """There is no folder here."""

    async def write_backup(self, text: str, is_whole: bool, may_ask: bool) -> str:
        raise AssertionError("there is no folder here")

    async def open_backups(self) -> tuple[tuple[str, ...], str]:
        return (), "AbortError"

    async def read_backup(self, name: str) -> str:
        raise AssertionError("there is no folder here")

    async def read_ready_pack(self, name: str) -> str:
        return self.ready_packs.get(name, NO_CREATURES)

    def display_codes(self, text: str) -> None:
        self.handed.append(("codes", "", text))

    def scan_codes(self) -> None:
        self.handed.append(("camera", "", ""))


class MemoryRepository(MemoryDevice):
    """A Repository and a PageStorage with encounters and party in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, StoredFight] = {}
        self.deleted: set[str] = set()
        self.members: dict[str, PartyMember] = {}
        self.removals: dict[str, PartyMember] = {}
        self.aside: dict[int, QuarantinedPart] = {}
        self.rules: dict[str, SavedRuleSet] = {}
        self.kept_packs: dict[str, SavedPack] = {}
        self.campaign_rows: dict[str, SavedCampaign] = {}
        self.told: list[tuple[str, str]] = []
        self.full = False
        self.passed = 0
        self.passes = 0
        """The milliseconds that pass between two looks at the clock."""
        self.when_left: Callable[[], object] = lambda: None
        self._keys = count(1)

    def start_task(self, task: Coroutine[object, object, None]) -> None:
        finish(task)

    def now(self) -> int:
        self.passed += self.passes
        return 1_000 + self.passed

    def new_key(self) -> str:
        return f"{next(self._keys):08x}"

    async def encounters(self) -> tuple[SavedFight, ...]:
        return tuple(
            SavedFight(
                kept.key, kept.name, kept.system, "today", kept.combatants, kept.played, kept.archived,
                kept.key in self.deleted, len(kept.records), kept.left, kept.template, kept.place, kept.campaign,
            )
            for kept in self.kept.values()
        )  # fmt: skip

    async def read_journal(self, key: str) -> Journal:
        return Journal(self.kept[key].records if key in self.kept else ())

    async def open_journal(self, key: str) -> Journal:
        return await self.read_journal(key)

    async def party(self) -> tuple[PartyMember, ...]:
        return tuple(self.members.values())

    async def quarantined_parts(self) -> tuple[QuarantinedPart, ...]:
        return tuple(self.aside.values())

    async def count_unread(self) -> int:
        return len(self.aside)

    async def rule_sets(self) -> tuple[SavedRuleSet, ...]:
        return tuple(self.rules.values())

    async def campaigns(self) -> Campaigns:
        return self.beside_fights()[1]

    def beside_fights(self) -> tuple[tuple[SavedRuleSet, ...], Campaigns, bool]:
        """Return what the first screen shows besides the fights."""
        campaigns = (row for row in self.campaign_rows.values() if row.key not in self.deleted)
        return tuple(self.rules.values()), Campaigns(tuple(campaigns)), bool(self.aside)

    async def packs(self) -> tuple[SavedPack, ...]:
        return tuple(self.kept_packs.values())

    async def removed_members(self) -> tuple[RemovedMember, ...]:
        return tuple(RemovedMember(member, "today") for member in reversed(self.removals.values()))

    async def restore_part(self, aside: QuarantinedPart) -> bool:
        """Check the numbers of the records only; other tests check the checksums."""
        rows = [json.loads(row) for row in aside.records]
        before = self.kept.get(aside.key)
        if before is None or [row["number"] for row in rows][:1] != [len(before.records) + 1]:
            return False
        records = (*before.records, *(row["record"] for row in rows))
        self.kept[before.key] = replace(before, records=records)
        del self.aside[aside.id]
        return True

    async def commit(self, changes: StoreChanges) -> None:
        if self.full:
            raise NotStored("This device is full.")
        for old, new in changes.move:
            self.kept[new] = replace(self.kept.pop(old), key=new, archived=True)
        for kept in changes.put:
            assert kept.key not in self.kept, "the key is free"
            self.kept[kept.key] = kept
        for key, change in changes.change.items():
            if change.deleted is not None:
                (self.deleted.add if change.deleted else self.deleted.discard)(key)
            stored = self.kept[key]
            archived = stored.archived if change.archived is None else change.archived
            place = stored.place if change.place is None else change.place
            self.kept[key] = replace(stored, name=change.name or stored.name, archived=archived, place=place)
            if change.campaign is not None:
                self.kept[key] = replace(self.kept[key], campaign=change.campaign)
        for key in changes.purge:
            del self.kept[key]
        self.members |= {member.key: member for member in changes.party}
        self.rules |= {made.key: made for made in changes.rule_sets}
        self.campaign_rows |= {campaign.key: campaign for campaign in changes.campaigns}
        for key, change in changes.party_change.items():
            if key in self.campaign_rows:
                (self.deleted.add if change.deleted else self.deleted.discard)(key)
                continue
            if change.campaign is not None:
                self.members[key] = replace(self.members[key], campaign=change.campaign)
                continue
            if key in self.rules:
                self.rules[key] = replace(self.rules[key], gone="today" if change.deleted else "")
                continue
            here, there = self.members, self.removals
            if not change.deleted:
                here, there = there, here
            there[key] = here.pop(key)
        for aside in changes.discarded:
            del self.aside[aside]
        self.kept_packs |= {pack.key: pack for pack in changes.packs}
        for key in changes.dropped_packs:
            del self.kept_packs[key]

    # The PageStorage

    def clock(self, at: int) -> str:
        return {1_000: "20:14"}[at]

    def append(self, key: str, number: int, record: str, entry: ListEntry) -> None:
        before = self.kept.get(key) or StoredFight(
            key, entry.name, entry.system, entry.combatants, 0, False, (), campaign=entry.campaign
        )
        assert number == len(before.records) + 1
        self.kept[key] = replace(
            before, name=entry.name, combatants=entry.combatants, records=(*before.records, record), left=entry.left
        )

    def replace_journal(self, key: str, records: tuple[str, ...], entry: ListEntry) -> None:
        self.kept[key] = replace(
            self.kept[key], name=entry.name, combatants=entry.combatants, records=records, left=entry.left
        )

    def set_current(self, key: str) -> None:
        pass

    def leave_fight(self) -> None:
        self.when_left()

    def fetch_fight(self, key: str) -> None:
        self.told.append(("fetch", key))

    def refresh_list(self) -> None:
        pass

    def take_over(self) -> None:
        self.told.append(("take over", ""))

    def retry_saving(self) -> None:
        pass

    def save_draft(self, making: str) -> None:
        self.making = making

    def note_backup(self) -> None:
        """The time of a backup is of no interest here."""

    def mark_exported(self, key: str) -> None:
        self.told.append(("exported", key))

    def drop_unsaved(self, key: str) -> None:
        self.told.append(("let go", key))
