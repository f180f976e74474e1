"""Commands that wait for the table's dice."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.dialogs import Typed
from app.fight import Fight
from app.intents.asked import Values
from app.markup import Html
from app.render.dice import render_dice
from engine import commands as c
from engine.dice import DiceRequest, TableDice, write_roll
from engine.errors import Malformed


@dataclass(slots=True)
class Waiting:
    """What is to be done, one command after the other, and the throws that the first of them asks for."""

    commands: list[c.Command]
    dice: TableDice
    origin: str = ""
    """The dialog whose form has asked for them, if one has, with the names of its fields."""
    names: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    """Where they were typed as quick lines: each command's."""
    requests: tuple[DiceRequest, ...] = ()
    typed: dict[str, str] = field(default_factory=dict)
    wrong: dict[str, str] = field(default_factory=dict)

    def ask(self, requests: tuple[DiceRequest, ...]) -> None:
        """These throws are wanted now."""
        self.requests, self.typed = requests, {}

    def throw_anew(self, dice: TableDice) -> None:
        """No dice are offered, and none stand in their boxes any longer."""
        self.dice, self.typed, self.wrong = dice, {}, {}

    def take(self, values: Values) -> bool:
        """Take the faces that were typed and roll the rest in the app; False, and no roll, where some cannot be."""
        self.typed = {key: str(value) for key, value in values.items()}
        self.wrong = {}
        for request in self.requests:
            text = self.typed.get(request.key, "").strip()
            if text:
                try:
                    self.dice.answer(request, text)
                except Malformed as error:
                    self.wrong[request.key] = str(error)
        if not self.wrong:
            self.dice.roll_the_rest(self.requests)
        return not self.wrong

    def left(self) -> Values:
        """What the dialog they come from is to show when they are done no further."""
        return {"lines": "\n".join(self.lines[-len(self.commands) :])} if self.lines else {}

    def name(self, fight: Fight) -> str:
        """The sheet's name: dice typed for another throw, or before another step, are none for this one."""
        return f"dice {len(fight.session.past)} {self.commands[0]}"

    def sheet(self, fight: Fight, typed: Typed) -> Html:
        """The dialog that asks for them."""
        opening = isinstance(self.commands[0], c.OpenRound)
        doing = f"To begin the {fight.system.round_word}:" if opening else "The table rolls:"
        faces = {key: str(face) for key, face in typed.values.items()}
        offered = {
            each.key: write_roll(each.code, roll)
            for each in self.requests
            if (roll := self.dice.offered.get(each.key)) and (roll.typed or self.dice.asks_for_all)
        }
        shown = {**offered, **faces, **self.typed}
        return render_dice(doing, self.requests, shown, self.wrong, bool(self.dice.offered))
