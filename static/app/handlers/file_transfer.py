"""Handlers of the transfer of files and texts: the effects on the browser, within the tap."""

from __future__ import annotations

from typing import assert_never

from app.intents import page as i
from app.intents.page import FileTransferIntent
from app.page.library import ExportDialog
from app.page.state import PageState
from app.storage.export_writer import Export, file_name
from app.values import effects as e
from app.values.effects import Effect

FILE_KIND = "application/json"
LOG_KIND = "text/markdown"


def effects_of_transfer(state: PageState, intent: FileTransferIntent) -> tuple[Effect, ...]:
    """Return the effects of an intent; none if the export is gone."""
    dialog = state.library.dialog
    export = dialog.export if isinstance(dialog, ExportDialog) else None
    match intent:
        case i.PickFile():
            return (e.ChooseFile(),)
        case i.PickFolder():
            return (e.ChooseFolder(),)
        case i.LeaveFolder():
            return (e.DropFolder(),)
        case i.BringFromFolder():
            return (e.ReadFolder(),)
        case i.ScanCodesIntent():
            return (e.ScanCodes(),)
        case i.CopyExport() | i.ShareExport() | i.ShowExportCodes() if export is None:
            return ()
        case i.ShowExportCodes():
            return (e.DisplayCodes(export.file),)
        case i.CopyExport(part):
            return (e.CopyText(export.text(part), _key_of(export, part), is_link=part is i.ExportPart.LINK),)
        case i.ShareExport(part):
            ending, kind = ("md", LOG_KIND) if part is i.ExportPart.LOG else ("json", FILE_KIND)
            return (
                e.DownloadFile(
                    f"{file_name(export.title)}.{ending}",
                    kind,
                    export.text(part),
                    _key_of(export, part),
                    export.is_backup and part is i.ExportPart.FILE,
                ),
            )
        case _:
            assert_never(intent)


def _key_of(export: Export, part: i.ExportPart) -> str:
    """Return the encounter that is safe once this part is exported; none for the log."""
    return export.key if part is i.ExportPart.FILE else ""
