"""The quarantine: show, export, discard and restore parts that fit no journal."""

from __future__ import annotations

from typing import assert_never

from app.fight.fight import Fight
from app.importers.portions import Pause
from app.intents import library as i
from app.intents.library import QuarantineIntent
from app.library.files import ImportTasks
from app.page.library import DiscardDialog, ExportDialog, Outcome, QuarantineDialog
from app.storage import messages
from app.storage.export_writer import Export
from app.storage.journal import chain_records, read_journal, valid_continuation
from app.storage.quarantine_recovery import read_rows
from app.storage.repository import Repository
from app.values.effects import FetchFight
from app.values.stored import QuarantinedPart, StoreChanges
from turntrack.core.errors import BadSave
from turntrack.systems.protocol import TurnSystem


class QuarantineTasks:
    """Runs the intents about quarantined parts."""

    def __init__(self, systems: tuple[TurnSystem, ...], repository: Repository, imports: ImportTasks) -> None:
        self._systems = systems
        self._repository = repository
        self._imports = imports

    async def do(self, intent: QuarantineIntent, fight: Fight | None, pause: Pause) -> Outcome:
        """Run one intent. Raises Malformed and NotStored; then nothing has changed."""
        match intent:
            case i.OpenQuarantine():
                return await self._show_asides()
            case i.DiscardQuarantined(part_id):
                await self._repository.commit(StoreChanges(discarded=(part_id,)))
                return await self._show_asides()
            case i.ExportQuarantined() | i.AskDiscardQuarantined() | i.RetryQuarantined():
                part = next(
                    (part for part in await self._repository.quarantined_parts() if part.id == intent.aside), None
                )
                return await (self._with_aside(intent, part, fight, pause) if part else self._show_asides())
            case _:
                assert_never(intent)

    async def _with_aside(
        self,
        intent: i.ExportQuarantined | i.AskDiscardQuarantined | i.RetryQuarantined,
        part: QuarantinedPart,
        fight: Fight | None,
        pause: Pause,
    ) -> Outcome:
        match intent:
            case i.ExportQuarantined():
                return Outcome(opens=ExportDialog(Export(messages.aside_title(part), part.text)))
            case i.AskDiscardQuarantined():
                return Outcome(opens=DiscardDialog(part))
            case i.RetryQuarantined():
                return await self._try_again(part, fight, pause)
            case _:
                assert_never(intent)

    async def _show_asides(self) -> Outcome:
        return Outcome(opens=QuarantineDialog(await self._repository.quarantined_parts()))

    async def _try_again(self, part: QuarantinedPart, fight: Fight | None, pause: Pause) -> Outcome:
        """Restore quarantined rows to their journal and open it, or else show the encounter that they would make.

        Raises BadSave if they fit neither way, and NotStored.
        """
        rows = read_rows(part.text).rows
        journal = await self._repository.read_journal(part.key)
        back = valid_continuation(rows, chain_records(journal.records))
        if len(back) == len(rows):
            reading = read_journal((*journal.records, *(row.record for row in back)), self._systems)
            if reading.count <= len(journal.records):
                raise BadSave(messages.rows_unread(reading.wrong))
            if await self._repository.restore_part(part):
                return Outcome(closes=True, effects=(FetchFight(part.key),))
        return Outcome(opens=await self._imports.look_at(part.text, fight, "", pause))
