"""Packs of creatures: those that come with the page, and those that the table keeps."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.intents import library as i
from app.intents.library import PackIntent
from app.page.library import Outcome, PacksDialog
from app.storage import messages
from app.storage.repository import Repository
from app.storage.save_status import Notice, offer_undo
from app.values.creatures import Creatures, SearchedPacks
from app.values.stored import SavedPack, StoreChanges
from turntrack.core.errors import BadSave
from turntrack.saves.packs import StoredPack, open_pack


class PackTasks:
    """Reads packs for the fights that search them, and changes what is kept."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._dropped: tuple[SavedPack, ...] = ()
        """The pack that was dropped last."""

    async def read(self, wanted: SearchedPacks) -> tuple[Creatures, str]:
        """Return the creatures that a fight searches, and what is to be said of packs that cannot be read."""
        packs, said = list[StoredPack](), ""
        campaigns = await self._repository.campaigns()
        for saved in await self._repository.packs():
            is_here = not campaigns.find(saved.campaign) or saved.campaign == wanted.campaign
            if is_here and saved.game in ("", *wanted.games):
                try:
                    packs.append(open_pack(saved.text))
                except BadSave as error:
                    said = messages.pack_unread(saved.name, str(error))
        for name in wanted.ready:
            text = await self._repository.read_ready_pack(name)
            if text:
                packs.append(open_pack(text))
            else:
                said = said or messages.PACK_NOT_LOADED
        return Creatures(pack for pack in packs if pack.creatures), said

    async def do(self, intent: PackIntent) -> Outcome:
        """Change the kept packs and show them. Raises NotStored; then nothing has changed."""
        packs = await self._repository.packs()
        undo: Notice | None = None
        match intent:
            case i.PackButton.OPEN_PACKS:
                pass
            case i.MovePack(key):
                here = (await self._repository.campaigns()).current_key
                moved = tuple(
                    replace(pack, campaign="" if pack.campaign else here) for pack in packs if pack.key == key
                )
                await self._repository.commit(StoreChanges(packs=moved))
            case i.BringPackBack():
                await self._repository.commit(StoreChanges(packs=self._dropped))
                self._dropped = ()
            case i.DropPack(key):
                self._dropped = tuple(pack for pack in packs if pack.key == key)
                await self._repository.commit(StoreChanges(dropped_packs=tuple(pack.key for pack in self._dropped)))
                if self._dropped:
                    undo = offer_undo(f"“{self._dropped[0].name}” is no longer kept.", i.BringPackBack())
            case _:
                assert_never(intent)
        return Outcome(
            opens=PacksDialog(await self._repository.packs(), await self._repository.campaigns()),
            undo=undo,
            packs_changed=intent.writes,
        )
