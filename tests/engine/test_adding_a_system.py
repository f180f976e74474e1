"""Tests that the sixth system in docs/ADDING_A_SYSTEM.md, copied exactly, can be played."""

from __future__ import annotations

import re
import textwrap
from dataclasses import MISSING, fields, replace
from pathlib import Path

import pytest

from tests.engine.transcripts import Transcript
from turntrack.core import commands as c
from turntrack.core.dice import NoDice
from turntrack.core.errors import Refused
from turntrack.history.session import Session
from turntrack.systems import SYSTEMS
from turntrack.systems.protocol import Emblem, TurnSystem

DOCUMENT = Path(__file__).parents[2] / "docs" / "ADDING_A_SYSTEM.md"


def block(language: str) -> str:
    """Return the document's only block of code in that language."""
    (text,) = re.findall(
        rf"^ *```{language}\n(.*?)^ *```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    return textwrap.dedent(text)


def documented_system() -> TurnSystem:
    """Return the system that the document's module makes."""
    names: dict[str, TurnSystem] = {}
    exec(compile(block("python"), str(DOCUMENT), "exec"), names)
    return names["SYSTEM"]


@pytest.mark.host_only(reason="the document is not mounted there")
def test_the_documented_system_plays_its_transcript(tmp_path: Path) -> None:
    system = documented_system()
    path = tmp_path / system.key / "a_round.txt"
    path.parent.mkdir()
    path.write_text(block("text"), encoding="utf-8")
    cited = Transcript(path, (*SYSTEMS, system)).play()
    assert cited == {rule.id for rule in system.rules}


@pytest.mark.host_only(reason="the document is not mounted there")
def test_what_a_system_does_not_say_is_nothing_of_the_kind() -> None:
    """With every default: nobody has a number, a mark or a chance, nobody is dragged, and the fight goes on."""
    bare = {each.name: each.default for each in fields(TurnSystem) if each.default is not MISSING}
    system = replace(documented_system(), **{**bare, "fields": documented_system().fields})
    session = Session((system,))
    for command in (*system.sample(), c.OpenRound()):
        session.dispatch(command, NoDice())
    ana, bo = session.encounter.order
    with pytest.raises(Refused, match="nobody is placed elsewhere"):
        session.dispatch(c.Move(bo, ana), NoDice())
    assert system.number(session.encounter, ana) is None
    assert system.badges(session.encounter, ana) == ()
    assert [*system.upcoming_turns(session.encounter)] == []
    assert system.emblem is Emblem.ROW
    assert system.chances(session.encounter) == ()
    assert system.why_uncounted(session.encounter) == ""
    assert system.memory_words(session.encounter, session.encounter, ana) == ""
    for combatant in (ana, bo):
        session.dispatch(c.RuleAct(combatant, "kick", "Kick"), NoDice())
        session.dispatch(c.Act(combatant, "hit"), NoDice())
    assert not session.encounter.is_open
