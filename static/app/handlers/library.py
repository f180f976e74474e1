"""The page around an operation of the library: while it runs, and after its outcome or its failure."""

from __future__ import annotations

from dataclasses import replace

from app.fight.commands import add_all
from app.handlers.dispatch import run
from app.intents import library as i
from app.intents.library import LibraryIntent
from app.page.library import IMPORT, ImportDialog, LibraryDialog, Outcome, QuarantineDialog, without_task
from app.page.state import PageState, refuse
from app.storage.import_reader import LONG, is_template
from app.values.forms import Sender
from turntrack.core.dice import Dice
from turntrack.core.errors import Refused

PAUSE = 250
"""The time between two pauses of a task that can be stopped, in milliseconds."""


def start_operation(state: PageState, intent: LibraryIntent) -> tuple[PageState, bool]:
    """Return the state during an operation, and whether it is slow. Raises Refused if the store is read-only.

    The last error is cleared.
    """
    read_only = state.saving.store_read_only
    if intent.writes and read_only:
        raise Refused("read_only", read_only)
    library = replace(state.library, error="")
    dialog = library.dialog if isinstance(library.dialog, ImportDialog) else ImportDialog()
    if isinstance(intent, i.ReadText):
        dialog = ImportDialog(intent.text, file=intent.file)
    if intent.can_stop:
        dialog = replace(dialog, task=library.tasks + 1)
        library = replace(library, dialog=dialog, tasks=library.tasks + 1)
    # A short template can have a thousand combatants.
    is_slow = bool(intent.slow) and (len(dialog.text) >= LONG or is_template(dialog.text))
    if is_slow:
        library = replace(library, dialog=replace(dialog, doing=intent.slow))
    return replace(state, library=library), is_slow


def is_running(state: PageState, asked: PageState) -> bool:
    """Return whether the task that was begun in ``asked`` goes on; false if the user has stopped or closed it."""
    begun, dialog = asked.library.dialog, state.library.dialog
    if not (isinstance(begun, ImportDialog) and begun.task):
        return True
    return isinstance(dialog, ImportDialog) and dialog.task == begun.task


def show_progress(state: PageState, words: str, share: float) -> PageState:
    """Return the state with the share that a task has done."""
    dialog = state.library.dialog
    if not isinstance(dialog, ImportDialog):
        return state
    shown = replace(dialog, doing=words, percent=int(100 * share))
    return replace(state, library=replace(state.library, dialog=shown))


def apply_outcome(
    state: PageState, intent: LibraryIntent, outcome: Outcome, asked: PageState, sender: Sender, dice: Dice
) -> PageState:
    """Apply the outcome of an operation, and dispatch its commands in the open fight.

    Nothing opens if the user has closed the dialog that was open in ``asked``, and a dialog opened since then stays.
    The offer to undo a deletion goes unless it is new; a failure leaves it.
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
    if outcome.packs_changed:
        library = replace(library, creatures_of=None)
    if isinstance(outcome.opens, QuarantineDialog):
        library = replace(library, has_quarantine=bool(outcome.opens.quarantined_parts))
    if isinstance(intent, i.SaveRuleSet):
        library = replace(library, rule_editor=None)
    undo = outcome.undo or (library.undo if library.undo is not asked.library.undo else None)
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
    return refuse(replace(state, library=replace(state.library, dialog=without_task(state.library.dialog))), why)


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
