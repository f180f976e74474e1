"""The state of the page after an operation of the library: its outcome applied, or its failure shown."""

from __future__ import annotations

from dataclasses import replace

from app.fight.commands import add_all
from app.handlers.command_execution import run
from app.intents import library as i
from app.intents.library import LibraryIntent
from app.page.library import IMPORT, LibraryDialog, Outcome, QuarantineDialog, without_task
from app.page.state import PageState, refuse
from app.values.forms import Sender
from turntrack.core.dice import Dice


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
