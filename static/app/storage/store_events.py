"""The events of the store: what other tabs do, what has failed, and the rescue of steps that only this tab has."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from app.storage import messages
from app.storage.browser_protocols import Device, Store
from app.storage.controller_protocol import PageController
from app.storage.export_writer import stored_encounter_of
from app.storage.fight_opening import FightOpening
from app.storage.journal_replay import read_journal
from app.storage.repository import StoreRepository
from app.storage.save_status import UnsavedHistory
from app.values.fight_name_from_opponents import name_of
from app.values.store_changes import NotStored, StoreChanges
from turntrack.core.errors import BadSave, Refused
from turntrack.history.session import Session
from turntrack.saves.records import decode_record
from turntrack.systems.protocol import TurnSystem


class StoreEvents:
    """Handles the events of the store one by one: a fight that is being opened must not miss a step."""

    def __init__(
        self,
        systems: tuple[TurnSystem, ...],
        store: Store,
        repository: StoreRepository,
        device: Device,
        opening: FightOpening,
    ) -> None:
        self._systems = systems
        self._store = store
        self._repository = repository
        self._device = device
        self._opening = opening
        self._hearing = asyncio.Lock()

    @property
    def _page(self) -> PageController:
        return self._opening.page

    async def hear(self, kind: str, detail: dict[str, Any]) -> None:
        """Handle an event, from this tab or another one."""
        async with self._hearing:
            await self._hear(kind, detail)

    async def _hear(self, kind: str, detail: dict[str, Any]) -> None:
        page = self._page
        if kind == "list":
            await self._opening.know_members()
        fight, is_seated = page.fight, page.saving.is_writer
        apart = fight is not None and fight.key == self._opening.apart
        match kind:
            case "failed":
                page.set_saving(replace(page.saving, failed=detail["why"]))
                page.refresh()
            case "writer":
                page.set_saving(replace(page.saving, is_writer=bool(detail["isWriter"])))
                if apart:
                    page.refresh()
                elif not (fight and await self._opening.open(fight.key)):
                    await self._opening.show_list()
            case "newer":
                page.set_saving(replace(page.saving, newer_store=True))
                page.refresh()
            case "anew":
                self._opening.add_news(
                    messages.written_anew(await self._repository.recover(fight.key if fight else ""))
                )
                page.refresh()
            case "unkept":
                said = [
                    await self._rescue_unkept(history["key"], history["records"]) for history in detail["histories"]
                ]
                self._opening.add_news(" ".join(filter(None, said)))
                page.refresh()
            case "kept" if not is_seated:
                await self._follow(detail["key"], int(detail["number"]), detail["record"])
            case "chosen" if not is_seated and not apart:
                if not (detail["key"] and await self._opening.open(detail["key"])):
                    page.close_fight()
                    await self._opening.show_list()
            case "list" if fight is None:
                await self._opening.show_list()
            case "list" if fight:
                fate = await self._repository.fate(fight.key)
                page.set_saving(replace(page.saving, fate=fate))
                page.refresh()

    async def _follow(self, key: str, number: int, record: str) -> None:
        fight = self._page.fight
        if fight is None or fight.key != key or key == self._opening.apart:
            return
        try:
            followed = fight.follow(number, decode_record(record))
        except (BadSave, Refused):
            followed = False
        if followed:
            self._page.refresh()
        else:
            await self._opening.fetch(key)

    async def rescue_again(self) -> None:
        """Try to store the unsaved steps again."""
        async with self._hearing:
            unkept = self._page.saving.unsaved.items()
            said = [await self._rescue(key, history.session) for key, history in unkept if not history.exported]
            self._opening.add_news(" ".join(filter(None, said)))
            self._page.refresh()

    async def _rescue_unkept(self, key: str, records: list[str]) -> str:
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
                self._opening.apart = key
                page.set_saving(replace(page.saving, fight_read_only=why))
            return ""
        was_apart = key in page.saving.unsaved
        page.set_saving(page.saving.forget(key))
        self._store.mark_rescued(key)
        if is_open and page.saving.is_writer:
            await self._opening.fetch(copy.key)
        elif is_open and was_apart:
            await self._opening.fetch(key)
        return messages.gone_on(name, copy.name)
