"""Tests that no word and no number of a line is read wrongly without a mark or a question."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.importers.lists import NOTHING_READ
from app.ui.adding import LineView, render_lines_read
from app.values.lists import LineRead
from tests.app.fights import read_roster
from tests.app.test_evening_lines import begin, read, summary
from turntrack.lines.repairs import Slip


def read_line(line: str, game: str) -> LineRead:
    (single,) = read(line, game)
    return single


def doubts_of(line: LineRead) -> list[Slip]:
    return [slip for slip in line.slips if slip.is_doubt]


@pytest.mark.parametrize(
    ("game", "line", "doubted", "mended"),
    [
        # Words that mean something in the name.
        ("cards", "Vern Level Headed tough 7", "“Level Headed” is in the name.", "Vern, drawn 2, note tough 7"),
        ("d20_once", "goblins again, 6 of them. 7 hp each", "“again” is in the name.", "goblin ×6, hp 7"),
        ("d20_once", "Tam (ally of Bo)", "“(ally of Bo)” is in the name.", "Tam, side Allies, note ally of Bo"),
        ("cards", "3 militia (T5)", "“(T5)” is in the name.", "militia ×3, note T5"),
        ("d20_once", "Guard dead", "“dead” is in the name.", "Guard, note dead"),
        ("d20_once", "iron suit +1d6 dmg hp 33", "“+1d6 dmg” is in the name.", "iron suit, hp 33, note +1d6 dmg"),
        ("d20_once", "4 wolves second round", "“second round” is in the name.", "wolf ×4, round 0"),
        ("d20_once", "Lia18", "“18” is in the name.", "Lia, rolled_total 18"),
        ("d20_once", "his parrot (no fight)", "“(no fight)” is in the name.", "his parrot, note no fight"),
        ("d20_once", "Moss tbd", "“tbd” is in the name.", "Moss"),
        ("d20_once", "Vex (not here today)", "“(not here today)” is in the name.", "Vex, note not here today"),
        # Numbers that are nowhere.
        (
            "rond6",
            "Schamane LP 24 Ini 3W+2 - kann Nebel rufen, 1x",
            "Not read: “1x”.",
            "Schamane, perception 3D+2, hp 24, note kann Nebel rufen; 1x",
        ),
        ("d20_once", "the twins hp 30 each", "Not read: “each”.", "the twins, hp 30, note each"),
        # States in the note.
        (
            "d20_once",
            "ox hp 9, hides two rats",
            "“hides two rats” is in the note.",
            "ox, hp 9, hidden, note hides two rats",
        ),
        (
            "d20_once",
            "ambusher hp 20 by a tree not visible until he attacks",
            "“by a tree not visible until he attacks” is in the note.",
            "ambusher, hp 20, hidden, note by a tree not visible until he attacks",
        ),
        (
            "traveller",
            "ambush - crew surprised first round",
            "“crew surprised first round” is in the note.",
            "ambush, surprised, note crew surprised first round",
        ),
        (
            "d20_once",
            "eel hp 8, quite undetected till it bites",
            "“quite undetected till it bites” is in the note.",
            "eel, hp 8, hidden, note quite undetected till it bites",
        ),
        (
            "d20_once",
            "thug hp 8 - rests until round 2",
            "“rests until round 2” is in the note.",
            "thug, hp 8, round 2, note rests until round 2",
        ),
        ("d20_once", "2 thugs, hp 7, one sneaking", "“one sneaking” is in the note.", "thug, hp 7, hidden"),
        ("d20_once", "3 thugs, hp 7, two hidden", "“two hidden” is in the note.", "thug ×2, hp 7, hidden"),
    ],
)  # fmt: skip
def test_what_may_mean_more_is_marked_and_mended_by_a_tap(game: str, line: str, doubted: str, mended: str) -> None:
    single = read_line(line, game)
    assert single.command
    slip, *others = doubts_of(single)
    assert (slip.wrong, others) == (doubted, [])
    first, *_ = read(slip.ways[0].line, game)
    assert first.command, first.wrong
    assert summary(first.command) == mended
    assert not doubts_of(first)


@pytest.mark.parametrize(
    ("game", "line", "asked", "mended"),
    [
        (
            "d20_once",
            "gnoll hunter hp 27, hiding up on the roof. other 2 gnolls in the open",
            "“2 gnolls in the open”: another combatant?",
            ["gnoll hunter, hp 27, hidden, note up on the roof", "gnolls in the open ×2"],
        ),
        (
            "traveller",
            "bar fight - 3 drunk belters 877642, bouncer A89543 jack",
            "“3 drunk belters 877642”: another combatant?",
            ["?", "?"],
        ),
        ("d20_once", "maw is buried, hp 9", "“maw is buried”: is that the whole name?", ["maw, hp 9, note is buried"]),
        (
            "d20_once",
            "guard captain init 14, guards 9 (x4)",
            "“guards 9 (x4)”: another combatant?",
            ["guard captain, rolled_total 14", "guard ×4, rolled_total 9"],
        ),
        ("cards", "Gang 1: 4 thugs", "“Gang 1: 4 thugs”: is that the whole name?", ["Gang 1: 4 thugs"]),
        ("d20_once", "Red hp 65 & her parrot", "“her parrot”: another combatant?", ["Red, hp 65", "her parrot"]),
        ("cards", "ghouls x6 vs dr. mercy", "“dr. mercy”: another combatant?", ["ghoul ×6, side Foes", "dr. mercy"]),
        ("d20_once", "one ogre one imp", "“one ogre one imp”: is that the whole name?", ["one ogre", "one imp"]),
        ("d20_once", "Tom and jerry, hp 9", "“Tom and jerry”: is that the whole name?", ["Tom, hp 9", "jerry, hp 9"]),
        ("interlock", "Skills: Handgun 3", "“Skills”: is that the whole name?", ["Skills, handgun 3"]),
        ("d20_once", "they're wet -> up", "“they're wet -> up”: is that the whole name?", ["they're wet -> up"]),
        ("d20_once", "B7. Salt Cistern", "“B7. Salt Cistern”: is that the whole name?", ["B7. Salt Cistern"]),
    ],
)  # fmt: skip
def test_what_may_be_somebody_else_or_nobody_is_asked_about(
    game: str, line: str, asked: str, mended: list[str]
) -> None:
    single = read_line(line, game)
    assert single.command is None
    assert single.wrong == asked
    told = read(doubts_of(single)[0].ways[0].line, game)
    assert [summary(each.command) if each.command else "?" for each in told] == mended


def test_no_words_are_asked_about_twice() -> None:
    single = read_line("gnoll hp 27, hiding up on the roof. other 2 gnolls in the open", "d20_once")
    assert [slip.wrong for slip in single.slips] == ["“2 gnolls in the open”: another combatant?"]


def test_a_line_that_is_no_combatant_is_left_out_by_a_tap() -> None:
    slip, *_ = doubts_of(read_line("B7. The Salt Cistern", "d20_once"))
    (way,) = (way for way in slip.ways if way.label == "left out")
    (left,) = read(way.line, "d20_once")
    assert left.heading
    assert left.heading.is_left_out


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("d20_once", "Will of the Wisp, hp 9"),
        ("d20_once", "Knight of the Rose, hp 30"),
        ("d20_once", "Elf who was not seen, hp 9"),
        ("d20_once", "goblin 1 and 2, hp 7"),
        ("d20_once", "then Aria, hp 7"),
        ("d20_once", "Ogre, hp 59, at 30 of 59"),
        ("d20_once", "seine 3 Orks, TP 15"),
        ("rond6", "Brodek, Wahrnehmung 3W+1, Körper 15"),
        ("interlock", "Kid Quick init 25"),
        ("d20_once", "Gatling crew, hp 9"),
        ("d20_once", "flying monkey, hp 9"),
        ("d20_once", '"Aria hidden", hp 9'),
        ("d20_once", "Aria hidden x1, hp 9"),
        ("d20_once", "Odo init 9, not surprised"),
        ("d20_once", "Wisp, hp 9, immune to prone"),
        ("d20_once", "Cinder Priest hp 45 - has 2 healing potions"),
        ("d20_once", "Wyrm, hp 195, 3 legendary actions"),
        ("d20_once", "Ogre, hp 59, note 3 more ogres are hidden"),
        ("traveller", "Renn 7A8965, cutlass 2D, Gun 2"),
        ("d20_once", "troll hp 84, already took 30"),
        ("d20_once", "Aria 14 + 3 = 17"),
        ("d20_once", "2 groups of 4 raiders, hp 3"),
        ("d20_once", "ogre, hp 59, dex 8"),
    ],
)
def test_what_is_read_well_has_no_mark(game: str, line: str) -> None:
    assert not doubts_of(read_line(line, game))


def test_what_is_said_of_some_of_several_is_marked() -> None:
    (slip,) = doubts_of(read_line("zwei Wölfe (KP 18, Wahrn. 3D), einer liegt noch im Gebüsch", "rond6"))
    assert slip.wrong == "“einer liegt noch im Gebüsch” is in the note."


def test_a_mark_is_seen_beside_what_is_taken() -> None:
    single = read_line("Guard dead", "d20_once")
    html = str(render_lines_read((LineView(single.span, "Guard dead", 0, slips=single.slips),), "understood"))
    assert "“dead” is in the name." in html
    assert "Guard, note dead" in html


def test_an_import_tells_what_a_line_does_not_account_for() -> None:
    _, system = begin("cards")
    roster = read_roster("Guard dead\nIda, parry 5", system)
    assert roster.members[0].name == "Guard dead"
    assert "Line 1: “dead” is in the name." in roster.notes
    assert NOTHING_READ not in roster.notes


COUNTS = st.integers(2, 9)
NAMES = st.sampled_from(("wolf", "bog rat", "Mire Troll", "Captain Vane", "gnoll hunter"))
PARTS = st.sampled_from(("hp {}", "AC {}", "({})", "[{}]", "{} wounds", "{}x"))
SIGNS = st.sampled_from((", ", " - ", "; ", " "))


@given(COUNTS, NAMES, st.lists(st.tuples(SIGNS, PARTS), max_size=4), st.data())
def test_no_number_vanishes_without_a_mark(
    many: int, name: str, parts: list[tuple[str, str]], data: st.DataObject
) -> None:
    numbers = data.draw(st.lists(st.integers(11, 98), min_size=len(parts), max_size=len(parts), unique=True))
    line = f"{many} {name}" + "".join(
        sign + part.format(number) for (sign, part), number in zip(parts, numbers, strict=True)
    )
    lines = read(line, "d20_once")
    if any(each.wrong or each.slips or each.heading for each in lines):
        return
    told = {number for each in lines for number in re.findall(r"\d+", f"{each.command}")}
    assert {str(many), *map(str, numbers)} <= told, line
