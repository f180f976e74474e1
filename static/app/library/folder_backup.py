"""Backups that are written into a folder of the device by themselves, where the browser can."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from app.storage import messages
from app.storage.export_writer import Exporting
from app.storage.repository import Repository


@dataclass(frozen=True, slots=True)
class BackupResult:
    """What has become of a backup."""

    is_whole: bool = False
    """Whether everything that is stored is in the folder now."""
    said: str = ""
    """The message; empty for none."""
    failed: str = ""
    """Why there is no backup; empty if there is one, or none was needed."""


class Backups:
    """Writes everything into the chosen folder."""

    def __init__(self, repository: Repository, exporting: Exporting) -> None:
        self._repository = repository
        self._exporting = exporting
        self._written = ""
        """The text that was written last."""
        self._writing = asyncio.Lock()

    async def write(self, folder: str, *, may_ask: bool, says_so: bool = False) -> BackupResult:
        """Write a backup, unless nothing has changed since the last one. ``folder`` is the name of the folder.

        ``may_ask`` tells that the browser may ask for permission. Without permission nothing is
        reported: the next fight that ends asks again.
        """
        async with self._writing:  # or an older text could be the last to end
            return await self._write(folder, may_ask, says_so)

    async def _write(self, folder: str, may_ask: bool, says_so: bool) -> BackupResult:
        export = await self._exporting.export_everything()
        if not export.holds_something or (export.file == self._written and not says_so):
            return BackupResult()
        problem = await self._repository.write_backup(export.file, may_ask)
        if problem:
            is_quiet = problem == messages.NOT_ALLOWED and not may_ask
            return BackupResult(failed="" if is_quiet else messages.not_backed_up(folder, problem))
        self._written = export.file
        return BackupResult(export.is_backup, messages.backed_up(folder) if says_so else "")
