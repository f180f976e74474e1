"""docs/ADDING_A_SYSTEM.md is right: a sixth system, taken from it to the letter, can be played."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from engine.systems import SYSTEMS
from engine.systems.protocol import TurnSystem
from tests.engine.transcripts import Transcript

DOCUMENT = Path(__file__).parents[2] / "docs" / "ADDING_A_SYSTEM.md"


def block(language: str) -> str:
    """The document's one block of code in that language."""
    (found,) = re.findall(
        rf"^ *```{language}\n(.*?)^ *```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    return textwrap.dedent(found)


def documented_system() -> TurnSystem:
    """The system that the document's module makes."""
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
