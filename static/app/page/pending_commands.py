"""Commands that wait for dice of the table, and the dialog that asks for these dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.fight.fight import Fight
from app.intents.base import NOTHING, Values
from app.render.sheet import Sheet
from app.render.table_dice import render_dice
from app.values.unsent_input import NOBODY, FormInput, Sender
from app.views.combatant_signs import initials, side_places
from app.views.table_dice import OwedThrow
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

    def draw(self, fight: Fight, typed: FormInput) -> Sheet:
        """Draw the sheet that asks for the dice."""
        return render_dice(self._doing(fight), self._owed(fight, typed), bool(self.dice.offered))

    def _doing(self, fight: Fight) -> str:
        """Describe what the dice are for."""
        opening = isinstance(self.commands[0], c.OpenRound)
        word = f"to begin {fight.system.round_name(fight.encounter.round + 1)}" if opening else "to go on"
        thrown = (
            f"{request.purpose} {request.words}" if request.is_card else request.words for request in self.requests
        )
        return f"{' and '.join(dict.fromkeys(thrown))}, {word}"

    def _owed(self, fight: Fight, typed: FormInput) -> tuple[OwedThrow, ...]:
        encounter, places = fight.encounter, side_places(fight.encounter)
        faces = {key: str(face) for key, face in typed.values.items()}
        offered = {
            request.key: request.write(roll)
            for request in self.requests
            if (roll := self.dice.offered.get(request.key)) and (roll.typed or self.dice.asks_for_all)
        }
        shown = {**offered, **self.typed, **faces}
        keys = [request.key for request in self.requests]
        empty = next((key for key in keys if not shown.get(key)), keys[0])
        asked = typed.asked if typed.asked in keys else empty
        owed = []
        for request in self.requests:
            sides = {
                places[combatant.side]
                for combatant in encounter.combatants.values()
                if request.who in (combatant.name, combatant.group)
            }
            place = request.key.replace(" ", "-")
            owed.append(
                OwedThrow(
                    request.key,
                    place,
                    f"{'again' if self.dice.offered else 'dice'}-{place}",
                    request.who,
                    request.purpose,
                    request.code,
                    request.words,
                    request.is_card,
                    initials(request.who),
                    sides.pop() if len(sides) == 1 else None,
                    shown.get(request.key, ""),
                    self.wrong.get(request.key, "")
                    if shown.get(request.key, "") == self.typed.get(request.key)
                    else "",
                    request.key == asked,
                )
            )
        return tuple(owed)
