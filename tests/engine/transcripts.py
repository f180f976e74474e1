"""Runs a transcript: a fight in the words of a game master, with the expected output after each line.

``+`` a combatant, as a quick line      ``>`` a command, with its dice: ``> open [11 4 9]``, ``> open [A♠ 5♣]``
``=`` the track: ``*`` acts, ``(…)`` has these badges, ``|`` those done or fallen come after it
``~`` a log line of the last command    ``!`` the last command is refused: code, rule
``^`` the turns to come, with their numbers: ``^ Ilko 21, Mara 20``; ``…`` for more of them
``♥`` health and counters: ``♥ Mara 9/15 +3 (luck 2), Rat 8/8``
``&`` the conditions: ``& Rat stunned, held?; Ilko prone!``; ``!`` ends with this turn, ``?`` waits for an answer
``@`` the players' view, reinforcements, happenings: ``@ Mara, ? | Boss hidden | The roof falls in!``
``?`` the reason: a combatant's number (``? Mara: …``), or a choice (``? Mara attack size=heavy: 5, 20, Ilko``)
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.engine.table import Table
from tests.engine.transcript_words import describe_conditions, describe_health, describe_view
from turntrack.command_line.transcripts import lines_of, read_line
from turntrack.core import commands as c
from turntrack.core.errors import Malformed, Refused
from turntrack.core.model import Status
from turntrack.saves.journal import records_of, replay
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import Choice, TurnSystem


class Transcript:
    """A player of one transcript, which collects the rule ids that the output cites."""

    def __init__(self, path: Path, systems: tuple[TurnSystem, ...] = SYSTEMS) -> None:
        self.path = path
        self.table = Table(path.parent.name, systems=systems)
        self.session, self.system = self.table.session, self.table.system
        self.log: list[str] = []
        self.refused: Refused | None = None
        self.cited: set[str] = set()

    def play(self) -> set[str]:
        """Play the file, and return the rule ids in the expected output. Raise AssertionError with the line number."""
        for number, kind, words in lines_of(self.path.read_text(encoding="utf-8")):
            try:
                self._line(kind, words)
            except (AssertionError, Malformed, Refused) as error:
                raise AssertionError(f"{self.path.name}:{number}: {kind} {words}\n  {error}") from error
        assert self.refused is None, f"{self.path.name}: refused at the end: {self.refused}"
        assert replay(records_of(self.session), self.session.systems).past == self.session.past
        return self.cited

    def _line(self, kind: str, text: str) -> None:
        if kind in "+>":
            assert self.refused is None, f"refused: {self.refused}"
            self._command(kind, text)
        elif kind == "!":
            assert self.refused is not None, "it was not refused"
            result = " ".join(filter(None, (self.refused.code, self.refused.rule)))
            assert result == text, f"refused: {result} ({self.refused.message})"
            self._cite(text)
            self.refused = None
        elif kind == "=":
            assert self._track(with_badges="(" in text) == text, f"found {self._track(with_badges='(' in text)}"
        elif kind == "^":
            assert self._coming(text.removesuffix(", …")) == text, f"found {self._coming('')}"
        elif kind == "♥":
            assert describe_health(self.session.encounter) == text, f"found {describe_health(self.session.encounter)}"
        elif kind == "&":
            assert describe_conditions(self.session.encounter) == text, (
                f"found {describe_conditions(self.session.encounter)}"
            )
        elif kind == "@":
            assert describe_view(self.session.encounter) == text, f"found {describe_view(self.session.encounter)}"
        elif kind == "~":
            assert text in self.log, "found\n    " + "\n    ".join(self.log)
            self._cite(text)
        else:
            assert kind == "?", f"unknown kind of line {kind}"
            asked, _, wanted = (part.strip() for part in text.partition(":"))
            result = self._why(asked)
            assert result == wanted, f"found {result}"
            self._cite(text)

    def _command(self, kind: str, text: str) -> None:
        before = self.session.encounter
        self.log = []
        if text in ("undo", "redo"):
            getattr(self.session, text)()
            return
        try:
            command, dice = read_line(kind, text, self.session, self.system)
            log = self.table.do_with(dice, command)
        except Refused as refusal:
            assert self.session.encounter is before
            self.refused = refusal
            return
        assert not dice.faces, f"dice left over: {dice.faces}"
        self.log = log

    def _track(self, with_badges: bool) -> str:
        encounter, system = self.session.encounter, self.system.at(self.session.encounter)
        active: list[str] = []
        done: list[str] = []
        for combatant_id in self.system.track(encounter):
            standing = encounter.standings[combatant_id]
            number = self.system.number(encounter, combatant_id)
            text = "*" if standing.status is Status.ACTING else ""
            text += encounter.name_of(combatant_id) + (f" {system.show_number(number.total)}" if number else "")
            badges = self.system.badges(encounter, combatant_id)
            if with_badges and badges:
                text += f" ({', '.join(badge.text for badge in badges)})"
            over = not standing.able or standing.status is Status.DONE
            (done if over else active).append(text)
        return (", ".join(active) + (f" | {', '.join(done)}" if done else "")).strip()

    def _coming(self, wanted: str) -> str:
        """Return the turns to come, as many as ``wanted`` has, or all if it is empty."""
        system = self.system.at(self.session.encounter)
        turns = [
            turn.label + (f" {system.show_number(turn.number)}" if turn.number is not None else "")
            for turn in self.system.upcoming_turns(self.session.encounter)
        ]
        shown = wanted.count(",") + 1 if wanted else len(turns)
        return ", ".join([*turns[:shown], *(["…"] if turns[shown:] else [])])

    def _why(self, asked: str) -> str:
        combatant_id = self.table.id_of(asked)
        if combatant_id in self.session.encounter.combatants:
            return str(self.table.number(combatant_id))
        wanted = self.table.read_act(asked)
        for choice in self.table.choices():
            if isinstance(choice.command, c.Act) and _is_one_of(wanted, choice.command):
                return self._consequence(choice)
        raise AssertionError("that is not among the choices")

    def _consequence(self, choice: Choice) -> str:
        told = choice.preview
        if told.refusal:
            return f"refused, {told.refusal}"
        system = self.system.at(self.session.encounter)
        after = None if told.after is None else system.show_number(told.after)
        chance = None if told.chance is None else str(told.chance)
        following = self.session.encounter.name_of(told.next) if told.next else None
        return ", ".join(filter(None, (told.cost, chance, after, following, told.outcome, told.rule)))

    def _cite(self, text: str) -> None:
        self.cited |= set(re.findall(r"\b[A-Z]{1,2}\d{1,2}\b", text))


def _is_one_of(wanted: c.Act, command: c.Act) -> bool:
    """Return whether ``command`` is the wanted action of the same combatant, with at least the wanted values."""
    return (command.id, command.action) == (
        wanted.id,
        wanted.action,
    ) and wanted.values.items() <= command.values.items()
