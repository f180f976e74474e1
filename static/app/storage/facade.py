"""The storage of this tab: all that the page asks it to write or to open, other tabs, failures and rescue."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from app.storage import messages
from app.storage.export_writer import stored_encounter_of
from app.storage.journal import ReplayedJournal, read_journal
from app.storage.party_standings import members_here
from app.storage.protocols import Device, Opening, PageController, Store, StoreFailed
from app.storage.repository import StoreRepository
from app.storage.save_status import UnsavedHistory
from app.values.fight_names import name_of
from app.values.stored import Campaigns, Journal, ListEntry, NotStored, SavedFight, SavedRuleSet, StoreChanges
from turntrack.core.errors import BadSave, Refused
from turntrack.history.session import Session
from turntrack.saves.records import decode_record
from turntrack.systems.protocol import TurnSystem

PATIENCE_SECONDS = 0.5
"""How long the fight stays visible while the list that replaces it is read."""


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
        self._systems = systems
        self._store = store
        self._repository = repository
        self._device = device
        self._opening = opening
        self._given: PageController | None = None
        self._hearing = asyncio.Lock()
        self._unsaved_open = ""
        """The key of the open fight if this page has steps of it that cannot be stored.

        Such a fight follows no other tab.
        """
        self._request = 0
        """Counts requests to open something. A result of an earlier request is not shown."""

    @property
    def _page(self) -> PageController:
        """Return the page; there is one from the start on."""
        assert self._given
        return self._given

    @property
    def _may_write(self) -> bool:
        """Return whether this tab may write to the store."""
        return self._page.saving.is_writer and not self._page.saving.newer_store

    # The start

    async def start(self, page: PageController) -> None:
        """Show the fight that was open when the page was last left."""
        self._given = page
        opening = json.loads(await self._store.start(self._heard))
        page.set_backup(opening["backup"])
        page.set_folder(opening["folder"])
        page.set_saving(
            replace(
                page.saving,
                is_writer=opening["isWriter"],
                newer_store=opening["newer"],
                memory_only=opening["memoryOnly"],
            )
        )
        if opening["inventory"]:
            said = messages.restored(await self._repository.restore_lost(opening["inventory"]))
            self._add_news(" ".join(filter(None, (said, messages.damaged(opening["inventory"]["damaged"])))))
        unfinished = self._opening.begin(opening["current"]) if opening["isWriter"] else ""
        if unfinished:
            await self._show_list()
            self._begin_with_the_list(unfinished)
        elif not (opening["current"] and await self._open(opening["current"])):
            await self._show_list()
        if opening["making"] and self._may_write:
            page.resume_editor(opening["making"])
        if self._may_write:
            self._start(self._clear_deleted())

    def _begin_with_the_list(self, unfinished: str) -> None:
        """Show the list instead of a fight: the last start failed to open it, or the user asked for the list."""
        unfinished_fight = next((fight for fight in self._page.saved if fight.key == unfinished), None)
        if unfinished_fight:
            self._page.show_unopened(unfinished_fight.key, unfinished_fight.name, messages.NO_END)
        else:
            self.set_current("")

    async def _clear_deleted(self) -> None:
        """Purge what was deleted long ago, and show the list without it."""
        fight = self._page.fight
        if await self._repository.clear_deleted(fight.key if fight else "") and self._page.fight is None:
            await self._show_list()

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
        self._request += 1
        if not key:
            self._let_go_of_exported()
        self._start(self._store.set_current(key))
        if key:  # its sheet “Add” offers the party
            self._start(self._read_members())

    def leave_fight(self) -> None:
        self.set_current("")
        self._start(self._leave(self._request))

    def note_backup(self) -> None:
        if self._may_write:
            self._store.note_backup(self.now())
        self._page.set_backup(self.now())

    def save_draft(self, making: str) -> None:
        if self._may_write:
            self._store.save_draft(making)

    def fetch_fight(self, key: str) -> None:
        self._request += 1
        self._start(self._fetch(key, self._request))

    def refresh_list(self) -> None:
        self._start(self._show_list())

    def take_over(self) -> None:
        self._store.take_over()

    def retry_saving(self) -> None:
        self._store.retry()
        self._start(self._rescue_again())

    def mark_exported(self, key: str) -> None:
        self._store.mark_exported(key)
        self._page.refresh()

    def drop_unsaved(self, key: str) -> None:
        self._store.drop_unsaved(key)
        if key == self._unsaved_open:
            self._unsaved_open = ""
            # The fight is read again from the store, without the steps that were dropped.
            if self._page.fight:
                self.fetch_fight(key)

    def _start(self, task: Coroutine[object, object, None]) -> None:
        """Run a task concurrently, and report its failure."""
        self._device.start_task(self._watch(task))

    async def _watch(self, task: Coroutine[object, object, None]) -> None:
        try:
            await task
        except Exception as error:
            self._page.report_fault(error)

    # The open fight, and the list

    def _add_news(self, said: str) -> None:
        """Show a message until it is dismissed, in place of an earlier one. An empty text changes nothing."""
        saving = self._page.saving
        self._page.set_saving(replace(saving, news=said or saving.news))

    def _let_go_of_exported(self) -> None:
        """Drop unsaved histories that are exported, because another screen is about to be shown."""
        self._unsaved_open = ""
        for key in [key for key, history in self._page.saving.unsaved.items() if history.exported]:
            self._page.set_saving(self._page.saving.forget(key))
            self._store.drop_unsaved(key)

    async def _read_members(self) -> None:
        """Read the members of the party, with what their last fights have left."""
        with suppress(StoreFailed):  # the party sheet reads them again and reports the failure
            self._page.set_members(await members_here(self._repository, self._systems, self._page.fight))

    async def _fetch(self, key: str, request: int | None = None) -> None:
        """Open the encounter, or show the list."""
        if not await self._open(key, request):
            await self._show_list()

    async def _leave(self, request: int) -> None:
        """Replace the fight by the list once it is read: late rows would move buttons under the finger."""
        reading = asyncio.ensure_future(self._read_list())
        await asyncio.wait({reading}, timeout=PATIENCE_SECONDS)
        if request == self._request:
            self._page.close_fight()
        if not reading.done():
            self._page.refresh()
        self._page.show_list(*await reading)

    async def _show_list(self) -> None:
        """Read the list and show it."""
        self._page.show_list(*await self._read_list())

    async def _read_list(self) -> tuple[tuple[SavedFight, ...], tuple[SavedRuleSet, ...], Campaigns, bool]:
        return await self._repository.encounters(), *await self._repository.beside_fights()

    async def _open(self, key: str, request: int | None = None) -> bool:
        """Open the encounter. Return False only if the list must be shown instead.

        Failures are reported on the page: the other fights must stay within reach.
        """
        # The request as it is now: awaiting lets the user ask for another fight.
        name, request = "", self._request if request is None else request
        try:
            self._let_go_of_exported()
            journal = await self._repository.open_journal(key)
            if not journal.records:
                self._add_news(messages.repair_news(journal))
                return False
            name = journal.name
            # Opening a deleted fight restores it if this tab may write.
            fate = "" if self._may_write else await self._repository.fate(key)
            self._add_news(messages.repair_news(journal))
            if request == self._request:
                self._show_fight(key, journal, fate)
        except StoreFailed as problem:
            self._page.show_message(messages.report_unopened_fight(str(problem)))
            return False
        except Exception as error:
            self._page.show_unopened(key, name, _reason(error))
            return False
        return True

    def _show_fight(self, key: str, journal: Journal, fate: str) -> None:
        """Pass the fight to the page. Raises BadSave if no record can be read, and any error of rendering."""
        reading = read_journal(journal.records, self._systems)
        if not reading.count:
            raise BadSave(reading.wrong)
        self._page.set_saving(replace(self._page.saving, fate=fate))
        self._page.show_fight(key, reading.session, reading.count, _read_only(journal, reading))

    # Events of the store

    def _heard(self, kind: str, detail: str) -> None:
        """Handle an event of the store, from this tab or another one."""
        self._start(self._hear(kind, json.loads(detail)))

    async def _hear(self, kind: str, detail: dict[str, Any]) -> None:
        """Handle the events one by one: a fight that is being opened must not miss a step."""
        async with self._hearing:
            await self._handle(kind, detail)

    async def _handle(self, kind: str, detail: dict[str, Any]) -> None:
        page = self._page
        if kind == "list":
            await self._read_members()
        fight, is_writer = page.fight, page.saving.is_writer
        is_unsaved = fight is not None and fight.key == self._unsaved_open
        match kind:
            case "failed":
                page.set_saving(replace(page.saving, failed=detail["why"]))
                page.refresh()
            case "writer":
                page.set_saving(replace(page.saving, is_writer=bool(detail["isWriter"])))
                if is_unsaved:
                    page.refresh()
                elif not (fight and await self._open(fight.key)):
                    await self._show_list()
            case "newer":
                page.set_saving(replace(page.saving, newer_store=True))
                page.refresh()
            case "anew":
                self._add_news(messages.written_anew(await self._repository.recover(fight.key if fight else "")))
                page.refresh()
            case "unkept":
                await self._rescue_histories([(history["key"], history["records"]) for history in detail["histories"]])
            case "kept" if not is_writer:
                await self._follow(detail["key"], int(detail["number"]), detail["record"])
            case "chosen" if not is_writer and not is_unsaved:
                if not (detail["key"] and await self._open(detail["key"])):
                    page.close_fight()
                    await self._show_list()
            case "list" if fight is None:
                await self._show_list()
            case "list" if fight:
                fate = await self._repository.fate(fight.key)
                page.set_saving(replace(page.saving, fate=fate))
                page.refresh()

    async def _follow(self, key: str, number: int, record: str) -> None:
        fight = self._page.fight
        if fight is None or fight.key != key or key == self._unsaved_open:
            return
        try:
            followed = fight.follow(number, decode_record(record))
        except (BadSave, Refused):
            followed = False
        if followed:
            self._page.refresh()
        else:
            await self._fetch(key)

    # Steps that only this tab has, because another tab wrote others

    async def _rescue_histories(self, histories: Iterable[tuple[str, list[str]]]) -> None:
        """Store the steps of these fights, given as keys and records, and show the messages."""
        said = [await self._rescue_records(key, records) for key, records in histories]
        self._show_rescued(said)

    async def _rescue_again(self) -> None:
        """Try to store the unsaved steps again."""
        async with self._hearing:
            unkept = self._page.saving.unsaved.items()
            said = [await self._rescue(key, history.session) for key, history in unkept if not history.exported]
            self._show_rescued(said)

    def _show_rescued(self, said: list[str]) -> None:
        self._add_news(" ".join(filter(None, said)))
        self._page.refresh()

    async def _rescue_records(self, key: str, records: list[str]) -> str:
        fight = self._page.fight
        mine = fight.session if fight and fight.key == key else None
        return await self._rescue(key, mine or read_journal(records, self._systems).session)

    async def _rescue(self, key: str, session: Session) -> str:
        """Store the steps that only this tab has as a new encounter, because another tab wrote others.

        Return the message.
        """
        page = self._page
        is_open = page.fight is not None and page.fight.key == key
        name = name_of(session.encounter)
        copy = stored_encounter_of(self._repository.new_key(), session, self._device.now(), messages.FROM_ANOTHER_TAB)
        campaign = next((fight.campaign for fight in page.saved if fight.key == key), "")
        try:
            await self._repository.commit(StoreChanges(put=(replace(copy, campaign=campaign),)))
        except NotStored as problem:
            why = messages.unkept(name, str(problem), page.saving.newer_store)
            page.set_saving(replace(page.saving, unsaved={**page.saving.unsaved, key: UnsavedHistory(session, why)}))
            if is_open:
                self._unsaved_open = key
                page.set_saving(replace(page.saving, fight_read_only=why))
            return ""
        was_unsaved = key in page.saving.unsaved
        page.set_saving(page.saving.forget(key))
        self._store.mark_rescued(key)
        if is_open and page.saving.is_writer:
            await self._fetch(copy.key)
        elif is_open and was_unsaved:
            await self._fetch(key)
        return messages.gone_on(name, copy.name)


def _read_only(journal: Journal, reading: ReplayedJournal) -> str:
    """Return the reason why the fight is read-only, or an empty string."""
    if journal.newer or reading.newer:
        return messages.written_by_newer(reading.count, len(journal.records))
    if reading.wrong:  # not damaged: the checksums are right
        return messages.unread(reading.count, len(journal.records), reading.wrong)
    return ""


def _reason(error: Exception) -> str:
    """Return the reason why a fight is not shown: the message of an expected error, or the name of a fault."""
    if isinstance(error, BadSave | Refused):
        return str(error)
    return messages.name_fault(error)
