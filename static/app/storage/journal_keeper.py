"""The keeper of journals for this tab: its start, and what the page asks it to write or to open."""

from __future__ import annotations

import json
import time
from collections.abc import Coroutine
from dataclasses import replace

from app.storage import messages
from app.storage.fight_opening import FightOpening
from app.storage.page_port import Page
from app.storage.ports import Device, Opening, Store
from app.storage.repository import StoreRepository
from app.storage.store_events import StoreEvents
from app.values.saved_fights import ListEntry
from turntrack.systems.protocol import TurnSystem


class TabJournalKeeper:
    """A JournalKeeper that writes to the browser's store, or follows the tab that does."""

    def __init__(
        self,
        systems: tuple[TurnSystem, ...],
        store: Store,
        repository: StoreRepository,
        device: Device,
        opening: Opening,
    ) -> None:
        self._store = store
        self._repository = repository
        self._device = device
        self._opening = opening
        self._fights = FightOpening(systems, store, repository)
        self._events = StoreEvents(systems, store, repository, device, self._fights)

    # Start

    async def start(self, page: Page) -> None:
        """Show the fight that was open when the page was last left."""
        self._fights.meet(page)
        opening = json.loads(await self._store.start(self._heard))
        page.set_backup(opening["backup"])
        page.set_folder(opening["folder"])
        page.set_saving(replace(page.saving, is_writer=opening["isWriter"], newer_store=opening["newer"]))
        if opening["inventory"]:
            said = messages.restored(await self._repository.restore_lost(opening["inventory"]))
            self._fights.add_news(" ".join(filter(None, (said, messages.damaged(opening["inventory"]["damaged"])))))
        unfinished = self._opening.begin(opening["current"]) if opening["isWriter"] else ""
        if unfinished:
            await self._fights.show_list()
            self._begin_with_the_list(unfinished)
        elif not (opening["current"] and await self._fights.open(opening["current"])):
            await self._fights.show_list()
        if opening["making"] and self._fights.may_write:
            page.resume_editor(opening["making"])
        if self._fights.may_write:
            self._start(self._clear_deleted())

    def _begin_with_the_list(self, unfinished: str) -> None:
        """Show the list instead of a fight: the last start failed to open it, or the user asked for the list."""
        unfinished_fight = next((fight for fight in self._fights.page.saved if fight.key == unfinished), None)
        if unfinished_fight:
            self._fights.page.show_unopened(unfinished_fight.key, unfinished_fight.name, messages.NO_END)
        else:
            self.set_current("")

    async def _clear_deleted(self) -> None:
        fight = self._fights.page.fight
        if await self._repository.clear_deleted(fight.key if fight else "") and self._fights.page.fight is None:
            await self._fights.show_list()

    # Requests of the page

    def new_key(self) -> str:
        return self._repository.new_key()

    def now(self) -> int:
        return max(self._device.now(), 0)  # a clock may be before 1970

    def clock(self, at: int) -> str:
        then, today = time.localtime(at / 1000), time.localtime(self._device.now() / 1000)
        return time.strftime("%H:%M" if then[:3] == today[:3] else "%d %b, %H:%M", then)

    def append(self, key: str, number: int, record: str, entry: ListEntry) -> None:
        self._repository.append(key, number, record, entry)

    def replace_journal(self, key: str, records: tuple[str, ...], entry: ListEntry) -> None:
        self._repository.replace_journal(key, records, entry)

    def set_current(self, key: str) -> None:
        self._fights.wish += 1
        if not key:
            self._fights.let_go_of_exported()
        self._start(self._store.set_current(key))
        if key:  # its sheet “Add” offers the party
            self._start(self._fights.know_members())

    def leave_fight(self) -> None:
        self.set_current("")
        self._start(self._fights.leave(self._fights.wish))

    def note_backup(self) -> None:
        if self._fights.may_write:
            self._store.note_backup(self.now())
        self._fights.page.set_backup(self.now())

    def save_draft(self, making: str) -> None:
        if self._fights.may_write:
            self._store.save_draft(making)

    def fetch_fight(self, key: str) -> None:
        self._fights.wish += 1
        self._start(self._fights.fetch(key, self._fights.wish))

    def refresh_list(self) -> None:
        self._start(self._fights.show_list())

    def take_over(self) -> None:
        self._store.take_over()

    def retry_saving(self) -> None:
        self._store.retry()
        self._start(self._events.rescue_again())

    def mark_exported(self, key: str) -> None:
        self._store.mark_exported(key)
        self._fights.page.refresh()

    def drop_unsaved(self, key: str) -> None:
        self._store.drop_unsaved(key)
        if key == self._fights.apart:
            self._fights.apart = ""
            if self._fights.page.fight:
                self.fetch_fight(key)

    def _start(self, task: Coroutine[object, object, None]) -> None:
        """Run a task concurrently, and report its failure."""
        self._device.start_task(self._watch(task))

    async def _watch(self, task: Coroutine[object, object, None]) -> None:
        try:
            await task
        except Exception as error:
            self._fights.page.report_fault(error)

    def _heard(self, kind: str, detail: str) -> None:
        """Handle an event of the store, from this tab or another one."""
        self._start(self._events.hear(kind, json.loads(detail)))
