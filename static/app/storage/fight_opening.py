"""The opening of a fight, or of the list in its place."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from app.storage import messages
from app.storage.browser_protocols import Store, StoreFailed
from app.storage.controller_protocol import PageController
from app.storage.journal_replay import ReplayedJournal, read_journal
from app.storage.party_standings import read_standings
from app.storage.repository import StoreRepository
from app.values.stored import Campaigns, Journal, SavedFight, SavedRuleSet
from turntrack.core.errors import BadSave, Refused
from turntrack.systems.protocol import TurnSystem

PATIENCE_SECONDS = 0.5
"""How long the fight stays visible while the list that replaces it is read."""


class FightOpening:
    """Shows a fight or the list on the page, and reports what could not be opened."""

    def __init__(self, systems: tuple[TurnSystem, ...], store: Store, repository: StoreRepository) -> None:
        self._systems = systems
        self._store = store
        self._repository = repository
        self._given: PageController | None = None
        self.apart = ""
        """The key of the open fight if this page has steps of it that cannot be stored.

        Such a fight follows no other tab.
        """
        self.wish = 0
        """Counts requests to open something. A result of an earlier request is not shown."""

    def meet(self, page: PageController) -> None:
        """Note the page on which everything is shown."""
        self._given = page

    @property
    def page(self) -> PageController:
        """Return the page; there is one from the start on."""
        assert self._given
        return self._given

    @property
    def may_write(self) -> bool:
        """Return whether this tab may write to the store."""
        return self.page.saving.is_writer and not self.page.saving.newer_store

    def add_news(self, said: str) -> None:
        """Show a message until it is dismissed, in place of an earlier one. An empty text changes nothing."""
        saving = self.page.saving
        self.page.set_saving(replace(saving, news=said or saving.news))

    def let_go_of_exported(self) -> None:
        """Drop unsaved histories that are exported, because another screen is about to be shown."""
        self.apart = ""
        for key in [key for key, history in self.page.saving.unsaved.items() if history.exported]:
            self.page.set_saving(self.page.saving.forget(key))
            self._store.drop_unsaved(key)

    async def know_members(self) -> None:
        """Read the members of the party, with what their last fights have left."""
        fight = self.page.fight
        known = {fight.key: fight.session.encounter} if fight else {}
        with suppress(StoreFailed):  # the party sheet reads them again and reports the failure
            members = await read_standings(self._repository, self._systems, known)
            self.page.set_members((await self._repository.campaigns()).here(members))

    async def fetch(self, key: str, wish: int | None = None) -> None:
        """Open the encounter, or show the list."""
        if not await self.open(key, wish):
            await self.show_list()

    async def leave(self, wish: int) -> None:
        """Replace the fight by the list once it is read: late rows would move buttons under the finger."""
        reading = asyncio.ensure_future(self._read_list())
        await asyncio.wait({reading}, timeout=PATIENCE_SECONDS)
        if wish == self.wish:
            self.page.close_fight()
        if not reading.done():
            self.page.refresh()
        self.page.show_list(*await reading)

    async def show_list(self) -> None:
        """Read the list and show it."""
        self.page.show_list(*await self._read_list())

    async def _read_list(self) -> tuple[tuple[SavedFight, ...], tuple[SavedRuleSet, ...], Campaigns, bool]:
        return await self._repository.encounters(), *await self._repository.beside_fights()

    async def open(self, key: str, wish: int | None = None) -> bool:
        """Open the encounter. Return False only if the list must be shown instead.

        Failures are reported on the page: the other fights must stay within reach.
        """
        name, wish = "", self.wish if wish is None else wish
        try:
            self.let_go_of_exported()
            journal = await self._repository.open_journal(key)
            if not journal.records:
                self.add_news(messages.repair_news(journal))
                return False
            name = journal.name
            # Opening a deleted fight restores it if this tab may write.
            fate = "" if self.may_write else await self._repository.fate(key)
            self.add_news(messages.repair_news(journal))
            if wish == self.wish:
                self._show(key, journal, fate)
        except StoreFailed as problem:
            self.page.show_message(messages.report_unopened_fight(str(problem)))
            return False
        except Exception as error:
            self.page.show_unopened(key, name, _reason(error))
            return False
        return True

    def _show(self, key: str, journal: Journal, fate: str) -> None:
        """Pass the fight to the page. Raises BadSave if no record can be read, and any error of rendering."""
        reading = read_journal(journal.records, self._systems)
        if not reading.count:
            raise BadSave(reading.wrong)
        self.page.set_saving(replace(self.page.saving, fate=fate))
        self.page.show_fight(key, reading.session, reading.count, _read_only(journal, reading))


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
