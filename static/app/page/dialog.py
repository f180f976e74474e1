"""The open dialog: what it is about, and the dialogs that led to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.intents.fight import DialogIntent, ShowLog
from app.intents.html_codec import write
from app.page.table_dice import PendingCommands
from app.values.condition_form import ConditionForm, CounterForm
from app.values.damage_form import DamageForm
from turntrack.core.commands import RuleAct
from turntrack.core.errors import Refused


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the rules refuse, and the ruling that would have it done all the same."""

    ruling: RuleAct
    refused: Refused


@dataclass(frozen=True, slots=True)
class ReinforcementsDialog:
    """What comes later."""


type SheetSubject = (
    DialogIntent | Refusal | PendingCommands | DamageForm | ConditionForm | CounterForm | ReinforcementsDialog
)
type Subject = SheetSubject | ShowLog
"""What a dialog is about: what was asked for or refused, the log, dice, wounds, or what is given or counted."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """A dialog by its name among those of its fight. It is drawn anew whenever something is shown."""

    name: str
    subject: Subject
    before: Dialog | None = None
    """In whose place it has come."""


def dialog_for(intent: DialogIntent) -> Dialog:
    """Return the dialog that this intent opens."""
    return Dialog(" ".join(write(intent)), intent)


def lead_on(before: Dialog | None, dialog: Dialog) -> Dialog:
    """Return a dialog with the way back to those that led to it. A way that comes round ends where it began."""
    each = before
    while each:
        if each.name == dialog.name:
            return replace(dialog, before=each.before)
        each = each.before
    return replace(dialog, before=before)


def log_behind(dialog: Dialog | None) -> Dialog | None:
    """Return the log, where it is open or leads to what is."""
    while dialog and not isinstance(dialog.subject, ShowLog):
        dialog = dialog.before
    return dialog
