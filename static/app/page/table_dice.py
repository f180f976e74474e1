"""Commands that wait for the table's dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.fight.fight import Fight
from app.intents.base import NOTHING, Values
from app.render.dice import render_dice
from app.render.sheet import Sheet
from app.values.unsent_input import NOBODY, FormInput, Sender
from app.views.names import initials, side_places
from app.views.throws import OwedThrow
from turntrack.core import commands as c
from turntrack.core.dice import DiceRequest, TableDice
from turntrack.core.errors import Malformed

NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PendingCommands:
    """What is to be done, one command after the other, and the throws that the first of them asks for."""

    commands: tuple[c.Command, ...]
    dice: TableDice
    sender: Sender = NOBODY
    """The form that has asked for them, if one has."""
    lines: tuple[str, ...] = ()
    """Where they were typed as quick lines: those."""
    requests: tuple[DiceRequest, ...] = ()
    typed: Mapping[str, str] = NONE
    wrong: Mapping[str, str] = NONE
    """By request: what is wrong with what was typed for it."""
    strikes: bool | None = None
    """Whether the first of them is a blow; None where nobody knows yet."""

    def ask(self, requests: tuple[DiceRequest, ...]) -> PendingCommands:
        """Ask for these throws now."""
        return replace(self, requests=requests, typed=NONE)

    def forget_dice(self, dice: TableDice) -> PendingCommands:
        """Offer no dice, and leave none in their boxes."""
        return replace(self, dice=dice, typed=NONE, wrong=NONE)

    def go_on(self, dice: TableDice) -> PendingCommands:
        """Leave the first command behind, which is done; these are the dice of the next."""
        return replace(self, commands=self.commands[1:], dice=dice, strikes=None)

    def take(self, values: Values) -> PendingCommands:
        """Take the faces that were typed and roll the rest in the app; where something is wrong, nothing is rolled."""
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

    def rest(self) -> Values:
        """Return what the dialog they come from is to show when they are done no further."""
        return {"lines": "\n".join(self.lines)} if self.lines else NOTHING

    def name(self, fight: Fight) -> str:
        """Name the sheet: dice typed for another throw, or before another step, are none for this one."""
        return f"dice {len(fight.session.past)} {self.commands[0]}"

    def draw(self, fight: Fight, typed: FormInput) -> Sheet:
        """Draw the sheet that asks for them."""
        return render_dice(self._doing(fight), self._owed(fight, typed), bool(self.dice.offered))

    def _doing(self, fight: Fight) -> str:
        """Say what they are for."""
        opening = isinstance(self.commands[0], c.OpenRound)
        word = f"to begin {fight.system.round_name(fight.encounter.round + 1)}" if opening else "to go on"
        thrown = (f"{each.purpose} {each.words}" if each.is_card else each.words for each in self.requests)
        return f"{' and '.join(dict.fromkeys(thrown))}, {word}"

    def _owed(self, fight: Fight, typed: FormInput) -> tuple[OwedThrow, ...]:
        encounter, places = fight.encounter, side_places(fight.encounter)
        faces = {key: str(face) for key, face in typed.values.items()}
        offered = {
            each.key: each.write(roll)
            for each in self.requests
            if (roll := self.dice.offered.get(each.key)) and (roll.typed or self.dice.asks_for_all)
        }
        shown = {**offered, **self.typed, **faces}
        keys = [each.key for each in self.requests]
        empty = next((key for key in keys if not shown.get(key)), keys[0])
        asked = typed.asked if typed.asked in keys else empty
        owed = []
        for each in self.requests:
            sides = {
                places[combatant.side]
                for combatant in encounter.combatants.values()
                if each.who in (combatant.name, combatant.group)
            }
            place = each.key.replace(" ", "-")
            owed.append(
                OwedThrow(
                    each.key,
                    place,
                    f"{'again' if self.dice.offered else 'dice'}-{place}",
                    each.who,
                    each.purpose,
                    each.code,
                    each.words,
                    each.is_card,
                    initials(each.who),
                    sides.pop() if len(sides) == 1 else None,
                    shown.get(each.key, ""),
                    self.wrong.get(each.key, "") if shown.get(each.key, "") == self.typed.get(each.key) else "",
                    each.key == asked,
                )
            )
        return tuple(owed)
