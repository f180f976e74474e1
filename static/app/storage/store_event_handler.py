"""The handler of the store's events: what other tabs do, and what has failed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from app.storage import messages
from app.storage.browser_protocols import Device, Store
from app.storage.controller_protocol import PageController
from app.storage.fight_opening import FightOpening
from app.storage.repository import StoreRepository
from app.storage.unsaved_steps_rescue import UnsavedStepsRescue
from turntrack.core.errors import BadSave, Refused
from turntrack.saves.records import decode_record
from turntrack.systems.protocol import TurnSystem


class StoreEventHandler:
    """Handles the events of the store one by one: a fight that is being opened must not miss a step."""

    def __init__(
        self,
        systems: tuple[TurnSystem, ...],
        store: Store,
        repository: StoreRepository,
        device: Device,
        opening: FightOpening,
    ) -> None:
        self._repository = repository
        self._opening = opening
        self._rescue = UnsavedStepsRescue(systems, store, repository, device, opening)
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
                await self._rescue.rescue([(history["key"], history["records"]) for history in detail["histories"]])
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
            await self._rescue.rescue_again()
