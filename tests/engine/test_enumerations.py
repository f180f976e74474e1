"""Tests of small fights by enumeration: the number of legal sequences, counted by hand, and that none is ever stuck.

A file in tests/enumerations begins with its ``dice`` (every die shows this face; of several faces the first to roll
has the first) and its menus: ``menu`` and, for each combatant, ``each``. After ``==`` comes a fight as in a
transcript, then the ``count`` of sequences of 1, 2, … commands, or ``stuck`` where that search begins, or both. A
menu of the fight's own is for its count alone. The search takes what is ``also`` there and what is ``shown``. Whoever
acts, or else anybody, must be able to do one of the ``ways``; what is offered or refused is tried up to a depth of
``choices``, else 2.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.amounts import WHOLE
from tests.engine.table import SameFaces, Table
from turntrack.core import commands as c
from turntrack.core.errors import Refused
from turntrack.core.evolve import fold
from turntrack.core.model import Encounter
from turntrack.lines.quick_line import read_quick_line
from turntrack.rules.decide import decide
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import Choice

pytestmark = pytest.mark.repeats

DEPTH = 4 if WHOLE else 3
"""The longest sequence of commands in the search for a stuck fight."""

FOLDER = Path(__file__).parent.parent / "enumerations"

type Settings = Mapping[str, Sequence[str]]


class Enumeration:
    """One fight of a file, with its menus."""

    def __init__(self, key: str, common: Sequence[str], title: str, lines: Sequence[str]) -> None:
        self.common, self.own = settings(common), settings(lines)
        self.name = f"{key}: {title.split(':')[0]}"
        self.dice = SameFaces(*(int(face) for face in self.common["dice"][0].split()))
        self.table = Table(key)
        for line in lines:
            if line[0] in "+>":
                self.table.do_with(self.dice, self._command(line if line[0] == "+" else line[1:].strip()))
        self.start = self.table.encounter

    def menu(self, which: Settings, *keys: str) -> list[c.Command]:
        names = [combatant.name for combatant in self.start.combatants.values()]
        each = [f"{name} {action}" for action in which.get("each", ()) for name in names]
        return [self._command(text) for text in (*each, *(text for key in keys for text in which.get(key, ())))]

    def _command(self, text: str) -> c.Command:
        if text[0] == "+":
            return read_quick_line(text[1:], self.table.system.at(self.table.encounter).fields)
        return self.table.read(text)

    def refusal(self, encounter: Encounter, command: c.Command) -> Refused | None:
        try:
            decide(encounter, command, self.dice, SYSTEMS)
        except Refused as refused:
            return refused
        return None

    def after(self, encounter: Encounter, command: c.Command) -> Encounter | None:
        """Return the encounter after the command; None if the command is refused."""
        try:
            return fold(encounter, decide(encounter, command, self.dice, SYSTEMS))
        except Refused:
            return None

    def all_after(self, encounter: Encounter, menu: Sequence[c.Command]) -> Iterator[Encounter]:
        return (after for command in menu if (after := self.after(encounter, command)) is not None)

    def choices(self, encounter: Encounter) -> list[Choice]:
        return [choice for section in self.table.system.sections(encounter, {}) for choice in section.choices]

    def shown(self, encounter: Encounter) -> list[c.Command]:
        """Return what the screen offers of these actions, or of all but these."""
        shown = self.common.get("shown", ())
        but = bool(shown) and shown[0].startswith("but ")
        actions = {action.removeprefix("but ") for action in shown}
        acts = [choice.command for choice in self.choices(encounter) if isinstance(choice.command, c.Act)]
        return [act for act in acts if shown and (act.action in actions) is not but]

    def check(self, encounter: Encounter, depth: int) -> None:
        """Check that there is a way forward, that all are on the track, and that offers and refusals are true."""
        assert sorted(self.table.system.track(encounter)) == sorted(encounter.order)
        assert "several" in self.common or len(encounter.acting()) <= 1
        assert self._has_a_way_forward(encounter), encounter
        for choice in self.choices(encounter) if depth < int(self.common.get("choices", ["2"])[0]) else ():
            assert str(self.refusal(encounter, choice.command)) == str(choice.preview.refusal), choice

    def _has_a_way_forward(self, encounter: Encounter) -> bool:
        if not encounter.is_open:
            able = any(standing.able for standing in encounter.standings.values())
            return not able or self.after(encounter, c.OpenRound()) is not None
        ways = [self.table.read_act(f"- {way}") for way in self.common["ways"]]
        who = encounter.acting() or (*encounter.order, "")
        return any(self.after(encounter, c.Act(actor, way.action, way.values)) for actor in who for way in ways)


def settings(lines: Sequence[str]) -> Settings:
    values_by_key = defaultdict[str, list[str]](list)
    for line in lines:
        key, _, rest = line.partition(" ")
        values_by_key[key] += [part.strip() for part in rest.split(",")]
    return values_by_key


def fights() -> Iterator[Enumeration]:
    for file in sorted(FOLDER.glob("*.txt")):
        text = re.sub(r"^#.*\n|^\n", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        common, *blocks = (block.splitlines() for block in text.split("== "))
        for title, *lines in blocks:
            yield Enumeration(file.stem, common, title, lines)


FIGHTS = tuple(fights())


@pytest.mark.parametrize("fight", [fight for fight in FIGHTS if "count" in fight.own], ids=lambda fight: fight.name)
def test_counted_by_hand(fight: Enumeration) -> None:
    own = {**fight.common, **fight.own}
    menu, states, counts = fight.menu(own, "menu"), [fight.start], []
    wanted = [int(number) for number in fight.own["count"][0].split()]
    for _ in wanted:
        states = [after for state in states for after in fight.all_after(state, menu)]
        counts.append(len(states))
    assert counts == wanted


@pytest.mark.parametrize("fight", [fight for fight in FIGHTS if "stuck" in fight.own], ids=lambda fight: fight.name)
def test_no_fight_is_stuck(fight: Enumeration) -> None:
    """With falls, rulings, drags and an early end of the round among the commands."""
    menu, newest, seen = fight.menu(fight.common, "menu", "also"), {repr(fight.start): fight.start}, set[str]()
    for depth in range(DEPTH + 1):
        seen |= newest.keys()
        for encounter in newest.values():
            fight.check(encounter, depth)
        if depth < DEPTH:
            following = (
                after for state in newest.values() for after in fight.all_after(state, [*menu, *fight.shown(state)])
            )
            newest = {key: after for after in following if (key := repr(after)) not in seen}
    assert not WHOLE or len(seen) > int(fight.common.get("least", ["0"])[0])


@pytest.mark.parametrize("key", ["count", "stuck"])
def test_every_system_is_here(key: str) -> None:
    assert {fight.table.system.key for fight in FIGHTS if key in fight.own} == {system.key for system in SYSTEMS}
