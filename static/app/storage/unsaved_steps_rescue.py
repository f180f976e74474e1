"""The rescue of steps that only this tab has: they are stored as a new encounter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.storage import messages
from app.storage.browser_protocols import Device, Store
from app.storage.controller_protocol import PageController
from app.storage.export_writer import stored_encounter_of
from app.storage.fight_opening import FightOpening
from app.storage.journal_replay import read_journal
from app.storage.repository import StoreRepository
from app.storage.save_status import UnsavedHistory
from app.values.fight_names import name_of
from app.values.stored import NotStored, StoreChanges
from turntrack.history.session import Session
from turntrack.systems.protocol import TurnSystem


class UnsavedStepsRescue:
    """Stores the steps that only this tab has, because another tab wrote others."""

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

    @property
    def _page(self) -> PageController:
        return self._opening.page

    async def rescue(self, histories: Iterable[tuple[str, list[str]]]) -> None:
        """Store the steps of these fights, given as keys and records, and show the messages."""
        said = [await self._rescue_records(key, records) for key, records in histories]
        self._show(said)

    async def rescue_again(self) -> None:
        """Try to store the unsaved steps again."""
        unkept = self._page.saving.unsaved.items()
        said = [await self._rescue(key, history.session) for key, history in unkept if not history.exported]
        self._show(said)

    def _show(self, said: list[str]) -> None:
        self._opening.add_news(" ".join(filter(None, said)))
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
