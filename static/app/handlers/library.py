"""Handlers of the library's intents, before the slow operation and after it."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.fight.intents_to_commands import add_all
from app.handlers.command_execution import run
from app.intents import library as i
from app.intents.browser_gestures import (
    BringFromFolder,
    CopyExport,
    CopyReport,
    ExportPart,
    LeaveFolder,
    OpenIssues,
    OpenLicences,
    PickFile,
    PickFolder,
    ScanCodesIntent,
    ShareExport,
    ShowExportCodes,
    TapIntent,
)
from app.intents.library import LibraryIntent
from app.page.library_dialogs import (
    IMPORT,
    AboutDialog,
    DropUnsavedDialog,
    ExportDialog,
    ImportDialog,
    LibraryDialog,
    QuarantineDialog,
)
from app.page.library_outcome import Outcome
from app.page.state import PageState, refuse
from app.storage.export_writer import Export, file_name
from app.storage.import_reader import LONG, is_template
from app.values import effects as e
from app.values.effects import Effect
from app.values.fight_name import name_of
from app.values.unsent_input import Sender
from app.views.about import report
from turntrack.core.dice import Dice
from turntrack.core.errors import Refused

FILE_KIND = "application/json"
LOG_KIND = "text/markdown"


def start_operation(state: PageState, intent: LibraryIntent) -> tuple[PageState, bool]:
    """Return the state during an operation, and whether it is slow. Raises Refused if the store is read-only.

    The last error and the offer to undo a deletion are cleared.
    """
    read_only = state.saving.store_read_only
    if intent.writes and read_only:
        raise Refused("read_only", read_only)
    library = replace(state.library, error="", undo=state.library.undo if isinstance(intent, i.Undelete) else None)
    dialog = library.dialog if isinstance(library.dialog, ImportDialog) else ImportDialog()
    if isinstance(intent, i.ReadText):
        dialog = ImportDialog(intent.text, file=intent.file)
        library = replace(library, dialog=dialog)
    # A short template can have a thousand combatants.
    is_slow = bool(intent.slow) and (len(dialog.text) >= LONG or is_template(dialog.text))
    if is_slow:
        library = replace(library, dialog=replace(dialog, doing=intent.slow))
    return replace(state, library=library), is_slow


def apply_outcome(
    state: PageState, intent: LibraryIntent, outcome: Outcome, asked: PageState, sender: Sender, dice: Dice
) -> PageState:
    """Apply the outcome of an operation, and dispatch its commands in the open fight.

    Nothing opens if the user has closed the dialog that was open in ``asked``, and a dialog opened since then stays.
    """
    library = state.library
    if asked.library.dialog and not library.dialog:
        outcome = replace(outcome, opens=None)
    if outcome.saved is not None:
        library = replace(library, saved=outcome.saved)
    if outcome.members is not None:
        library = replace(library, members=outcome.members)
    if outcome.rule_sets is not None:
        library = replace(library, rule_sets=outcome.rule_sets)
    if isinstance(intent, i.OpenAbout):
        library = replace(library, seen="")
    if outcome.campaigns is not None:
        library = replace(library, campaigns=outcome.campaigns)
    if isinstance(outcome.opens, QuarantineDialog):
        library = replace(library, has_quarantine=bool(outcome.opens.quarantined_parts))
    if isinstance(intent, i.SaveRuleSet):
        library = replace(library, rule_editor=None)
    undoes = isinstance(intent, i.Undelete | i.RestoreRuleSet | i.RevertRuleSet | i.RevertTemplate)
    undo = outcome.undo or (None if undoes else library.undo)
    library = replace(library, undo=undo, dialog=_dialog_after(library.dialog, outcome))
    dialog = None if outcome.closes and state.dialog == asked.dialog else state.dialog
    now = replace(state, library=library, toast=outcome.toast, dialog=dialog)
    used = _used(now, intent, sender)
    command = add_all(outcome.commands) if outcome.commands else outcome.link
    if not (command and now.fight):
        return replace(now, drafts=now.drafts.use(*used))
    done = run(now, now.fight, [command], dice, sender=used)
    is_asked = done.waiting is not now.waiting  # waits for dice: nobody has joined yet
    return replace(done, toast="") if is_asked else done


def show_failure(state: PageState, why: str) -> PageState:
    """Show why an operation failed, and the dialog it came from."""
    dialog = state.library.dialog
    if isinstance(dialog, ImportDialog):
        dialog = replace(dialog, doing="")
    return refuse(replace(state, library=replace(state.library, dialog=dialog)), why)


def confirm_drop_unsaved(state: PageState, key: str) -> PageState:
    """Ask for confirmation before an unsaved history is dropped."""
    name = name_of(state.saving.unsaved[key].session.encounter)
    return replace(state, library=replace(state.library, dialog=DropUnsavedDialog(key, name)))


def effects_of_tap(state: PageState, intent: TapIntent) -> tuple[Effect, ...]:
    """Return the effects that the browser permits only within the tap; none if the export is gone."""
    dialog = state.library.dialog
    export = dialog.export if isinstance(dialog, ExportDialog) else None
    match intent:
        case PickFile():
            return (e.ChooseFile(),)
        case PickFolder():
            return (e.ChooseFolder(),)
        case LeaveFolder():
            return (e.DropFolder(),)
        case BringFromFolder():
            return (e.ReadFolder(),)
        case ScanCodesIntent():
            return (e.ScanCodes(),)
        case CopyReport():
            lines = report(dialog.device, state.fault) if isinstance(dialog, AboutDialog) else ()
            return (e.CopyText("\n".join(lines), ""),)
        case OpenLicences():
            return (e.OpenPage("licences"),)
        case OpenIssues():
            return (e.OpenPage("issues"),)
        case CopyExport() | ShareExport() | ShowExportCodes() if export is None:
            return ()
        case ShowExportCodes():
            return (e.DisplayCodes(export.file),)
        case CopyExport(part):
            return (e.CopyText(export.text(part), _key_of(export, part), is_link=part is ExportPart.LINK),)
        case ShareExport(part):
            ending, kind = ("md", LOG_KIND) if part is ExportPart.LOG else ("json", FILE_KIND)
            return (
                e.DownloadFile(
                    f"{file_name(export.title)}.{ending}",
                    kind,
                    export.text(part),
                    _key_of(export, part),
                    export.is_backup and part is ExportPart.FILE,
                ),
            )
        case _:
            assert_never(intent)


def _key_of(export: Export, part: ExportPart) -> str:
    """Return the encounter that is safe once this part is exported; none for the log."""
    return export.key if part is ExportPart.FILE else ""


def _dialog_after(dialog: LibraryDialog | None, outcome: Outcome) -> LibraryDialog | None:
    if outcome.closes:
        return None
    if outcome.changes and type(dialog) is type(outcome.changes):
        return outcome.changes
    return outcome.opens or dialog


def _used(state: PageState, intent: LibraryIntent, sender: Sender) -> Sender:
    """Return the dialog and the fields whose input is used up."""
    if isinstance(intent, i.ForImport):
        return IMPORT, () if state.library.dialog else ("text",)
    return sender
