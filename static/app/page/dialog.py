"""The open dialog of a fight, the dialogs that led to it, and commands that wait for dice of the table."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from app.fight.fight import Fight
from app.intents.base import NOTHING, Values
from app.intents.fight import DialogIntent, ShowLog
from app.intents.html_codec import write
from app.values.forms import NOBODY, ConditionForm, DamageForm, Sender
from turntrack.core import commands as c
from turntrack.core.commands import RuleAct
from turntrack.core.dice import DiceRequest, TableDice
from turntrack.core.errors import Malformed, Refused
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
class FightCounterForm:
    """The dialog of a counter of the fight, or of a new one."""

    name: str = ""
    """Empty for a new counter."""


@dataclass(frozen=True, slots=True)
class ReinforcementsDialog:
    """The dialog of reinforcements and happenings."""


type SheetSubject = (
    DialogIntent
    | Refusal
    | PendingCommands
    | DamageForm
    | ConditionForm
    | CounterForm
    | FightCounterForm
    | ReinforcementsDialog
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


@dataclass(frozen=True, slots=True)
class PendingCommands:
    """Commands to carry out one after the other, and the rolls that the first of them needs."""

    commands: tuple[c.Command, ...]
    dice: TableDice
    sender: Sender = NOBODY
    """The form that sent the commands, if any."""
    lines: tuple[str, ...] = ()
    """The quick lines that the commands were read from, if any."""
    requests: tuple[DiceRequest, ...] = ()
    typed: Mapping[str, str] = NOTHING
    wrong: Mapping[str, str] = NOTHING
    """The error of a typed roll, by request."""
    is_attack: bool | None = None
    """Whether the first command is an attack; None if unknown."""

    def ask(self, requests: tuple[DiceRequest, ...]) -> PendingCommands:
        """Ask for these rolls now."""
        return replace(self, requests=requests, typed=NOTHING)

    def forget_dice(self, dice: TableDice) -> PendingCommands:
        """Drop the offered and the typed dice."""
        return replace(self, dice=dice, typed=NOTHING, wrong=NOTHING)

    def without_first(self, dice: TableDice) -> PendingCommands:
        """Remove the first command, which is done; ``dice`` are for the next one."""
        return replace(self, commands=self.commands[1:], dice=dice, is_attack=None)

    def take(self, values: Values) -> PendingCommands:
        """Accept the typed rolls and roll the rest in the app; if one is wrong, nothing is rolled."""
        typed = {key: str(value) for key, value in values.items()}
        wrong, dealt = dict[str, str](), list[int]()
        for request in self.requests:
            text = typed.get(request.key, "").strip()
            if text:
                try:
                    self.dice.answer(request.beside(dealt), text)
                    dealt.append(self.dice.answers[request.key].total)
                except Malformed as error:
                    wrong[request.key] = str(error)
        if not wrong:
            self.dice.roll_the_rest(self.requests)
        return replace(self, typed=typed, wrong=wrong)

    def shown(self, values: Values) -> Mapping[str, str]:
        """Return the text in each box: what was typed, or else offered."""
        offered = {
            request.key: request.write(roll)
            for request in self.requests
            if (roll := self.dice.offered.get(request.key)) and (roll.typed or self.dice.asks_for_all)
        }
        return {**offered, **self.typed, **{key: str(value) for key, value in values.items()}}

    def with_dealt(self, shown: Mapping[str, str]) -> tuple[DiceRequest, ...]:
        """Return the requests; of a card, those shown in the boxes of the others are out."""
        dealt = dict[str, int]()
        for request in self.requests:
            if request.is_card and (text := shown.get(request.key)):
                with suppress(Malformed):
                    dealt[request.key] = request.beside(dealt.values()).read(text).total
        return tuple(
            request.beside(card for key, card in dealt.items() if key != request.key) for request in self.requests
        )

    def unsent_lines(self) -> Values:
        """Return the input for the form that sent the commands if they stop here."""
        return {"lines": "\n".join(self.lines)} if self.lines else NOTHING

    def name(self, fight: Fight) -> str:
        """Name the sheet so that dice typed for another roll or step are not reused."""
        return f"dice {len(fight.session.past)} {self.commands[0]}"
