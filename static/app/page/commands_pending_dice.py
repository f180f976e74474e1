"""Commands that wait for dice of the table, and the rolls typed for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.fight.fight import Fight
from app.intents.base import NOTHING, Values
from app.values.forms import NOBODY, Sender
from turntrack.core import commands as c
from turntrack.core.dice import DiceRequest, TableDice
from turntrack.core.errors import Malformed

NONE: Mapping[str, str] = MappingProxyType({})


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
    typed: Mapping[str, str] = NONE
    wrong: Mapping[str, str] = NONE
    """The error of a typed roll, by request."""
    is_attack: bool | None = None
    """Whether the first command is an attack; None if unknown."""

    def ask(self, requests: tuple[DiceRequest, ...]) -> PendingCommands:
        """Ask for these rolls now."""
        return replace(self, requests=requests, typed=NONE)

    def forget_dice(self, dice: TableDice) -> PendingCommands:
        """Drop the offered and the typed dice."""
        return replace(self, dice=dice, typed=NONE, wrong=NONE)

    def without_first(self, dice: TableDice) -> PendingCommands:
        """Remove the first command, which is done; ``dice`` are for the next one."""
        return replace(self, commands=self.commands[1:], dice=dice, is_attack=None)

    def take(self, values: Values) -> PendingCommands:
        """Accept the typed rolls and roll the rest in the app; if one is wrong, nothing is rolled."""
        typed = {key: str(value) for key, value in values.items()}
        wrong = {}
        for request in self.requests:
            text = typed.get(request.key, "").strip()
            if text:
                try:
                    self.dice.answer(request, text)
                except Malformed as error:
                    wrong[request.key] = str(error)
        if not wrong:
            self.dice.roll_the_rest(self.requests)
        return replace(self, typed=typed, wrong=wrong)

    def unsent_lines(self) -> Values:
        """Return the input for the form that sent the commands if they stop here."""
        return {"lines": "\n".join(self.lines)} if self.lines else NOTHING

    def name(self, fight: Fight) -> str:
        """Name the sheet so that dice typed for another roll or step are not reused."""
        return f"dice {len(fight.session.past)} {self.commands[0]}"
