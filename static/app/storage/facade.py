"""The facade of the storage: all that the page asks it to write or to open."""

from __future__ import annotations

import json
import time
from collections.abc import Coroutine

from app.storage.browser_protocols import Device, Opening, Store
from app.storage.controller_protocol import PageController
from app.storage.fight_opening import FightOpening
from app.storage.repository import StoreRepository
from app.storage.store_event_handler import StoreEventHandler
from app.storage.tab_start import TabStart
from app.values.stored import ListEntry
from turntrack.systems.protocol import TurnSystem


class StorageFacade:
    """A PageStorage that writes to the browser's store, or follows the tab that does."""

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
        self._fights = FightOpening(systems, store, repository)
        self._tab_start = TabStart(store, repository, opening, self._fights, lambda: self.set_current(""))
        self._events = StoreEventHandler(systems, store, repository, device, self._fights)

    async def start(self, page: PageController) -> None:
        """Show the fight that was open when the page was last left."""
        await self._tab_start.start(page, self._heard)
        if self._fights.may_write:
            self._start(self._tab_start.clear_deleted())

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
