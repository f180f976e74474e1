"""Tests of the public API: the exports of ``turntrack``, the fight of docs/ENGINE.md, and the command line."""

from __future__ import annotations

import doctest
import runpy
import sys
from pathlib import Path

import pytest

import turntrack
from tests.engine.table import Table
from turntrack import command_line
from turntrack.command_line.transcripts import chances_to_go_first, play, read_action, read_command
from turntrack.core.errors import BadValue

TRANSCRIPT = """\
+ Mara, nerve 9, side Crew  # a pirate
+ Rat, nerve 5, side Harbour
> open [10 4]
> Rat aim
! not_your_turn Z7
> Mara reserve
= *Mara 11 | Rat 9
> undo
> redo
"""


@pytest.mark.host_only(reason="the document is not mounted there")
def test_the_fight_of_the_document_goes_as_it_says() -> None:
    document = Path(__file__).parent.parent.parent / "docs" / "ENGINE.md"
    tried = doctest.testfile(str(document), module_relative=False)
    assert tried.attempted > 5
    assert tried.failed == 0


def test_every_exported_name_is_there() -> None:
    assert [name for name in turntrack.__all__ if not hasattr(turntrack, name)] == []


def test_a_session_comes_back_from_its_text() -> None:
    fight = Table.sample("zebra")
    fight.session.undo()
    text = turntrack.write_session(fight.session, "At the ferry")
    read = turntrack.read_session(text)
    assert (read.past, read.future) == (fight.session.past, fight.session.future)
    with pytest.raises(turntrack.BadSave):
        turntrack.read_session(text[:-20])


def test_a_transcript_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Refusals are said in their place; lines that expect something are passed over."""
    file = tmp_path / "zebra" / "ferry.txt"
    file.parent.mkdir()
    file.write_text(TRANSCRIPT, encoding="utf-8")
    assert command_line.main(["play", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [*play(TRANSCRIPT, "zebra")]
    assert "Refused: " in "".join(play(TRANSCRIPT, "zebra"))


def test_who_goes_first_is_counted_before_the_first_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Mara has 4 more: of 400 pairs of dice she loses 120 and ties 16 in which the list puts her first."""
    file = tmp_path / "ferry.txt"
    file.write_text(TRANSCRIPT, encoding="utf-8")
    assert command_line.main(["odds", str(file), "--system", "zebra"]) == 0
    assert capsys.readouterr().out.splitlines() == ["Mara 70.0%", "Rat 30.0%"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("> open [10]", "Line 3: The scripted dice have run out."),
        ("> open [10 4 7]", "Line 3: dice left over: [7]."),
        ("> Nobody attacks", "Line 3: “Nobody attacks” does not begin with the name of a combatant."),
    ],
)
def test_a_line_that_cannot_be_played_is_told(
    line: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ferry.txt"
    file.write_text("\n".join([*TRANSCRIPT.splitlines()[:2], line]), encoding="utf-8")
    assert command_line.main(["play", str(file), "--system", "zebra"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"{file}: {said}"


def test_the_module_runs_the_command_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "ferry.txt"
    file.write_text(TRANSCRIPT, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["turntrack", "play", str(file), "--system", "zebra"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("turntrack", run_name="__main__")
    assert ended.value.code == 0


def test_an_action_needs_somebody() -> None:
    fight = Table.sample("zebra")
    assert read_command("Mara reserve", fight.session, fight.system) == read_action("Mara reserve", fight.encounter)
    with pytest.raises(BadValue):
        read_action("reserve", fight.encounter)


def test_chances_need_no_round_in_the_transcript() -> None:
    before_the_round = TRANSCRIPT.partition("> open")[0]
    chances = ["Mara 70.0%", "Rat 30.0%"]
    assert [*chances_to_go_first(before_the_round, "zebra")] == chances
    assert [*chances_to_go_first(f"{before_the_round}\n> note Hello\n> undo\n> open", "zebra")] == chances
