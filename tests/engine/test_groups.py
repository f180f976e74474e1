"""Tests of groups of which a line says something of some."""

import pytest

from tests.engine.test_number_of_the_order import fields_of
from turntrack.lines.free_form import strip_marks
from turntrack.lines.groups import adds_more, count_some, merge_parts, split_group, tells_values
from turntrack.lines.quick_line import LONGEST_LINE, read_quick_line, split_line
from turntrack.lines.repairs import ask_for_several, take_slips


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("3 goblins 7hp, one has 3 left", ["goblins x2, hp 7", "goblin, hp 3/7"]),
        ("3 goblins 7hp, one has 12 hp", ["goblins x2, hp 7", "goblin, hp 12"]),
        ("3 goblins, one with 9 hp", ["goblins x2", "goblin, hp 9"]),
        ("3 goblins 7hp, #2 has 4 hp", ["goblins x2, hp 7", "goblin 2, hp 4/7"]),
        ("2 ogres 59hp, one at 30, the other at 44", ["ogre, hp 30/59", "ogre, hp 44/59"]),
        ("4 orcs hp 15 +1, half of them have +4", ["orcs x2, hp 15, +1", "orc x2, hp 15, init +4"]),
        ("4 orcs hp 15, 2 of them come in round 3", ["orcs x2, hp 15", "orc x2, hp 15, round 3"]),
        ("3 orcs ac 13, one with ac 16", ["orcs x2, ac 13", "orc, ac 16"]),
        ("3 orcs, the last one is an ally with init +2", ["orcs x2", "orc, ally, init +2"]),
        (
            "goblins A-C 7hp (A has a bow, B down to 3)",
            ["goblin, hp 7", "goblin A, hp 7, note has a bow", "goblin B, hp 3/7"],
        ),
        ("3 goblins hp 2d6, one has init +3", ["goblins x2, hp 2d6", "goblin, hp 2d6, init +3"]),
        ("3 goblins 7hp, one has 3 left, one has a bow", ["goblins x2, hp 7, note one has a bow", "goblin, hp 3/7"]),
        (
            "3 goblins 7hp, one has 3 left, 2 more in the hall",
            ["goblins x2, hp 7, note 2 more in the hall", "goblin, hp 3/7"],
        ),
        ("zombies: 3 now, 3 more in round 2", ["zombies x3", "zombie x3, round 2"]),
        ("zombies: two now, 3 more in round 2", ["zombies x2", "zombie x3, round 2"]),
        ("goblin, in round 3 come 2 more", ["goblin", "goblin x2, round 3"]),
        # Nothing to part.
        ("3 goblins 7hp", []),
        ("3 goblins 7hp, one is prone", []),
        ("3 goblins 7hp, one has a bow", []),
        ("3 goblins, one has 4", []),
        ("3 goblins 7hp, 2 more goblins hp 9", []),
        ("goblin 7hp, one has 3 left", []),
        ("2 goblins 7hp, half of them have 3 left, the other has 2 left, one has 1 left", []),
        ("2 orcs, an ogre and 3 wolves, one has 3 left", []),
        ("3 goblins 7hp, one has 3 left" + " " * LONGEST_LINE, []),
    ],
)  # fmt: skip
def test_a_group_is_parted_where_a_value_is_told(line: str, lines: list[str]) -> None:
    assert [*split_group(line, fields_of("d20_once")).lines] == lines


@pytest.mark.parametrize(
    ("line", "others"),
    [
        ("3 goblins 7hp, one gets 21", ["goblins x2, hp 7", "goblin, hp 7, init 21"]),
        ("3 goblins 7hp, the leader has 12", ["goblins x3, hp 7", "goblin leader, hp 12"]),
    ],
)
def test_another_reading_of_a_number_is_offered(line: str, others: list[str]) -> None:
    fields = fields_of("d20_once")
    asked = ask_for_several(line, fields)
    assert asked
    assert [way.line.split("\n") for way in asked.ways][1] == others == [*split_group(line, fields).others]


def test_some_are_counted() -> None:
    texts = ("one is prone", "the other is hidden", "4 of them hidden", "hidden", "ogre 2 is prone", "orc 2 is prone")
    assert [count_some(text, "orcs", 4, ()) for text in texts] == [1, 3, 0, 0, 0, 1]
    assert [adds_more(text, ()) for text in ("2 more in round 3", "2 more ogres", "2 orcs")] == [True, False, False]


def test_parts_are_put_in_place_of_others() -> None:
    fields = fields_of("d20_once")
    assert merge_parts("hp 9, prone", [" hp 7", " +2"], fields) == [" +2", " hp 9", " prone"]
    assert merge_parts("goes last", [" hp 7"], fields) == [" hp 7", " note goes last"]
    texts = ("hp 9, prone", "goes last", "enemies 9", "enemies: 9")
    assert [tells_values(text, fields) for text in texts] == [True, False, False, False]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Goblins A and C, hp 7", "Goblins A and C, hp 7"),
        ("goblin 1, 2 and 3, hp 7", "goblin x3, hp 7"),
        ("goblin 1 and 3, hp 7", "goblin 1 and 3, hp 7"),
        ("Room 1, 2 goblins", "Room 1, 2 goblins"),
        ("fighter 1, 2 attacks, hp 12", "fighter 1, 2 attacks, hp 12"),
        ("boosters: IIII, ref 6", "4 boosters, , ref 6"),
        ("3 goblins with 7, 5 and 4 hp", "3 goblins, hp 7, 5, 4"),
        ("3 goblins with 7, 5 and 4, 2 hp", "3 goblins with 7, 5 and 4, 2 hp"),
        ("3 goblins with 7, 5 and 4 hp left", "3 goblins, hp 7, 5, 4"),
        ("ghouls: 22, 18, 9 hp", "ghouls x3, hp 22, 18, 9"),
        ("Bo => {1d20+6 = 22}", "Bo : total 22"),
        ("Bo, hp 40-10=30", "Bo, hp 40-10=30"),
        ("Bo 17 (14+2)", "Bo 17 (14+2)"),
        ("not 3 but 5 cultists", "5 cultists"),
        ("his 3 thugs", "3 thugs"),
    ],
)
def test_what_stands_around_values_is_put_into_their_order(line: str, expected: str) -> None:
    assert strip_marks(line) == expected


@pytest.mark.parametrize(
    ("game", "line", "parts"),
    [
        ("rond6", "high priest 4D/16", ["high priest", " 4D", " hp 16"]),
        ("d20_once", "Mage 50hp 14", ["Mage", " 14", " hp 50"]),
        ("d20_once", "Mage 40hp+10", ["Mage", " hp 40", " note 40hp+10"]),
        ("d20_once", "Am Tor: zwei Wachen", ["Wachen x2", " note Am Tor"]),
        ("d20_once", "trap!! blades, 40hp", ["blades", " trap", " hp 40"]),
        ("d20_once", "Trap, nobody has seen it yet", ["Trap", " hidden", " note nobody has seen it yet"]),
        ("d20_once", "sniper NOT SPOTTED", ["sniper", " hidden", " note NOT SPOTTED"]),
        ("d20_once", "Bo, hp 13 (2 taken)", ["Bo", " hp 11/13"]),
        ("d20_once", "3 goblins 7hp, one wounded (3 left)", ["3 goblins", " hp 7", " note one wounded (3 left)"]),
        ("d20_once", "Mage, lost 5 hp of 40", ["Mage", " hp 35/40"]),
        ("d20_once", "Kyra, hp 28, at 26 of 28", ["Kyra", " hp 26/28"]),
        ("d20_once", "Kyra, 26 out of 28", ["Kyra", " hp 26/28"]),
    ],
)  # fmt: skip
def test_lines_are_put_in_parts(game: str, line: str, parts: list[str]) -> None:
    assert sorted(split_line(line, fields_of(game))) == sorted(parts)


def test_a_plural_with_a_number_behind_a_dash_may_be_a_count() -> None:
    (slip, *_) = take_slips("Zombies - 4, slow", fields_of("cards"))[1]
    assert slip.ways[0].line == "4 Zombies, slow"


def test_a_line_of_values_has_no_name() -> None:
    lines = ask_for_several("5 cultists, body 8, 2D + high priest 4D/16, hidden", fields_of("rond6"))
    assert lines
    assert lines.ways[0].line.split("\n") == ["5 cultists, body 8, 2D", "high priest 4D/16, hidden"]


def test_totals_beside_their_dice_are_read() -> None:
    assert read_quick_line("Bo [1d20+6] 22", fields_of("d20_once")).sheet["rolled_total"] == 22
