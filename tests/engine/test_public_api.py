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


DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "ENGINE.md"


@pytest.mark.host_only(reason="the document is not mounted there")
def test_the_tasks_of_the_document_go_as_it_says() -> None:
    tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert tried.attempted > 30
    assert tried.failed == 0


@pytest.mark.host_only(reason="the document is not mounted there")
def test_the_transcript_of_the_document_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = DOCUMENT.read_text(encoding="utf-8").partition("```transcript zebra\n")[2].partition("```")[0]
    file = tmp_path / "fight.txt"
    file.write_text(text, encoding="utf-8")
    assert command_line.main(["play", str(file), "--system", "zebra"]) == 0
    assert "Mara disengages (7): 23 → 16." in capsys.readouterr().out


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
        ("> open [10]", "Line 3: No dice are left: more are rolled than were named."),
        ("> open [10 4 7]", "Line 3: dice left over: [7]."),
        ("> Rat aim", "Line 3: it is refused (not_open). "),
        ("> Rat aim\n! not_your_turn", "Line 3: it is refused (not_open, not “! not_your_turn”). "),
        ("> open [10 4]\n! no_round", "Line 3: “! no_round” expects a refusal, and the rules allow it."),
        ("> Nobody attacks", "Line 3: “Nobody attacks” does not begin with the name of a combatant."),
    ],
)
def test_a_line_that_cannot_be_played_is_told(
    line: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ferry.txt"
    file.write_text("\n".join([*TRANSCRIPT.splitlines()[:2], line]), encoding="utf-8")
    assert command_line.main(["play", str(file), "--system", "zebra"]) == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"{file}: {said}")


def test_a_seed_rolls_what_the_transcript_leaves_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same every time; dice that a line names fall as they stand there."""
    file = tmp_path / "ferry.txt"
    file.write_text("+ Mara, nerve 9\n+ Rat, nerve 5\n> open\n> Mara reserve\n", encoding="utf-8")
    told = []
    for seed in ("7", "7", "8"):
        assert command_line.main(["play", str(file), "--system", "zebra", "--seed", seed]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != told[2]
    file.write_text(TRANSCRIPT, encoding="utf-8")
    assert command_line.main(["play", str(file), "--system", "zebra", "--seed", "7"]) == 0
    assert capsys.readouterr().out.splitlines() == [*play(TRANSCRIPT, "zebra")]


def test_chances_pass_over_what_is_refused_before_the_round() -> None:
    text = "+ Mara, nerve 9\n+ Rat, nerve 5\n> Rat aim\n! not_open\n> open [10 4]"
    assert [*chances_to_go_first(text, "zebra")] == ["Mara 70.0%", "Rat 30.0%"]


def test_a_fight_begins_by_any_game() -> None:
    assert turntrack.new_fight("zebra").encounter.system == "zebra"
    preset = turntrack.PRESETS[0]
    by_key, by_rules = turntrack.new_fight(preset.key), turntrack.new_fight(preset.rules)
    shown = [turntrack.system_of("table_rules", turntrack.SYSTEMS).at(fight.encounter) for fight in (by_key, by_rules)]
    assert shown[0].title == shown[1].title == preset.title
    with pytest.raises(turntrack.Refused):
        turntrack.new_fight("no such game")


def test_what_is_no_command_is_told() -> None:
    fight = turntrack.new_fight("zebra")
    for wrong in ("open", turntrack.commands.OpenRound, None):
        with pytest.raises(TypeError, match="A command was expected"):
            fight.dispatch(wrong, turntrack.seeded_dice(7))  # type: ignore[arg-type]
    assert len(fight.past) == 1


def test_what_is_printed_at_a_prompt_is_short() -> None:
    fight = Table.sample("zebra")
    fight.session.dispatch(turntrack.commands.OpenRound(), turntrack.seeded_dice(7))
    assert repr(fight.session) == "<Session “Ambush at the ferry”: zebra, 5 combatants, round 1, 6 steps>"
    assert repr(fight.session.past[-1]) == "Step(command=OpenRound())"
    assert repr(turntrack.Session(turntrack.SYSTEMS)) == "<Session without a fight, 0 steps>"
    assert repr(fight.system) == "<TurnSystem zebra: Zebra Island>"


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
