"""Backups in a folder of the device, where the browser can: written by themselves, and found again."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from app.storage import messages
from app.storage.export_file_codec import is_of_everything
from app.storage.export_writer import Exporting
from app.storage.repository import Repository
from turntrack.core.errors import BadSave

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
