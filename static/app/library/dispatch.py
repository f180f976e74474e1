"""The dispatch of the library's intents, all of which are slow, to the tasks that run them."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.importers.portions import Pause
from app.intents import library as i
from app.intents.library import LibraryIntent
from app.library.campaigns import CampaignTasks
from app.library.fight_list import ListTasks
from app.library.files import Backups, ExportTasks, ImportTasks
from app.library.packs import PackTasks
from app.library.party import PartyTasks
from app.library.quarantine import QuarantineTasks
from app.library.rule_sets import RuleSets
from app.library.templates import Templates
from app.page.library import AboutDialog, Outcome
from app.page.state import PageState
from app.storage.export_writer import Exporting
from app.storage.protocols import JournalWriter
from app.storage.repository import Repository
from turntrack.systems.protocol import TurnSystem


class Library:
    """Runs slow storage operations. Takes the page state, returns an Outcome."""

    def __init__(self, systems: tuple[TurnSystem, ...], repository: Repository, journal_writer: JournalWriter) -> None:
        self.repository = repository
        exporting = Exporting(systems, repository)
        self.backups = Backups(repository, exporting)
        self._party = PartyTasks(systems, repository)
        self._templates = Templates(systems, repository)
        self._list = ListTasks(systems, repository, journal_writer, self._party, self._templates)
        self._exports = ExportTasks(exporting)
        self._imports = ImportTasks(systems, repository)
        self._quarantine = QuarantineTasks(systems, repository, self._imports)
        self._made = RuleSets(repository)
        self.packs = PackTasks(repository)
        self._campaigns = CampaignTasks(repository, exporting)

    async def do(self, intent: LibraryIntent, state: PageState, pause: Pause) -> Outcome:
        """Run one intent on the page state it was sent from; what takes long, with pauses.

        Raises Refused, Malformed, NotStored and Stopped; then nothing has changed.
        """
        outcome = await self._do(intent, state, pause)
        return replace(outcome, members=await self._party.read(state.fight)) if intent.writes else outcome

    async def _do(self, intent: LibraryIntent, state: PageState, pause: Pause) -> Outcome:
        fight, library = state.fight, state.library
        match intent:
            case i.ForList():
                return await self._list.do(intent, library.find(intent.key), fight)
            case i.ForExport():
                return await self._exports.do(intent, state)
            case i.ForParty():
                return await self._party.do(intent, fight)
            case i.ForTemplates():
                return await self._templates.do(intent, state)
            case i.ForCampaigns():
                return await self._campaigns.do(intent)
            case i.ForRuleSets():
                return await self._made.do(intent, library)
            case i.ForPacks():
                return await self.packs.do(intent)
            case i.ForQuarantine():
                return await self._quarantine.do(intent, fight, pause)
            case i.ForImport():
                return await self._imports.do(intent, state, pause)
            case i.OpenAbout():
                return Outcome(opens=AboutDialog(await self.repository.describe_device(), library.seen))
            case _:
                assert_never(intent)
