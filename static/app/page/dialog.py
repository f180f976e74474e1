"""The open dialog of a fight: its subject, and the dialogs that led to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.intents.fight import DialogIntent, ShowLog
from app.intents.html_codec import write
from app.page.commands_pending_dice import PendingCommands
from app.values.forms import ConditionForm, DamageForm
from turntrack.core.commands import RuleAct
from turntrack.core.errors import Refused
from turntrack.core.model import Id


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal, and the ruling that would overrule it."""

    ruling: RuleAct
    refused: Refused


@dataclass(frozen=True, slots=True)
class CounterForm:
    """The dialog that begins a counter of a combatant."""

    id: Id


@dataclass(frozen=True, slots=True)
class ReinforcementsDialog:
    """The dialog of reinforcements and planned happenings."""


type SheetSubject = (
    DialogIntent | Refusal | PendingCommands | DamageForm | ConditionForm | CounterForm | ReinforcementsDialog
)
type Subject = SheetSubject | ShowLog
"""The subject of a dialog: an intent, a refusal, dice, a form, or the log."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """A dialog with its name, unique within a fight. It is drawn anew with every update."""

    name: str
    subject: Subject
    before: Dialog | None = None
    """The dialog that led to this one."""


def dialog_for(intent: DialogIntent) -> Dialog:
    """Return the dialog that this intent opens."""
    return Dialog(" ".join(write(intent)), intent)


def link_back(before: Dialog | None, dialog: Dialog) -> Dialog:
    """Return a dialog with the way back to ``before``; a loop is cut where it began."""
    earlier = before
    while earlier:
        if earlier.name == dialog.name:
            return replace(dialog, before=earlier.before)
        earlier = earlier.before
    return replace(dialog, before=before)


def find_log(dialog: Dialog | None) -> Dialog | None:
    """Return the log's dialog if it is open or leads to the open dialog."""
    while dialog and not isinstance(dialog.subject, ShowLog):
        dialog = dialog.before
    return dialog
