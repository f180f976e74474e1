"""Runs a transcript: a fight as a game master would tell it, with what is expected after each line.

``+`` a combatant, as a quick line      ``>`` a command, with the faces that fall: ``> open [11 4 9]``
``=`` the track: ``*`` acts, ``(…)`` has these badges, ``|`` those done or fallen come after it
``~`` a log line of the last command    ``!`` the last command is refused: code, rule
``?`` why: a combatant's number (``? Mara: …``), or a choice (``? Mara attack size=heavy: 5, 20, Ilko``)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from engine import commands as c
from engine import keeping
from engine.dice import Roll, ScriptedDice
from engine.errors import Refused
from engine.events import FactSet
from engine.fields import Value
from engine.model import Id, Status
from engine.narrate import narrate
from engine.quickline import read_quick_line
from engine.saves.history import records_of, replay
from engine.session import Session
from engine.sums import signed
from engine.systems import SYSTEMS
from engine.systems.protocol import Choice, TurnSystem, system_of
from engine.thrown import throws_in_numbers

PLAIN: dict[str, c.Command] = {"open": c.OpenRound(), "close": c.CloseRound()}
ABOUT_ONE: dict[str, Callable[[Id], c.Command]] = {
    "fall": c.Fall,
    "rise": c.Rise,
    "remove": c.RemoveCombatant,
    "duplicate": c.DuplicateCombatant,
    "skip": c.RuleSkip,
    "bring in": c.RuleIn,
    "act now": c.RuleTurn,
}


class Transcript:
    """Plays the lines of one file, and keeps every output that cites a rule."""

    def __init__(self, path: Path, systems: tuple[TurnSystem, ...] = SYSTEMS) -> None:
        self.path = path
        self.session = Session(systems)
        self.session.dispatch(c.MakeEncounter(path.stem, path.parent.name), ScriptedDice([]))
        self.system = system_of(path.parent.name, systems)
        self.log: list[str] = []
        self.refused: Refused | None = None
        self.cited: set[str] = set()

    def play(self) -> set[str]:
        """Returns the rule ids that the expected outputs carry. Raises AssertionError with the line's number."""
        for number, line in enumerate(self.path.read_text(encoding="utf-8").splitlines(), 1):
            text = line.split("#")[0].strip()
            if text:
                try:
                    self._line(text[0], text[1:].strip())
                except (AssertionError, Refused) as error:
                    raise AssertionError(f"{self.path.name}:{number}: {line.strip()}\n  {error}") from error
        assert self.refused is None, f"{self.path.name}: refused at the end: {self.refused}"
        assert replay(records_of(self.session), self.session.systems).past == self.session.past
        return self.cited

    def _line(self, kind: str, text: str) -> None:
        if kind in "+>":
            assert self.refused is None, f"refused: {self.refused}"
            self._command(kind, text)
        elif kind == "!":
            assert self.refused is not None, "it was not refused"
            found = " ".join(filter(None, (self.refused.code, self.refused.rule)))
            assert found == text, f"refused: {found} ({self.refused.message})"
            self._cite(text)
            self.refused = None
        elif kind == "=":
            assert self._track(with_badges="(" in text) == text, f"found {self._track(with_badges='(' in text)}"
        elif kind == "~":
            assert text in self.log, "found\n    " + "\n    ".join(self.log)
            self._cite(text)
        else:
            assert kind == "?", f"unknown kind of line {kind}"
            asked, _, wanted = (part.strip() for part in text.partition(":"))
            found = self._why(asked)
            assert found == wanted, f"found {found}"
            self._cite(text)

    def _command(self, kind: str, text: str) -> None:
        words, _, faces = text.partition("[")
        dice = ScriptedDice([int(face) for face in faces.rstrip("]").split()])
        before = self.session.encounter
        self.log = []
        try:
            if words.strip() in ("undo", "redo"):
                getattr(self.session, words.strip())()
                return
            command = self._read(words.strip()) if kind == ">" else read_quick_line(words, self.system.fields)
            keeping.dispatch(self.session, len(self.session.past) + 1, command, dice)
            undeclared = {
                it.key for it in self.session.past[-1].events if isinstance(it, FactSet)
            } - self.system.facts.keys()
            assert not undeclared, f"the system’s facts do not name {undeclared}"
        except Refused as refusal:
            assert self.session.encounter is before
            self.refused = refusal
            return
        assert not dice.faces, f"dice left over: {dice.faces}"
        self.log = [str(sentence) for sentence in narrate(before, self.session.past[-1], self.system)]

    def _read(self, text: str) -> c.Command:
        if text in PLAIN:
            return PLAIN[text]
        if found := re.fullmatch(r"option (\S+) (\S+)", text):
            return c.ChooseOption(found[1], found[2])
        if found := re.fullmatch(r"move (.+?) (?:before (.+)|last)", text):
            return c.Move(self._id(found[1]), self._id(found[2]) if found[2] else "")
        if found := re.fullmatch(r"set (.+) to ([−-]?\d+)", text):
            return c.RuleScore(self._id(found[1]), int(found[2].replace("−", "-")))
        if found := re.fullmatch(r"correct (.+?)(?: (initiative|a Character Point))? to (.+)", text):
            return self._corrected(self._id(found[1]), found[2] or "initiative", found[3])
        if found := re.fullmatch(r"rule (.+?) (\w+)=(.*)", text):
            return c.RuleFact("" if found[1] == "-" else self._id(found[1]), found[2], self._value(found[3]))
        if found := re.fullmatch(r"change (.+?) (\w+)=(.*)", text):
            return c.ChangeCombatant(self._id(found[1]), sheet={found[2]: self._value(found[3])})
        if found := re.fullmatch(r"side (.+) (\S+)", text):
            return c.ChangeCombatant(self._id(found[1]), side=found[2])
        if found := re.fullmatch(r"note (.+)", text):
            return c.WriteNote(found[1])
        if found := re.fullmatch(r"all the same (.+)", text):
            act = self._act(found[1])
            return c.RuleAct(act.id, act.action, act.action, act.values)
        for words, command in ABOUT_ONE.items():
            if text.startswith(f"{words} "):
                return command(self._id(text[len(words) + 1 :]))
        return self._act(text)

    def _corrected(self, one: Id, purpose: str, faces: str) -> c.CorrectThrow:
        """The newest throw in this one's number; where there is none, one that is in nobody's."""
        for thrown in throws_in_numbers(self.session.past, self.system):
            if one in thrown.ids and thrown.event.purpose == purpose:
                return thrown.corrected(faces)
        return c.CorrectThrow((one,), self.session.encounter.name_of(one), purpose, Roll("1d6", ((1,),), 1), faces)

    def _act(self, text: str) -> c.Act:
        names = sorted((it.name for it in self.session.encounter.combatants.values()), key=len, reverse=True)
        name = next((name for name in names if text.startswith(f"{name} ")), "")
        assert name or text.startswith("- "), "nobody of that name"
        rest = text[len(name or "-") :].strip()
        action, *values = re.findall(r'\w+(?:="[^"]*"|=\S*)?', rest)
        given: dict[str, Value] = {}
        for word in values:
            key, equals, value = word.partition("=")
            given[key] = self._value(value.strip('"')) if equals else True
        return c.Act(self._id(name) if name else "", action, given)

    def _value(self, text: str) -> Value:
        ids = {it.name: it.id for it in self.session.encounter.combatants.values()}
        if re.fullmatch(r"[−-]?\d+", text):
            return int(text.replace("−", "-"))
        return {"yes": True, "no": False}.get(text, ids.get(text, text))

    def _id(self, name: str) -> Id:
        ids = {it.name: it.id for it in self.session.encounter.combatants.values()}
        return ids.get(name, name)

    def _track(self, with_badges: bool) -> str:
        encounter = self.session.encounter
        active: list[str] = []
        done: list[str] = []
        for one in self.system.track(encounter):
            standing = encounter.standings[one]
            number = self.system.number(encounter, one)
            text = "*" if standing.status is Status.ACTING else ""
            text += encounter.name_of(one) + (f" {signed(number.total)}" if number else "")
            badges = self.system.badges(encounter, one)
            if with_badges and badges:
                text += f" ({', '.join(badge.text for badge in badges)})"
            over = not standing.able or standing.status is Status.DONE
            (done if over else active).append(text)
        return (", ".join(active) + (f" | {', '.join(done)}" if done else "")).strip()

    def _why(self, asked: str) -> str:
        one = self._id(asked)
        if one in self.session.encounter.combatants:
            return str(self.system.number(self.session.encounter, one))
        wanted = self._act(asked)
        for section in self.system.sections(self.session.encounter, {}):
            for choice in section.choices:
                if isinstance(choice.command, c.Act) and _is_one_of(wanted, choice.command):
                    return self._consequence(choice)
        raise AssertionError("that is not among the choices")

    def _consequence(self, choice: Choice) -> str:
        if choice.refusal:
            return f"refused, {choice.refusal}"
        after = None if choice.after is None else signed(choice.after)
        chance = None if choice.chance is None else str(choice.chance)
        following = self.session.encounter.name_of(choice.next) if choice.next else None
        return ", ".join(filter(None, (choice.cost, chance, after, following, choice.outcome, choice.rule)))

    def _cite(self, text: str) -> None:
        self.cited |= set(re.findall(r"\b[A-Z]{1,2}\d{1,2}\b", text))


def _is_one_of(wanted: c.Act, found: c.Act) -> bool:
    """Whether ``found`` is the same action, with at least the values wanted."""
    return (found.id, found.action) == (wanted.id, wanted.action) and wanted.values.items() <= found.values.items()
