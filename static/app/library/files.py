"""The export and import of files and texts, and backups into a folder of the device."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, replace
from typing import assert_never

from app.fight.fight import Fight
from app.importers.portions import Pause
from app.intents import library as i
from app.intents.library import ExportIntent, ImportIntent
from app.page.library import DropUnsavedDialog, ExportDialog, ImportDialog, Outcome
from app.page.state import PageState
from app.screens.fight_drawing_check import why_not_played, why_not_shown
from app.storage import messages
from app.storage.export_file_codec import is_of_everything
from app.storage.export_writer import Export, Exporting
from app.storage.import_reader import ImportComparison, ImportedRoster, ImportedRules, ImportReader
from app.storage.import_writer import ImportWriter
from app.storage.repository import Repository
from app.values.effects import DropUnsaved, Effect, FetchFight
from app.values.fight_names import name_of
from app.values.lists import on_known_side
from turntrack.core import commands as c
from turntrack.core.errors import BadSave, Refused
from turntrack.systems.protocol import TurnSystem


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
            case i.ExportButton.EXPORT_OPEN if fight := state.fight:
                return Outcome(opens=ExportDialog(await self._prepare(fight.key, state)))
            case i.ExportButton.EXPORT_OPEN:
                return Outcome()
            case i.ExportButton.EXPORT_PARTY:
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


class ImportTasks:
    """Runs the intents about imports."""

    def __init__(self, systems: tuple[TurnSystem, ...], repository: Repository) -> None:
        self._repository = repository
        self._reader = ImportReader(systems, repository, why_not_shown, why_not_played)
        self._writer = ImportWriter(systems, repository)

    async def do(self, intent: ImportIntent, state: PageState, pause: Pause) -> Outcome:
        """Read a text with pauses, or store what the import dialog holds. Raises Stopped."""
        fight, writer = state.fight, self._writer
        dialog = state.library.dialog if isinstance(state.library.dialog, ImportDialog) else ImportDialog()
        but_not = fight.key if fight else ""
        said = ""
        effects: tuple[Effect, ...] = ()
        commands: tuple[c.AddCombatant, ...] = ()
        match intent:
            case i.ImportButton.IMPORT:
                return Outcome(opens=ImportDialog())
            case i.ReadBackup(text, file, said):
                return Outcome(changes=replace(await self.look_at(text, fight, file, pause), said=said))
            case i.ReadText(text, file):
                return Outcome(changes=await self.look_at(text, fight, file, pause))
            case i.RosterSystem(key):
                roster = _find_in(dialog, ImportedRoster)
                contents = await self._reader.read_roster_for(dialog.text, roster, key, pause)
                return Outcome(changes=replace(dialog, contents=contents, doing=""))
            case i.RosterColumn(choice):
                at, _, subject = choice.partition(" ")
                place = int(at) if at.isdecimal() else -1
                roster = _find_in(dialog, ImportedRoster)
                contents = await self._reader.read_roster_by(dialog.text, roster, place, subject, pause)
                return Outcome(changes=replace(dialog, contents=contents, doing=""))
            case i.ImportTask.IMPORT_BESIDE:
                said = await writer.store_all(_find_in(dialog, ImportComparison), replacing=False, but_not=but_not)
            case i.ImportTask.IMPORT_REPLACE:
                said = await writer.store_all(_find_in(dialog, ImportComparison), replacing=True, but_not=but_not)
            case i.ImportTask.ROSTER_PARTY:
                said = await writer.store_members(_find_in(dialog, ImportedRoster))
            case i.ImportTask.ROSTER_NEW:
                opens = await writer.store_encounter(_find_in(dialog, ImportedRoster))
                effects = (FetchFight(opens),)
            case i.ImportTask.ROSTER_KEEP:
                said = await writer.store_sorted(_find_in(dialog, ImportedRoster))
            case i.ImportButton.RULES_KEEP:
                said = await writer.store_rules(_find_in(dialog, ImportedRules))
            case i.ImportButton.PACK_KEEP:
                said = await writer.store_pack(dialog.contents, dialog.file)
            case i.ImportButton.ROSTER_ADD:
                members = _find_in(dialog, ImportedRoster).roster.members
                commands = tuple(on_known_side(member, fight.encounter) for member in members) if fight else ()
            case _:
                assert_never(intent)
        rule_sets = await self._repository.rule_sets()
        return Outcome(
            closes=True,
            toast=said,
            commands=commands,
            saved=await self._repository.encounters(),
            rule_sets=rule_sets,
            campaigns=await self._repository.campaigns(),
            effects=effects,
            packs_changed=True,
        )

    async def look_at(self, text: str, fight: Fight | None, file: str, pause: Pause) -> ImportDialog:
        """Return the dialog with what the text holds. Raises Malformed and Stopped."""
        content = await self._reader.read_text(text, fight.encounter if fight else None, pause)
        return ImportDialog(text, content, file=file)


def _find_in[Kind](dialog: ImportDialog, kind: type[Kind]) -> Kind:
    if not isinstance(dialog.contents, kind):
        raise Refused("nothing", messages.NOTHING_TO_BRING_IN)
    return dialog.contents


_OWN_NAME = re.compile(r"turntrack-(?:\d{4}-\d\d-\d\d-[0-9a-f]{4}(?P<partial>-partial)?|everything.*)\.json")
"""The name of a backup. Release 1.0.0 wrote backups that say only by their name that they are of everything."""


@dataclass(frozen=True, slots=True)
class BackupResult:
    """What has become of a backup."""

    is_whole: bool = False
    """Whether everything that is stored is in the folder now."""
    said: str = ""
    """The message; empty for none."""
    notice: str | None = None
    """The notice about backups, until it is dismissed; empty removes it, None leaves it as it is."""


@dataclass(frozen=True, slots=True)
class FoundBackup:
    """The backup that a folder has to restore."""

    text: str = ""
    """Empty if there is none."""
    file: str = ""
    said: str = ""
    """What is wrong with the backup, or was passed over; empty for nothing."""
    problem: str = ""
    """The browser's name for the reason why the folder was not read."""


class Backups:
    """Writes everything into the chosen folder, and finds the backup to restore."""

    def __init__(self, repository: Repository, exporting: Exporting) -> None:
        self._repository = repository
        self._exporting = exporting
        self._written = ""
        """The text that was written last."""
        self._left_out = ""
        """The last message about what could not be read."""
        self._writing = asyncio.Lock()

    async def write(self, folder: str, *, may_ask: bool, says_so: bool = False) -> BackupResult:
        """Write a backup, unless nothing has changed since the last one. ``folder`` is the name of the folder.

        ``may_ask`` tells that the browser may ask for permission. Without permission nothing is
        reported: the next fight that ends asks again.
        """
        async with self._writing:  # or an older text could be the last to end
            return await self._write(folder, may_ask, says_so)

    async def _write(self, folder: str, may_ask: bool, says_so: bool) -> BackupResult:
        export = (await self._exporting.export_everything()).with_length_note()
        # After a loss of everything, an empty file must not take the place of a good one.
        if not export.holds_something:
            return BackupResult(notice=self._tell_once(messages.left_out_of_backup(folder, export.notes)))
        if export.file == self._written and not says_so:
            return BackupResult()
        problem = await self._repository.write_backup(export.file, export.is_backup, may_ask)
        if problem:
            is_quiet = problem == messages.NOT_ALLOWED and not may_ask
            self._left_out = ""
            return BackupResult(notice=None if is_quiet else messages.not_backed_up(folder, problem))
        self._written = export.file
        if not export.is_backup:
            return BackupResult(notice=self._tell_once(messages.left_out_of_backup(folder, export.notes)))
        self._left_out = ""
        return BackupResult(is_whole=True, said=messages.backed_up(folder) if says_so else "", notice="")

    def _tell_once(self, said: str) -> str | None:
        """Return a message, or None if it is the same as the last one."""
        if said == self._left_out:
            return None
        self._left_out = said
        return said

    async def find(self) -> FoundBackup:
        """Return the newest backup of everything that is whole, in a folder that the user chooses.

        If there is none, the newest that has what could be read.
        """
        names, problem = await self._repository.open_backups()
        if problem:
            return FoundBackup(problem=problem)
        by_name, partial = FoundBackup(), FoundBackup()
        for place, name in enumerate(names):
            text = await self._repository.read_backup(name)
            try:
                if is_of_everything(text):
                    return FoundBackup(text, name, messages.passed_over(name, names[:place]))
            except BadSave:
                continue
            own = _OWN_NAME.fullmatch(name)
            if own and own["partial"]:
                partial = partial if partial.text else FoundBackup(text, name, messages.only_partial(name))
            elif own and not by_name.text:
                by_name = FoundBackup(text, name, messages.passed_over(name, names[:place]))
        none = FoundBackup(said=messages.no_backup(names))
        return next((backup for backup in (by_name, partial) if backup.text), none)
