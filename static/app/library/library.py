"""The library: slow operations on stored encounters, the party, rule sets and files."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.fight.fight import Fight, JournalWriter
from app.intents import library as i
from app.intents.library import ExportIntent, ImportIntent, LibraryIntent, ListChange, ListIntent, QuarantineIntent
from app.library.campaigns import CampaignTasks
from app.library.folder_backup import Backups
from app.library.party import PartyTasks
from app.library.rule_sets import RuleSets
from app.library.templates import Templates
from app.page.library_state import (
    AboutDialog,
    DiscardDialog,
    DropUnsavedDialog,
    ExportDialog,
    ImportDialog,
    PurgeDialog,
    QuarantineDialog,
    SavedFightDialog,
)
from app.page.outcome import Outcome
from app.page.state import PageState
from app.screens.fight import why_not_shown
from app.storage import messages
from app.storage.exporting import Export, Exporting
from app.storage.importing import ImportComparison, ImportedRoster, ImportedRules, Importing
from app.storage.journal_chain import chain_records, valid_continuation
from app.storage.notices import Notice, NoticeButton
from app.storage.quarantine import read_rows
from app.storage.replay import read_journal
from app.storage.repository import Repository
from app.values.effects import DropUnsaved, Effect, FetchFight
from app.values.fight_name import name_of
from app.values.saved import EntryChange, QuarantinedPart, SavedFight, StoreChanges, StoredFight
from turntrack.core import commands as c
from turntrack.core.dice import cryptographic_dice
from turntrack.core.errors import BadSave, Refused
from turntrack.systems.protocol import TurnSystem, system_of


class Library:
    """Runs slow storage operations. Takes the page state, returns an Outcome."""

    def __init__(self, systems: tuple[TurnSystem, ...], repository: Repository, keeper: JournalWriter) -> None:
        self._systems = systems
        self.repository = repository
        self._keeper = keeper
        self._importing = Importing(systems, repository, why_not_shown)
        self._exporting = Exporting(systems, repository)
        self.backups = Backups(repository, self._exporting)
        self._party = PartyTasks(systems, repository)
        self._templates = Templates(systems, repository)
        self._made = RuleSets(repository)
        self._campaigns = CampaignTasks(repository, self._exporting)

    async def do(self, intent: LibraryIntent, state: PageState) -> Outcome:
        """Run one intent on the page state it was sent from.

        Raises Refused, Malformed and NotStored; then nothing has changed.
        """
        outcome = await self._do(intent, state)
        return replace(outcome, members=await self._party.read(state.fight)) if intent.writes else outcome

    async def _do(self, intent: LibraryIntent, state: PageState) -> Outcome:
        fight, library = state.fight, state.library
        match intent:
            case i.ForList():
                return await self._in_list(intent, library.find(intent.key), fight)
            case i.ForExport():
                return await self._export(intent, state)
            case i.ForParty():
                return await self._party.do(intent, fight)
            case i.ForTemplates():
                return await self._templates.do(intent, state)
            case i.ForCampaigns():
                return await self._campaigns.do(intent)
            case i.ForRuleSets():
                return await self._made.do(intent, library)
            case i.ForQuarantine():
                return await self._asides(intent, fight)
            case i.ForImport():
                return await self._import(intent, state)
            case i.OpenAbout():
                return Outcome(opens=AboutDialog(await self.repository.describe_device(), library.seen))
            case _:
                assert_never(intent)

    # The list

    async def _in_list(self, intent: ListIntent, entry: SavedFight, fight: Fight | None) -> Outcome:
        match intent:
            case i.OpenListed():
                opens = await self._templates.open(entry, fight) if entry.template else SavedFightDialog(entry)
                return Outcome(opens=opens)
            case i.Purge():
                return Outcome(opens=PurgeDialog(entry))
            case _:
                await self._change(intent, entry)
        undo = Notice(messages.deleted(entry.name), (NoticeButton("Undo", i.Undelete(entry.key)),))
        saved = await self.repository.encounters()
        return Outcome(closes=True, undo=undo if isinstance(intent, i.Delete) else None, saved=saved)

    async def _change(self, intent: ListChange, entry: SavedFight) -> None:
        key = entry.key
        match intent:
            case i.RenameListed(_, name):
                await self._rename(entry, name)
            case i.DuplicateListed():
                records = (await self.repository.read_journal(key)).records
                new = self.repository.new_key()
                now, left = self.repository.now(), entry.left
                copy = StoredFight(
                    new, entry.name, entry.system, entry.combatants, now, False, records, left, entry.template,
                    campaign=entry.campaign,
                )  # fmt: skip
                await self.repository.commit(StoreChanges(put=(copy,)))
            case i.Archive():
                await self.repository.commit(StoreChanges(change={key: EntryChange(archived=True)}))
            case i.Unarchive():
                await self.repository.commit(StoreChanges(change={key: EntryChange(archived=False)}))
            case i.Delete():
                # What the fight has left of its members must outlast it.
                party = tuple(member for member in await self._party.read(None) if member.fight == key)
                removal = {key: EntryChange(deleted=self.repository.now())}
                await self.repository.commit(StoreChanges(change=removal, party=party))
            case i.Undelete():
                await self.repository.commit(StoreChanges(change={key: EntryChange(deleted=0)}))
            case i.MoveToCampaign(_, campaign):
                await self.repository.commit(StoreChanges(change={key: EntryChange(campaign=campaign)}))
            case i.PurgeNow():
                await self.repository.commit(StoreChanges(purge=(key,)))
            case _:
                assert_never(intent)

    async def _rename(self, entry: SavedFight, name: str) -> None:
        """Rename an encounter by a command, which is a step of the fight and can be undone."""
        # Repairs are left to opening the fight, which reports them.
        journal = await self.repository.read_journal(entry.key)
        reading = read_journal(journal.records, self._systems)
        if reading.wrong or messages.repair_news(journal):
            raise Refused("unreadable", messages.UNREADABLE)
        await self.repository.open_journal(entry.key)
        system = system_of(entry.system, self._systems)
        fight = Fight(entry.key, reading.session, system, self._keeper, reading.count)
        fight.dispatch(c.RenameEncounter(name), cryptographic_dice())
        await self.repository.commit(StoreChanges(change={entry.key: EntryChange(name=name_of(fight.encounter))}))

    # Files

    async def _export(self, intent: ExportIntent, state: PageState) -> Outcome:
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

    async def _import(self, intent: ImportIntent, state: PageState) -> Outcome:
        """Read a text, or store what the import dialog holds."""
        importing, fight = self._importing, state.fight
        dialog = state.library.dialog if isinstance(state.library.dialog, ImportDialog) else ImportDialog()
        but_not = fight.key if fight else ""
        said = ""
        effects: tuple[Effect, ...] = ()
        commands: tuple[c.AddCombatant, ...] = ()
        match intent:
            case i.Import():
                return Outcome(opens=ImportDialog())
            case i.ReadText(text, file):
                return Outcome(changes=await self._look_at(text, fight, file))
            case i.RosterSystem(key):
                contents = importing.read_roster_for(dialog.text, _find_in(dialog, ImportedRoster), key)
                return Outcome(changes=replace(dialog, contents=contents))
            case i.RosterColumn(choice):
                at, _, subject = choice.partition(" ")
                place = int(at) if at.isdecimal() else -1
                contents = importing.read_roster_by(dialog.text, _find_in(dialog, ImportedRoster), place, subject)
                return Outcome(changes=replace(dialog, contents=contents))
            case i.ImportBeside():
                said = await importing.store_all(_find_in(dialog, ImportComparison), replacing=False, but_not=but_not)
            case i.ImportReplace():
                said = await importing.store_all(_find_in(dialog, ImportComparison), replacing=True, but_not=but_not)
            case i.RosterParty():
                said = await importing.store_members(_find_in(dialog, ImportedRoster))
            case i.RosterNew():
                opens = await importing.store_encounter(_find_in(dialog, ImportedRoster))
                effects = (FetchFight(opens),)
            case i.RosterKeep():
                said = await importing.store_sorted(_find_in(dialog, ImportedRoster))
            case i.RulesKeep():
                said = await importing.store_rules(_find_in(dialog, ImportedRules))
            case i.RosterAdd():
                commands = _find_in(dialog, ImportedRoster).roster.members if fight else ()
            case _:
                assert_never(intent)
        rule_sets = await self.repository.rule_sets()
        return Outcome(
            closes=True,
            toast=said,
            commands=commands,
            saved=await self.repository.encounters(),
            rule_sets=rule_sets,
            campaigns=await self.repository.campaigns(),
            effects=effects,
        )

    async def _look_at(self, text: str, fight: Fight | None, file: str = "") -> ImportDialog:
        content = await self._importing.read_text(text, fight.encounter if fight else None)
        return ImportDialog(text, content, file=file)

    # Quarantine

    async def _asides(self, intent: QuarantineIntent, fight: Fight | None) -> Outcome:
        match intent:
            case i.OpenQuarantine():
                return await self._show_asides()
            case i.DiscardQuarantined(part_id):
                await self.repository.commit(StoreChanges(discarded=(part_id,)))
                return await self._show_asides()
            case i.ExportQuarantined() | i.AskDiscardQuarantined() | i.RetryQuarantined():
                part = next(
                    (part for part in await self.repository.quarantined_parts() if part.id == intent.aside), None
                )
                return await (self._with_aside(intent, part, fight) if part else self._show_asides())
            case _:
                assert_never(intent)

    async def _with_aside(
        self,
        intent: i.ExportQuarantined | i.AskDiscardQuarantined | i.RetryQuarantined,
        part: QuarantinedPart,
        fight: Fight | None,
    ) -> Outcome:
        match intent:
            case i.ExportQuarantined():
                return Outcome(opens=ExportDialog(Export(messages.aside_title(part), part.text)))
            case i.AskDiscardQuarantined():
                return Outcome(opens=DiscardDialog(part))
            case i.RetryQuarantined():
                return await self._try_again(part, fight)
            case _:
                assert_never(intent)

    async def _show_asides(self) -> Outcome:
        return Outcome(opens=QuarantineDialog(await self.repository.quarantined_parts()))

    async def _try_again(self, part: QuarantinedPart, fight: Fight | None) -> Outcome:
        """Restore quarantined rows to their journal and open it, or else show the encounter that they would make.

        Raises BadSave if they fit neither way, and NotStored.
        """
        rows = read_rows(part.text).rows
        journal = await self.repository.read_journal(part.key)
        back = valid_continuation(rows, chain_records(journal.records))
        if len(back) == len(rows):
            reading = read_journal((*journal.records, *(row.record for row in back)), self._systems)
            if reading.count <= len(journal.records):
                raise BadSave(messages.rows_unread(reading.wrong))
            if await self.repository.restore_part(part):
                return Outcome(closes=True, effects=(FetchFight(part.key),))
        return Outcome(opens=await self._look_at(part.text, fight))


def _find_in[Kind](dialog: ImportDialog, kind: type[Kind]) -> Kind:
    if not isinstance(dialog.contents, kind):
        raise Refused("nothing", messages.NOTHING_TO_BRING_IN)
    return dialog.contents
