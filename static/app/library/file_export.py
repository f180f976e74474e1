"""The export of fights and the party as texts, in a dialog."""

from __future__ import annotations

from typing import assert_never

from app.intents import library as i
from app.intents.library import ExportIntent
from app.page.library import DropUnsavedDialog, ExportDialog, Outcome
from app.page.state import PageState
from app.storage.export_writer import Export, Exporting
from app.values.effects import DropUnsaved
from app.values.fight_names import name_of


class ExportTasks:
    """Runs the intents about exports."""

    def __init__(self, exporting: Exporting) -> None:
        self._exporting = exporting

    async def do(self, intent: ExportIntent, state: PageState) -> Outcome:
        """Open a dialog with the texts, so that the next tap can share them."""
        match intent:
            case i.ExportListed(""):
                return Outcome(opens=ExportDialog((await self._exporting.export_everything()).with_length_note()))
            case i.ExportListed(key):
                return Outcome(opens=ExportDialog(await self._prepare(key, state)))
            case i.ExportOpen() if fight := state.fight:
                return Outcome(opens=ExportDialog(await self._prepare(fight.key, state)))
            case i.ExportOpen():
                return Outcome()
            case i.ExportParty():
                return Outcome(opens=ExportDialog(await self._exporting.export_party()))
            case i.ExportRaw(key):
                return Outcome(opens=ExportDialog(await self._prepare_raw(key, state)))
            case i.ExportUnsaved(key):
                return Outcome(opens=ExportDialog(self._exporting.export_open(key, state.saving.find_unsaved(key))))
            case i.AskDropUnsaved(key):
                return Outcome(opens=DropUnsavedDialog(key, name_of(state.saving.find_unsaved(key).encounter)))
            case i.DropUnsavedNow(key):
                return Outcome(closes=True, effects=(DropUnsaved(key),))
            case _:
                assert_never(intent)

    async def _prepare(self, key: str, state: PageState) -> Export:
        """Export one encounter, from the page if it is open."""
        fight = state.fight
        if fight and key == fight.key:
            return self._exporting.export_open(fight.key, fight.session).with_length_note()
        export = await self._exporting.export_listed(state.library.find(key))
        return export.with_length_note() if export else await self._prepare_raw(key, state)

    async def _prepare_raw(self, key: str, state: PageState) -> Export:
        """Export the records of an encounter without replaying them."""
        if state.fight and state.fight.key == key:
            return self._exporting.export_open_raw(key, state.fight.session)
        return await self._exporting.export_raw(state.library.find(key))
