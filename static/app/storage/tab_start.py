"""The start of storage in this tab: what was restored, and the fight that was open last, or the list in its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from app.storage import messages
from app.storage.browser_protocols import Opening, Store
from app.storage.controller_protocol import PageController
from app.storage.fight_opening import FightOpening
from app.storage.repository import StoreRepository


class TabStart:
    """Starts the store, and shows what it has on the page."""

    def __init__(
        self,
        store: Store,
        repository: StoreRepository,
        opening: Opening,
        fights: FightOpening,
        forget_current: Callable[[], None],
    ) -> None:
        self._store = store
        self._repository = repository
        self._opening = opening
        self._fights = fights
        self._forget_current = forget_current

    async def start(self, page: PageController, hear: Callable[[str, str], None]) -> None:
        """Show the fight that was open when the page was last left. ``hear`` then handles the events of the store."""
        self._fights.meet(page)
        opening = json.loads(await self._store.start(hear))
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
            self._fights.add_news(" ".join(filter(None, (said, messages.damaged(opening["inventory"]["damaged"])))))
        unfinished = self._opening.begin(opening["current"]) if opening["isWriter"] else ""
        if unfinished:
            await self._fights.show_list()
            self._begin_with_the_list(unfinished)
        elif not (opening["current"] and await self._fights.open(opening["current"])):
            await self._fights.show_list()
        if opening["making"] and self._fights.may_write:
            page.resume_editor(opening["making"])

    def _begin_with_the_list(self, unfinished: str) -> None:
        """Show the list instead of a fight: the last start failed to open it, or the user asked for the list."""
        unfinished_fight = next((fight for fight in self._fights.page.saved if fight.key == unfinished), None)
        if unfinished_fight:
            self._fights.page.show_unopened(unfinished_fight.key, unfinished_fight.name, messages.NO_END)
        else:
            self._forget_current()

    async def clear_deleted(self) -> None:
        """Purge what was deleted long ago, and show the list without it."""
        fight = self._fights.page.fight
        if await self._repository.clear_deleted(fight.key if fight else "") and self._fights.page.fight is None:
            await self._fights.show_list()
