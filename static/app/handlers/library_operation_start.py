"""The start of an operation of the library: the state of the page while it runs."""

from __future__ import annotations

from dataclasses import replace

from app.intents import library as i
from app.intents.library import LibraryIntent
from app.page.library import ImportDialog
from app.page.state import PageState
from app.storage.import_reader import LONG, is_template
from turntrack.core.errors import Refused

PAUSE = 250
"""The time between two pauses of a task that can be stopped, in milliseconds."""


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
