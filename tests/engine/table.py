"""A table of the engine: make a fight in a line, give words or commands and the dice that fall, and ask anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from turntrack.command_line.words import id_of, read_action, read_command
from turntrack.core import commands as c
from turntrack.core.dice import Dice, DiceRequest, Roll, ScriptedDice, roll_of
from turntrack.core.errors import Refused
from turntrack.core.events import Event
from turntrack.core.evolve import fold
from turntrack.core.fields import Field, Values
from turntrack.core.model import Encounter, Id, Standing
from turntrack.core.score import Score
from turntrack.history.session import Session, Step
from turntrack.log.narrate import narrate
from turntrack.rules.quick_line import read_quick_line
from turntrack.saves import checked_dispatch
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import Choice, PanelInput, Section, TurnSystem, system_of

type Joining = str | Values | c.AddCombatant
"""A quick line; a sheet, whose combatant is called A, B, … by its place; or the command."""


class SameFaces:
    """Dice of which each shows this face; of several faces the first to throw has the first, and so on."""

    def __init__(self, *faces: int) -> None:
        self.faces = faces

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        last = len(self.faces) - 1
        return tuple(
            roll_of(it.code, [(self.faces[min(place, last)],)] * it.code.count) for place, it in enumerate(requests)
        )


class Table:
    """One fight. Ids are c1, c2, … in the order of joining; faces given with ``open`` open the first round."""

    def __init__(
        self,
        key: str,
        *joining: Joining,
        open: Sequence[int] | None = None,
        systems: tuple[TurnSystem, ...] = SYSTEMS,
        **options: str,
    ) -> None:
        self.session = Session(systems)
        self.system = system_of(key, systems)
        self.do(c.MakeEncounter("Fight", key))
        for option, value in options.items():
            self.do(c.ChooseOption(option, value))
        for number, it in enumerate(joining):
            self.join(it, "ABCDEFGH"[number % 8])
        if open is not None:
            self.open(*open)

    @staticmethod
    def sample(key: str) -> Table:
        """The system's own example."""
        table = Table.__new__(Table)
        table.session, table.system = Session(SYSTEMS), system_of(key, SYSTEMS)
        for command in table.system.sample():
            table.do(command)
        return table

    # What is done

    def join(self, it: Joining, name: str = "", *faces: int) -> list[str]:
        if isinstance(it, str):
            it = read_quick_line(it, self.system.at(self.encounter).fields)
        elif isinstance(it, Mapping):
            it = c.AddCombatant(name, sheet=it)
        return self.do(it, *faces)

    def do(self, command: c.Command, *faces: int) -> list[str]:
        """The log's lines. The faces are all that fall; Raises Refused."""
        dice = ScriptedDice(list(faces))
        lines = self.do_with(dice, command)
        assert not dice.faces, f"dice left over: {dice.faces}"
        return lines

    def do_with(self, dice: Dice, command: c.Command) -> list[str]:
        before = self.encounter
        checked_dispatch.dispatch(self.session, len(self.session.past) + 1, command, dice)
        return [str(sentence) for sentence in narrate(before, self.session.past[-1], self.system)]

    def open(self, *faces: int) -> list[str]:
        return self.do(c.OpenRound(), *faces)

    def act(self, one: Id, action: str, values: Values | None = None, *faces: int) -> list[str]:
        return self.do(c.Act(one, action, values or {}), *faces)

    def happen(self, *events: Event) -> None:
        """What no command brings about, as a saved file may tell of it."""
        self.session.add(Step(c.WriteNote("made up"), events, fold(self.encounter, events)))

    def refusal(self, command: c.Command) -> Refused:
        """Why it cannot be done; and that nothing has changed by asking for it."""
        before = self.encounter
        with pytest.raises(Refused) as refused:
            self.do(command)
        assert self.encounter is before
        return refused.value

    def refused(self, command: c.Command) -> str:
        """Why in short: the code, and the rule if there is one."""
        why = self.refusal(command)
        return f"{why.code} {why.rule}".strip()

    # What shows

    @property
    def encounter(self) -> Encounter:
        return self.session.encounter

    def standing(self, one: Id) -> Standing:
        return self.encounter.standings[one]

    def acting(self) -> str:
        """Return the names of those who act."""
        return ", ".join(self.encounter.name_of(one) for one in self.encounter.acting())

    def track(self) -> tuple[Id, ...]:
        return self.system.track(self.encounter)

    def names(self) -> str:
        """Return the track by names."""
        return " ".join(self.encounter.name_of(one) for one in self.track())

    def number(self, one: Id) -> Score | None:
        return self.system.number(self.encounter, one)

    def badges(self, one: Id) -> list[str]:
        return [badge.text for badge in self.system.badges(self.encounter, one)]

    def rulable(self, one: Id) -> tuple[Field, ...]:
        return self.system.rulable(self.encounter, one)

    def first(self) -> dict[Id, Fraction]:
        """Return the chance of each to be the first."""
        return {it.about: it.chance for it in self.system.chances(self.encounter) if it.goes_first}

    def sections(self, entered: PanelInput | None = None) -> dict[str, Section]:
        """Return the panel, by the keys of its sections."""
        return {it.key: it for it in self.system.sections(self.encounter, entered or {})}

    def choices(self, entered: PanelInput | None = None) -> list[Choice]:
        return [choice for section in self.sections(entered).values() for choice in section.choices]

    def choice(
        self, wanted: str, entered: PanelInput | None = None, *, of: Id | None = None, within: str | None = None
    ) -> Choice:
        """Find the first choice with this label or action: of this combatant, in this section, where it is said."""
        for section in self.sections(entered).values():
            for choice in section.choices if within in (None, section.key) else ():
                act = choice.command if isinstance(choice.command, c.Act) else None
                if of in (None, act and act.id) and wanted in (choice.label, act and act.action):
                    return choice
        raise AssertionError(f"no {wanted} of {of} within {within}")

    # Words, as transcripts have them

    def say(self, words: str, *faces: int) -> list[str]:
        """Do what the words say: ``Mara attack size=heavy``."""
        return self.do(self.read(words), *faces)

    def read(self, text: str) -> c.Command:
        return read_command(text, self.session, self.system)

    def read_act(self, text: str) -> c.Act:
        return read_action(text, self.encounter)

    def id_of(self, name: str) -> Id:
        return id_of(name, self.encounter)
