"""``Table``: a fight made in one line, with helpers to play commands and read what the engine shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from turntrack.command_line.transcripts import id_of, read_action, read_command
from turntrack.core import commands as c
from turntrack.core.dice import Dice, DiceRequest, Roll, ScriptedDice, roll_of
from turntrack.core.errors import Refused
from turntrack.core.events import Event
from turntrack.core.evolve import fold
from turntrack.core.fields import Field, Values
from turntrack.core.model import Encounter, Id, Standing
from turntrack.core.score import Score
from turntrack.history.session import Session, Step
from turntrack.lines.quick_line import read_quick_line
from turntrack.log.narrate import narrate
from turntrack.saves import journal
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import Choice, PanelInput, Section, TurnSystem, system_of

type Joining = str | Values | c.AddCombatant
"""A quick line; a sheet, for a combatant called A, B, … by its place; or a command."""


class SameFaces:
    """Dice that all show the same face. Of several faces, the first request gets the first one, and so on."""

    def __init__(self, *faces: int) -> None:
        self.faces = faces

    def roll(self, requests: Sequence[DiceRequest]) -> tuple[Roll, ...]:
        last = len(self.faces) - 1
        return tuple(
            roll_of(request.code, [(self.faces[min(place, last)],)] * request.code.count)
            for place, request in enumerate(requests)
        )


class Table:
    """A fight. Ids are c1, c2, … in the order of joining; the faces of ``open`` open the first round."""

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
        for number, newcomer in enumerate(joining):
            self.join(newcomer, "ABCDEFGH"[number % 8])
        if open is not None:
            self.open(*open)

    @staticmethod
    def sample(key: str) -> Table:
        """Return a table with the system's sample fight."""
        table = Table.__new__(Table)
        table.session, table.system = Session(SYSTEMS), system_of(key, SYSTEMS)
        for command in table.system.sample():
            table.do(command)
        return table

    # Commands

    def join(self, newcomer: Joining, name: str = "", *faces: int) -> list[str]:
        if isinstance(newcomer, str):
            newcomer = read_quick_line(newcomer, self.system.at(self.encounter).fields)
        elif isinstance(newcomer, Mapping):
            newcomer = c.AddCombatant(name, sheet=newcomer)
        return self.do(newcomer, *faces)

    def do(self, command: c.Command, *faces: int) -> list[str]:
        """Dispatch the command with exactly these faces, and return the lines of the log. Raise Refused."""
        dice = ScriptedDice(list(faces))
        lines = self.do_with(dice, command)
        assert not dice.faces, f"dice left over: {dice.faces}"
        return lines

    def do_with(self, dice: Dice, command: c.Command) -> list[str]:
        before = self.encounter
        journal.execute(self.session, len(self.session.past) + 1, command, dice)
        return [str(sentence) for sentence in narrate(before, self.session.past[-1], self.system)]

    def open(self, *faces: int) -> list[str]:
        return self.do(c.OpenRound(), *faces)

    def act(self, actor: Id, action: str, values: Values | None = None, *faces: int) -> list[str]:
        return self.do(c.Act(actor, action, values or {}), *faces)

    def happen(self, *events: Event) -> None:
        """Add a step with events that no command produces, as a saved file may contain them."""
        self.session.add(Step(c.WriteNote("made up"), events, fold(self.encounter, events)))

    def refusal(self, command: c.Command) -> Refused:
        """Assert that the command is refused and changes nothing, and return the refusal."""
        before = self.encounter
        with pytest.raises(Refused) as refused:
            self.do(command)
        assert self.encounter is before
        return refused.value

    def refused(self, command: c.Command) -> str:
        """Return the code of the refusal, and the rule id if there is one."""
        why = self.refusal(command)
        return f"{why.code} {why.rule}".strip()

    # Views

    @property
    def encounter(self) -> Encounter:
        return self.session.encounter

    def standing(self, combatant_id: Id) -> Standing:
        return self.encounter.standings[combatant_id]

    def acting(self) -> str:
        """Return the names of the actors."""
        return ", ".join(self.encounter.name_of(combatant_id) for combatant_id in self.encounter.acting())

    def track(self) -> tuple[Id, ...]:
        return self.system.track(self.encounter)

    def names(self) -> str:
        """Return the names on the track."""
        return " ".join(self.encounter.name_of(combatant_id) for combatant_id in self.track())

    def number(self, combatant_id: Id) -> Score | None:
        return self.system.number(self.encounter, combatant_id)

    def badges(self, combatant_id: Id) -> list[str]:
        return [badge.text for badge in self.system.badges(self.encounter, combatant_id)]

    def rulable_facts(self, combatant_id: Id) -> tuple[Field, ...]:
        return self.system.rulable_facts(self.encounter, combatant_id)

    def first(self) -> dict[Id, Fraction]:
        """Return the chances to go first, by combatant id."""
        return {chance.about: chance.chance for chance in self.system.chances(self.encounter) if chance.goes_first}

    def sections(self, entered: PanelInput | None = None) -> dict[str, Section]:
        """Return the sections of the now panel, by key."""
        return {section.key: section for section in self.system.sections(self.encounter, entered or {})}

    def choices(self, entered: PanelInput | None = None) -> list[Choice]:
        return [choice for section in self.sections(entered).values() for choice in section.choices]

    def choice(
        self, wanted: str, entered: PanelInput | None = None, *, of: Id | None = None, within: str | None = None
    ) -> Choice:
        """Return the first choice with this label or action, if given of this combatant and in this section."""
        for section in self.sections(entered).values():
            for choice in section.choices if within in (None, section.key) else ():
                act = choice.command if isinstance(choice.command, c.Act) else None
                if of in (None, act and act.id) and wanted in (choice.label, act and act.action):
                    return choice
        raise AssertionError(f"no {wanted} of {of} within {within}")

    # The words of transcripts

    def say(self, words: str, *faces: int) -> list[str]:
        """Dispatch a command in words: ``Mara attack size=heavy``."""
        return self.do(self.read(words), *faces)

    def read(self, text: str) -> c.Command:
        return read_command(text, self.session, self.system)

    def read_act(self, text: str) -> c.Act:
        return read_action(text, self.encounter)

    def id_of(self, name: str) -> Id:
        return id_of(name, self.encounter)
